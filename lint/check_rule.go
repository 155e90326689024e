package lint

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// ruleKey is the same for rules that say the same.
func ruleKey(r robots.Rule) string {
	if r.Allow {
		return "+" + r.Normal
	}
	return "-" + r.Normal
}

// eachTwin calls f for every rule of a group that has an earlier one with the
// same key, and for that one. Rules for which key gives "" have none.
func (p *pass) eachTwin(key func(robots.Rule) string, f func(was, r robots.Rule)) {
	for _, g := range p.groups {
		first := map[string]robots.Rule{}
		for _, r := range g.rules {
			k := key(r)
			if k == "" || r.Pattern == "" {
				continue
			}
			if was, ok := first[k]; ok {
				f(was, r)
			} else {
				first[k] = r
			}
		}
	}
}

// duplicateRule finds rules that stand in their group already.
var duplicateRule = Check{
	Doc: Doc{
		Code: "duplicate-rule", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /a/\nDisallow: /b/\nDisallow: /a/\n",
		After:  "User-agent: *\nDisallow: /a/\nDisallow: /b/\n",
	},
	Run: func(p *pass) {
		p.eachTwin(ruleKey, func(was, r robots.Rule) {
			f := p.report(r.Span, diag.Text("rule", r.String()), diag.Int("line", was.Line))
			f.Related = []diag.Span{was.Span}
			f.mend(replaced(p.lineAt(r.Line), ""))
		})
	},
}

// conflictingRules finds a pattern that one group both allows and disallows.
var conflictingRules = Check{
	Doc: Doc{
		Code: "conflicting-rules", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /a/\nAllow: /a/\n",
		After:  "User-agent: *\nDisallow: /a/\nAllow: /a/b/\n",
	},
	Run: func(p *pass) {
		told := map[int]bool{} // lines of the first rules of the pairs told of
		key := func(r robots.Rule) string { return r.Normal }
		p.eachTwin(key, func(was, r robots.Rule) {
			if was.Allow == r.Allow || told[was.Line] {
				return
			}
			told[was.Line] = true
			loser := r
			if r.Allow {
				loser = was
			}
			f := p.report(r.Span, diag.Text("pattern", r.Pattern), diag.Int("line", was.Line))
			f.Related = []diag.Span{was.Span}
			f.mend(replaced(p.lineAt(loser.Line), ""))
		})
	},
}

// caseVariants finds patterns that differ in the case of letters only: paths
// are compared as they are. Whoever writes a hundred of them knows, so a group
// has one finding.
var caseVariants = Check{
	Doc: Doc{
		Code: "case-variants", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /Admin/\nDisallow: /admin/\n",
		After:  "User-agent: *\nDisallow: /admin/\n",
	},
	Run: func(p *pass) {
		type pair struct{ was, r robots.Rule }
		pairs := map[int][]pair{} // by the line of their group
		key := func(r robots.Rule) string { return lower(ruleKey(r)) }
		p.eachTwin(key, func(was, r robots.Rule) {
			if was.Normal != r.Normal {
				g, _ := p.groupAt(r.Line)
				pairs[g.Line()] = append(pairs[g.Line()], pair{was, r})
			}
		})
		for _, g := range p.groups {
			all := pairs[g.Line()]
			if len(all) == 0 {
				continue
			}
			r, was := all[0].r, all[0].was
			f := p.report(r.Span, diag.Text("pattern", r.Pattern), diag.Text("other", was.Pattern), diag.Int("line", was.Line),
				diag.Int("more", len(all)-1))
			f.Related = []diag.Span{was.Span}
		}
	},
}

// emptyDisallow finds rules without a pattern beside rules that have one: they
// do not take those back.
var emptyDisallow = Check{
	Doc: Doc{
		Code: "empty-disallow", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow:\nDisallow: /private/\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		for _, g := range p.groups {
			if !g.restricts() {
				continue
			}
			for _, r := range g.rules {
				if !r.Allow && r.Pattern == "" {
					p.report(p.at[r.Line].Span()).mend(replaced(p.lineAt(r.Line), ""))
				}
			}
		}
	},
}
