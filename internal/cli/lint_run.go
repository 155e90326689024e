package cli

import (
	"cmp"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// A linted is one file that was looked at.
type linted struct {
	lintSettings
	file   report.LintFile
	result lint.Result
}

// lintFiles looks at all files: at several at once, where none is written and
// nothing is told of one by one. It reports whether any was mended, or would be.
func (a *app) lintFiles(cmd *cobra.Command, f *lintFlags, names []string) (all []linted, changed bool, err error) {
	all = make([]linted, len(names))
	for i, name := range names { // configurations are read first, one by one
		if all[i].lintSettings, err = a.lintSettings(cmd, f, name); err != nil {
			return nil, false, err
		}
	}
	if !f.fix && !f.diff && !slices.ContainsFunc(names, func(name string) bool { return name == "-" || isURL(name) }) {
		err = each(len(names), func(i int) (err error) {
			_, err = a.lintFile(names[i], f, &all[i])
			return err
		})
		return all, false, err
	}
	for i, name := range names {
		differs, err := a.lintFile(name, f, &all[i])
		if err != nil {
			return nil, false, err
		}
		changed = changed || differs
	}
	return all, changed, nil
}

// lintFile looks at one file, and mends it or shows how. It reports whether
// there was anything to mend.
func (a *app) lintFile(name string, f *lintFlags, l *linted) (changed bool, err error) {
	if f.fix && name == "-" {
		return false, usageErrorf("use --diff, or name a file", "--fix cannot write standard input")
	}
	if f.fix && isURL(name) {
		return false, usageErrorf("use --diff, or name a file", "--fix cannot write %s", name)
	}
	loaded, err := a.loadText(&f.web, name, "check --absent judges a site without a file", l.parse)
	if err != nil {
		return false, err
	}
	l.lint.FileURL = cmp.Or(l.lint.FileURL, loaded.FileURL)
	loaded.FileURL = l.lint.FileURL
	p := loaded.Policy
	name = loaded.Name
	l.file = report.LintFile{Source: loaded.Source}
	if !f.fix && !f.diff {
		l.result = lint.Inspect(p, l.lint)
		return false, nil
	}
	after := verb.Mend(p, l.parse, l.lint, f.unsafe)
	if after == p.Text() {
		l.result = lint.Inspect(p, l.lint)
		return false, nil
	}
	if safe, _ := lint.Same(p, after, prove.Options{}); !safe && !f.unsafe {
		return false, unproven(name, "the fixes are safe one by one, and not proven so together")
	}
	if f.diff {
		a.out.WriteString(a.paintDiff(udiff.Unified(report.Clean(name), report.Clean(name)+" (mended)", p.Text(), after)))
		return true, nil
	}
	if err := a.rewrite(name, loaded.raw, after); err != nil {
		return false, err
	}
	a.say(a.lang.Text("fmt.changed", msg.Str("file", report.Clean(name))))
	l.file.Policy = l.parse.Parse(after)
	l.result = lint.Inspect(l.file.Policy, l.lint)
	return true, nil
}

// A lintRun puts together what was found in all files.
type lintRun struct {
	files []report.LintFile
	fails bool

	by    map[string]*[]linted // by the name of the configuration
	order []*[]linted
}

func (r *lintRun) add(l linted) {
	l.file.Findings, l.file.Suppressed = l.result.Findings, l.result.Suppressed
	r.judge(l.file, l.failOn)
	all := r.by[l.config.Name]
	if all == nil {
		all = new([]linted)
		r.by[l.config.Name], r.order = all, append(r.order, all)
	}
	*all = append(*all, l)
}

// judge keeps a file, and whether a finding is as grave as asked for.
func (r *lintRun) judge(file report.LintFile, least diag.Severity) {
	r.files = append(r.files, file)
	r.fails = r.fails || slices.ContainsFunc(file.Findings, func(f lint.Finding) bool { return f.Severity >= least })
}

// stale adds what is to be said of the suppressions of each configuration.
func (r *lintRun) stale() {
	for _, all := range r.order {
		var results []lint.Result
		for _, l := range *all {
			results = append(results, l.result)
		}
		of := (*all)[0].lintSettings
		if findings := lint.Stale(results, of.lint); len(findings) > 0 {
			r.judge(report.LintFile{Source: report.Source{Name: of.config.Name}, Config: of.config.Text, Findings: findings}, of.failOn)
		}
	}
}
