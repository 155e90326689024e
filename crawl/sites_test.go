package crawl

import (
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/testweb"
)

func TestTheLogTellsOfEveryRobotsFile(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(6, 3, 4))
	dir := t.TempDir()
	run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	l, err := OpenLog(t.Context(), dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	pages := map[string]bool{}
	for p, err := range l.Pages(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Attempts > 0 {
			pages[frontier.Origin(p.URL)] = true
		}
	}
	n, last := 0, ""
	for x, err := range l.Sites(t.Context(), gate.Rules{}) {
		if err != nil {
			t.Fatal(err)
		}
		if x.Origin <= last || x.Fetches != 1 || x.Fetched.IsZero() || x.Standing != gate.Current || x.Kind == robots.KindDocument && (x.Size == 0 || x.Records == 0) {
			t.Errorf("%+v after %s", x, last)
		}
		delete(pages, x.Origin)
		last = x.Origin
		n++
	}
	if n < 6 || len(pages) > 0 {
		t.Errorf("%d sites; %v were fetched without one", n, pages)
	}
	for range l.Sites(t.Context(), gate.Rules{}) {
		break // a reader may stop
	}
}
