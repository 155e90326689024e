package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/dialect"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// allProfiles is the word by which --profile asks for all of them.
const allProfiles = "all"

// runDialects tells who would read a file differently.
func (a *app) runDialects(cmd *cobra.Command, f *checkFlags, args []string) error {
	write := report.DialectFormats[f.format.value]
	switch {
	case write == nil:
		return usageErrorf("want "+list(report.DialectFormatNames), "--profile all cannot be written as %s", f.format.value)
	case f.batch || f.explain || f.want.value != "" || f.fileURL != "":
		return usageErrorf("name one profile for these", "--profile all cannot be with --batch, --explain, --want or --robots-url")
	case f.absent || cmd.Flags().Changed("status"):
		return usageErrorf("name a file", "--profile all: all profiles judge a site without a file alike")
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	name, err := a.file(cmd, args)
	if err != nil {
		return err
	}
	l, err := a.loadText(&f.web, name, "", options)
	if err != nil {
		return err
	}
	var policies []*robots.Policy
	for _, options.Profile = range robots.Profiles() {
		policies = append(policies, options.Parse(l.raw))
	}
	d, left := report.Dialects{Source: l.Source}, 0
	d.Policy = policies[0]
	if len(f.urls) == 0 {
		d.Targets, left = access.Families(d.Policy, maxFamilies)
	}
	for _, url := range f.urls {
		target, err := targetOf(d.Source, url)
		if err != nil {
			return err
		}
		d.Targets = append(d.Targets, target)
	}
	var tokens []string
	for _, agent := range a.agents(f.agents, policies...) {
		if !slices.ContainsFunc(d.Agents, func(b report.Agent) bool { return b.Name == agent.Name }) {
			d.Agents, tokens = append(d.Agents, agent), append(tokens, agent.Name)
		}
	}
	d.Differences = dialect.Options{Limits: options.Limits}.Differences(l.raw, tokens, d.Targets)
	if err := write(a.out, d, a.options(a.stdout)); err != nil {
		return nil // Main reports it when it flushes
	}
	a.out.Flush()
	if left > 0 {
		a.say(a.lang.Text("note.families", msg.Int("n", left)))
	}
	return nil
}
