package report

import (
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

type jsonProof struct {
	SchemaVersion int             `json:"schemaVersion"`
	Kind          string          `json:"kind"` // "prove"
	Source        jsonSource      `json:"source"`
	Other         *jsonSource     `json:"other,omitempty"`
	Question      string          `json:"question"`
	Answer        string          `json:"answer"`          // yes, no, not-proven
	Plain         bool            `json:"plain,omitempty"` // for agree: asked over plain URLs only
	Claims        []jsonClaim     `json:"claims"`
	Rules         []jsonRuleProof `json:"rules"`
	Needless      []jsonRule      `json:"needless"`
}

type jsonClaim struct {
	Agents  []string      `json:"agents"`
	Answer  string        `json:"answer"`
	Witness string        `json:"witness,omitempty"`
	Decided *jsonDecision `json:"decided,omitempty"`
	Other   *jsonDecision `json:"other,omitempty"`
}

type jsonRuleProof struct {
	Rule    jsonRule   `json:"rule"`
	Agents  []string   `json:"agents"`
	Decides string     `json:"decides"` // yes, no, not-proven
	Witness string     `json:"witness,omitempty"`
	Shadows []jsonRule `json:"shadows"`
}

// ProofJSON writes a proof by the schema prove.json. It is in no language.
func ProofJSON(w io.Writer, p Proof) error {
	out := jsonProof{SchemaVersion: SchemaVersion, Kind: "prove", Source: sourceOf(p.Source), Question: p.Question,
		Answer: p.Answer.String(), Plain: p.Plain, Claims: []jsonClaim{}, Rules: []jsonRuleProof{}, Needless: []jsonRule{}}
	if p.Other.Policy != nil {
		other := sourceOf(p.Other)
		out.Other = &other
	}
	shown := func(d robots.Decision, ok bool) *jsonDecision {
		if !ok {
			return nil
		}
		x := decisionOf(d)
		return &x
	}
	for _, c := range p.Claims {
		refuted := c.Answer == prove.No && c.Witness != ""
		out.Claims = append(out.Claims, jsonClaim{botIDs(c.Tokens), c.Answer.String(), c.Witness,
			shown(c.Decided, refuted), shown(c.Other, refuted && out.Other != nil)})
	}
	for _, r := range p.Rules {
		x := jsonRuleProof{ruleOf(r.Rule), botIDs(r.Tokens), r.Decides.String(), r.Witness, []jsonRule{}}
		for _, s := range r.Shadows {
			x.Shadows = append(x.Shadows, ruleOf(s))
		}
		out.Rules = append(out.Rules, x)
	}
	for _, r := range p.Needless {
		out.Needless = append(out.Needless, ruleOf(r))
	}
	return encode(w, out)
}
