package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// aiFlags are what ai was told.
type aiFlags struct {
	checkFlags
	panels []string
	wants  []string
}

func (a *app) ai() *cobra.Command {
	f := &aiFlags{}
	cmd := &cobra.Command{
		Use:   "ai [FILE|-]",
		Short: "tell what AI crawlers may fetch, and what that leaves open",
		Long:  aiHelp,
		Example: `  robots ai robots.txt
  robots ai robots.txt --panel training --panel user -u / -u /news/
  robots ai robots.txt --want training=closed --want search=open
  robots ai robots.txt --format html > ai.html
  robots ai init robots.txt --refuse training --keep search,user --diff`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runAI(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.urls, "url", "u", nil, "path or absolute `URL` to ask about; may be repeated")
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN` or whole User-Agent header; may be repeated")
	panelFlag(cmd, &f.panels, "five")
	flags.StringArrayVar(&f.wants, "want", nil, "fail unless a purpose is so over all paths asked: `PURPOSE=open` or =closed; may be repeated")
	flags.BoolVar(&f.absent, "absent", false, "judge a site that has no robots.txt")
	flags.IntVar(&f.status, "status", 0, "judge a site that answers with this HTTP status `CODE` instead of a file")
	f.format = formatFlag(cmd, report.AIFormatNames...)
	f.profileFlags.add(cmd)
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(catalogue(), cobra.ShellCompDirectiveNoFileComp))
	cmd.AddCommand(a.aiInit())
	return cmd
}

func (a *app) runAI(cmd *cobra.Command, f *aiFlags, args []string) error {
	wants, err := parseWants(f.wants)
	if err != nil {
		return err
	}
	bots, err := a.bots(f.panels, f.agents, "five")
	if err != nil {
		return err
	}
	source, err := a.source(cmd, &f.sourceFlags, args)
	if err != nil {
		return err
	}
	paths, err := targets(source, f.urls)
	if err != nil {
		return err
	}
	table := ai.Ask(source.Policy, bots, paths...)
	r := report.AI{Source: source, Table: table, Summary: table.Summary()}
	if err := a.write(f.format.value, func(w io.Writer) error { return report.AIFormats[f.format.value](w, r, a.options(a.stdout)) }); err != nil {
		return nil // Main reports it when it flushes
	}
	a.out.Flush()
	if f.format.value == "text" || f.format.value == "csv" {
		report.Remarks(a.stderr, source, false, a.options(a.stderr))
	}
	return a.assertPurposes(r, wants)
}

// targets brings what -u was given into the form that is asked.
func targets(s report.Source, urls []string) ([]string, error) {
	all, err := verb.TargetsOf(s, urls)
	if err != nil {
		return nil, usageErrorf("want an absolute http or https URL of the site, or a path that begins with \"/\"", "%w", err)
	}
	return all, nil
}

// bots returns the crawlers of some panels and those named one by one, each
// once. Without any it returns the panel other.
func (a *app) bots(panels, names []string, other string) ([]agents.Agent, error) {
	if len(panels) == 0 && len(names) == 0 {
		panels = []string{other}
	}
	var all []agents.Agent
	for _, name := range panels {
		panel, ok := agents.Panel(name)
		if !ok {
			return nil, usageErrorf(suggest(name, panelNames(), "want "+list(panelNames())), "--panel %q: no such panel", name)
		}
		all = append(all, panel...)
	}
	for _, name := range names {
		all = append(all, a.bot(name))
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(b agents.Agent) bool {
		id := strings.ToLower(b.Token)
		was := seen[id]
		seen[id] = true
		return was
	}), nil
}

// bot returns the crawler with that name. One that the catalogue does not know
// is asked for all the same: as RFC 9309 has it, by its token alone.
func (a *app) bot(name string) agents.Agent {
	if found, ok := agents.Lookup(name); ok {
		return found
	}
	if token := robots.Token(name); isHeader(name) && token != "" {
		a.say(a.lang.Text("note.token", msg.Str("given", report.Clean(name)), msg.Str("token", token)))
		if found, ok := agents.Lookup(token); ok {
			return found
		}
		name = token
	}
	near, _ := agents.Similar(name)
	a.say(a.lang.Text("ai.note.unknown", msg.Str("name", report.Clean(name)), msg.Str("near", near.Token)))
	return agents.Agent{Token: name, SendsRequests: true}
}

// panelFlag adds --panel to a command.
func panelFlag(cmd *cobra.Command, panels *[]string, other string) {
	cmd.Flags().StringArrayVar(panels, "panel", nil, "crawlers of this panel: "+list(panelNames())+"; may be repeated (default "+other+")")
	cmd.Flags().Lookup("panel").DefValue = ""
	cmd.RegisterFlagCompletionFunc("panel", cobra.FixedCompletions(panelNames(), cobra.ShellCompDirectiveNoFileComp))
}

func panelNames() (all []string) {
	for name := range agents.Panels() {
		all = append(all, name)
	}
	return all
}

func catalogue() (all []string) {
	for a := range agents.All() {
		all = append(all, a.Token)
	}
	return all
}
