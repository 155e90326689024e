package assert

import (
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// Run asks a policy all that some assertions are about.
func (o Options) Run(p *robots.Policy, all []Assertion) []Result {
	var results []Result
	for i, a := range all {
		if a.Check() != nil {
			continue
		}
		for _, r := range o.each(p, a) {
			r.Of = i
			results = append(results, r)
		}
	}
	return results
}

// each asks all that one assertion is about.
func (o Options) each(p *robots.Policy, a Assertion) (all []Result) {
	for _, url := range a.Sitemaps {
		all = append(all, o.listed(p, url))
	}
	tokens, _ := Expand(a.Agents) // Check has tried
	for _, token := range tokens {
		for _, path := range a.Paths {
			q := question{o, a.Want, a.Evidence, token, path}
			r := q.ask(p)
			if r.Answer == prove.No {
				r.Remedy = q.remedy(p, r)
			}
			all = append(all, r)
		}
	}
	return all
}

// listed asks whether a file lists a sitemap.
func (o Options) listed(p *robots.Policy, url string) Result {
	r := Result{Path: url, Decision: p.Decide(name(Other), "/")}
	switch {
	case unsaid(p):
		r.Reason = NoFile
	case slices.Contains(p.SitemapURLs(o.FileURL), url):
	case p.Truncated():
		r.Reason = Truncated
	default:
		r.Reason = NotListed
		r.Remedy = Remedy{Lines: []string{"Sitemap: " + url}}
	}
	r.Answer = r.Reason.answer()
	return r
}

// unsaid reports whether there is no file whose reading could be asked.
func unsaid(p *robots.Policy) bool {
	_, rejected := p.Rejected()
	return p.Kind() != robots.KindDocument || rejected
}

// name is how a policy is asked for a crawler.
func name(agent string) string {
	if agent == Other {
		return prove.Unnamed
	}
	return agent
}

// A question is an assertion for one crawler and one path.
type question struct {
	Options
	want     Want
	evidence Evidence
	agent    string
	path     string
}

func (q question) ask(p *robots.Policy) Result {
	r := Result{Agent: q.agent, Path: q.path}
	if q.path == EveryURL {
		q.everyURL(p, &r)
	} else {
		r.Decision = q.decide(p)
		r.Reason = q.judge(r.Decision)
	}
	switch {
	case unsaid(p):
		r.Reason = NoFile
	case p.Truncated() && r.Decision.Err == nil:
		r.Reason = Truncated // a line that was not read may decide otherwise, or name the crawler
	}
	r.Answer = r.Reason.answer()
	r.Group = groupOf(p, name(q.agent), r.Decision)
	return r
}

func (q question) decide(p *robots.Policy) robots.Decision {
	if q.path[0] == '/' {
		return p.Decide(name(q.agent), q.path)
	}
	return p.DecideURL(name(q.agent), q.path, q.FileURL)
}

// everyURL puts the question to package prove.
func (q question) everyURL(p *robots.Policy, r *Result) {
	ask := q.Prove.BlocksAll
	if q.want == Allow {
		ask = q.Prove.AllowsAll
	}
	c := ask(p, name(q.agent))
	r.Witness, r.Decision = c.Witness, c.Decided
	if c.Witness == "" {
		r.Decision = p.Decide(name(q.agent), "/")
	}
	switch c.Answer {
	case prove.NotProven:
		r.Reason = NotProven
	case prove.No:
		r.Reason = OtherVerdict
	default:
		if !q.rests(r.Decision) {
			r.Reason = OtherEvidence
		}
	}
}

// judge holds a decision against what is wanted.
func (q question) judge(d robots.Decision) Reason {
	switch {
	case d.Err != nil:
		return NotJudged
	case (q.want == Allow) != (d.Verdict == robots.Allow):
		return OtherVerdict
	case !q.rests(d):
		return OtherEvidence
	}
	return Met
}

// rests reports whether a decision rests on what it is to rest on.
func (q question) rests(d robots.Decision) bool {
	applies := d.Basis == robots.ByRule || d.Basis == robots.ByNoRule
	switch q.evidence {
	case Explicit:
		return applies && d.Named
	case Inherited:
		return applies && !d.Named
	case Rule:
		return d.Basis == robots.ByRule
	}
	return true
}

// groupOf returns the line of the group whose rule decides, else of the first
// that applies.
func groupOf(p *robots.Policy, token string, d robots.Decision) int {
	first := 0
	if d.Basis != robots.ByRule && d.Basis != robots.ByNoRule {
		return 0
	}
	for g := range p.For(token).Groups() {
		if first == 0 {
			first = g.Line()
		}
		for rule := range g.Rules() {
			if rule.Line == d.Line() {
				return g.Line()
			}
		}
	}
	return first
}
