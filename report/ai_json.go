package report

import (
	"io"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/signals"
)

type jsonAI struct {
	SchemaVersion int           `json:"schemaVersion"`
	Kind          string        `json:"kind"` // "ai"
	Lang          string        `json:"lang"`
	Source        jsonSource    `json:"source"`
	Paths         []string      `json:"paths"`
	Rows          []jsonAIRow   `json:"rows"`
	Summary       jsonAISummary `json:"summary"`
}

type jsonAIRow struct {
	Agent       string       `json:"agent"`
	Purposes    []string     `json:"purposes"` // the first is what it is for above all
	Target      string       `json:"target"`
	Access      string       `json:"access"` // the wording
	Verdict     string       `json:"verdict"`
	Basis       string       `json:"basis"`
	Via         string       `json:"via"`            // own, fallback, star, deaf, none
	Name        string       `json:"name"`           // the name the file was asked with
	Line        int          `json:"line,omitempty"` // of the user-agent line
	Rule        *jsonRule    `json:"rule,omitempty"`
	Signals     []jsonSignal `json:"signals"`
	Contradicts []string     `json:"contradicts"` // uses
}

type jsonSignal struct {
	Signal string `json:"signal"`
	Use    string `json:"use"`
	Value  string `json:"value"`
	Scope  string `json:"scope"`
	Path   string `json:"path,omitempty"`
	Detail string `json:"detail,omitempty"`
	Line   int    `json:"line"`
}

func signalJSON(s signals.Statement) jsonSignal {
	return jsonSignal{s.Signal.String(), s.Use.String(), s.Value.String(), s.Scope.String(), s.Path, s.Detail, s.Line()}
}

type jsonAISummary struct {
	Purposes    []jsonStanding   `json:"purposes"`
	StarOnly    []string         `json:"starOnly"`
	ClosedPaths []jsonClosedPath `json:"closedPaths"`
	Fallbacks   []jsonFallback   `json:"fallbacks"`
	Deaf        []string         `json:"deaf"`
	Controls    []string         `json:"controls"`
	Unnamable   []string         `json:"unnamable"`
	Disobey     []string         `json:"disobey"`
	Disputed    []string         `json:"disputed"`
	OnlyRoot    bool             `json:"onlyRoot"`
	Left        int              `json:"familiesLeft"`
	Messages    []string         `json:"messages"`
}

type jsonStanding struct {
	Purpose string `json:"purpose"`
	State   string `json:"state"`
	Agents  int    `json:"agents"`
	Open    int    `json:"open"`
	Closed  int    `json:"closed"`
}

type jsonClosedPath struct {
	Target string   `json:"target"`
	Agents []string `json:"agents"`
}

type jsonFallback struct {
	Agent string `json:"agent"`
	Name  string `json:"name"`
	Line  int    `json:"line"`
}

// AIJSON writes the table and what it comes to by the schema ai.json.
func AIJSON(w io.Writer, a AI, o Options) error {
	out := jsonAI{SchemaVersion: SchemaVersion, Kind: "ai", Lang: o.Lang.String(), Source: sourceOf(a.Source),
		Paths: a.Table.Paths, Rows: []jsonAIRow{}, Summary: summaryOf(a)}
	out.Summary.Messages = Sentences(o.Lang, a)
	for _, r := range a.Table.Rows {
		out.Rows = append(out.Rows, aiRowOf(r))
	}
	return encode(w, out)
}

func aiRowOf(r ai.Row) jsonAIRow {
	d := r.Decision
	out := jsonAIRow{Agent: r.Agent.Token, Purposes: wordsOf(r.Agent.Purposes(), agents.Purpose.String), Target: r.Target, Access: r.Wording.String(),
		Verdict: d.Verdict.String(), Basis: d.Basis.String(), Via: r.Via.String(), Name: r.Name, Line: r.Line,
		Signals: []jsonSignal{}, Contradicts: wordsOf(r.Contradicts, signals.Use.String)}
	if rule, ok := d.Rule(); ok {
		j := ruleOf(rule)
		out.Rule = &j
	}
	for _, s := range r.Signals {
		out.Signals = append(out.Signals, signalJSON(s))
	}
	return out
}

func summaryOf(a AI) jsonAISummary {
	s := a.Summary
	token := func(a agents.Agent) string { return a.Token }
	out := jsonAISummary{Purposes: []jsonStanding{}, StarOnly: wordsOf(s.StarOnly, token), ClosedPaths: []jsonClosedPath{},
		Fallbacks: []jsonFallback{}, Deaf: wordsOf(s.Deaf, func(a ai.Access) string { return a.Agent.Token }), Controls: wordsOf(s.Controls, token),
		Unnamable: wordsOf(s.Unnamable, token), Disobey: wordsOf(s.Disobey, token), Disputed: wordsOf(s.Disputed, token),
		OnlyRoot: a.Table.OnlyRoot(), Left: a.Table.Left}
	for _, st := range s.Purposes {
		out.Purposes = append(out.Purposes, jsonStanding{st.Purpose.String(), st.State.String(), st.Bots, st.Open, st.Closed})
	}
	for _, c := range s.ClosedPaths {
		out.ClosedPaths = append(out.ClosedPaths, jsonClosedPath{c.Target, wordsOf(c.Agents, token)})
	}
	for _, f := range s.Fallbacks {
		out.Fallbacks = append(out.Fallbacks, jsonFallback{f.Agent.Token, f.Name, f.Line})
	}
	return out
}

// wordsOf lists the words of values; none is an empty list, never null.
func wordsOf[T any](all []T, word func(T) string) []string {
	out := make([]string, 0, len(all))
	for _, x := range all {
		out = append(out, word(x))
	}
	return out
}
