package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// linted is a file for every check, with what is found in it.
func linted() (files []LintFile) {
	for _, c := range lint.Checks() {
		p := robots.Parse(c.Before)
		files = append(files, LintFile{Source: Source{Name: string(c.Code) + ", 新:聞.txt", Policy: p}, Findings: lint.Run(p, lint.Options{FileURL: "https://a.example/robots.txt"})})
	}
	return files
}

// accepted is a file with findings that are suppressed in both ways, and the
// configuration with what is to be said of it.
func accepted() []LintFile {
	const text = "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- a script writes it\nDisallow: b\n"
	const config = "[[lint.suppress]]\ncode = 'rule-without-slash'\n\n[[lint.suppress]]\ncode = 'dead-rule'\n"
	at := func(line, offset int) diag.Span { return diag.Span{Offset: offset, Len: 8, Line: line, Column: 8} }
	o := lint.Options{Today: "2027-02-01", Suppress: []lint.Suppression{
		{Code: "rule-without-slash", Reason: "an old parser", Expires: "2027-03-01", Name: "my .robots.toml", Span: at(1, 7)},
		{Code: "dead-rule", Reason: "an old parser", Expires: "2027-01-31", Name: "my .robots.toml", Span: at(4, 54)},
	}}
	p := robots.Parse(text)
	r := lint.Inspect(p, o)
	return []LintFile{{Source: Source{Name: "robots.txt", Policy: p}, Findings: r.Findings, Suppressed: r.Suppressed},
		{Source: Source{Name: "my .robots.toml"}, Config: config, Findings: lint.Stale([]lint.Result{r}, o)}}
}

