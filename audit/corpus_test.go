package audit_test

import (
	"slices"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/internal/shared"
)

// A scale on which nearly every file gets the same grade tells nobody anything,
// and one on which nearly every file fails is not believed.
func TestGradesSpreadOverRealFiles(t *testing.T) {
	files := shared.Corpus(t)
	if !testing.Verbose() { // the figures of docs/audit.md are those of all files
		files = files[:len(files)/8]
	}
	o := audit.Options{}
	o.Proofs = 1 // of fixes, which cost nothing in points
	grades, caps := map[audit.Grade]int{}, map[string]int{}
	lost := map[audit.PartID]int{}
	var scores []int
	for _, f := range files {
		r := audit.Run(robots.Parse(f.Text), o)
		grades[r.Grade]++
		if !r.Scored {
			continue
		}
		scores = append(scores, r.Score)
		if r.Cap.Why != "" {
			caps[string(r.Cap.Why)]++
		}
		for _, p := range r.Parts {
			if p.Lost > 0 {
				lost[p.ID]++
			}
		}
	}
	slices.Sort(scores)
	n := len(scores)
	full := n - slices.IndexFunc(scores, func(s int) bool { return s == 100 })
	t.Logf("%d files, %d with a score, %d with 100", len(files), n, full)
	for _, g := range []audit.Grade{"A", "B", "C", "D", "F", ""} {
		t.Logf("grade %-1s %5d (%.1f %%)", g, grades[g], 100*float64(grades[g])/float64(len(files)))
	}
	t.Logf("scores: lowest %d, 5 %% below %d, 10 %% %d, 25 %% %d, median %d", scores[0], scores[n/20], scores[n/10], scores[n/4], scores[n/2])
	t.Logf("capped: %v; parts that lost something: %v", caps, lost)
	for g, c := range grades {
		if c > 3*len(files)/4 {
			t.Errorf("%d of %d files have grade %q", c, len(files), g)
		}
	}
	if grades["F"] > len(files)/10 {
		t.Errorf("%d of %d files fail", grades["F"], len(files))
	}
}
