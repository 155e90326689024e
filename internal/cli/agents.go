package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// agentsFlags are what agents was told.
type agentsFlags struct {
	panels  []string
	purpose choice
	format  *choice
}

func (a *app) agentsCommand() *cobra.Command {
	f := &agentsFlags{purpose: choice{of: append([]string{"unknown"}, purposeNames()...)}}
	cmd := &cobra.Command{
		Use:   "agents [QUERY]",
		Short: "look up crawlers: who runs them, what for, and who says so",
		Long: `agents lists the catalogue of crawlers, each with whose word the facts are, its
date and its source. What is not the operator's own word is marked as unverified.

QUERY is a token or alias, a part of one, of an operator's name, or a whole
User-Agent header. Of a single crawler it tells all that is known. The exit code
is 1 if nothing is found.`,
		Example: `  robots agents GPTBot
  robots agents --panel five
  robots agents anthropic --purpose search`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runAgents(f, args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return catalogue(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	panelFlag(cmd, &f.panels, "the whole catalogue")
	cmd.Flags().Var(&f.purpose, "purpose", "only crawlers that serve this purpose: "+list(f.purpose.of))
	f.purpose.complete(cmd, "purpose")
	f.format = formatFlag(cmd, "text", "json")
	return cmd
}

func (a *app) runAgents(f *agentsFlags, args []string) error {
	if len(args) > 1 {
		return usageErrorf("put a name of several words in quotes", "agents: %d queries given", len(args))
	}
	all := slices.Collect(agents.All())
	if len(f.panels) > 0 {
		var err error
		if all, err = a.bots(f.panels, nil, ""); err != nil {
			return err
		}
	}
	query := ""
	if len(args) == 1 {
		query = args[0]
	}
	all = slices.DeleteFunc(search(all, query), func(b agents.Agent) bool { return !f.serves(b) })
	if f.format.value == "json" {
		report.AgentsJSON(a.out, all)
	} else if len(all) > 0 {
		report.AgentsText(a.out, all, a.options(a.stdout))
	}
	if len(all) > 0 {
		return nil
	}
	near, _ := agents.Similar(query)
	a.say(a.lang.Text("agents.nothing", msg.Str("query", report.Clean(query)), msg.Str("near", near.Token)))
	return errFindings
}

func (f *agentsFlags) serves(b agents.Agent) bool {
	if f.purpose.value == "" {
		return true
	}
	return slices.ContainsFunc(b.Purposes(), func(p agents.Purpose) bool { return p.String() == f.purpose.value })
}

// search returns the crawlers that a query means: the one with that name, else
// those that a header names, else those with that in a name or the operator's.
func search(all []agents.Agent, query string) []agents.Agent {
	if found, ok := agents.Lookup(query); ok {
		return only(all, func(b agents.Agent) bool { return b == found })
	}
	if isHeader(query) {
		named := agents.Identify(query)
		return only(all, func(b agents.Agent) bool { return slices.Contains(named, b) })
	}
	query = strings.ToLower(query)
	return only(all, func(b agents.Agent) bool {
		return slices.ContainsFunc(append(b.Aliases(), b.Token, b.Operator), func(s string) bool {
			return strings.Contains(strings.ToLower(s), query)
		})
	})
}

func only(all []agents.Agent, keep func(agents.Agent) bool) []agents.Agent {
	return slices.DeleteFunc(all, func(b agents.Agent) bool { return !keep(b) })
}
