package prove_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/prove"
)

// Every style of Format, and Minimize, must be proven equal to the original for
// every crawler; the files where a bound was hit are counted. How long it takes
// is printed, never judged.
func TestCorpusProofs(t *testing.T) {
	var times []time.Duration
	var slowest string
	bounded, refused, before, after := 0, 0, 0, 0
	files := shared.Corpus(t)
	if testing.Short() {
		files = files[:200]
	}
	for _, f := range files {
		start := time.Now()
		p := robots.Options{Limits: robots.Limits{Bytes: 1 << 23}}.Parse(f.Text)
		hit := false
		for _, s := range []robots.Style{robots.Canonical, robots.Compact, robots.Annotated} {
			switch prove.EqualAll(p, robots.Options{Limits: robots.Limits{Bytes: 1 << 24}}.Parse(p.Format(s))).Answer {
			case prove.No:
				t.Errorf("%s: %v differs from the original", f.Name, s)
			case prove.NotProven:
				hit = true
			}
		}
		m, ok := prove.Minimize(p)
		if !ok {
			hit = true
			if m.Proof.Answer == prove.No {
				t.Errorf("%s: minimized to something else", f.Name)
			}
		}
		if hit {
			bounded++
			t.Logf("%s: a bound was hit", f.Name)
		}
		_, _, n := p.Len()
		before += n
		after += n - len(m.Removed)
		d := time.Since(start)
		if len(times) == 0 || d > slices.Max(times) {
			slowest = f.Name
		}
		times = append(times, d)
	}
	slices.Sort(times)
	t.Logf("%d files, %d hit a bound, %d refused; %d rules minimized to %d", len(files), bounded, refused, before, after)
	t.Logf("median %v, 99 %% %v, worst %v (%s)", times[len(times)/2], times[len(times)*99/100], times[len(times)-1], slowest)
	if bounded*100 > len(files) {
		t.Errorf("a bound was hit on %d of %d files", bounded, len(files))
	}
}

// No rule that is called dead may decide any target that can be made from the
// rules of its file.
func TestCorpusDeadRules(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 7))
	files := shared.Corpus(t)
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	dead, asked, reached := 0, 0, 0
	for _, f := range files[:500] {
		p := robots.Parse(f.Text)
		for _, token := range prove.Tokens(p) {
			uses := prove.Uses(p, token)
			if len(uses) == 0 || len(uses) > 400 {
				continue
			}
			lines := map[int]bool{}
			for _, u := range uses {
				switch u.Decides {
				case prove.No:
					dead++
					lines[u.Rule.Line] = true
				case prove.Yes:
					if reached++; u.Decided.Line() != u.Rule.Line {
						t.Errorf("%s: %q asks %q: line %d, not %d", f.Name, token, u.Witness, u.Decided.Line(), u.Rule.Line)
					}
				}
			}
			reader := p.For(token)
			for _, u := range uses {
				for _, fill := range []string{"", "a", "/", "q9/x"} {
					for _, tail := range []string{"", "x", "/index.html", "?a=b"} {
						target := strings.ReplaceAll(strings.TrimSuffix(u.Rule.Pattern, "$"), "*", fill) + tail
						asked++
						if d := reader.Decide(target); lines[d.Line()] {
							t.Errorf("%s: %q asks %q: line %d is called dead", f.Name, token, target, d.Line())
						}
					}
				}
			}
		}
	}
	t.Logf("%d rules dead, %d reached, %d targets tried", dead, reached, asked)
}
