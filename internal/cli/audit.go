package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/report"
)

// auditFlags are what audit was told.
type auditFlags struct {
	sourceFlags
	configFlags
	format    *choice
	least     choice
	agents    []string
	urls      []string
	sitemaps  []string
	engines   []string
	failUnder int
	output    string
}

func (a *app) audit() *cobra.Command {
	f := &auditFlags{least: choice{value: diag.Info.String()}}
	for _, s := range severities {
		f.least.of = append(f.least.of, s.String())
	}
	cmd := &cobra.Command{
		Use:   "audit [FILE|-]",
		Short: "score a robots.txt, and tell all there is to say of it",
		Long:  auditHelp,
		Example: `  robots audit robots.txt
  robots audit robots.txt --format html --output audit.html
  robots audit robots.txt --sitemap sitemap.xml --fail-under 85
  robots audit staging/robots.txt --engines none
  robots audit robots.txt --format markdown >> "$GITHUB_STEP_SUMMARY"`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runAudit(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN` or whole User-Agent header; may be repeated")
	flags.StringArrayVarP(&f.urls, "url", "u", nil, "path or absolute `URL` to ask about; may be repeated")
	flags.StringArrayVar(&f.sitemaps, "sitemap", nil, "`FILE` of a sitemap to hold against the robots.txt; may be repeated")
	flags.StringSliceVar(&f.engines, "engines", audit.DefaultEngines, "`TOKENS` of search engines that must get in, or none")
	flags.IntVar(&f.failUnder, "fail-under", 0, "fail if the score is below `N`, 0 to 100, and for nothing else")
	flags.Var(&f.least, "min-severity", "least severity of findings to show: "+list(f.least.of))
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE`, not to standard output")
	f.format = formatFlag(cmd, report.AuditFormatNames...)
	f.sourceFlags.add(cmd)
	f.configFlags.add(cmd)
	f.least.complete(cmd, "min-severity")
	for _, name := range []string{"agent", "engines"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(catalogue(), cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

func (a *app) runAudit(cmd *cobra.Command, f *auditFlags, args []string) error {
	if f.failUnder < 0 || f.failUnder > 100 {
		return usageErrorf("a score is 0 to 100", "--fail-under %d: no score is below 0 or above 100", f.failUnder)
	}
	if f.output != "" && f.output != "-" && slices.ContainsFunc(append(f.sitemaps, args...), func(name string) bool { return sameFile(name, f.output) }) {
		return usageErrorf("name another file", "--output %s is what is to be audited", f.output)
	}
	o, err := a.auditOptions(cmd, f, args)
	if err != nil {
		return err
	}
	source, err := a.source(cmd, &f.sourceFlags, args)
	if err != nil {
		return err
	}
	o.FileURL = source.FileURL
	if o.Paths, err = targets(source, f.urls); err != nil {
		return err
	}
	var g *gate
	if len(f.sitemaps) > 0 {
		if g, err = a.listing(source, &f.web, o.Engines, f.sitemaps); err != nil {
			return err
		}
		o.Listing = &audit.Listing{Entries: g.Entries(), Tally: g.Tally}
	}
	r := audit.Run(source.Policy, o)
	if err := a.writeAudit(f, report.Audit{Source: source, Report: r, Least: f.severity()}); err != nil {
		return err
	}
	if g != nil && f.format.value != "json" {
		report.GateRemarks(a.stderr, g.Gate, a.options(a.stderr))
	}
	return f.verdict(cmd, r)
}

// auditOptions checks the flags.
func (a *app) auditOptions(cmd *cobra.Command, f *auditFlags, args []string) (o audit.Options, err error) {
	if o.Options, err = a.auditLint(cmd, f, args); err != nil {
		return o, err
	}
	o.Engines = []string{} // none: not the default
	for _, token := range f.engines {
		switch agent, known := agents.Lookup(token); {
		case strings.EqualFold(token, "none") && len(f.engines) == 1:
		case !known:
			near, _ := agents.Similar(token)
			return o, usageErrorf(suggest(token, []string{near.Token, "none"}, "robots agents --purpose search lists them; \"none\" is for a site that is meant to be closed"),
				"--engines: %q is not in the catalogue", token)
		default:
			o.Engines = append(o.Engines, agent.Token)
		}
	}
	for _, name := range f.agents {
		if name == "*" {
			o.Bots = append(o.Bots, audit.Anybody())
		} else {
			o.Bots = append(o.Bots, a.bot(name))
		}
	}
	return o, nil
}

// auditLint settles what lint is to look for, as for robots lint: flags, then
// .robots.toml. Profile and URL hold for the rest of the audit too.
func (a *app) auditLint(cmd *cobra.Command, f *auditFlags, args []string) (lint.Options, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	s, err := a.lintSettings(cmd, &lintFlags{profileFlags: f.profileFlags, configFlags: f.configFlags, failOn: f.least, fileURL: f.fileURL}, name)
	if err != nil {
		return lint.Options{}, err
	}
	f.fileURL = s.lint.FileURL
	return s.lint, f.profile.Set(s.parse.Profile.String())
}

// listing holds sitemaps against the robots.txt for the search engines.
func (a *app) listing(s report.Source, web *webFlags, engines, files []string) (*gate, error) {
	g := &gate{app: a, web: web, seen: map[string]bool{}, Gate: report.Gate{Source: s}}
	for _, token := range engines {
		g.Agents = append(g.Agents, report.Agent{ID: token, Name: token})
	}
	for _, name := range files {
		if err := g.file(name, g.served(name), 0); err != nil {
			return nil, err
		}
	}
	return g, g.understood()
}

// writeAudit writes to standard output or to --output.
func (a *app) writeAudit(f *auditFlags, r report.Audit) error {
	write := report.AuditFormats[f.format.value]
	if f.output == "" || f.output == "-" {
		write(a.out, r, a.options(a.stdout))
		a.out.Flush() // Main reports what goes wrong
		return nil
	}
	var b strings.Builder
	o := a.options(a.stdout)
	o.Color = false // a file is no terminal
	if err := write(&b, r, o); err != nil {
		return err
	}
	if err := writeFile(f.output, b.String()); err != nil {
		return ioErrorf("", "write %s: %w", f.output, cause(err))
	}
	return nil
}

// writeFile writes a file whole or not at all. What is there and no regular file,
// such as a pipe, is written as it comes.
func writeFile(name, text string) error {
	info, err := os.Stat(name)
	if err == nil && info.Mode().IsRegular() {
		return replaceFile(name, text)
	}
	missing := err != nil
	err = os.WriteFile(name, []byte(text), 0o644)
	if err != nil && missing {
		os.Remove(name)
	}
	return err
}

// sameFile reports whether two names are of one file that is there.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(x, y)
}

func (f *auditFlags) severity() diag.Severity {
	for _, s := range severities {
		if s.String() == f.least.value {
			return s
		}
	}
	return diag.Info
}

// verdict makes an exit code of an audit. A score that is not there is below
// any that was asked for.
func (f *auditFlags) verdict(cmd *cobra.Command, r audit.Report) error {
	failed := r.Failed()
	if cmd.Flags().Changed("fail-under") {
		failed = !r.Scored || r.Score < f.failUnder
	}
	if failed {
		return errFindings
	}
	return nil
}
