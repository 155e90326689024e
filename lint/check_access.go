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
// staging site, and often left there when it goes live.
var siteBlocked = Check{
	Doc: Doc{
		Code: "site-blocked", Severity: diag.Warning, Since: since, Source: "field study",
		Before: "User-agent: *\nDisallow: /\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		if span, ok := p.blocker(prove.Unnamed); ok {
			p.report(span)
		}
	},
}

// searchEngineBlocked finds crawlers of search engines that their own group
// shuts out.
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
					p.report(span, diag.Text("token", token), diag.Text("operator", a.Operator))
				}
				break
			}
		}
	},
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
// told: groups inherit nothing. Groups that shut their crawlers out, or let
// them in by an explicit rule, are taken to mean it.
var namedGroupDropsStarRules = Check{
	Doc: Doc{
		Code: "named-group-drops-star-rules", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.1; field study",
		Before: "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\nDisallow: /search/\n",
		After:  "User-agent: *\nDisallow: /private/\n\nUser-agent: ExampleBot\nDisallow: /search/\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		star := p.policy.For("*")
		for _, g := range p.groups {
			i := slices.IndexFunc(g.agents, func(ua robots.UserAgent) bool { return ua.Token != "" })
			if i < 0 || g.star() || !g.restricts() {
				continue
			}
			token := g.agents[i].Token
			own := p.policy.For(token)
			if own.Decide("/").Verdict == robots.Disallow {
				continue
			}
			var dropped []robots.Rule
			for r := range star.Rules() {
				at := sampleOf(r.Normal)
				if !r.Allow && star.Decide(at).Verdict == robots.Disallow && own.Decide(at).Verdict == robots.Allow {
					dropped = append(dropped, r)
				}
			}
			if len(dropped) == 0 {
				continue
			}
			f := p.report(g.agents[i].Span, diag.Text("token", token), diag.Int("n", len(dropped)),
				diag.Text("rule", dropped[0].String()), diag.Int("line", dropped[0].Line))
			for _, r := range dropped[:min(len(dropped), maxRelated)] {
				f.Related = append(f.Related, r.Span)
			}
		}
	},
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
// fetch: they then see the page as nobody else does.
var blockedAssets = Check{
	Doc: Doc{
		Code: "blocked-assets", Severity: diag.Warning, Since: since, Source: "Google: fix what crawlers cannot render",
		Before: "User-agent: *\nDisallow: /*.js$\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(g group, r robots.Rule) {
			if r.Allow || !g.star() && !g.names("Googlebot") && !g.names("bingbot") {
				return
			}
			if isAsset(r.Pattern) {
				p.report(r.Span, diag.Text("pattern", r.Pattern))
			}
		})
	},
}

// isAsset reports whether a pattern speaks of style sheets and scripts: by how
// their names end, or as the folder at the root that holds them.
func isAsset(pattern string) bool {
	bare := strings.Trim(lower(pattern), "*$?")
	if strings.HasSuffix(bare, ".css") || strings.HasSuffix(bare, ".js") {
		return true
	}
	folder := strings.Trim(bare, "/")
	return slices.Contains([]string{"css", "js", "javascript", "stylesheets"}, folder)
}
