package lint

import (
	"slices"
	"strconv"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
)

// deadRule finds rules that decide no URL for any crawler, proven. Rules that
// are there twice, or once with each verdict, have codes of their own. Where
// all that shadow it say the same, the rule is needless and no more: many
// authors write "/a" beside "/a*" for readers that know no star.
var deadRule = Check{
	Doc: Doc{
		Code: "dead-rule", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2, by proof",
		Before: "User-agent: *\nAllow: /shop\nDisallow: /shop*\n",
		After:  "User-agent: *\nAllow: /shop/open/\nDisallow: /shop*\n",
	},
	instead: []diag.Code{"trailing-star"},
	Run: func(p *pass) {
		for _, u := range p.dead() {
			if slices.ContainsFunc(u.Shadows, func(s robots.Rule) bool { return s.Normal == u.Rule.Normal }) {
				continue
			}
			f := p.report(u.Rule.Span, diag.Text("rule", u.Rule.String()), diag.Int("n", len(u.Shadows)))
			for _, s := range u.Shadows[:min(len(u.Shadows), maxRelated)] {
				f.Related = append(f.Related, s.Span)
			}
			if len(u.Shadows) > 0 {
				f.Args = append(f.Args, diag.Text("shadow", u.Shadows[0].String()), diag.Int("line", u.Shadows[0].Line))
			}
			if !slices.ContainsFunc(u.Shadows, func(s robots.Rule) bool { return s.Allow != u.Rule.Allow }) {
				f.Severity = diag.Info
			}
			f.mend(replaced(p.lineAt(u.Rule.Line), ""))
		}
	},
}

// dead returns the rules that no crawler needs, in the order of their lines. A
// rule on which a search was cut short is not among them, and there are none if
// the rules are too many.
func (p *pass) dead() (all []prove.Use) {
	dead, alive := map[int]prove.Use{}, map[int]bool{}
	work := 0
	seen := map[string]bool{}
	for _, token := range prove.Tokens(p.policy) {
		r, ok := p.reader(token)
		if !ok {
			return nil
		}
		id := ""
		for g := range r.Groups() {
			id += " " + strconv.Itoa(g.Line())
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		for range r.Rules() {
			work++
		}
		if work > p.Rules {
			return nil
		}
		for _, u := range p.Options.Prove.Uses(p.policy, token) {
			if u.Decides == prove.No {
				dead[u.Rule.Line] = u
			} else {
				alive[u.Rule.Line] = true
			}
		}
	}
	for line, u := range dead {
		if !alive[line] {
			all = append(all, u)
		}
	}
	slices.SortFunc(all, func(a, b prove.Use) int { return a.Rule.Line - b.Rule.Line })
	return all
}
