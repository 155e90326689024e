package robots_test

import (
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

func TestCorpus(t *testing.T) {
	files := shared.Corpus(t)
	for _, f := range files {
		for _, profile := range robots.Profiles() {
			o := robots.Options{Profile: profile, Limits: robots.Limits{Bytes: 1 << 23}}
			checkText(t, o, f.Text)
			checkFormat(t, f.Name, o, f.Text)
		}
	}
	t.Logf("%d files", len(files))
}
