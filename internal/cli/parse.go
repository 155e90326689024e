package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/report"
)

func (a *app) parse() *cobra.Command {
	var f profileFlags
	var format *choice
	cmd := &cobra.Command{
		Use:   "parse [FILE|-]",
		Short: "show how a robots.txt is read, line by line",
		Long: `parse shows what the lines of a robots.txt were read as: groups with their
rules, which user-agent lines were joined into one group and why, sitemaps and
other records, and lines that count for nothing.

The exit code is 0 whatever the file holds: no text is an error (RFC 9309
2.3.1.5). What there is to remark on goes to standard error.`,
		Example: `  robots parse robots.txt
  robots parse --format json robots.txt`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := f.options()
			if err != nil {
				return err
			}
			name, err := a.file(cmd, args)
			if err != nil {
				return err
			}
			l, err := a.loadText(&f.web, name, "check --absent judges a site without a file", options)
			if err != nil {
				return err
			}
			s := l.Source
			if format.value == "json" {
				report.ParseJSON(a.out, s, a.options(a.stdout))
				return nil
			}
			report.ParseText(a.out, s, a.options(a.stdout))
			a.out.Flush()
			report.Remarks(a.stderr, s, true, a.options(a.stderr))
			return nil
		},
	}
	format = formatFlag(cmd, "text", "json")
	f.add(cmd)
	return cmd
}
