package report

import (
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/diff"
)

type jsonDiff struct {
	SchemaVersion int          `json:"schemaVersion"`
	Kind          string       `json:"kind"` // "diff"
	Old           jsonSource   `json:"old"`
	New           jsonSource   `json:"new"`
	Answer        string       `json:"answer"` // unchanged, changed, not-proven
	Bots          []jsonBots   `json:"bots"`
	Probes        []jsonProbe  `json:"probes"`
	Structure     []jsonChange `json:"structure"`
}

type jsonBots struct {
	Agents []string   `json:"agents"`
	Answer string     `json:"answer"`
	Flips  []jsonFlip `json:"flips"`
	Open   []jsonOpen `json:"open"`
}

type jsonFlip struct {
	Became  string       `json:"became"` // allow or disallow
	Witness string       `json:"witness"`
	Old     jsonDecision `json:"old"`
	New     jsonDecision `json:"new"`
}

type jsonOpen struct {
	In   string    `json:"in"`             // old or new
	Rule *jsonRule `json:"rule,omitempty"` // without one: what decides when no rule does
}

type jsonProbe struct {
	Name   string       `json:"name,omitempty"`
	Agent  string       `json:"agent"`
	Target string       `json:"target"`
	Change string       `json:"change"` // none, evidence, verdict
	Old    jsonDecision `json:"old"`
	New    jsonDecision `json:"new"`
}

type jsonChange struct {
	Change string     `json:"change"` // added, removed, edited, moved
	Of     string     `json:"of"`     // group, agent, rule, sitemap, delay, host, other
	Old    *jsonPlace `json:"old,omitempty"`
	New    *jsonPlace `json:"new,omitempty"`
}

type jsonPlace struct {
	Line  int      `json:"line"`
	Text  string   `json:"text,omitempty"`
	Group []string `json:"group"`           // its user-agent values; empty outside of groups
	Rules *int     `json:"rules,omitempty"` // of a group
}

// DiffJSON writes a diff by the schema diff.json. It is in no language.
func DiffJSON(w io.Writer, d Diff, _ Options) error {
	out := jsonDiff{SchemaVersion: SchemaVersion, Kind: "diff", Old: sourceOf(d.Old), New: sourceOf(d.New),
		Answer: d.Outcome.Status.String(), Bots: []jsonBots{}, Probes: probesOf(d), Structure: []jsonChange{}}
	for _, b := range d.Outcome.Bots {
		out.Bots = append(out.Bots, botsOf(b))
	}
	for _, c := range d.Changes {
		out.Structure = append(out.Structure, jsonChange{c.Op.String(), c.Kind.String(), placeOf(c.Kind, c.Old), placeOf(c.Kind, c.New)})
	}
	return encode(w, out)
}

func botsOf(b diff.Bots) jsonBots {
	out := jsonBots{Agents: botIDs(b.Tokens), Answer: b.Status.String(), Flips: []jsonFlip{}, Open: []jsonOpen{}}
	for _, f := range b.Flips {
		out.Flips = append(out.Flips, jsonFlip{f.New.Verdict.String(), f.Probe.Target, decisionOf(f.Old), decisionOf(f.New)})
	}
	for _, r := range b.Open {
		open := jsonOpen{In: "old"}
		if r.InNew {
			open.In = "new"
		}
		if r.Rule != (robots.Rule{}) {
			rule := ruleOf(r.Rule)
			open.Rule = &rule
		}
		out.Open = append(out.Open, open)
	}
	return out
}

// probesOf gives all probes, also those that changed nothing.
func probesOf(d Diff) []jsonProbe {
	changed := map[access.Probe]string{}
	for _, f := range d.Flips {
		changed[f.Probe] = "evidence"
		if f.Verdict() {
			changed[f.Probe] = "verdict"
		}
	}
	all := []jsonProbe{}
	for _, p := range d.Probes {
		change := changed[p]
		if change == "" {
			change = "none"
		}
		all = append(all, jsonProbe{p.Name, BotID(p.Token), p.Target, change,
			decisionOf(d.Old.Policy.Decide(p.Token, p.Target)), decisionOf(d.New.Policy.Decide(p.Token, p.Target))})
	}
	return all
}

func placeOf(k diff.Kind, p diff.Place) *jsonPlace {
	if p.Line == 0 {
		return nil
	}
	out := &jsonPlace{Line: p.Line, Text: p.Text, Group: append([]string{}, p.Group...)}
	if k == diff.KindGroup {
		out.Rules = &p.Rules
	}
	return out
}
