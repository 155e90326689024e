package crawl

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/testweb"
)

// polite judges what a server saw of a crawl that nobody killed: nothing that
// is closed, nothing twice, one request at a time to a host, the delay between
// their starts and from the end of one to the start of the next, no private
// address, robots.txt first and once. What was answered too late and retried, on
// a machine that is busy, was fetched twice with a reason.
func polite(t *testing.T, s *testweb.Server, delay time.Duration, retried int64) {
	t.Helper()
	r := s.Judge()
	t.Logf("%d requests, %d hosts, %d pages; smallest gap %v, smallest rest %v", r.Requests, r.Hosts, r.Pages, r.MinGap, r.MinRest)
	if int64(r.Duplicates) > retried || r.MinGap < delay || r.Overflow || s.Dropped() > 0 {
		t.Errorf("duplicates %d, %d retried, smallest gap %v of %v, dropped %d", r.Duplicates, retried, r.MinGap, delay, s.Dropped())
		for _, x := range r.Samples {
			t.Log(x.Scheme, x.Host, x.Target, x.Status)
		}
	}
	kept(t, s, delay)
	for origin, n := range robotsFetches(s) {
		if n != 1 {
			t.Errorf("%s: robots.txt was fetched %d times", origin, n)
		}
	}
}

// robotsFetches counts the fetches of robots.txt by origin. What follows a
// redirect of the file to itself is part of the same fetch.
func robotsFetches(s *testweb.Server) map[string]int {
	all := slices.SortedFunc(slices.Values(s.Requests()), func(a, b testweb.Request) int { return a.Start.Compare(b.Start) })
	n, redirected := map[string]int{}, map[string]bool{}
	for _, r := range all {
		origin := r.Scheme + "://" + r.Host
		if r.Target != "/robots.txt" {
			redirected[origin] = false
			continue
		}
		if !redirected[origin] {
			n[origin]++
		}
		redirected[origin] = r.Status/100 == 3
	}
	return n
}

// The web of the issue that asked for the crawler: 100 hosts of 200 pages.
func TestTheCleanWebIsFetchedPolitelyByAnyNumberOfWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("60,000 pages")
	}
	const delay = 4 * time.Millisecond
	for _, n := range []int{1, 2, 4} {
		t.Run(name(n), func(t *testing.T) {
			t.Parallel()
			s := testweb.Start(t, testweb.Clean(100, 200, uint64(n)))
			opt := Options{NATS: natsServer(t), Seeds: s.Web().Seeds(), Plan: Plan{Delay: delay, Partitions: 16}}
			if n == 1 { // as the command does by default
				opt.NATS, opt.Partitions = "", 1
			}
			for i, sum := range workers(t, s, n, opt) {
				t.Logf("worker %d: %d pages in %v", i, sum.Fetched, sum.Elapsed.Round(time.Millisecond))
				if !sum.Done {
					t.Errorf("worker %d: %+v", i, sum)
				}
			}
			polite(t, s, delay, 0)
			complete(t, s)
		})
	}
}

// explained wants the log to show no fault, a reason for all that was not
// fetched, and all that is expected to be fetched, but for slow hosts.
func explained(t *testing.T, s *testweb.Server, c child) {
	t.Helper()
	l, err := OpenLog(t.Context(), c.Dir, c.NATS, "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, err := l.Verify(t.Context(), gate.Rules{})
	if err != nil || !p.Kept() {
		t.Errorf("%+v, %v", p, err)
	}
	want := map[string]bool{}
	for _, u := range s.Web().Expected() {
		want[u] = true
	}
	outcomes, slow, closed := map[string]int{}, map[string]bool{}, map[string]string{}
	for p, err := range l.Pages(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		outcomes[strings.TrimSpace(string(p.Outcome)+" "+p.Reason)]++
		if p.Reason == "robots-unreachable" {
			closed[frontier.Origin(p.URL)] = p.Detail
		}
		switch {
		case p.Outcome == Queued:
			t.Errorf("%s waits still", p.URL)
		case p.Outcome != Fetched && p.Reason == "":
			t.Errorf("%s: %s without a reason", p.URL, p.Outcome)
		case p.Reason == "delay-too-long":
			slow[frontier.Origin(p.URL)] = true // and nothing is found there
		case want[p.URL] && p.Outcome != Fetched:
			t.Errorf("%s: %s %s %s", p.URL, p.Outcome, p.Reason, p.Detail)
		}
		delete(want, p.URL)
	}
	for u := range want {
		if o := frontier.Origin(u); !slow[o] {
			t.Errorf("never found: %s; its robots.txt: %q", u, closed[o])
		}
	}
	t.Log(outcomes)
}
