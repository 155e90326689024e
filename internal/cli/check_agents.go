package cli

import (
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// defaultAgents are asked for where none is named.
var defaultAgents = verb.DefaultAgents

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
	agent := verb.Agent(name, policies...)
	if agent.Given != "" {
		a.say(a.lang.Text("note.token", msg.Str("given", report.Clean(agent.Given)), msg.Str("token", agent.Name)))
	}
	return agent
}

// isHeader reports whether a name looks like a User-Agent header.
func isHeader(name string) bool { return verb.IsHeader(name) }
