package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/diag"
)

// misspeltAgent finds names that nobody has and that are a slip away from one
// that somebody has.
var misspeltAgent = Check{
	Doc: Doc{
		Code: "misspelt-agent", Severity: diag.Warning, Since: since, Source: "catalogue of crawlers",
		Before: "User-agent: GTPBot\nDisallow: /\n",
		After:  "User-agent: GPTBot\nDisallow: /\n",
	},
	Run: func(p *pass) {
		p.eachAgent(func(_ group, ua robots.UserAgent) {
			if _, known := lookup(ua); known {
				return
			}
			if meant, ok := meantBy(ua); ok {
				p.report(ua.Span, diag.Text("token", ua.Token), diag.Text("meant", meant.Token)).mend(replaced(ua.Span, meant.Token))
			}
		})
	},
}

// unknownAgent finds names that are not in the catalogue, nor close to one.
var unknownAgent = Check{
	Doc: Doc{
		Code: "unknown-agent", Severity: diag.Info, Since: since, Source: "catalogue of crawlers",
		Before: "User-agent: ZzyzxRover\nDisallow: /\n",
		After:  "User-agent: GPTBot\nDisallow: /\n",
	},
	Run: func(p *pass) {
		p.eachAgent(func(_ group, ua robots.UserAgent) {
			if _, known := lookup(ua); known {
				return
			}
			if _, ok := meantBy(ua); !ok {
				p.report(ua.Span, diag.Text("token", ua.Token))
			}
		})
	},
}

// legacyAgent finds names that their operators have given up. A rule for the
// old name does not stop the crawler that took over, unless that one is known
// to follow it: then the finding is information only.
var legacyAgent = Check{
	Doc: Doc{
		Code: "legacy-agent", Severity: diag.Warning, Since: since, Source: "catalogue of crawlers",
		Before: "User-agent: Claude-Web\nDisallow: /\n",
		After:  "User-agent: Claude-Web\nUser-agent: ClaudeBot\nDisallow: /\n",
	},
	Run: func(p *pass) {
		p.eachAgent(func(_ group, ua robots.UserAgent) {
			a, known := lookup(ua)
			if !known || !a.Legacy || !strings.EqualFold(a.Token, ua.Token) || a.ReplacedBy == "" || p.namesAnywhere(a.ReplacedBy) {
				return
			}
			heir, _ := agents.Lookup(a.ReplacedBy)
			follows := slices.ContainsFunc(heir.Names(), func(name string) bool { return strings.EqualFold(name, ua.Token) })
			f := p.report(ua.Span, diag.Text("token", ua.Token), diag.Text("now", a.ReplacedBy), diag.Text("follows", yesNo(follows)))
			if follows {
				f.Severity = diag.Info
			}
			f.mend(replaced(within(p.at[ua.Line].Span(), 0, 0), "User-agent: "+a.ReplacedBy+"\n"))
		})
	},
}

// agentIgnoresRobots finds names of crawlers that are said not to care.
var agentIgnoresRobots = Check{
	Doc: Doc{
		Code: "agent-ignores-robots", Severity: diag.Info, Since: since, Source: "catalogue of crawlers",
		Before: "User-agent: Bytespider\nDisallow: /\n",
		After:  "User-agent: GPTBot\nDisallow: /\n",
	},
	Run: func(p *pass) {
		p.eachAgent(func(_ group, ua robots.UserAgent) {
			if a, known := lookup(ua); known && a.Respects == agents.RespectsNo {
				p.report(ua.Span, diag.Text("token", ua.Token), diag.Text("operator", a.Operator))
			}
		})
	},
}

// lookup finds the crawler that a line names, by its token or by the whole
// value: some names hold blanks.
func lookup(ua robots.UserAgent) (agents.Agent, bool) {
	if a, ok := agents.Lookup(ua.Value); ok {
		return a, true
	}
	return agents.Lookup(ua.Token)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (p *pass) namesAnywhere(token string) bool {
	for _, g := range p.groups {
		if g.names(token) {
			return true
		}
	}
	return false
}
