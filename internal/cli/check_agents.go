package cli

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// defaultAgents are asked for where none is named: the five AI crawlers that
// files name most, each for another purpose, and the two large search engines.
var defaultAgents = []string{"GPTBot", "OAI-SearchBot", "PerplexityBot", "Bytespider", "ClaudeBot", "Googlebot", "Bingbot"}

// agents makes the rows of the table from -a, or the default ones.
func (a *app) agents(names []string, policies ...*robots.Policy) []report.Agent {
	if len(names) == 0 {
		names = append(slices.Clone(defaultAgents), "*")
	}
	agents := make([]report.Agent, 0, len(names))
	for _, name := range names {
		agents = append(agents, a.agent(name, policies...))
	}
	return agents
}

func (a *app) agent(name string, policies ...*robots.Policy) report.Agent {
	switch {
	case name == "*":
		return report.Agent{ID: report.OtherID, Name: unnamed(policies...)}
	case isHeader(name):
		if token := robots.Token(name); token != "" {
			a.say(a.lang.Text("note.token", msg.Str("given", report.Clean(name)), msg.Str("token", token)))
			return report.Agent{ID: token, Name: token, Given: name}
		}
	}
	return report.Agent{ID: name, Name: name}
}

// isHeader reports whether a name looks like a User-Agent header and not like
// a token or a name of several words, such as "Sogou web spider".
func isHeader(name string) bool { return strings.ContainsAny(name, "/();") }

// strangers are names for a crawler that no file names. Some profiles look for
// values anywhere in a name, so the next one shares little with those before.
var strangers = []string{"UnnamedBot", "UnnamedBotx", "Stranger", "Qzxjkv", "Wyhfgu"}

// unnamed returns a token that no group of the policies names. Asking for it is
// asking what any crawler unknown to the author may fetch. A file that names
// all of them, as an empty value does by some profiles, is asked for the first.
func unnamed(policies ...*robots.Policy) string {
	for _, name := range strangers {
		if !slices.ContainsFunc(policies, func(p *robots.Policy) bool { return p.Decide(name, "/").Named }) {
			return name
		}
	}
	return strangers[0]
}
