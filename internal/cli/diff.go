package cli

import (
	"github.com/spf13/cobra"
	"math"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// diffFlags are what diff was told.
type diffFlags struct {
	profileFlags
	format     *choice
	agents     []string
	probes     string
	structural bool
	states     count
}

func (a *app) diff() *cobra.Command {
	f := &diffFlags{}
	f.several = true
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "tell whose answers change between two files, with a witness for each",
		Long: `diff compares two robots.txt by what they say to crawlers. It tells which bots
may fetch something now that they might not fetch before, and the other way
round, each with a path that shows it and the two lines that decide. "Unchanged"
is said only where it is proven over all URLs. Below that stand the lines that
were added, removed, edited or moved; comments and spelling do not count.

Without -a every bot is compared that either file names, "*", and "any other
bot", one that neither names. --probes adds questions of your own; their format
is that of "robots matrix --help".

The exit code is 0 only if every answer is proven unchanged; it is 1 if one
changed or could not be settled, and --format json tells which. --structural
makes it 1 for changes of lines too. Probes add to what is shown, and change no
exit code: what they ask is among the answers compared.

A URL stands for the robots.txt of its site: "diff FILE URL" tells how what is
served differs from what is committed. With one URL and two --as it compares what
two user agents get. A site without a file is absent, and not empty; if one cannot
be reached the exit code is 3, since nothing is known of its file.

One file may be "-". The null device, /dev/null, stands for a site without a
robots.txt, as git means it: absent, and not empty. Given the seven arguments of
GIT_EXTERNAL_DIFF, diff writes for git and the exit code is 0 unless it fails,
as git wants it.`,
		Example: `  robots diff old/robots.txt robots.txt
  git show HEAD:robots.txt | robots diff - robots.txt
  robots diff robots.txt https://example.com
  robots diff https://example.com --as GPTBot/1.0 --as Mozilla/5.0
  robots diff old.txt new.txt -a GPTBot -a '*' --format markdown
  robots diff old.txt new.txt --structural --probes probes.txt --format json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runDiff(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.agents, "agent", "a", nil, "compare only what this crawler is told, by product `TOKEN` or whole User-Agent header; may be repeated")
	flags.StringVar(&f.probes, "probes", "", probesUsage)
	flags.BoolVar(&f.structural, "structural", false, "fail on changes of lines too")
	statesFlag(cmd, &f.states)
	f.format = formatFlag(cmd, report.DiffFormatNames...)
	f.profileFlags.add(cmd)
	return cmd
}

func statesFlag(cmd *cobra.Command, states *count) {
	*states = count{least: 1, most: math.MaxInt32}
	cmd.Flags().Var(states, "states", "bound of each search, as `N` states visited (default 20000)")
}

func (a *app) runDiff(cmd *cobra.Command, f *diffFlags, args []string) error {
	names, shown, byGit := gitFiles(args)
	as := len(f.web.agents())
	switch {
	case len(args) == 1 && isURL(args[0]) && as == 2:
	case as > 1:
		return usageErrorf("name one URL, and --as twice", "%s: two user agents are compared by what they get of one URL", cmd.Name())
	case len(names) != 2:
		return usageErrorf("name the old file and the new one", "%s: %d files given, want 2", cmd.Name(), len(args))
	case f.probes == "-":
		return usageErrorf("name a file", "--probes cannot be standard input")
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	set, err := a.probes(f.probes)
	if err != nil {
		return err
	}
	var d report.Diff
	sides := []*report.Source{&d.Old, &d.New}
	if len(args) == 1 {
		err = a.sidesAs(f, args[0], options, sides)
	} else {
		err = a.sides(f, names, shown, options, sides)
	}
	if err != nil {
		return err
	}
	o := diff.Options{Options: prove.Options{States: f.states.n}, Tokens: a.tokens(f.agents, d.New.Policy)}
	d.Outcome, d.Changes = o.Behaviour(d.Old.Policy, d.New.Policy), diff.Compare(d.Old.Policy, d.New.Policy)
	d.Probes, d.Flips = set.Probes, diff.Flips(d.Old.Policy, d.New.Policy, set.Probes)
	report.DiffFormats[f.format.value](a.out, d, a.options(a.stdout))
	if byGit || d.Outcome.Status == diff.Unchanged && !(f.structural && len(d.Changes) > 0) {
		return nil
	}
	return errFindings
}

// sides reads the files to compare. A site that cannot be reached has none: that
// everything is closed until it answers is no change of the file.
func (a *app) sides(f *diffFlags, names, shown []string, o robots.Options, sides []*report.Source) error {
	for i, s := range sides {
		if isNull(names[i]) {
			*s = report.Source{Name: shown[i], Policy: robots.Absent()}
			continue
		}
		l, err := a.load(&f.web, names[i], "/dev/null stands for a site without a robots.txt", o)
		if err == nil {
			err = a.unreached
		}
		if err != nil {
			return err
		}
		if *s = l.Source; !isURL(names[i]) {
			s.Name = shown[i]
		}
	}
	return nil
}

// sidesAs fetches one robots.txt as two user agents.
func (a *app) sidesAs(f *diffFlags, url string, o robots.Options, sides []*report.Source) error {
	for i, as := range f.web.agents() {
		c, err := a.client(&f.web, as)
		if err != nil {
			return err
		}
		l, err := a.loadAs(c, url, o)
		if err == nil {
			err = a.unreached
		}
		if err != nil {
			return err
		}
		*sides[i] = l.Source
		sides[i].Name += " (" + as + ")"
	}
	return nil
}

// gitFiles takes the files to compare out of the arguments of an external diff
// of git, and how to show them:
//
//	path old-file old-hex old-mode new-file new-hex new-mode [new-path what]
//
// with the last two where the file was renamed. Other arguments are the files
// themselves.
func gitFiles(args []string) (names, shown []string, byGit bool) {
	if len(args) != 7 && len(args) != 9 {
		return args, args, false
	}
	from, to := args[0], args[0]
	if len(args) == 9 {
		to = args[7]
	}
	return []string{args[1], args[4]}, []string{gitName("a/", from, args[1]), gitName("b/", to, args[4])}, true
}

// gitName is how git itself shows the two sides of a file.
func gitName(prefix, path, file string) string {
	if isNull(file) {
		return file
	}
	return prefix + path
}
