package cli

import (
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// initFlags are what ai init was told.
type initFlags struct {
	refuse, keep []string
	panels       []string
	signal       bool
	write, diff  bool
	accept       bool
	web          webFlags
}

func (a *app) aiInit() *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init [FILE|-]",
		Short: "draft a robots.txt that takes a stance on AI crawlers",
		Long:  initHelp,
		Example: `  robots ai init --refuse training
  robots ai init robots.txt --refuse training --keep search,user --diff
  robots ai init robots.txt --refuse training --panel all-ai -w`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runInit(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.refuse, "refuse", nil, "`PURPOSES` whose crawlers may fetch nothing, such as training")
	flags.StringSliceVar(&f.keep, "keep", nil, "`PURPOSES` whose crawlers are named and may fetch what they could, such as search,user")
	panelFlag(cmd, &f.panels, "training, search and user")
	flags.BoolVar(&f.signal, "content-signal", false, "say the same in a Content-Signal record of the group of *")
	flags.BoolVarP(&f.write, "write", "w", false, "write the file anew instead of printing it")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what would change, as a unified diff")
	flags.BoolVar(&f.accept, "accept", false, "write even if something changes that was not asked for")
	f.web.add(cmd, false)
	for _, name := range []string{"refuse", "keep"} {
		cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(purposeNames(), cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

func (a *app) runInit(cmd *cobra.Command, f *initFlags, args []string) error {
	stance, err := a.stance(f)
	if err != nil {
		return err
	}
	if f.write && f.diff {
		return usageErrorf("leave one of them out", "both -w and --diff are given")
	}
	name, text := "robots.txt", ""
	policy := robots.Absent()
	if len(args) > 0 || !isDevice(a.stdin) {
		if name, err = a.file(cmd, args); err != nil {
			return err
		}
		l, err := a.load(&f.web, name, "without a file, init drafts one for a site that has none", robots.Options{})
		if err == nil {
			err = a.unreached
		}
		if err != nil {
			return err
		}
		if policy = l.Policy; isDocument(policy) {
			text = l.raw
		}
	}
	switch {
	case f.write && (len(args) == 0 || name == "-" || isURL(name)):
		return usageErrorf("name a file, or leave -w out to print the result", "-w has no file to write")
	case policy.Truncated():
		return ioErrorf("", "%s: a limit was hit, and what lies behind it would be lost", name)
	}
	d := ai.Init(policy, stance)
	if d.Policy.Truncated() {
		return ioErrorf("shorten it first: robots fmt --style compact takes out what is said twice", "%s: the new text would be longer than what is read of it", name)
	}
	report.Draft(a.stderr, d, a.options(a.stderr))
	switch {
	case f.diff && d.Text != text:
		a.out.WriteString(a.paintDiff(udiff.Unified(report.Clean(name), report.Clean(name)+" (ai init)", text, d.Text)))
		return errFindings
	case f.diff, f.write && d.Text == text:
		return nil
	case !f.write:
		a.out.WriteString(d.Text)
		return nil
	case !d.Asked() && !f.accept:
		a.say(a.lang.Text("draft.not-written", msg.Str("file", report.Clean(name))))
		return errFindings
	}
	if err := a.rewrite(name, text, d.Text); err != nil {
		return err
	}
	a.say(a.lang.Text("fmt.changed", msg.Str("file", report.Clean(name))))
	return nil
}

// stance makes a stance of the flags.
func (a *app) stance(f *initFlags) (s ai.Stance, err error) {
	if len(f.refuse)+len(f.keep) == 0 {
		return s, usageErrorf("such as --refuse training --keep search,user", "init: no stance given")
	}
	if s.Refuse, err = parsePurposes("refuse", f.refuse); err != nil {
		return s, err
	}
	if s.Keep, err = parsePurposes("keep", f.keep); err != nil {
		return s, err
	}
	for _, p := range s.Refuse {
		if slices.Contains(s.Keep, p) {
			return s, usageErrorf("leave it out of one of them", "%s is to be refused and kept", p)
		}
	}
	if len(f.panels) == 0 {
		f.panels = []string{"training", "search", "user"}
	}
	s.Agents, err = a.bots(f.panels, nil, "")
	s.Signal = f.signal
	return s, err
}

func parsePurposes(flag string, names []string) (all []agents.Purpose, err error) {
	for _, name := range names {
		p, ok := purposeNamed(name)
		if !ok {
			return nil, usageErrorf(suggest(name, purposeNames(), "want "+list(purposeNames())), "--%s %q: no such purpose", flag, name)
		}
		all = append(all, p)
	}
	return all, nil
}
