package report

import (
	"encoding/json"
	"io"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

type jsonLint struct {
	SchemaVersion int           `json:"schemaVersion"`
	Kind          string        `json:"kind"` // "lint"
	Lang          string        `json:"lang"`
	Files         []jsonSource  `json:"files"`
	Summary       jsonTally     `json:"summary"`
	Findings      []jsonFinding `json:"findings"`

	Suppressed []jsonSuppressed `json:"suppressed"`
}

type jsonTally struct {
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	Suppressed int `json:"suppressed"` // counted in none of the others
}

type jsonSuppressed struct {
	jsonFinding
	Suppression jsonSuppression `json:"suppression"`
}

type jsonSuppression struct {
	Kind    string `json:"kind"` // comment or config
	File    string `json:"file"`
	Line    int    `json:"line"`
	Reason  string `json:"reason"`
	Expires string `json:"expires,omitempty"` // the last day on which it counts
}

type jsonFinding struct {
	File     string         `json:"file"`
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Span     jsonRange      `json:"span"`
	Args     map[string]any `json:"args"`
	Message  string         `json:"message"`
	Help     string         `json:"help"`
	Related  []jsonRange    `json:"related"`
	Fixes    []jsonFix      `json:"fixes"`
}

type jsonRange struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in bytes, from 1
	Offset int `json:"offset"` // in bytes, from 0
	Length int `json:"length"` // in bytes
}

type jsonFix struct {
	Safety  string          `json:"safety"` // safe: proven to change no answer; unsafe: it does; unproven: not known
	Edits   []jsonEdit      `json:"edits"`
	Changes []jsonFixChange `json:"changes"` // of an unsafe fix, as far as known
}

type jsonEdit struct {
	Span jsonRange `json:"span"`
	New  string    `json:"new"`
}

type jsonFixChange struct {
	Agent  string `json:"agent"`
	Target string `json:"target"` // one on which the answer changes
	Before string `json:"before"`
	After  string `json:"after"`
}

// LintJSON writes findings by the schema lint.json.
func LintJSON(w io.Writer, files []LintFile, o Options) error {
	n := tally(files)
	out := jsonLint{SchemaVersion: SchemaVersion, Kind: "lint", Lang: o.Lang.String(), Files: []jsonSource{},
		Summary: jsonTally{Errors: n[diag.Error], Warnings: n[diag.Warning], Infos: n[diag.Info]}, Findings: []jsonFinding{}, Suppressed: []jsonSuppressed{}}
	for _, file := range files {
		if file.Policy != nil {
			out.Files = append(out.Files, sourceOf(file.Source))
		}
		for _, f := range file.Suppressed {
			out.Suppressed = append(out.Suppressed, jsonSuppressed{findingOf(file, f.Finding, o.Lang), suppressionOf(file, f.By)})
		}
	}
	out.Summary.Suppressed = len(out.Suppressed)
	eachFinding(files, func(file LintFile, f lint.Finding) {
		out.Findings = append(out.Findings, findingOf(file, f, o.Lang))
	})
	return encode(w, out)
}

// LintJSONLines writes one finding a line, each as in LintJSON.
func LintJSONLines(w io.Writer, files []LintFile, o Options) (err error) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	eachFinding(files, func(file LintFile, f lint.Finding) {
		if err == nil {
			err = e.Encode(findingOf(file, f, o.Lang))
		}
	})
	return err
}

func findingOf(file LintFile, f lint.Finding, l msg.Lang) jsonFinding {
	out := jsonFinding{File: file.Name, Code: string(f.Code), Severity: f.Severity.String(), Span: spanOf(f.Span), Args: argsOf(f.Diagnostic),
		Message: Message(l, f.Diagnostic), Help: Fix(l, f.Diagnostic), Related: []jsonRange{}, Fixes: []jsonFix{}}
	for _, s := range f.Related {
		out.Related = append(out.Related, spanOf(s))
	}
	for _, fix := range f.Fixes {
		j := jsonFix{Safety: fix.Safety.String(), Edits: []jsonEdit{}, Changes: []jsonFixChange{}}
		for _, e := range fix.Edits {
			j.Edits = append(j.Edits, jsonEdit{spanOf(e.Span), e.New})
		}
		for _, c := range fix.Changes {
			j.Changes = append(j.Changes, jsonFixChange{BotID(c.Token), c.Witness, c.A.Verdict.String(), c.B.Verdict.String()})
		}
		out.Fixes = append(out.Fixes, j)
	}
	return out
}

func suppressionOf(file LintFile, by lint.Suppression) jsonSuppression {
	if by.Name == "" {
		return jsonSuppression{"comment", file.Name, by.Span.Line, by.Reason, by.Expires}
	}
	return jsonSuppression{"config", by.Name, by.Span.Line, by.Reason, by.Expires}
}

func spanOf(s diag.Span) jsonRange { return jsonRange{s.Line, s.Column, s.Offset, s.Len} }
