package signals_test

import (
	"os"
	"strings"
	"testing"

	"github.com/robotsgate/robots/signals"
)

func TestThePageNamesEveryCodeSignalAndUse(t *testing.T) {
	page, err := os.ReadFile("../docs/signals.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range signals.Codes() {
		if !strings.Contains(string(page), "`"+string(c.Code)+"`") {
			t.Errorf("docs/signals.md does not name %s", c.Code)
		}
	}
	for _, s := range signals.Signals() {
		if s.String() == "" || s.Source() == "" || len(s.Uses()) == 0 {
			t.Errorf("signal %d has no name, source or uses", s)
		}
		for _, u := range s.Uses() {
			if !strings.Contains(string(page), u.String()) || u.String() == "" {
				t.Errorf("docs/signals.md does not name the use %v of %v", u, s)
			}
		}
	}
}
