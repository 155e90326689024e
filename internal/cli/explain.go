package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/report"
)

func (a *app) explain() *cobra.Command {
	var format *choice
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "tell what a finding means, with an example",
		Long: `explain tells about one kind of finding of "robots lint": why it matters, a text
on which it is found, and the same text mended. Without a code it lists all of
them; --format markdown then writes the page that documents them.`,
		Example: `  robots explain dead-rule
  robots explain --format markdown`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return checkCodes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.runExplain(format.value, args) },
	}
	format = formatFlag(cmd, "text", "markdown")
	return cmd
}

func (a *app) runExplain(format string, args []string) error {
	o := a.options(a.stdout)
	switch {
	case len(args) > 1:
		return usageErrorf("name one code", "explain: %d codes given", len(args))
	case len(args) == 1 && format == "markdown":
		return usageErrorf("leave the code out", "explain: the page holds all codes")
	case format == "markdown":
		report.ChecksMarkdown(a.out, o)
		return nil
	case len(args) == 0:
		report.CheckList(a.out, o)
		return nil
	}
	c, ok := lint.Lookup(diag.Code(args[0]))
	if !ok {
		return usageErrorf(suggest(args[0], checkCodes(), "robots explain lists the codes"), "explain: no check is called %q", args[0])
	}
	report.CheckText(a.out, c, o)
	return nil
}
