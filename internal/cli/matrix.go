package cli

import (
	"github.com/spf13/cobra"
	"io"

	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// matrixFlags are what matrix was told.
type matrixFlags struct {
	sourceFlags
	format *choice
	agents []string
	urls   []string
	probes string
}

func (a *app) matrix() *cobra.Command {
	f := &matrixFlags{}
	cmd := &cobra.Command{
		Use:   "matrix [FILE|-]",
		Short: "show crawlers by paths as a grid",
		Long: `matrix shows what crawlers may fetch as a grid, crawlers down and paths across.
A cell says whether a rule allows or disallows, or that nobody has said
anything: no rule matches, no group applies, the file is empty or is not there.
A star behind it means that the group of "*" had to serve.

Without -a and -u it asks for what check asks for. With --probes it asks the
questions of a file, and cells that no question asks about stay empty:

  # what must not change
  the newsroom stays open = GPTBot /news/
  Bytespider /

The name may be left out. "*" stands for a crawler that the file does not name,
as in "-a '*'". The exit code is 0 whatever the cells say.`,
		Example: `  robots matrix robots.txt
  robots matrix robots.txt -a GPTBot -a '*' -u / -u /news/
  robots matrix robots.txt --probes probes.txt --format csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runMatrix(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "crawler to ask for, by product `TOKEN` or whole User-Agent header; may be repeated")
	flags.StringArrayVarP(&f.urls, "url", "u", nil, "absolute `URL` or path to ask about; may be repeated")
	flags.StringVar(&f.probes, "probes", "", probesUsage)
	f.format = formatFlag(cmd, report.MatrixFormatNames...)
	f.sourceFlags.add(cmd)
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(defaultAgents, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) runMatrix(cmd *cobra.Command, f *matrixFlags, args []string) error {
	if f.probes != "" && (len(f.agents) > 0 || len(f.urls) > 0) {
		return usageErrorf("the probes name crawlers and paths", "both --probes and -a or -u are given")
	}
	source, err := a.source(cmd, &f.sourceFlags, args)
	if err != nil {
		return err
	}
	m := report.Matrix{Source: source}
	left := 0
	if f.probes != "" {
		set, err := a.probes(f.probes)
		if err != nil {
			return err
		}
		if err := fitsTable(f.probes, set.Probes); err != nil {
			return err
		}
		m.Matrix = access.AskProbes(source.Policy, set.Probes)
		m.Agents = rowsOf(m.Matrix.Tokens)
	} else {
		var targets []string
		for _, url := range f.urls {
			target, err := targetOf(source, url)
			if err != nil {
				return err
			}
			targets = append(targets, target)
		}
		if len(targets) == 0 {
			targets, left = access.Families(source.Policy, maxFamilies)
		}
		m.Agents, m.Matrix = verb.Grid(source, a.agents(f.agents, source.Policy), targets)
	}
	if err := a.write(f.format.value, func(w io.Writer) error { return report.MatrixFormats[f.format.value](w, m, a.options(a.stdout)) }); err != nil {
		return nil // Main reports it when it flushes
	}
	a.out.Flush()
	if left > 0 {
		a.say(a.lang.Text("note.families", msg.Int("n", left)))
	}
	return nil
}

// maxCells is how many cells a table of probes may have: most are empty where
// each probe has a crawler and a path of its own, and all take room.
const maxCells = 1_000_000

// fitsTable refuses probes that name too many crawlers and paths for a table.
func fitsTable(name string, probes []access.Probe) error {
	tokens, targets := map[string]bool{}, map[string]bool{}
	for _, p := range probes {
		tokens[p.Token], targets[p.Target] = true, true
	}
	if len(tokens)*len(targets) <= maxCells {
		return nil
	}
	return usageErrorf("split the file by crawler or by path", "--probes %s: a table of %d crawlers and %d paths has more than %d cells",
		report.Clean(name), len(tokens), len(targets), maxCells)
}
