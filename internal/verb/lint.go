package verb

import (
	"encoding/json"
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// Findings says what to look for.
type Findings struct {
	Select []string `json:"select,omitempty" maxItems:"500" nullable:"false" doc:"codes of the only findings to look for"`
	Ignore []string `json:"ignore,omitempty" maxItems:"500" nullable:"false" doc:"codes of findings not to look for"`
}

func (f Findings) options(s report.Source, set Setting) (o lint.Options, err error) {
	o.FileURL, o.Today = s.FileURL, set.Today
	if o.Select, err = codes("select", f.Select); err == nil {
		o.Ignore, err = codes("ignore", f.Ignore)
	}
	return o, err
}

func codes(key string, names []string) (all []diag.Code, err error) {
	for _, name := range names {
		if _, ok := lint.Lookup(diag.Code(name)); !ok {
			return nil, &Wrong{key, "no check is called " + name, "explain lists the codes"}
		}
		all = append(all, diag.Code(name))
	}
	return all, nil
}

// Lint asks what in a text is probably not meant: lint.json.
type Lint struct {
	Source
	Findings
	Language
}

// Answer is as for all questions.
func (q Lint) Answer(w io.Writer, set Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	o, err := q.Findings.options(s, set)
	if err != nil {
		return err
	}
	r := lint.Inspect(s.Policy, o)
	return report.LintJSON(w, []report.LintFile{{Source: s, Findings: r.Findings, Suppressed: r.Suppressed}}, q.Language.options())
}

// Fix asks for the text with what is safe to mend mended: fix.json.
type Fix struct {
	Source
	Findings
	Unsafe bool `json:"unsafe,omitempty" doc:"make fixes that change answers too"`
}

type fixed struct {
	SchemaVersion int    `json:"schemaVersion"`
	Kind          string `json:"kind"`
	Changed       bool   `json:"changed"`
	Proven        bool   `json:"proven"`
	Robots        string `json:"robots"`
}

// Answer is as for all questions. Without unsafe, a text whose fixes are not
// proven together stays as it is, as with the command.
func (q Fix) Answer(w io.Writer, set Setting) error {
	s, parse, err := q.Source.Source()
	if err != nil {
		return err
	}
	if s.Policy.Kind() != robots.KindDocument {
		return &Wrong{"status", "there is no text to mend", "give robots or robots_b64"}
	}
	o, err := q.Findings.options(s, set)
	if err != nil {
		return err
	}
	text := s.Policy.Text()
	after := Mend(s.Policy, parse, o, q.Unsafe)
	proven := after == text
	if !proven {
		proven, _ = lint.Same(s.Policy, after, prove.Options{})
	}
	if !proven && !q.Unsafe {
		after, proven = text, true
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(fixed{report.SchemaVersion, "fix", after != text, proven, after})
}
