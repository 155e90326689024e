package survey_test

import (
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/survey"
)

// BenchmarkRow makes rows of the files of the corpus, for the 24 crawlers that
// robots survey asks about. One operation is one file.
func BenchmarkRow(b *testing.B) {
	m, files := method(b, "training", "search", "user"), shared.Corpus(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f := files[i%len(files)]
		m.Row(survey.Capture{Site: f.Name, Kind: robots.KindDocument, Body: []byte(f.Text)})
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkCount reads rows of the corpus from their lines and adds them up.
func BenchmarkCount(b *testing.B) {
	m, files := method(b, "training", "search", "user"), shared.Corpus(b)
	var lines [][]byte
	for _, f := range files[:200] {
		r := m.Row(survey.Capture{Site: f.Name, Kind: robots.KindDocument, Body: []byte(f.Text)})
		line, err := r.Append(nil)
		if err != nil {
			b.Fatal(err)
		}
		lines = append(lines, line)
	}
	b.ReportAllocs()
	var c survey.Count
	for i := 0; b.Loop(); i++ {
		r, err := survey.ReadRow(lines[i%len(lines)])
		if err == nil {
			err = c.Add(&r)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
