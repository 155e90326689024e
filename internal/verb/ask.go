package verb

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/report"
)

// DefaultAgents are asked for where none is named: the five AI crawlers that
// files name most, each for another purpose, and the two large search engines.
var DefaultAgents = []string{"GPTBot", "OAI-SearchBot", "PerplexityBot", "Bytespider", "ClaudeBot", "Googlebot", "Bingbot"}

// Families is how many families of rules a table shows: with "/" and the
// default crawlers it makes some fifty rows, which is what one looks through.
const Families = 6

// Agent returns the crawler of that name: a product token, a whole User-Agent
// header, or "*" for any that the policies do not name. Given tells that it was
// taken from a header.
func Agent(name string, policies ...*robots.Policy) report.Agent {
	switch {
	case name == "*":
		return report.Agent{ID: report.OtherID, Name: Unnamed(policies...)}
	case IsHeader(name):
		if token := robots.Token(name); token != "" {
			return report.Agent{ID: token, Name: token, Given: name}
		}
	}
	return report.Agent{ID: name, Name: name}
}

// Agents are the crawlers of these names, or the default ones.
func Agents(names []string, policies ...*robots.Policy) []report.Agent {
	if len(names) == 0 {
		names = append(slices.Clone(DefaultAgents), "*")
	}
	agents := make([]report.Agent, 0, len(names))
	for _, name := range names {
		agents = append(agents, Agent(name, policies...))
	}
	return agents
}

// Ask puts every question of the table. The way to an answer is worked out only
// if it is to be shown: it weighs every rule, where a decision stops early.
func Ask(s report.Source, agents []report.Agent, targets []string, explain bool) []report.Answer {
	answers := make([]report.Answer, 0, len(agents)*len(targets))
	for _, agent := range agents {
		token := TokenOf(s.Policy.Profile(), agent.Name)
		for _, target := range targets {
			t := robots.Trace{Name: agent.Name}
			switch path := IsPath(target); {
			case explain && path:
				t = s.Policy.Explain(agent.Name, target)
			case explain:
				t = s.Policy.ExplainURL(agent.Name, target, s.FileURL)
			case path:
				t.Decision = s.Policy.Decide(agent.Name, target)
			default:
				t.Decision = s.Policy.DecideURL(agent.Name, target, s.FileURL)
			}
			t.Token = token
			answers = append(answers, report.Answer{Agent: agent, Target: target, Trace: t})
		}
	}
	return answers
}

// IsPath reports whether a question is about a path and query, and not about
// a URL: what is neither is asked as a URL and comes back as invalid.
func IsPath(url string) bool { return url == "" || url[0] == '/' }

// IsHeader reports whether a name looks like a User-Agent header and not like
// a token or a name of several words, such as "Sogou web spider".
func IsHeader(name string) bool { return strings.ContainsAny(name, "/();") }

// strangers are names for a crawler that no file names. Some profiles look for
// values anywhere in a name, so the next one shares little with those before.
var strangers = []string{"UnnamedBot", "UnnamedBotx", "Stranger", "Qzxjkv", "Wyhfgu"}

// Unnamed returns a token that no group of the policies names. Asking for it is
// asking what any crawler unknown to the author may fetch. A file that names
// all of them, as an empty value does by some profiles, is asked for the first.
func Unnamed(policies ...*robots.Policy) string {
	for _, name := range strangers {
		if !slices.ContainsFunc(policies, func(p *robots.Policy) bool { return p.Decide(name, "/").Named }) {
			return name
		}
	}
	return strangers[0]
}
