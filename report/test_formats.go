package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

type jsonTest struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "test"
	Lang          string           `json:"lang"`
	Files         []jsonTestFile   `json:"files"`
	Summary       jsonTestTally    `json:"summary"`
	Results       []jsonTestResult `json:"results"`
}

type jsonTestFile struct {
	jsonSource
	Env string `json:"env,omitempty"`
}

type jsonTestTally struct {
	Total     int `json:"total"`
	Passed    int `json:"passed"`
	Failed    int `json:"failed"`
	NotProven int `json:"notProven"`
}

type jsonTestResult struct {
	File     string        `json:"file"`
	Env      string        `json:"env,omitempty"`
	Kind     string        `json:"kind"` // path, every-url, sitemap, closed, open
	Name     string        `json:"name,omitempty"`
	Config   string        `json:"config"` // the file that the assertion stands in
	Line     int           `json:"line"`   // and where
	Agents   []string      `json:"agents"`
	Path     string        `json:"path,omitempty"`
	Want     string        `json:"want"`
	Evidence string        `json:"evidence"`
	Answer   string        `json:"answer"` // yes: it holds; no; not-proven
	Reason   string        `json:"reason"`
	Decision *jsonDecision `json:"decision,omitempty"`
	Witness  string        `json:"witness,omitempty"`
	Group    int           `json:"group,omitempty"` // line of the group that decides
	Message  string        `json:"message"`
	Needs    string        `json:"needs,omitempty"`
	Remedy   *jsonRemedy   `json:"remedy,omitempty"`
}

type jsonRemedy struct {
	Below int      `json:"below"` // line; 0 is the end of the file
	Lines []string `json:"lines"`
}

// TestJSON writes tests by the schema test.json.
func TestJSON(w io.Writer, tests []Test, o Options) error {
	out := jsonTest{SchemaVersion: SchemaVersion, Kind: "test", Lang: o.Lang.String(), Files: []jsonTestFile{}, Results: []jsonTestResult{}}
	total, failed, unproven := TestTally(tests)
	out.Summary = jsonTestTally{total, total - failed - unproven, failed, unproven}
	for _, t := range tests {
		out.Files = append(out.Files, jsonTestFile{sourceOf(t.Source), t.Env})
	}
	eachRow(tests, func(r testRow) { out.Results = append(out.Results, r.json(o.Lang)) })
	return encode(w, out)
}

// TestJSONLines writes one result a line, each as in TestJSON.
func TestJSONLines(w io.Writer, tests []Test, o Options) (err error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	eachRow(tests, func(r testRow) {
		if err == nil {
			err = e.Encode(r.json(o.Lang))
		}
	})
	return err
}

func (r testRow) json(l msg.Lang) jsonTestResult {
	out := jsonTestResult{File: r.Test.Name, Env: r.Env, Kind: r.kind, Name: r.name, Config: r.Config, Line: r.at, Agents: botIDs(r.tokens), Path: r.path,
		Want: r.want, Evidence: r.evidence.String(), Answer: r.answer.String(), Reason: r.reason.String(), Witness: r.witness, Group: r.group,
		Message: r.message(l), Needs: r.needs(l)}
	if r.kind != "sitemap" && (r.answer != prove.Yes || r.kind == "path") {
		d := decisionOf(r.decision)
		out.Decision = &d
	}
	if len(r.remedy.Lines) > 0 {
		out.Remedy = &jsonRemedy{r.remedy.Below, r.remedy.Lines}
	}
	return out
}

// message tells all about a row in one line.
func (r testRow) message(l msg.Lang) string {
	if r.answer == prove.Yes {
		return r.title(l)
	}
	return r.title(l) + l.Text("test.but", msg.Str("says", r.says(l)))
}

// TestJUnit writes each thing that was asked as a test case, by file.
func TestJUnit(w io.Writer, tests []Test, o Options) error {
	out := junitSuites{}
	for _, t := range tests {
		s := junitSuite{Name: t.suite()}
		for _, r := range t.rows() {
			c := junitCase{Name: r.title(o.Lang), Class: t.suite()}
			if r.answer != prove.Yes {
				s.Failures++
				text := fmt.Sprintf("%s: %s\n%s\n%s", r.place(), r.message(o.Lang), r.needs(o.Lang), r.tries(o.Lang))
				c.Failure = &junitFailure{r.message(o.Lang), r.reason.String(), strings.TrimRight(text, "\n")}
			}
			s.Cases = append(s.Cases, c)
		}
		s.Tests = len(s.Cases)
		out.Suites = append(out.Suites, s)
	}
	return encodeXML(w, out)
}

