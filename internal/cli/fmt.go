package cli

import (
	"fmt"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// fmtFlags are what fmt was told.
type fmtFlags struct {
	profileFlags
	style    choice
	write    bool
	diff     bool
	minimize bool
}

var styles = []robots.Style{robots.Canonical, robots.Compact, robots.Annotated}

func (a *app) fmt() *cobra.Command {
	f := &fmtFlags{}
	for _, s := range styles {
		f.style.of = append(f.style.of, s.String())
	}
	f.style.value = f.style.of[0]
	cmd := &cobra.Command{
		Use:   "fmt [FILES|-]",
		Short: "write robots.txt in one style, without changing what it says",
		Long: `fmt prints a robots.txt in one style. With -w it writes the file anew, with
--diff it shows what would change, and the exit code is then 1 if anything
would.

  canonical   one spelling for everything; comments and unknown records kept
  compact     the fewest bytes that keep every decision and every known record
  annotated   canonical, with comments that tell what lines mean

With --minimize rules are left out without which every crawler gets the same
answers; "robots prove FILE minimize" lists them. Other records are kept.

Before a file is written or minimized, its new text is read again and must be
proven to give every crawler the same answers on all URLs; if that cannot be
proven the file is left alone, and the exit code is 1. A file that a limit cut is
left alone too. Printed without --minimize, the style canonical serves git as a
textconv.`,
		Example: `  robots fmt robots.txt
  robots fmt --diff robots.txt
  robots fmt -w --style compact robots.txt
  robots fmt --minimize --diff robots.txt`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runFmt(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&f.write, "write", "w", false, "write the files anew instead of printing them")
	flags.BoolVarP(&f.diff, "diff", "d", false, "print what would change, as a unified diff")
	flags.BoolVar(&f.minimize, "minimize", false, "leave out rules that change no answer, proven over all URLs")
	flags.Var(&f.style, "style", "write in this style: "+list(f.style.of))
	f.style.complete(cmd, "style")
	f.profileFlags.add(cmd)
	return cmd
}

func (a *app) runFmt(cmd *cobra.Command, f *fmtFlags, args []string) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	if f.write && f.diff {
		return usageErrorf("leave one of them out", "both -w and --diff are given")
	}
	if len(args) == 0 {
		name, err := a.file(cmd, args)
		if err != nil {
			return err
		}
		args = []string{name}
	}
	var worst error
	for _, name := range args {
		if err := a.fmtFile(name, f, options); err != nil {
			if worst != nil {
				a.exit(worst) // told now; only the last one is returned
			}
			worst = err
		}
	}
	return worst
}

// fmtFile formats one file and does with it what the flags say.
func (a *app) fmtFile(name string, f *fmtFlags, o robots.Options) error {
	if f.write && name == "-" {
		return usageErrorf("leave -w out to print the result", "-w cannot write standard input")
	}
	if f.write && isURL(name) {
		return usageErrorf("leave -w out to print the result", "-w cannot write %s", name)
	}
	l, err := a.loadText(&f.web, name, "", o)
	if err != nil {
		return err
	}
	text, before := l.raw, l.Policy
	name = l.Name
	if before.Truncated() {
		return ioErrorf("raise the limit with --max-bytes", "%s: not written: a limit was hit, and what lies behind it would be lost", report.Clean(name))
	}
	after, err := a.formatted(name, f, before)
	if err != nil {
		return err
	}
	switch {
	case f.diff && after == text, f.write && after == text:
		return nil
	case f.diff:
		a.out.WriteString(a.paintDiff(udiff.Unified(report.Clean(name), report.Clean(name)+" ("+f.style.value+")", text, after)))
		a.say(a.lang.Text("fmt.differs", msg.Str("file", report.Clean(name)), msg.Str("style", f.style.value)))
		return errFindings
	case !f.write:
		a.out.WriteString(a.shown(after))
		return nil
	}
	if err := a.rewrite(name, text, after); err != nil {
		return err
	}
	a.say(a.lang.Text("fmt.changed", msg.Str("file", report.Clean(name))))
	return nil
}

// formatted returns the new text of a file. If it is to be minimized or to be
// written, that is after the proof that it changes no answer.
func (a *app) formatted(name string, f *fmtFlags, before *robots.Policy) (string, error) {
	if !f.minimize && !f.write {
		return before.Format(f.chosen()), nil
	}
	if !provable(before) {
		return "", unproven(name, "nothing can be proven over all targets by the profile "+before.Profile().String())
	}
	p, removed := before, 0
	if f.minimize {
		m, ok := prove.Minimize(before)
		if !ok {
			return "", unproven(name, "a search hit its bound")
		}
		p, removed = withoutRules(before, m.Removed), len(m.Removed)
	}
	after := p.Format(f.chosen())
	if after == before.Text() {
		return after, nil
	}
	again := robots.Options{Profile: before.Profile(), Limits: robots.Limits{Bytes: mostBytes}}.Parse(after)
	switch all := prove.EqualAll(before, again); all.Answer {
	case prove.No:
		e := all.Of[slices.IndexFunc(all.Of, func(e prove.Equality) bool { return e.Answer == prove.No })]
		return "", &exitError{exitInternal, fmt.Errorf("%s: left alone: the new text would decide otherwise on %s for %s",
			name, report.Clean(e.Witness), report.BotID(e.Token)), "please report this, with the file"}
	case prove.NotProven:
		return "", unproven(name, "a search hit its bound")
	}
	if removed > 0 {
		a.say(a.lang.Text("fmt.minimized", msg.Str("file", report.Clean(name)), msg.Int("n", removed)))
	}
	return after, nil
}

// withoutRules leaves rules out, and the comments for lint that speak of them
// alone: these would come to speak of the next line.
func withoutRules(p *robots.Policy, rules []robots.Rule) *robots.Policy {
	var lines []int
	for _, r := range rules {
		lines = append(lines, r.Line)
	}
	return robots.Options{Profile: p.Profile(), Limits: robots.Limits{Bytes: mostBytes}}.Parse(lint.WithoutLines(p, lines))
}

// unproven refuses to write what may change an answer.
func unproven(name, why string) error {
	return &exitError{exitFindings, fmt.Errorf("%s: left alone: it could not be proven that no answer changes: %s", name, why), ""}
}

func (f *fmtFlags) chosen() robots.Style {
	for _, s := range styles {
		if s.String() == f.style.value {
			return s
		}
	}
	return robots.Canonical
}
