package report

import (
	"io"
	"strings"

	"github.com/robotsgate/robots"
)

type jsonParse struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "parse"
	Lang          string           `json:"lang"`
	Source        jsonSource       `json:"source"`
	Groups        []jsonGroup      `json:"groups"`
	Sitemaps      []jsonRecord     `json:"sitemaps"`
	Records       []jsonRecord     `json:"records"` // all others but blank lines and comments
	Diagnostics   []jsonDiagnostic `json:"diagnostics"`
}

type jsonGroup struct {
	Line       int             `json:"line"`
	EndLine    int             `json:"endLine"`
	UserAgents []jsonUserAgent `json:"userAgents"`
	Rules      []jsonRule      `json:"rules"`
}

type jsonUserAgent struct {
	Value  string `json:"value"`
	Token  string `json:"token"` // "*", a product token, or "" for nobody
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Joined int    `json:"joined,omitempty"` // the line it joins though something stands between
}

type jsonRecord struct {
	Directive string `json:"directive"` // as the project spells it, "unknown" or "junk"
	Key       string `json:"key"`       // as written
	Value     string `json:"value"`
	Line      int    `json:"line"`
	Group     int    `json:"group,omitempty"` // line of the group it stands in
}

// ParseJSON writes what a text was read as, by the schema parse.json.
func ParseJSON(w io.Writer, s Source, o Options) error {
	out := jsonParse{SchemaVersion: SchemaVersion, Kind: "parse", Lang: o.Lang.String(), Source: sourceOf(s),
		Groups: []jsonGroup{}, Sitemaps: []jsonRecord{}, Records: []jsonRecord{}, Diagnostics: diagnosticsOf(s.Policy, o.Lang)}
	home, ruleLines := map[int]int{}, map[int]bool{}
	for g := range s.Policy.Groups() {
		out.Groups = append(out.Groups, groupOf(g))
		for r := range g.Records() {
			home[r.Line()] = g.Line()
			ruleLines[r.Line()] = r.Directive().IsRule()
		}
	}
	for r := range s.Policy.Records() {
		switch d := r.Directive(); {
		case d == robots.DirBlank || d == robots.DirComment || d == robots.DirUserAgent || ruleLines[r.Line()]:
		case d == robots.DirSitemap:
			out.Sitemaps = append(out.Sitemaps, recordOf(r, home[r.Line()]))
		default:
			out.Records = append(out.Records, recordOf(r, home[r.Line()]))
		}
	}
	return encode(w, out)
}

func groupOf(g robots.Group) jsonGroup {
	out := jsonGroup{Line: g.Line(), EndLine: lastLine(g), UserAgents: []jsonUserAgent{}, Rules: []jsonRule{}}
	for ua := range g.UserAgents() {
		out.UserAgents = append(out.UserAgents, jsonUserAgent{ua.Value, ua.Token, ua.Line, ua.Span.Column, ua.Joined})
	}
	for r := range g.Rules() {
		out.Rules = append(out.Rules, ruleOf(r))
	}
	return out
}

func recordOf(r robots.Record, group int) jsonRecord {
	out := jsonRecord{Directive: r.Directive().String(), Key: r.Key(), Value: r.Value(), Line: r.Line(), Group: group}
	if r.Directive() == robots.DirJunk {
		out.Value = strings.TrimSpace(r.Raw())
	}
	return out
}
