package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// emptyGroup finds groups that say nothing at all. They free their crawlers
// from the group of "*"; where that one takes nothing away, and for "*" itself,
// it is information only.
var emptyGroup = Check{
	Doc: Doc{
		Code: "empty-group", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\n",
		After:  "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\nDisallow:\n",
	},
	Run: func(p *pass) {
		for _, g := range p.groups {
			if len(g.rules) > 0 || g.saysMore() {
				continue
			}
			last := g.agents[len(g.agents)-1]
			f := p.report(last.Span, diag.Text("token", last.Value))
			if !p.freed(g) {
				f.Severity = diag.Info
			}
			end := p.lineAt(last.Line)
			line := "Disallow:\n"
			if raw := p.at[last.Line].Raw(); !strings.HasSuffix(raw, "\n") && !strings.HasSuffix(raw, "\r") {
				line = "\nDisallow:" // and none at the end, as it was
			}
			f.mend(replaced(within(end, end.Len, 0), line))
		}
	},
}

// freed reports whether a group names somebody to whom the rules of "*" would
// mean something.
func (p *pass) freed(g group) bool {
	if g.star() {
		return false
	}
	return slices.ContainsFunc(p.groups, func(other group) bool { return other.star() && other.restricts() })
}

// saysMore reports whether the group holds a record other than rules.
func (g group) saysMore() bool {
	for r := range g.Records() {
		if d := r.Directive(); d != robots.DirUserAgent && (d.Scope() == robots.ScopeGroup || d.Scope() == robots.ScopeBoth) {
			return true
		}
	}
	return false
}

// duplicateGroup finds groups that are there twice: the same crawlers, the same
// rules. As in splitGroups, names are compared whole. Groups for versions of a
// crawler were not written twice by mistake: information only.
var duplicateGroup = Check{
	Doc: Doc{
		Code: "duplicate-group", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: *\nDisallow: /a/\n\nUser-agent: *\nDisallow: /a/\n",
		After:  "User-agent: *\nDisallow: /a/\n",
	},
	instead: []diag.Code{"split-group", "several-star-groups", "duplicate-rule"},
	Run: func(p *pass) {
		first := map[string]group{}
		for _, g := range p.groups {
			key := g.key()
			was, ok := first[key]
			if !ok {
				first[key] = g
				continue
			}
			f := p.report(g.agents[0].Span, diag.Text("token", g.agents[0].Value), diag.Int("line", was.Line()))
			f.Related = []diag.Span{was.agents[0].Span}
			if !g.spelt(was) {
				f.Severity = diag.Info
			}
			if !g.saysRest() {
				f.mend(p.deleted(g)...)
			}
		}
	},
}

// key is the same for groups of the same crawlers with the same rules.
func (g group) key() string {
	var names, rules []string
	for _, ua := range g.agents {
		names = append(names, bareName(ua.Value))
	}
	for _, r := range g.rules {
		rules = append(rules, ruleKey(r))
	}
	slices.Sort(names)
	slices.Sort(rules)
	return strings.Join(slices.Compact(names), "\n") + "\n\n" + strings.Join(slices.Compact(rules), "\n")
}

// spelt reports whether two groups name their crawlers in the same words.
func (g group) spelt(other group) bool {
	words := func(g group) (all []string) {
		for _, ua := range g.agents {
			all = append(all, lower(ua.Value))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return slices.Equal(words(g), words(other))
}

// saysRest reports whether records other than names and rules stand in g.
func (g group) saysRest() bool {
	for r := range g.Records() {
		if d := r.Directive(); d > robots.DirComment && d != robots.DirUserAgent && !d.IsRule() {
			return true
		}
	}
	return false
}

// deleted is the edits that take the names and rules of a group away.
func (p *pass) deleted(g group) (edits []diag.Edit) {
	for r := range g.Records() {
		if d := r.Directive(); d == robots.DirUserAgent || d.IsRule() {
			edits = append(edits, replaced(p.lineAt(r.Line()), ""))
		}
	}
	return edits
}

// splitGroup finds crawlers that several groups name. RFC 9309 2.2.1 joins the
// rules of all of them; many parsers take the first group or the last.
var splitGroup = Check{
	Doc: Doc{
		Code: "split-group", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: ExampleBot\nDisallow: /a/\n\nUser-agent: ExampleBot\nDisallow: /b/\n",
		After:  "User-agent: ExampleBot\nDisallow: /a/\nDisallow: /b/\n",
	},
	Run: func(p *pass) { p.splitGroups(func(ua robots.UserAgent) bool { return ua.Token != "*" }) },
}

// severalStarGroups is splitGroup for "*": generators and CDNs put a group of
// their own in front of the one that is there.
var severalStarGroups = Check{
	Doc: Doc{
		Code: "several-star-groups", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1; field study",
		Before: "User-agent: *\nDisallow: /a/\n\nUser-agent: *\nDisallow: /b/\n",
		After:  "User-agent: *\nDisallow: /a/\nDisallow: /b/\n",
	},
	Run: func(p *pass) { p.splitGroups(func(ua robots.UserAgent) bool { return ua.Token == "*" }) },
}

// splitGroups reports crawlers named in a group and again in a later one.
// Names that only begin with the same token, such as "Image Fetch" and "Image
// Sucker", were meant for two; that one token is read of both is told by
// token-outside-grammar.
func (p *pass) splitGroups(about func(robots.UserAgent) bool) {
	first := map[string]robots.UserAgent{}
	home := map[string]int{}
	for i, g := range p.groups {
		for _, ua := range g.agents {
			name := bareName(ua.Value)
			if ua.Token == "" || !about(ua) {
				continue
			}
			if was, ok := first[name]; !ok {
				first[name], home[name] = ua, i
			} else if home[name] != i {
				f := p.report(ua.Span, diag.Text("token", ua.Token), diag.Int("line", was.Line))
				f.Related = []diag.Span{was.Span}
			}
		}
	}
}

// noStarGroup finds files that name crawlers and leave all others without a
// rule.
var noStarGroup = Check{
	Doc: Doc{
		Code: "no-star-group", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: ExampleBot\nDisallow: /\n",
		After:  "User-agent: ExampleBot\nDisallow: /\n\nUser-agent: *\nDisallow:\n",
	},
	Run: func(p *pass) {
		if len(p.groups) > 0 && !slices.ContainsFunc(p.groups, group.star) {
			p.report(p.groups[0].agents[0].Span, diag.Int("n", len(p.groups)))
		}
	},
}

// sameTokenTwice finds a crawler that one group names twice.
var sameTokenTwice = Check{
	Doc: Doc{
		Code: "duplicate-user-agent", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: ExampleBot\nUser-agent: examplebot\nDisallow: /\n",
		After:  "User-agent: ExampleBot\nDisallow: /\n",
	},
	Run: func(p *pass) {
		for _, g := range p.groups {
			first := map[string]robots.UserAgent{}
			for _, ua := range g.agents {
				name := lower(ua.Value)
				was, ok := first[name]
				if !ok || ua.Token == "" {
					first[name] = ua
					continue
				}
				f := p.report(ua.Span, diag.Text("token", ua.Token), diag.Int("line", was.Line))
				f.Related = []diag.Span{was.Span}
				f.mend(replaced(p.lineAt(ua.Line), ""))
			}
		}
	},
}
