package lint

import (
	"maps"
	"slices"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/shared"
)

// Nobody reads a linter that complains of every other file.
func TestLowNoise(t *testing.T) {
	files := shared.Corpus(t)
	in, loud, total := map[diag.Code]int{}, map[diag.Code]int{}, map[diag.Code]int{}
	fixes := map[Safety]int{}
	for _, file := range files {
		p := robots.Parse(file.Text)
		here, aloud := map[diag.Code]bool{}, map[diag.Code]bool{}
		for _, f := range Run(p, Options{}) {
			total[f.Code]++
			here[f.Code] = true
			if f.Severity > diag.Info {
				aloud[f.Code] = true
			}
			for _, fix := range f.Fixes {
				fixes[fix.Safety]++
			}
		}
		for c := range here {
			in[c]++
		}
		for c := range aloud {
			loud[c]++
		}
	}
	t.Logf("%d files; fixes: %v", len(files), fixes)
	for _, c := range slices.Sorted(maps.Keys(in)) {
		t.Logf("%-34s %6d in %5d files, above info in %d (%.1f %%)", c, total[c], in[c], loud[c], 100*float64(loud[c])/float64(len(files)))
		if 100*loud[c] > 15*len(files) {
			t.Errorf("%s is above info in %d of %d files", c, loud[c], len(files))
		}
	}
}

// BenchmarkCorpus lints all files one after the other, with all proofs.
func BenchmarkCorpus(b *testing.B) {
	files := shared.Corpus(b)
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, f := range files {
			Run(robots.Parse(f.Text), Options{})
		}
	}
	b.ReportMetric(float64(b.N*len(files))/b.Elapsed().Seconds(), "files/s")
}
