package report

import (
	"encoding/json"
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/msg"
)

// The structs below are the JSON formats; their order is the order of the
// fields in the output. api/schema says what each may hold.

type jsonCheck struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "check"
	Lang          string           `json:"lang"` // of the messages
	Source        jsonSource       `json:"source"`
	Answers       []jsonAnswer     `json:"answers"`
	Diagnostics   []jsonDiagnostic `json:"diagnostics"`
}

type jsonSource struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"` // document, absent, unavailable, unreachable
	FileURL   string `json:"fileUrl,omitempty"`
	Profile   string `json:"profile"`
	Encoding  string `json:"encoding"`
	Empty     bool   `json:"empty"`
	Truncated bool   `json:"truncated"`
	Records   int    `json:"records"`
	Groups    int    `json:"groups"`
	Rules     int    `json:"rules"`
	Rejected  string `json:"rejected,omitempty"` // why the parser of the profile gives the file up

	Fetched *jsonFetched `json:"fetched,omitempty"`
}

type jsonFetched struct {
	URL       string     `json:"url"`
	FinalURL  string     `json:"finalUrl"`
	Status    int        `json:"status"`
	FetchedAt string     `json:"fetchedAt"`
	UserAgent string     `json:"userAgent"`
	Preset    string     `json:"preset"`
	Class     string     `json:"class,omitempty"`
	Error     string     `json:"error,omitempty"`
	Redirects int        `json:"redirects"`
	Bytes     int        `json:"bytes"`
	SHA256    string     `json:"sha256,omitempty"`
	Notes     []jsonNote `json:"notes"`
}

type jsonNote struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
}

type jsonAnswer struct {
	Agent   string     `json:"agent"` // the name, or "*other*"
	Token   string     `json:"token"` // that was compared
	Given   string     `json:"given,omitempty"`
	Target  string     `json:"target"` // as asked for
	Verdict string     `json:"verdict"`
	Basis   string     `json:"basis"`
	Named   bool       `json:"named"`
	Rule    *jsonRule  `json:"rule,omitempty"`
	Error   string     `json:"error,omitempty"`
	Trace   *jsonTrace `json:"trace,omitempty"`
}

type jsonRule struct {
	Directive string `json:"directive"` // Allow or Disallow
	Pattern   string `json:"pattern"`
	Normal    string `json:"normal,omitempty"` // where it is not the pattern as written
	Octets    int    `json:"octets"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
}

type jsonDiagnostic struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Line     int            `json:"line"`
	Column   int            `json:"column"` // in bytes, from 1
	Offset   int            `json:"offset"` // in bytes, from 0
	Length   int            `json:"length"` // in bytes
	Args     map[string]any `json:"args"`
	Message  string         `json:"message"`
	Fix      string         `json:"fix"`
	Related  []int          `json:"related,omitempty"` // lines that explain it
}

// JSON writes a check by the schema check.json.
func JSON(w io.Writer, c Check, o Options) error {
	out := jsonCheck{SchemaVersion: SchemaVersion, Kind: "check", Lang: o.Lang.String(),
		Source: sourceOf(c.Source), Answers: make([]jsonAnswer, 0, len(c.Answers)), Diagnostics: diagnosticsOf(c.Policy, o.Lang)}
	for _, a := range c.Answers {
		out.Answers = append(out.Answers, answerOf(a, c.Explain))
	}
	return encode(w, out)
}

// encode writes v with two blanks of indent. Angle brackets and ampersands
// stay as they are: URLs are full of them, and nobody pastes this into HTML.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func sourceOf(s Source) jsonSource {
	p := s.Policy
	records, groups, rules := p.Len()
	rejected, _ := p.Rejected()
	return jsonSource{s.Name, p.Kind().String(), s.FileURL, p.Profile().String(), p.Encoding().String(),
		p.Empty(), p.Truncated(), records, groups, rules, rejected, fetchedOf(s.Fetched)}
}

func fetchedOf(f *Fetched) *jsonFetched {
	if f == nil {
		return nil
	}
	out := &jsonFetched{f.URL, f.FinalURL, f.Status, f.At, f.UserAgent, f.Preset, f.Class, f.Error, f.Redirects, f.Bytes, f.SHA256, []jsonNote{}}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, jsonNote(n))
	}
	return out
}

func answerOf(a Answer, explain bool) jsonAnswer {
	d := a.Trace.Decision
	out := jsonAnswer{Agent: a.Agent.ID, Token: a.Trace.Token, Given: a.Agent.Given, Target: a.Target,
		Verdict: d.Verdict.String(), Basis: d.Basis.String(), Named: d.Named}
	if r, ok := d.Rule(); ok {
		rule := ruleOf(r)
		out.Rule = &rule
	}
	if d.Err != nil {
		out.Error = d.Err.Error()
	}
	if explain {
		out.Trace = traceOf(a.Trace)
	}
	return out
}

func ruleOf(r robots.Rule) jsonRule {
	out := jsonRule{directive(r.Allow), r.Pattern, r.Normal, r.Octets, r.Line, r.Span.Column}
	if r.Normal == r.Pattern {
		out.Normal = ""
	}
	return out
}

func directive(allow bool) string {
	if allow {
		return robots.DirAllow.String()
	}
	return robots.DirDisallow.String()
}

func diagnosticsOf(p *robots.Policy, l msg.Lang) []jsonDiagnostic {
	all := []jsonDiagnostic{}
	for _, d := range p.Diagnostics() {
		all = append(all, remarkOf(d, l))
	}
	return all
}

func remarkOf(d diag.Diagnostic, l msg.Lang) jsonDiagnostic {
	out := jsonDiagnostic{Code: string(d.Code), Severity: d.Severity.String(), Line: d.Span.Line, Column: d.Span.Column,
		Offset: d.Span.Offset, Length: d.Span.Len, Args: argsOf(d), Message: Message(l, d), Fix: Fix(l, d)}
	for _, s := range d.Related {
		out.Related = append(out.Related, s.Line)
	}
	return out
}

func argsOf(d diag.Diagnostic) map[string]any {
	args := make(map[string]any, len(d.Args))
	for _, a := range d.Args {
		if a.IsInt {
			args[a.Name] = a.Int
		} else {
			args[a.Name] = a.Text
		}
	}
	return args
}
