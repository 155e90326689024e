package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
)

// siteBlocked finds files that shut out everybody who is not named: right for a
// staging site, and often left there when it goes live. Files that let Google
// or Bing in choose their crawlers, and know it: information only.
var siteBlocked = Check{
	Doc: Doc{
		Code: "site-blocked", Severity: diag.Warning, Since: since, Source: "field study",
		Before: "User-agent: *\nDisallow: /\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		if span, ok := p.blocker(prove.Unnamed); ok {
			f := p.report(span)
			if p.lets("Googlebot") || p.lets("bingbot") {
				f.Severity = diag.Info
			}
		}
	},
}

// lets reports whether a crawler may fetch anything.
func (p *pass) lets(token string) bool {
	_, blocked := p.blocker(token)
	return !blocked
}

// searchEngineBlocked finds crawlers of search engines that their own group
// shuts out. Most of them only share a rule by mistake: something that is no
// rule stands between their name and the next. Where nothing does, it is on
// purpose; for Google and Bing it is a warning still, for others information.
var searchEngineBlocked = Check{
	Doc: Doc{
		Code: "search-engine-blocked", Severity: diag.Warning, Since: since, Source: "catalogue of crawlers",
		Before: "User-agent: bingbot\nDisallow: /\n",
		After:  "User-agent: bingbot\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		for _, token := range [...]string{"Googlebot", "bingbot", "DuckDuckBot", "Applebot"} {
			for _, g := range p.groups {
				if !g.names(token) {
					continue
				}
				if span, ok := p.blocker(token); ok {
					a, _ := agents.Lookup(token)
					f := p.report(span, diag.Text("token", token), diag.Text("operator", a.Operator))
					if token != "Googlebot" && token != "bingbot" && !g.interrupted() {
						f.Severity = diag.Info
					}
				}
				break
			}
		}
	},
}

// interrupted reports whether a record that is no name stands between the
// names of a group.
func (g group) interrupted() bool {
	other := false
	for r := range g.Records() {
		switch d := r.Directive(); {
		case d.IsRule():
			return false
		case d == robots.DirUserAgent && other:
			return true
		case d > robots.DirUserAgent:
			other = true
		}
	}
	return false
}

// blocker returns the rule that decides "/" for a crawler that may fetch
// nothing.
func (p *pass) blocker(token string) (diag.Span, bool) {
	d := p.policy.Decide(token, "/")
	rule, ok := d.Rule()
	if !ok || d.Verdict != robots.Disallow || p.Options.Prove.BlocksAll(p.policy, token).Answer != prove.Yes {
		return diag.Span{}, false
	}
	return rule.Span, true
}

// namedGroupDropsStarRules finds crawlers whose own group forgets what "*" is
// told: groups inherit nothing. Taken to mean it are groups that shut their
// crawlers out, or let them in by an explicit rule; files that close the site
// to all that are not named; and crawlers to whom "*" does not speak anyhow.
//
// It is a warning for search engines and crawlers of AI. Tools of one's own and
// makers of link previews are often let in on purpose, so for others it is
// information only.
var namedGroupDropsStarRules = Check{
	Doc: Doc{
		Code: "named-group-drops-star-rules", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1; field study",
		Before: "User-agent: *\nDisallow: /private/\n\nUser-agent: bingbot\nDisallow: /search/\n",
		After:  "User-agent: *\nDisallow: /private/\n\nUser-agent: bingbot\nDisallow: /search/\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		star := p.policy.For("*")
		if star.Decide("/").Verdict == robots.Disallow {
			return
		}
		told := map[string]bool{}
		for _, g := range p.groups {
			ua, ok := g.heir()
			if !ok || told[lower(ua.Token)] || !g.restricts() && (len(g.rules) > 0 || !g.saysMore()) {
				continue
			}
			told[lower(ua.Token)] = true
			own, ok := p.reader(ua.Token)
			if !ok {
				return
			}
			if own.Decide("/").Verdict == robots.Disallow {
				continue
			}
			if dropped := droppedBy(own, star); len(dropped) > 0 {
				p.reportDropped(ua, dropped)
			}
		}
	},
}

