package report

import (
	"io"

	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/sitemap"
)

type jsonGate struct {
	SchemaVersion int             `json:"schemaVersion"`
	Kind          string          `json:"kind"` // "sitemap"
	Lang          string          `json:"lang"` // of the messages
	Robots        jsonSource      `json:"robots"`
	Entries       int             `json:"entries"`
	Blocked       int             `json:"blocked"` // for at least one crawler
	Invalid       int             `json:"invalid"`
	OutOfScope    int             `json:"outOfScope"`
	Agents        []jsonGateAgent `json:"agents"`
	Grounds       []jsonGround    `json:"grounds"`
	Files         []jsonGateFile  `json:"files"`
	Missing       []string        `json:"missing"`
}

type jsonGateAgent struct {
	Agent   string `json:"agent"`
	Given   string `json:"given,omitempty"`
	Blocked int    `json:"blocked"`
}

type jsonGround struct {
	jsonDecision
	Agents   []string     `json:"agents"`
	Entries  int          `json:"entries"`
	Examples []jsonListed `json:"examples"`
}

type jsonListed struct {
	URL    string `json:"url"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

type jsonGateFile struct {
	Name        string           `json:"name"`
	URL         string           `json:"url,omitempty"`
	Form        string           `json:"form"` // urlset, index, text, rss, unknown
	Entries     int              `json:"entries"`
	Invalid     int              `json:"invalid"`
	Bytes       int              `json:"bytes"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Counts      []jsonCodeCount  `json:"counts"`
}

type jsonCodeCount struct {
	Code string `json:"code"`
	Seen int    `json:"seen"`
}

// GateJSON writes a gate by the schema sitemap.json.
func GateJSON(w io.Writer, g Gate, o Options) error {
	t := &g.Tally
	out := jsonGate{SchemaVersion: SchemaVersion, Kind: "sitemap", Lang: o.Lang.String(), Robots: sourceOf(g.Source), Entries: g.Entries(),
		Blocked: t.Blocked, Invalid: t.Invalid, OutOfScope: t.OutOfScope,
		Agents: []jsonGateAgent{}, Grounds: []jsonGround{}, Files: []jsonGateFile{}, Missing: append([]string{}, g.Missing...)}
	for _, a := range g.Agents {
		out.Agents = append(out.Agents, jsonGateAgent{a.ID, a.Given, t.PerToken[a.Name]})
	}
	for _, ground := range t.Grounds() {
		j := jsonGround{decisionOf(ground.Decision), g.ids(ground.Tokens), ground.Entries, []jsonListed{}}
		for _, e := range ground.Examples {
			j.Examples = append(j.Examples, listedOf(e))
		}
		out.Grounds = append(out.Grounds, j)
	}
	for _, f := range g.Files {
		out.Files = append(out.Files, gateFileOf(f, o.Lang))
	}
	return encode(w, out)
}

func listedOf(e sitemap.Example) jsonListed {
	s := e.Entry.Span
	return jsonListed{e.Entry.URL, e.File, s.Line, s.Column, s.Offset, s.Len}
}

func gateFileOf(f GateFile, l msg.Lang) jsonGateFile {
	out := jsonGateFile{Name: f.Name, URL: f.URL, Form: f.Kind.String(), Entries: f.Entries, Invalid: f.Invalid, Bytes: f.Bytes,
		Diagnostics: []jsonDiagnostic{}, Counts: []jsonCodeCount{}}
	for _, d := range f.Diagnostics {
		out.Diagnostics = append(out.Diagnostics, remarkOf(d, l))
	}
	for _, c := range f.Counts {
		out.Counts = append(out.Counts, jsonCodeCount{string(c.Code), c.Seen})
	}
	return out
}
