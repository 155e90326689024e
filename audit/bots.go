package audit

import (
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/prove"
)

// A Bot is how one crawler is addressed.
type Bot struct {
	ai.Access
	Front  ai.Wording // the answer for "/"
	Closed int        // how many of the paths asked are closed to it
}

// Explicit reports whether the site has said something to this crawler: a group
// names it, or one whose group it follows. Otherwise it gets what everybody
// gets, or nobody has said anything.
func (b Bot) Explicit() bool { return b.Via == ai.ViaOwn || b.Via == ai.ViaFallback }

// Other reports whether b stands for any crawler that the file does not name.
func (b Bot) Other() bool { return b.Agent.Token == prove.Unnamed }

// panel names who is asked where nobody says otherwise: search engines, AI by
// each of its purposes, and the cards of social networks.
var panel = [...]string{
	"Googlebot", "bingbot", "Applebot", "DuckDuckBot", "Baiduspider", "YandexBot",
	"GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Bytespider", "OAI-SearchBot", "PerplexityBot", "ChatGPT-User",
	"facebookexternalhit", "Twitterbot", "LinkedInBot",
}

// Panel returns the crawlers of an audit that names none: those that site
// owners ask about most, and any other bot.
func Panel() []agents.Agent {
	all := make([]agents.Agent, 0, len(panel)+1)
	for _, token := range panel {
		if a, ok := agents.Lookup(token); ok {
			all = append(all, a)
		}
	}
	return append(all, Anybody())
}

// Anybody returns the agent that stands for a crawler which the file does not
// name.
func Anybody() agents.Agent { return agents.Agent{Token: prove.Unnamed, SendsRequests: true} }
