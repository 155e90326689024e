package crawl

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// What was refused for a reason that may have passed is looked at again by the
// next run, and fetched if it has: without that, the same command with
// --allow-net has nothing to do.
func TestALaterRunLooksAgainAtWhatMayHavePassed(t *testing.T) {
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{
		"a.test": site{"/": html(a("/1")), "/1": html(""), "/robots.txt": says(503, "text/plain", "")},
	}))
	opt := Options{Dir: t.TempDir(), Seeds: []string{"http://a.test/", "http://a.test/2"}, Fetch: client(s), DangerouslyNoDelay: true}
	all := func(reason string) {
		t.Helper()
		became(t, pages(t, opt.Dir), map[string]string{"http://a.test/": "refused " + reason, "http://a.test/2": "refused " + reason})
	}
	opt.Fetch.AllowNets = nil
	run(t, t.Context(), opt)
	all("private-address")
	if n := len(s.Requests()); n > 0 {
		t.Errorf("%d requests", n)
	}
	opt.Fetch = client(s)
	run(t, t.Context(), opt)
	all("robots-unreachable")
	run(t, t.Context(), opt) // at once: what is known of robots.txt still counts
	all("robots-unreachable")
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
	opt.Rules.DangerouslyAllowUnreachable = true
	run(t, t.Context(), opt)
	// A view that is made anew from the log knows as much.
	for range 2 {
		became(t, pages(t, opt.Dir), map[string]string{"http://a.test/": "fetched", "http://a.test/1": "fetched", "http://a.test/2": "fetched http-4xx"})
		before := len(s.Requests())
		if sum := run(t, t.Context(), opt); !sum.Done || sum.Left != 0 || len(s.Requests()) != before {
			t.Errorf("%+v, %d requests more", sum, len(s.Requests())-before)
		}
		if err := os.RemoveAll(filepath.Join(opt.Dir, "view")); err != nil {
			t.Fatal(err)
		}
	}
	if r := s.Judge(); r.Disallowed+r.PrivateDials+r.Duplicates > 0 || r.MaxInFlight > 1 {
		t.Errorf("%+v", r)
	}
}

// A robots.txt that answers 503 for ever, with Retry-After, held a crawl for ever.
// Nobody is waited for only to be left alone.
func TestABusyRobotsFileDoesNotHoldACrawl(t *testing.T) {
	for _, status := range []int{429, 503} {
		began := time.Now()
		got, s := crawled(t, map[string]http.Handler{
			"a.test": site{"/robots.txt": says(status, "text/plain", "", "Retry-After: 3600"), "/": html("")},
		}, Options{Seeds: []string{"http://a.test/", "http://a.test/1", "http://a.test/2"}})
		became(t, got, map[string]string{"http://a.test/": "refused robots-unreachable", "http://a.test/1": "refused robots-unreachable", "http://a.test/2": "refused robots-unreachable"})
		if n := len(s.Requests()); n != 1 || time.Since(began) > 30*time.Second {
			t.Errorf("%d: %d requests in %v", status, n, time.Since(began))
		}
	}
}
