package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/sitemap"
)

// A Gate is a robots.txt held against the URLs that sitemaps list.
type Gate struct {
	Source
	Agents  []Agent // as they were asked
	Files   []GateFile
	Tally   sitemap.Tally
	Missing []string // sitemaps that an index lists and nobody has read
}

// A GateFile is one sitemap that was read.
type GateFile struct {
	Name        string // the path
	URL         string // where it is served, if that is known
	Kind        sitemap.Kind
	Entries     int
	Invalid     int // entries that are no URL that could be judged
	Bytes       int // unpacked
	Diagnostics []diag.Diagnostic
	Counts      []diag.Count
}

// A GateFormat writes a gate.
type GateFormat func(w io.Writer, g Gate, o Options) error

// GateFormats are the formats of a gate by name.
var GateFormats = map[string]GateFormat{"text": GateText, "json": GateJSON, "markdown": GateMarkdown}

// GateFormatNames lists the keys of GateFormats, the default first.
var GateFormatNames = []string{"text", "json", "markdown"}

// Entries returns how many URLs are listed in all.
func (g Gate) Entries() (n int) {
	for _, f := range g.Files {
		n += f.Entries
	}
	return n
}

// title says in one sentence how it stands.
func (g Gate) title(l msg.Lang) string {
	key := "sitemap.title"
	if g.Tally.Blocked == 0 {
		key = "sitemap.clean"
	}
	return l.Text(key, msg.Int("n", g.Tally.Blocked), msg.Int("total", g.Entries()))
}

// notes says what the title leaves open.
func (g Gate) notes(l msg.Lang) (all []string) {
	for _, n := range []struct {
		key string
		n   int
	}{{"scope", g.Tally.OutOfScope}, {"invalid", g.Tally.Invalid}, {"missing", len(g.Missing)}} {
		if n.n > 0 {
			all = append(all, l.Text("sitemap."+n.key, msg.Int("n", n.n)))
		}
	}
	if g.Policy.Kind() != robots.KindDocument {
		d := g.Policy.Decide("*", "/")
		all = append(all, g.Verdict(l, d)+": "+g.Because(l, d))
	}
	return all
}

// ids are the crawlers of a ground as machine formats name them.
func (g Gate) ids(tokens []string) []string {
	ids := make([]string, len(tokens))
	for i, t := range tokens {
		ids[i] = t
		for _, a := range g.Agents {
			if a.Name == t {
				ids[i] = a.ID
			}
		}
	}
	return ids
}

// table sets out the grounds with their examples.
func (g Gate) table(l msg.Lang) *table {
	t := &table{numbers: map[int]bool{1: true}}
	for _, h := range [...]string{"bots", "urls", "because", "example", "file"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	for _, ground := range g.Tally.Grounds() {
		for i, e := range ground.Examples {
			row := []cell{{}, {}, {}, {short(Clean(e.Entry.URL), maxCell), red}, {place(e), faint}}
			if i == 0 {
				row[0] = cell{botNames(l, g.ids(ground.Tokens)), plain}
				row[1] = cell{strconv.Itoa(ground.Entries), plain}
				row[2] = cell{g.grounds(l, ground.Decision), plain}
			}
			t.add(row...)
		}
	}
	return t
}

// place is where an example is listed, as editors and terminals know it.
func place(e sitemap.Example) string {
	return fmt.Sprintf("%s:%d:%d", Clean(e.File), e.Entry.Span.Line, e.Entry.Span.Column)
}

// GateText writes a gate for people: how it stands, and for each rule that
// closes listed URLs to whom, how many, and the first of them.
func GateText(w io.Writer, g Gate, o Options) error {
	var b strings.Builder
	c := green
	if g.Tally.Blocked > 0 {
		c = red
	}
	b.WriteString(o.paint(c, g.title(o.Lang)) + "\n")
	for _, n := range g.notes(o.Lang) {
		b.WriteString(o.paint(yellow, n) + "\n")
	}
	if g.Tally.Blocked > 0 {
		b.WriteByte('\n')
		g.table(o.Lang).write(&b, o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// GateMarkdown writes a gate for a comment on a change.
func GateMarkdown(w io.Writer, g Gate, o Options) error {
	var b strings.Builder
	b.WriteString("**" + escape(g.title(o.Lang)) + "**\n")
	for _, n := range g.notes(o.Lang) {
		b.WriteString("\n" + escape(n) + "\n")
	}
	if g.Tally.Blocked > 0 {
		heads(&b, o.Lang, "bots", "urls", "because", "example", "file")
		for _, ground := range g.Tally.Grounds() {
			e := ground.Examples[0]
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", escape(botNames(o.Lang, g.ids(ground.Tokens))), ground.Entries,
				g.cited(o.Lang, ground.Decision), code(e.Entry.URL), code(place(e)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// GateRemarks writes what there is to say about the sitemaps, a line each, in
// the form of Remarks.
func GateRemarks(w io.Writer, g Gate, o Options) error {
	var b strings.Builder
	for _, f := range g.Files {
		o.remarks(&b, f.Name, f.Diagnostics, f.Counts, true)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
