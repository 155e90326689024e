package diff_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/internal/shared"
)

func parseLarge(text string) *robots.Policy {
	return robots.Options{Limits: robots.Limits{Bytes: 1 << 23}}.Parse(text)
}

// A file and its canonical form differ in no line that speaks, and in no
// answer. How long it takes is printed, never judged.
func TestCorpusAgainstItsCanonicalForm(t *testing.T) {
	var times []time.Duration
	open := 0
	for _, f := range shared.Corpus(t) {
		a := parseLarge(f.Text)
		b := parseLarge(a.Format(robots.Canonical))
		start := time.Now()
		changes, out := diff.Compare(a, b), diff.Behaviour(a, b)
		times = append(times, time.Since(start))
		if len(changes) > 0 {
			t.Errorf("%s: %q", f.Name, told(changes)[:min(3, len(changes))])
		}
		switch out.Status {
		case diff.Changed:
			t.Errorf("%s: answers changed: %q", f.Name, out.Bots[0].Tokens)
		case diff.NotProven:
			open++
		}
	}
	slices.Sort(times)
	t.Logf("%d files, %d not proven; median %v, 99 %% %v, worst %v", len(times), open,
		times[len(times)/2], times[len(times)*99/100], times[len(times)-1])
	if open*200 > len(times) {
		t.Errorf("%d of %d files are not proven", open, len(times))
	}
}

// Of a file in which one rule got the other verdict, just that is told.
func TestCorpusWithOneRuleTurned(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 9))
	var times []time.Duration
	var slowest string
	changed, open := 0, 0
	files := shared.Corpus(t)
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	if testing.Short() {
		files = files[:200]
	}
	for _, f := range files {
		a := parseLarge(f.Text)
		var rules []robots.Rule
		for g := range a.Groups() {
			for x := range g.Rules() {
				if x.Pattern != "" {
					rules = append(rules, x)
				}
			}
		}
		if len(rules) == 0 {
			continue
		}
		turned := rules[r.IntN(len(rules))]
		b := parseLarge(turn(a, turned))
		start := time.Now()
		changes, out := diff.Compare(a, b), diff.Behaviour(a, b)
		d := time.Since(start)
		if len(times) == 0 || d > slices.Max(times) {
			slowest = f.Name
		}
		times = append(times, d)
		// With a twin of the new line in the group, the twin may be taken for it.
		if twin := slices.ContainsFunc(rules, func(x robots.Rule) bool { return x.Pattern == turned.Pattern && x.Line != turned.Line }); !twin {
			if len(changes) != 1 || changes[0].Op != diff.Edited || changes[0].Old.Line != turned.Line || changes[0].New.Line != turned.Line {
				t.Errorf("%s: line %d %v turned, told %q", f.Name, turned.Line, turned, told(changes)[:min(4, len(changes))])
			}
		}
		for _, bots := range out.Bots {
			for _, flip := range bots.Flips {
				if flip.Old.Line() != turned.Line && flip.New.Line() != turned.Line {
					t.Errorf("%s: line %d turned, but %s flips by lines %d and %d", f.Name, turned.Line, flip.Probe.Target, flip.Old.Line(), flip.New.Line())
				}
			}
		}
		switch out.Status {
		case diff.Changed:
			changed++
		case diff.NotProven:
			open++
		}
	}
	slices.Sort(times)
	t.Logf("%d files, %d changed, %d not proven; median %v, 99 %% %v, worst %v (%s)", len(times), changed, open,
		times[len(times)/2], times[len(times)*99/100], times[len(times)-1], slowest)
}

// turn writes the text of p with the verdict of one rule turned around.
func turn(p *robots.Policy, turned robots.Rule) string {
	var b strings.Builder
	for r := range p.Records() {
		if r.Line() == turned.Line && r.Directive().IsRule() {
			turned.Allow = !turned.Allow
			b.WriteString(turned.String() + "\n")
		} else {
			b.WriteString(r.Raw())
		}
	}
	return b.String()
}