// suite names a file with its environment.
func (t Test) suite() string {
	if t.Env != "" {
		return t.Env + ": " + t.Name
	}
	return t.Name
}

// TestGitHub writes what does not hold as workflow commands, at the line of the
// robots.txt that decides.
func TestGitHub(w io.Writer, tests []Test, o Options) error {
	var b strings.Builder
	eachRow(tests, func(r testRow) {
		if r.answer == prove.Yes {
			return
		}
		s, _ := r.span()
		text := r.message(o.Lang) + " [" + r.place() + "]\n" + r.needs(o.Lang)
		fmt.Fprintf(&b, "::error file=%s,line=%d,col=%d,title=%s::%s\n", githubValue.Replace(r.Test.Name), s.Line, s.Column,
			"robots test", githubData.Replace(text))
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// TestMarkdown writes a table of what does not hold, for a comment on a change.
func TestMarkdown(w io.Writer, tests []Test, o Options) error {
	var b strings.Builder
	l := o.Lang
	_, failed, unproven := TestTally(tests)
	b.WriteString("**" + escape(TestSummary(tests, l)) + "**\n")
	if failed+unproven > 0 {
		heads(&b, l, "source", "probe", "answer", "because", "note")
		eachRow(tests, func(r testRow) {
			if r.answer == prove.Yes {
				return
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", code(r.suite()), escape(r.title(l))+" "+code(r.place()),
				l.Text("test."+r.answer.String()), escape(r.says(l)), escape(r.needs(l)))
		})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// AssertionsTOML writes a first configuration with assertions for the file that
// they were read from, each with what it is for.
func AssertionsTOML(w io.Writer, file, robotsURL string, all []assert.Proposal, left int, o Options) error {
	var b strings.Builder
	l := o.Lang
	comment := func(key string, args ...msg.Arg) {
		for line := range strings.SplitSeq(l.Text("init."+key, args...), "\n") {
			b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
		}
	}
	comment("head")
	b.WriteString("\n[test]\nfile = " + tomlString(file) + "\n")
	if robotsURL != "" {
		b.WriteString("robots-url = " + tomlString(robotsURL) + "\n")
	}
	last := ""
	for _, x := range all {
		b.WriteByte('\n')
		if k := x.Kind.String(); k != last {
			comment(k)
			last = k
		}
		b.WriteString("[[assert]]\n")
		if len(x.Sitemaps) > 0 {
			b.WriteString("sitemaps = " + tomlList(x.Sitemaps, true) + "\n")
			continue
		}
		tomlOneOrMore(&b, "agent", x.Agents)
		tomlOneOrMore(&b, "path", x.Paths)
		fmt.Fprintf(&b, "want = %q", x.Want)
		if x.Rule != "" {
			b.WriteString(" # " + Clean(x.Rule))
		}
		b.WriteByte('\n')
		if x.Evidence != assert.Any {
			fmt.Fprintf(&b, "evidence = %q\n", x.Evidence)
		}
	}
	if left > 0 {
		b.WriteByte('\n')
		comment("left", msg.Int("n", left))
	}
	b.WriteByte('\n')
	comment("env")
	_, err := io.WriteString(w, b.String())
	return err
}

func tomlOneOrMore(b *strings.Builder, key string, values []string) {
	if len(values) == 1 {
		b.WriteString(key + " = " + tomlString(values[0]) + "\n")
		return
	}
	b.WriteString(key + "s = " + tomlList(values, false) + "\n")
}

func tomlList(values []string, lines bool) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = tomlString(v)
	}
	if lines && len(values) > 1 {
		return "[\n  " + strings.Join(quoted, ",\n  ") + ",\n]"
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// tomlString writes a basic string of TOML, whose escapes are not those of Go.
func tomlString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
