package cli

import (
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// checkFlags are what check was told.
type checkFlags struct {
	profileFlags
	format  *choice
	want    choice
	agents  []string
	urls    []string
	explain bool
	absent  bool
	status  int
	fileURL string
	batch   bool
}

func (a *app) check() *cobra.Command {
	f := &checkFlags{want: choice{of: []string{"allow", "disallow"}}}
	cmd := &cobra.Command{
		Use:   "check [FILE|-]",
		Short: "tell what crawlers may fetch, and by which line",
		Long:  checkHelp,
		Example: `  robots check robots.txt
  robots check robots.txt -a GPTBot -u '/news/?page=2' --explain
  robots check robots.txt -a GPTBot -a ClaudeBot -u / --want disallow
  robots check --status 503 -a Googlebot -u /
  robots check --batch < questions.ndjson > answers.ndjson`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.batch {
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
	flags.BoolVar(&f.absent, "absent", false, "judge a site that has no robots.txt")
	flags.IntVar(&f.status, "status", 0, "judge a site that answers with this HTTP status `CODE` instead of a file")
	flags.StringVar(&f.fileURL, "robots-url", "", "`URL` the file is served at; URLs of other sites are out of scope")
	flags.BoolVar(&f.batch, "batch", false, "answer questions read as NDJSON, one a line")
	f.format = formatFlag(cmd, report.FormatNames...)
	f.profileFlags.add(cmd)
	f.want.complete(cmd, "want")
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(defaultAgents, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	if f.explain && f.format.value == "csv" {
		return usageErrorf("text, json and markdown can", "--format csv has no room for --explain")
	}
	source, err := a.source(cmd, f, args)
	if err != nil {
		return err
	}
	agents, targets := a.agents(f.agents, source.Policy), f.urls
	left := 0 // families of rules that the table has no room for
	if len(targets) == 0 {
		targets, left = families(source.Policy)
	}
	c := report.Check{Source: source, Answers: ask(source, agents, targets, f.explain), Explain: f.explain}
	if err := report.Formats[f.format.value](a.out, c, a.options(a.stdout)); err != nil {
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

// source returns the policy to ask: of a file, or of a site that has none.
func (a *app) source(cmd *cobra.Command, f *checkFlags, args []string) (report.Source, error) {
	if f.fileURL != "" {
		if _, err := robots.FileURL(f.fileURL); err != nil {
			return report.Source{}, usageErrorf("it looks like https://example.com/robots.txt", "--robots-url: %w", err)
		}
	}
	options, err := f.options()
	if err != nil {
		return report.Source{}, err
	}
	withStatus := cmd.Flags().Changed("status")
	if !f.absent && !withStatus {
		name, err := a.file(cmd, args)
		if err != nil {
			return report.Source{}, err
		}
		text, err := a.read(name, "a site without a robots.txt is judged with --absent")
		return report.Source{Name: name, FileURL: f.fileURL, Policy: options.Parse(text)}, err
	}
	switch {
	case len(args) > 0:
		return report.Source{}, usageErrorf("leave one of them out", "both a file and --absent or --status are given")
	case f.absent && withStatus:
		return report.Source{}, usageErrorf("--absent is the same as --status 404", "both --absent and --status are given")
	case f.absent:
		return report.Source{FileURL: f.fileURL, Policy: robots.Absent()}, nil
	}
	p, ok := robots.ForStatus(f.status)
	if !ok {
		return report.Source{}, usageErrorf("400 to 599 stand for a file that could not be had; for 200 name the file, for 3xx follow the redirect",
			"--status %d: no policy follows from it", f.status)
	}
	return report.Source{FileURL: f.fileURL, Policy: p}, nil
}

// ask puts every question of the table. The way to an answer is worked out only
// if it is to be shown: it weighs every rule, where a decision stops early.
func ask(s report.Source, agents []report.Agent, targets []string, explain bool) []report.Answer {
	answers := make([]report.Answer, 0, len(agents)*len(targets))
	for _, agent := range agents {
		token := tokenOf(s.Policy.Profile(), agent.Name)
		for _, target := range targets {
			t := robots.Trace{Name: agent.Name}
			switch path := isPath(target); {
			case explain && path:
				t = s.Policy.Explain(agent.Name, target)
			case explain:
				t = s.Policy.ExplainURL(agent.Name, target, s.FileURL)
			case path:
				t.Decision = s.Policy.Decide(agent.Name, target)
			default:
				t.Decision = s.Policy.DecideURL(agent.Name, target, s.FileURL)
			}
			t.Token = token
			answers = append(answers, report.Answer{Agent: agent, Target: target, Trace: t})
		}
	}
	return answers
}

// isPath reports whether a question is about a path and query, and not about
// a URL: what is neither is asked as a URL and comes back as invalid.
func isPath(url string) bool { return url == "" || url[0] == '/' }

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
