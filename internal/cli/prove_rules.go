package cli

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// proveDead puts together what is found for each crawler: one that a rule
// decides something for keeps it alive.
func (a *app) proveDead(q *query) error {
	byLine := map[int]*report.RuleProof{}
	for _, tokens := range a.parts(q, q.proof.Policy) {
		for _, u := range q.bounds.Uses(q.proof.Policy, tokens[0]) {
			r := byLine[u.Rule.Line]
			if r == nil {
				r = &report.RuleProof{Rule: u.Rule, Decides: prove.No}
				byLine[u.Rule.Line] = r
			}
			fold(r, u, tokens)
		}
	}
	q.proof.Answer = prove.Yes
	for _, r := range byLine {
		if r.Decides != prove.Yes {
			q.proof.Rules = append(q.proof.Rules, *r)
			q.proof.Answer = worse(q.proof.Answer, r.Decides)
		}
	}
	slices.SortFunc(q.proof.Rules, func(a, b report.RuleProof) int { return cmp.Compare(a.Rule.Line, b.Rule.Line) })
	return nil
}

// fold adds what was found for some more crawlers about a rule. Once a target
// shows that the rule decides, only the crawlers for which it does are named.
func fold(r *report.RuleProof, u prove.Use, tokens []string) {
	switch {
	case u.Decides == prove.Yes && (r.Decides != prove.Yes || len(u.Witness) < len(r.Witness)):
		r.Decides, r.Witness, r.Shadows = prove.Yes, u.Witness, nil
		r.Tokens = slices.Clone(tokens)
		return
	case r.Decides == prove.Yes:
		if u.Decides == prove.Yes && u.Witness == r.Witness {
			r.Tokens = append(r.Tokens, tokens...)
		}
		return
	case u.Decides == prove.NotProven:
		r.Decides, r.Shadows = prove.NotProven, nil
	case r.Decides == prove.No:
		for _, s := range u.Shadows {
			if !slices.ContainsFunc(r.Shadows, func(x robots.Rule) bool { return x.Line == s.Line }) {
				r.Shadows = append(r.Shadows, s)
			}
		}
	}
	r.Tokens = append(r.Tokens, tokens...)
}

// proveMinimal lists the rules that Minimize would take out.
func (a *app) proveMinimal(q *query) error {
	if len(q.agents) > 0 {
		return usageErrorf("leave -a out", "minimize speaks of all crawlers")
	}
	m, ok := q.bounds.Minimize(q.proof.Policy)
	switch {
	case !ok:
		q.proof.Answer = prove.NotProven
	case len(m.Removed) == 0:
		q.proof.Answer = prove.Yes
	default:
		q.proof.Answer, q.proof.Needless = prove.No, m.Removed
	}
	return nil
}

// proveReach asks for the rule on one line.
func (a *app) proveReach(q *query) error {
	line, err := strconv.Atoi(q.args[0])
	if err != nil || line < 1 {
		return usageErrorf("want the number of a line of the file", "reach %q: no line number", q.args[0])
	}
	rule, ok := ruleOn(q.proof.Policy, line)
	if !ok {
		return usageErrorf("robots parse shows what each line is", "reach %d: no rule of a group stands on that line", line)
	}
	r := report.RuleProof{Rule: rule, Decides: prove.No}
	for _, tokens := range a.parts(q, q.proof.Policy) {
		if u, ok := q.bounds.Reach(q.proof.Policy, tokens[0], line); ok {
			fold(&r, u, tokens)
		}
	}
	q.proof.Answer, q.proof.Rules = r.Decides, []report.RuleProof{r}
	return nil
}

// ruleOn returns the rule on a line, if one of a group stands there.
func ruleOn(p *robots.Policy, line int) (robots.Rule, bool) {
	for g := range p.Groups() {
		for r := range g.Rules() {
			if r.Line == line {
				return r, true
			}
		}
	}
	return robots.Rule{}, false
}