// heir returns the first crawler of a group that would follow "*" if it were
// not named.
func (g group) heir() (robots.UserAgent, bool) {
	if g.star() {
		return robots.UserAgent{}, false
	}
	i := slices.IndexFunc(g.agents, func(ua robots.UserAgent) bool {
		a, _ := lookup(ua)
		return ua.Token != "" && !a.IgnoresStar
	})
	if i < 0 {
		return robots.UserAgent{}, false
	}
	return g.agents[i], true
}

// droppedBy returns the rules of "*" that close something of which the rules of
// a named crawler say nothing. What an Allow of its own opens is meant.
func droppedBy(own, star *robots.Reader) (dropped []robots.Rule) {
	for r := range star.Rules() {
		at := sampleOf(r.Normal)
		if !r.Allow && star.Decide(at).Verdict == robots.Disallow && own.Decide(at).Basis == robots.ByNoRule {
			dropped = append(dropped, r)
		}
	}
	return dropped
}

func (p *pass) reportDropped(ua robots.UserAgent, dropped []robots.Rule) {
	f := p.report(ua.Span, diag.Text("token", ua.Token), diag.Int("n", len(dropped)),
		diag.Text("rule", dropped[0].String()), diag.Int("line", dropped[0].Line))
	for _, r := range dropped[:min(len(dropped), maxRelated)] {
		f.Related = append(f.Related, r.Span)
	}
	a, _ := lookup(ua)
	if !a.Serves(agents.PurposeSearch) && !a.Serves(agents.PurposeTraining) {
		f.Severity = diag.Info
	}
}

// restricts reports whether a group has a rule that takes something away.
func (g group) restricts() bool {
	for _, r := range g.rules {
		if !r.Allow && r.Pattern != "" {
			return true
		}
	}
	return false
}

// sampleOf makes a target that a pattern matches.
func sampleOf(pattern string) string {
	t := strings.ReplaceAll(strings.TrimSuffix(pattern, "$"), "*", "")
	if !strings.HasPrefix(t, "/") {
		t = "/" + t
	}
	return t
}

// blockedAssets finds style sheets and scripts that search engines may not
// fetch: they then see the page as nobody else does. A rule for one file is left
// alone: most are trackers and widgets, which no page needs to be shown.
var blockedAssets = Check{
	Doc: Doc{
		Code: "blocked-assets", Severity: diag.Warning, Since: since, Source: "Google: fix what crawlers cannot render",
		Before: "User-agent: *\nDisallow: /*.js$\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(g group, r robots.Rule) {
			at, ok := assetOf(r.Pattern)
			if r.Allow || !ok {
				return
			}
			for _, token := range [...]string{"*", "Googlebot", "bingbot"} {
				if g.names(token) && p.policy.Decide(token, at).Verdict == robots.Disallow {
					p.report(r.Span, diag.Text("pattern", r.Pattern))
					return
				}
			}
		})
	},
}

// assetOf returns a style sheet or script that a pattern is about: all whose
// names end so, or those in the folder at the root that holds them.
func assetOf(pattern string) (target string, ok bool) {
	bare := strings.TrimRight(pattern, "*$?")
	for _, kind := range [...]string{".css", ".js"} {
		if strings.HasSuffix(lower(bare), "*"+kind) {
			at := len(bare) - len(kind)
			return sampleOf(bare[:at]) + "a" + bare[at:], true
		}
	}
	folder := strings.Trim(bare, "/")
	for _, kind := range [...]string{".css css", ".css stylesheets", ".js js", ".js javascript"} {
		if end, name, _ := strings.Cut(kind, " "); name == lower(folder) {
			return "/" + folder + "/a" + end, true
		}
	}
	return "", false
}