// What is suppressed is data for programs, a number for people, and the
// findings about a configuration show its lines.
func TestSuppressedIsTold(t *testing.T) {
	files := accepted()
	written := func(name string) string {
		var b bytes.Buffer
		if err := LintFormats[name](&b, files, Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, tt := range []struct{ format, has string }{
		{"json", `"suppressed": 2`}, {"json", `"reason": "a script writes it"`}, {"json", `"file": "my .robots.toml"`}, {"json", `"expires": "2027-03-01"`},
		{"sarif", `"kind": "inSource"`}, {"sarif", `"kind": "external"`}, {"sarif", `"justification": "an old parser"`}, {"sarif", `"uri": "my%20.robots.toml"`},
		{"text", "my .robots.toml:4:8: warning: the suppression of \"dead-rule\" expired after 2027-01-31"},
		{"text", "4 │ [[lint.suppress]]\n    │        ^^^^^^^^"}, {"markdown", "`[[lint.suppress]]`"},
	} {
		if got := written(tt.format); !strings.Contains(got, tt.has) {
			t.Errorf("%s has no %s:\n%s", tt.format, tt.has, got)
		}
	}
	for _, name := range []string{"text", "concise", "jsonl", "github", "gitlab", "checkstyle", "junit"} {
		if got := written(name); strings.Contains(got, "trailing-star") {
			t.Errorf("%s shows what is suppressed:\n%s", name, got)
		}
	}
	if got := LintSummary(files, msg.En); got != "1 file: 0 errors, 1 warning, 0 remarks; 2 findings suppressed" {
		t.Error(got)
	}
}

// Every check has its four sentences in every language, and the details of its
// findings fill all their placeholders.
func TestEveryCheckIsTold(t *testing.T) {
	for _, l := range msg.Langs() {
		for _, c := range lint.Checks() {
			for _, part := range []string{"title", "message", "why", "fix"} {
				if key := "diag." + string(c.Code) + "." + part; !l.Has(key) {
					t.Errorf("%v: %s is missing", l, key)
				}
			}
		}
		eachFinding(append(linted(), accepted()...), func(_ LintFile, f lint.Finding) {
			for _, s := range []string{Message(l, f.Diagnostic), Fix(l, f.Diagnostic)} {
				if strings.ContainsAny(s, "{}") {
					t.Errorf("%v: %s: a placeholder is left: %s", l, f.Code, s)
				}
			}
		})
	}
}

func TestLintJSONFollowsTheSchema(t *testing.T) {
	whole := schema(t, "lint.json")
	one, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "api", "schema", "lint.json") + "#/$defs/finding")
	if err != nil {
		t.Fatal(err)
	}
	files := append(linted(), accepted()...)
	for _, l := range msg.Langs() {
		valid(t, whole, "json", func(w io.Writer) error { return LintJSON(w, files, Options{Lang: l}) })
	}
	valid(t, whole, "nothing found", func(w io.Writer) error { return LintJSON(w, nil, Options{}) })
	var b bytes.Buffer
	if err := LintJSONLines(&b, files, Options{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		valid(t, one, "jsonl", func(w io.Writer) error { _, err := io.WriteString(w, line); return err })
	}
}

// Every format writes every finding, and what is JSON or XML can be read back.
func TestLintFormats(t *testing.T) {
	files := linted()
	n := 0
	eachFinding(files, func(LintFile, lint.Finding) { n++ })
	for _, name := range LintFormatNames {
		var b bytes.Buffer
		if err := LintFormats[name](&b, files, Options{}); err != nil {
			t.Fatal(err)
		}
		count := func(s string) {
			if got := strings.Count(b.String(), s); got != n {
				t.Errorf("%s: %d of %d findings", name, got, n)
			}
		}
		var err error
		switch name {
		case "json", "sarif", "gitlab":
			var v any
			err = json.Unmarshal(b.Bytes(), &v)
		case "checkstyle", "junit":
			err = xml.Unmarshal(b.Bytes(), new(struct{ XMLName xml.Name }))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		switch name {
		case "concise", "github", "jsonl":
			count("\n")
		case "sarif":
			count(`"ruleId"`)
		case "gitlab":
			count(`"fingerprint"`)
		case "checkstyle":
			count("<error ")
		case "junit":
			count("<failure ")
		}
	}
}

// The mark stands below what it is about, also where characters are wide.
func TestExcerpt(t *testing.T) {
	text := "User-agent: *\nDisallow: /新聞/ 判定\r\n"
	line, indent, marked := excerpt(text, diag.Span{Offset: strings.Index(text, "判"), Len: len("判定"), Line: 2, Column: len("Disallow: /新聞/ ") + 1})
	if line != "Disallow: /新聞/ 判定" || indent != 17 || marked != 4 {
		t.Errorf("%q, %d, %d", line, indent, marked)
	}
	long := strings.Repeat("a", 500) + "新!" + strings.Repeat("b", 500)
	line, indent, marked = excerpt(long, diag.Span{Offset: 503, Len: 1, Line: 1, Column: 504})
	if width(line) > maxExcerpt || marked != 1 || indent >= len(line) || !strings.HasPrefix(line, "…") {
		t.Errorf("%q, %d, %d", line, indent, marked)
	}
}

// A finding keeps its fingerprint when lines come and go above it.
func TestFingerprintsAreStable(t *testing.T) {
	prints := func(text string) (all []string) {
		p := robots.Parse(text)
		f := fingerprints{}
		for _, found := range lint.Run(p, lint.Options{Select: []diag.Code{"trailing-star"}}) {
			all = append(all, f.of(LintFile{Source: Source{Name: "a", Policy: p}}, found))
		}
		return all
	}
	a, b := prints("User-agent: *\nDisallow: /a*\n"), prints("# new\n\nUser-agent: *\nDisallow:  /a*\nDisallow: /b*\n")
	if len(a) != 1 || len(b) != 2 || a[0] != b[0] || b[0] == b[1] {
		t.Errorf("%q and %q", a, b)
	}
}

// docs/checks.md is what the checks say of themselves today. Write it anew with
//
//	go run ./cmd/robots --lang en explain --format markdown >docs/checks.md
func TestChecksPageIsFresh(t *testing.T) {
	var b bytes.Buffer
	if err := ChecksMarkdown(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "checks.md"))
	if err != nil || string(page) != b.String() {
		t.Errorf("docs/checks.md is stale (%v): run robots --lang en explain --format markdown >docs/checks.md", err)
	}
}

// A page begins its sentences with whole characters, in every language.
func TestCheckTextIsWhole(t *testing.T) {
	for _, l := range msg.Langs() {
		for _, c := range lint.Checks() {
			var b bytes.Buffer
			if err := CheckText(&b, c, Options{Lang: l}); err != nil || !utf8.Valid(b.Bytes()) {
				t.Errorf("%v: %s: %v: %q", l, c.Code, err, b.String())
			}
		}
	}
}
