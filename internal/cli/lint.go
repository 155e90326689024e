package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/report"
)

// lintFlags are what lint was told.
type lintFlags struct {
	profileFlags
	configFlags
	format         *choice
	failOn         choice
	fix, diff      bool
	unsafe         bool
	selects, skips []string
	fileURL        string
}

var severities = []diag.Severity{diag.Error, diag.Warning, diag.Info}

func (a *app) lint() *cobra.Command {
	f := &lintFlags{failOn: choice{value: diag.Warning.String()}}
	for _, s := range severities {
		f.failOn.of = append(f.failOn.of, s.String())
	}
	cmd := &cobra.Command{
		Use:   "lint [FILES|-]",
		Short: "find what is probably not meant, and mend it",
		Long: `lint reports what in a robots.txt is probably not what its author meant: rules
that decide nothing, groups that join, names that nobody has, and much more.
"robots explain CODE" tells all about one kind of finding.

With --fix the file is mended, and what is left is reported; --diff shows how it
would be mended. Only those fixes are made that are proven to change no answer,
for any crawler on any URL, and that leave delays, sitemaps and other records
alone; --unsafe makes the others too. Findings come with a URL on which an
unsafe fix changes the answer, if there is one.

Settings and suppressions come from .robots.toml in the folder of the file or
above it, else from robots/config.toml in XDG_CONFIG_HOME or ~/.config; flags go
first, then the environment: ROBOTS_LINT_FAIL_ON and the like, ROBOTS_CONFIG for
the file. What is suppressed is counted and does not fail; see docs/config.md.

The exit code is 1 if anything of the severity --fail-on or above is found, or
if --diff shows a change.`,
		Example: `  robots lint robots.txt
  robots lint --fix robots.txt
  robots lint --format sarif --fail-on error public/robots.txt
  robots lint --ignore unknown-agent,trailing-star robots.txt`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runLint(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.fix, "fix", false, "mend the files, where that is proven to change no answer")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what --fix would change, as a unified diff")
	flags.BoolVar(&f.unsafe, "unsafe", false, "with --fix or --diff: make fixes that change answers too")
	flags.StringSliceVar(&f.selects, "select", nil, "look only for these `CODES`")
	flags.StringSliceVar(&f.skips, "ignore", nil, "do not look for these `CODES`")
	flags.Var(&f.failOn, "fail-on", "least severity that fails: "+list(f.failOn.of))
	flags.StringVar(&f.fileURL, "robots-url", "", "`URL` the file is served at, to tell its sitemaps from those of other sites")
	f.failOn.complete(cmd, "fail-on")
	for _, name := range []string{"select", "ignore"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(checkCodes(), cobra.ShellCompDirectiveNoFileComp))
	}
	f.format = formatFlag(cmd, report.LintFormatNames...)
	f.profileFlags.add(cmd)
	f.configFlags.add(cmd)
	return cmd
}

func (a *app) runLint(cmd *cobra.Command, f *lintFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if len(args) == 0 {
		name, err := a.file(cmd, args)
		if err != nil {
			return err
		}
		args = []string{name}
	}
	all, changed, err := a.lintFiles(cmd, f, args)
	if err != nil {
		return err
	}
	if f.diff {
		if changed {
			return errFindings
		}
		return nil
	}
	run := lintRun{by: map[string]*[]linted{}}
	for _, l := range all {
		run.add(l)
	}
	run.stale()
	report.LintFormats[f.format.value](a.out, run.files, a.options(a.stdout))
	if f.format.value == "text" {
		a.out.Flush()
		a.say(report.LintSummary(run.files, a.lang))
	}
	if run.fails {
		return errFindings
	}
	return nil
}

// check refuses flags that contradict one another.
func (f *lintFlags) check() error {
	switch {
	case f.fix && f.diff:
		return usageErrorf("leave one of them out", "both --fix and --diff are given")
	case f.unsafe && !f.fix && !f.diff:
		return usageErrorf("add --fix or --diff", "--unsafe mends nothing by itself")
	}
	return nil
}

// parseCodes refuses codes that no check has.
func parseCodes(flag string, names []string) (codes []diag.Code, err error) {
	for _, name := range names {
		if _, ok := lint.Lookup(diag.Code(name)); !ok {
			return nil, usageErrorf(suggest(name, checkCodes(), "robots explain lists the codes"), "%s: no check is called %q", flag, name)
		}
		codes = append(codes, diag.Code(name))
	}
	return codes, nil
}

func checkCodes() (codes []string) {
	for _, c := range lint.Checks() {
		codes = append(codes, string(c.Code))
	}
	return codes
}
