package cli

import (
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// lintFlags are what lint was told.
type lintFlags struct {
	profileFlags
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
	return cmd
}

func (a *app) runLint(cmd *cobra.Command, f *lintFlags, args []string) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	o, err := f.lintOptions()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		name, err := a.file(cmd, args)
		if err != nil {
			return err
		}
		args = []string{name}
	}
	files, changed, err := a.lintFiles(args, f, options, o)
	if err != nil {
		return err
	}
	if f.diff {
		if changed {
			return errFindings
		}
		return nil
	}
	report.LintFormats[f.format.value](a.out, files, a.options(a.stdout))
	if f.format.value == "text" {
		a.out.Flush()
		a.say(report.LintSummary(files, a.lang))
	}
	if f.fails(files) {
		return errFindings
	}
	return nil
}

// lintFiles looks at all files: at several at once, where none is written and
// nothing is told of one by one.
func (a *app) lintFiles(names []string, f *lintFlags, options robots.Options, o lint.Options) (files []report.LintFile, changed bool, err error) {
	if !f.fix && !f.diff && !slices.Contains(names, "-") {
		files = make([]report.LintFile, len(names))
		err = each(len(names), func(i int) (err error) {
			files[i], _, err = a.lintFile(names[i], f, options, o)
			return err
		})
		return files, false, err
	}
	for _, name := range names {
		file, differs, err := a.lintFile(name, f, options, o)
		if err != nil {
			return nil, false, err
		}
		files, changed = append(files, file), changed || differs
	}
	return files, changed, nil
}

// lintOptions checks the flags.
func (f *lintFlags) lintOptions() (o lint.Options, err error) {
	switch {
	case f.fix && f.diff:
		return o, usageErrorf("leave one of them out", "both --fix and --diff are given")
	case f.unsafe && !f.fix && !f.diff:
		return o, usageErrorf("add --fix or --diff", "--unsafe mends nothing by itself")
	}
	if f.fileURL != "" {
		if _, err := robots.FileURL(f.fileURL); err != nil {
			return o, usageErrorf("it looks like https://example.com/robots.txt", "--robots-url: %w", err)
		}
	}
	if o.Select, err = parseCodes("--select", f.selects); err != nil {
		return o, err
	}
	o.Ignore, err = parseCodes("--ignore", f.skips)
	o.FileURL = f.fileURL
	return o, err
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

// lintFile looks at one file, and mends it or shows how. It reports whether
// there was anything to mend.
func (a *app) lintFile(name string, f *lintFlags, options robots.Options, o lint.Options) (report.LintFile, bool, error) {
	if f.fix && name == "-" {
		return report.LintFile{}, false, usageErrorf("use --diff, or name a file", "--fix cannot write standard input")
	}
	text, err := a.read(name, "check --absent judges a site without a file")
	if err != nil {
		return report.LintFile{}, false, err
	}
	p := options.Parse(text)
	file := report.LintFile{Source: report.Source{Name: name, FileURL: f.fileURL, Policy: p}, Findings: lint.Run(p, o)}
	if !f.fix && !f.diff {
		return file, false, nil
	}
	after := f.mended(p, options, o)
	if after == p.Text() {
		return file, false, nil
	}
	if safe, _ := lint.Same(p, after, prove.Options{}); !safe && !f.unsafe {
		return file, false, unproven(name, "the fixes are safe one by one, and not proven so together")
	}
	if f.diff {
		a.out.WriteString(a.paintDiff(udiff.Unified(report.Clean(name), report.Clean(name)+" (mended)", p.Text(), after)))
		return file, true, nil
	}
	if err := replaceFile(name, after); err != nil {
		return file, false, ioErrorf("", "write %s: %w", name, cause(err))
	}
	a.say(a.lang.Text("fmt.changed", msg.Str("file", report.Clean(name))))
	file.Policy = options.Parse(after)
	file.Findings = lint.Run(file.Policy, o)
	return file, true, nil
}

// maxRounds is how often a text is looked at anew after fixes were made: some
// are about the same place, and some bring to light what others hid.
const maxRounds = 5

// mended returns the text with those fixes made that are wanted.
func (f *lintFlags) mended(p *robots.Policy, options robots.Options, o lint.Options) string {
	o.Proofs, o.Reread = 10_000, 1<<30 // all of them: whoever waits for a file to be written can wait longer
	for range maxRounds {
		var edits []diag.Edit
		for _, found := range lint.Run(p, o) {
			for _, fix := range found.Fixes {
				if fix.Safety == lint.Safe || f.unsafe {
					edits = append(edits, fix.Edits...)
					break
				}
			}
		}
		if len(edits) == 0 {
			break
		}
		p = options.Parse(lint.Apply(p.Text(), edits))
	}
	return p.Text()
}

// fails reports whether a finding is as grave as --fail-on says.
func (f *lintFlags) fails(files []report.LintFile) bool {
	least := severities[slices.Index(f.failOn.of, f.failOn.value)]
	return slices.ContainsFunc(files, func(file report.LintFile) bool {
		return slices.ContainsFunc(file.Findings, func(found lint.Finding) bool { return found.Severity >= least })
	})
}
