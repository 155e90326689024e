package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/survey"
)

// A Survey is what many sites tell crawlers, in numbers.
type Survey struct {
	Count   *survey.Count
	Rows    int // that were read
	Outdone int // of them, by another row of the same site
}

// SurveyFormats are the formats of a Survey by the name that --format knows them
// by.
var SurveyFormats = map[string]func(w io.Writer, s Survey, o Options) error{
	"text":     SurveyText,
	"markdown": SurveyMarkdown,
	"csv":      SurveyCSV,
	"json":     SurveyJSON,
}

// SurveyFormatNames lists the keys of SurveyFormats, the default first.
var SurveyFormatNames = []string{"text", "markdown", "csv", "json"}

// A surveyTable is one table of numbers, ready for people.
type surveyTable struct {
	title string
	heads []string
	texts int // columns on the left that hold words
	rows  [][]string
}

// SurveyText writes the numbers for people.
func SurveyText(w io.Writer, s Survey, o Options) error {
	var b strings.Builder
	for _, line := range s.head(o.Lang) {
		b.WriteString(line + "\n")
	}
	for _, t := range s.tables(o.Lang) {
		b.WriteString("\n" + o.paint(bold, t.title) + "\n")
		out := &table{heads: t.heads, numbers: map[int]bool{}}
		for i := t.texts; i < len(t.heads); i++ {
			out.numbers[i] = true
		}
		for _, row := range t.rows {
			cells := make([]cell, len(row))
			for i, text := range row {
				cells[i].text = text
			}
			out.add(cells...)
		}
		if err := out.write(&b, o); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// SurveyMarkdown writes the same in the GitHub manner.
func SurveyMarkdown(w io.Writer, s Survey, o Options) error {
	var b strings.Builder
	for _, line := range s.head(o.Lang) {
		b.WriteString("- " + escape(line) + "\n")
	}
	for _, t := range s.tables(o.Lang) {
		b.WriteString("\n**" + escape(t.title) + "**\n\n")
		used := t.used()
		line := func(row []string, write func(i int, text string) string) {
			for i, text := range row {
				if used[i] {
					b.WriteString("| " + write(i, text) + " ")
				}
			}
			b.WriteString("|\n")
		}
		line(t.heads, func(_ int, text string) string { return escape(text) })
		line(t.heads, func(i int, _ string) string {
			if i < t.texts {
				return "---"
			}
			return "---:"
		})
		for _, row := range t.rows {
			line(row, func(i int, text string) string {
				if i == 0 {
					return code(text)
				}
				return escape(text)
			})
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// used tells which columns hold anything.
func (t surveyTable) used() []bool {
	used := make([]bool, len(t.heads))
	for _, row := range t.rows {
		for i, text := range row {
			used[i] = used[i] || text != ""
		}
	}
	return used
}

// head says what the numbers are about.
func (s Survey) head(l msg.Lang) []string {
	h := s.Count.Head()
	left := 0
	for _, n := range h.LeftOut {
		left += n.N
	}
	lines := []string{l.Text("survey.sites", msg.Int("sites", h.Sites), msg.Int("read", h.Read)),
		l.Text("survey.rows", msg.Int("rows", s.Rows), msg.Int("outdone", s.Outdone), msg.Int("left", left))}
	for _, n := range h.LeftOut {
		lines = append(lines, l.Text("survey.left", msg.Int("n", n.N), msg.Str("fact", Clean(n.Fact.String()))))
	}
	switch {
	case h.First == "":
		lines = append(lines, l.Text("survey.timeless"))
	default:
		lines = append(lines, l.Text("survey.times", msg.Str("first", h.First), msg.Str("last", h.Last), msg.Int("n", h.Timeless)))
	}
	for i := 0; i < len(h.Meta); {
		key := h.Meta[i].Key
		var said []string
		for ; i < len(h.Meta) && h.Meta[i].Key == key; i++ {
			said = append(said, Clean(h.Meta[i].Value)+" ("+strconv.Itoa(h.Meta[i].N)+")")
		}
		lines = append(lines, l.Text("survey.meta."+key, msg.Str("said", strings.Join(said, l.Text("ai.comma")))))
	}
	return append(lines, l.Text("survey.about"))
}

// tables puts the numbers into tables: one line for each crawler, and one for
// each number elsewhere.
func (s Survey) tables(l msg.Lang) (all []surveyTable) {
	for _, t := range s.Count.Tables() {
		out := surveyTable{title: l.Text("survey.table." + t.Name)}
		if t.Name == "crawler" {
			s.crawlers(&out, l)
			all = append(all, out)
			continue
		}
		out.heads, out.texts = survLine(l, "fact", "n", "of", "share", "interval"), 1
		for _, n := range t.Numbers {
			out.rows = append(out.rows, []string{Clean(n.Fact.String()), strconv.Itoa(n.N), strconv.Itoa(n.Of), share(n), interval(n)})
		}
		all = append(all, out)
	}
	return all
}

func survLine(l msg.Lang, keys ...string) (heads []string) {
	for _, k := range keys {
		heads = append(heads, l.Text("survey.head."+k))
	}
	return heads
}

// crawlers is the table with a line for each crawler. A column of zeros is left
// out.
func (s Survey) crawlers(out *surveyTable, l msg.Lang) {
	words := slices.DeleteFunc(survey.CrawlerFacts(), func(w string) bool { return w == "closed" || w == "partly-fallback" || w == "partly-star" })
	out.heads, out.texts = survLine(l, append([]string{"agent", "purpose", "of", "closed", "share", "interval"}, words...)...), 2
	sums := make([]int, len(words))
	for _, agent := range s.Count.Agents() {
		for i, w := range words {
			sums[i] += s.Count.Number(agent, w).N
		}
	}
	for _, agent := range s.Count.Agents() {
		n := s.Count.Number(agent, "closed")
		row := []string{Clean(agent), purposesOf(l, s.Count.Purposes(agent)), strconv.Itoa(n.Of), strconv.Itoa(n.N), share(n), interval(n)}
		for i, w := range words {
			text := ""
			if sums[i] > 0 {
				text = strconv.Itoa(s.Count.Number(agent, w).N)
			}
			row = append(row, text)
		}
		out.rows = append(out.rows, row)
	}
}

// purposesOf puts purposes into words. They are from rows, which may hold any.
func purposesOf(l msg.Lang, list string) string {
	var all []string
	for p := range strings.SplitSeq(list, ",") {
		if key := "ai.purpose." + p; l.Has(key) {
			p = l.Text(key)
		}
		all = append(all, Clean(p))
	}
	return strings.Join(all, ",")
}

// share is a share in percent; of none there is none.
func share(n survey.Number) string {
	if n.Of == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*n.Share, 'f', 1, 64) + " %"
}

func interval(n survey.Number) string {
	if n.Of == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*n.Low, 'f', 1, 64) + "–" + strconv.FormatFloat(100*n.High, 'f', 1, 64)
}

// SurveyCSV writes the numbers by RFC 4180, with a head, one a line. Head and
// columns are a contract. The column fact is what --where takes.
func SurveyCSV(w io.Writer, s Survey, _ Options) error {
	rows := [][]string{{"table", "fact", "n", "of", "share", "low", "high"}}
	six := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
	for _, t := range s.Count.Tables() {
		for _, n := range t.Numbers {
			rows = append(rows, []string{t.Name, n.Fact.String(), strconv.Itoa(n.N), strconv.Itoa(n.Of), six(n.Share), six(n.Low), six(n.High)})
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

type jsonNumber struct {
	Fact  string  `json:"fact"`
	N     int     `json:"n"`
	Of    int     `json:"of"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type jsonNumbers struct {
	Name    string       `json:"name"`
	Numbers []jsonNumber `json:"numbers"`
}

type jsonSurvey struct {
	SchemaVersion int           `json:"schemaVersion"`
	Kind          string        `json:"kind"`
	Rows          int           `json:"rows"`
	Outdone       int           `json:"outdone"`
	Sites         int           `json:"sites"`
	Read          int           `json:"read"`
	First         string        `json:"first,omitempty"`
	Last          string        `json:"last,omitempty"`
	Timeless      int           `json:"timeless"`
	LeftOut       []jsonNumber  `json:"leftOut"`
	Meta          []jsonNumber  `json:"meta"`
	Tables        []jsonNumbers `json:"tables"`
}

// SurveyJSON writes the numbers by the schema survey.json.
func SurveyJSON(w io.Writer, s Survey, _ Options) error {
	h := s.Count.Head()
	out := jsonSurvey{SchemaVersion: SchemaVersion, Kind: "survey", Rows: s.Rows, Outdone: s.Outdone, Sites: h.Sites, Read: h.Read,
		First: h.First, Last: h.Last, Timeless: h.Timeless, LeftOut: numbers(h.LeftOut), Meta: numbers(h.Meta), Tables: []jsonNumbers{}}
	for _, t := range s.Count.Tables() {
		out.Tables = append(out.Tables, jsonNumbers{t.Name, numbers(t.Numbers)})
	}
	return encode(w, out)
}

func numbers(all []survey.Number) []jsonNumber {
	out := make([]jsonNumber, 0, len(all))
	for _, n := range all {
		out = append(out, jsonNumber{n.Fact.String(), n.N, n.Of, n.Share, n.Low, n.High})
	}
	return out
}
