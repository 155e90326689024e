package cli

import (
	"github.com/spf13/cobra"
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// checkFlags are what check was told.
type checkFlags struct {
	sourceFlags
	format  *choice
	want    choice
	agents  []string
	urls    []string
	explain bool
	batch   bool
}

// maxFamilies is how many families of rules a table shows.
const maxFamilies = verb.Families

func (a *app) check() *cobra.Command {
	f := &checkFlags{want: choice{of: []string{"allow", "disallow"}}}
	cmd := &cobra.Command{
		Use:   "check [FILE|-]",
		Short: "tell what crawlers may fetch, and by which line",
		Long:  checkHelp,
		Example: `  robots check robots.txt
  robots check robots.txt -a GPTBot -u '/news/?page=2' --explain
  robots check robots.txt -a GPTBot -a ClaudeBot -u / --want disallow
  robots check robots.txt --profile all
  robots check --status 503 -a Googlebot -u /
  robots check --batch < questions.ndjson > answers.ndjson`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.profile.value == allProfiles:
				return a.runDialects(cmd, f, args)
			case f.batch:
				return a.runBatch(cmd, f, args)
			}
			return a.runCheck(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN` or whole User-Agent header; may be repeated")
	flags.StringArrayVarP(&f.urls, "url", "u", nil, "absolute `URL` or path to ask about; may be repeated")
	flags.BoolVar(&f.explain, "explain", false, "show step by step how each answer was found")
	flags.Var(&f.want, "want", "fail unless every answer is allow or disallow")
	flags.BoolVar(&f.batch, "batch", false, "answer questions read as NDJSON, one a line")
	f.format = formatFlag(cmd, report.FormatNames...)
	f.sourceFlags.add(cmd, allProfiles)
	f.want.complete(cmd, "want")
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(defaultAgents, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	if f.explain && f.format.value == "csv" {
		return usageErrorf("text, json and markdown can", "--format csv has no room for --explain")
	}
	source, err := a.source(cmd, &f.sourceFlags, args)
	if err != nil {
		return err
	}
	agents, targets := a.agents(f.agents, source.Policy), f.urls
	left := 0 // families of rules that the table has no room for
	if len(targets) == 0 {
		targets, left = access.Families(source.Policy, maxFamilies)
	}
	c := report.Check{Source: source, Answers: verb.Ask(source, agents, targets, f.explain), Explain: f.explain}
	if err := a.write(f.format.value, func(w io.Writer) error { return report.Formats[f.format.value](w, c, a.options(a.stdout)) }); err != nil {
		return nil // Main reports it when it flushes
	}
	a.out.Flush() // the table comes first where both streams end on one terminal
	if left > 0 {
		a.say(a.lang.Text("note.families", msg.Int("n", left)))
	}
	if f.format.value == "text" || f.format.value == "csv" {
		report.Remarks(a.stderr, source, false, a.options(a.stderr))
	}
	if f.want.value != "" {
		return a.assert(c, f.want.value)
	}
	return verdictCode(c)
}

// verdictCode makes an exit code of a single answer. A table has none: it is
// all there is to say.
func verdictCode(c report.Check) error {
	if len(c.Answers) != 1 {
		return nil
	}
	switch d := c.Answers[0].Trace.Decision; {
	case d.Err != nil:
		return &exitError{exitUsage, d.Err, "want an absolute http or https URL of the site, or a path that begins with \"/\""}
	case d.Verdict == robots.Disallow:
		return errFindings
	}
	return nil // absent and unavailable too: a crawler may fetch
}
