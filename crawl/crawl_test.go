package crawl

import (
	"context"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/testweb"
)

func client(s *testweb.Server) *fetch.Client {
	return &fetch.Client{
		UserAgent: "ExampleBot/1.0", Contact: "https://example.com/bot", RootCAs: s.CertPool(),
		Lookup:    func(ctx context.Context, host string) ([]netip.Addr, error) { return s.LookupNetIP(ctx, "ip", host) },
		Dial:      s.DialContext,
		AllowNets: []netip.Prefix{netip.MustParsePrefix("127.1.0.0/16")},
	}
}

func run(t *testing.T, ctx context.Context, opt Options) Summary {
	t.Helper()
	sum, err := Run(ctx, opt)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestTheCleanWebIsFetchedWholeAndPolitely(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(20, 30, 1))
	dir := t.TempDir()
	sum := run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true})
	if !sum.Done {
		t.Errorf("%+v", sum)
	}
	judged(t, s)
	complete(t, s)
	proven(t, dir)
}

// mostRobots is six for a host whose robots.txt redirects to itself five times.
const mostRobots = 6

func TestTheDelayHoldsFromTheEndOfEachExchange(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(6, 4, 2))
	dir := t.TempDir()
	sum := run(t, t.Context(), Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), Plan: Plan{Delay: 100 * time.Millisecond}})
	r := s.Judge()
	if !sum.Done || r.MinRest < 100*time.Millisecond {
		t.Errorf("smallest rest %v, %+v", r.MinRest, sum)
	}
	judged(t, s)
	complete(t, s)
	proven(t, dir)
}

func TestAStoppedCrawlGoesOnAndFetchesNothingTwice(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(10, 20, 3))
	dir := t.TempDir()
	opt := Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{Delay: 2 * time.Millisecond}}
	runs := 0
	for done := false; !done; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		from := s.Judge().Requests
		go func() { // when some pages were fetched, whatever time that takes
			for ctx.Err() == nil && s.Judge().Requests < from+25 {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		sum := run(t, ctx, opt)
		cancel()
		done = sum.Done
		if runs > 200 {
			t.Fatal("it never ends")
		}
	}
	if runs < 3 {
		t.Errorf("it was stopped %d times only", runs-1)
	}
	judged(t, s)
	complete(t, s)
	proven(t, dir)
}

func judged(t *testing.T, s *testweb.Server) {
	t.Helper()
	judgedBut(t, s, 0)
}

// judgedBut lets so many pages be fetched twice: those that were answered too
// late, on a machine that is busy, and retried.
func judgedBut(t *testing.T, s *testweb.Server, retried int64) {
	t.Helper()
	r := s.Judge()
	r.Duplicates -= min(r.Duplicates, int(retried))
	if !r.Polite() || r.Duplicates > 0 || r.RobotsMost > mostRobots || r.MaxInFlight > 1 {
		t.Errorf("disallowed %d, duplicates %d, in flight %d, robots %d, too soon %d, without robots %d, private %d", r.Disallowed, r.Duplicates, r.MaxInFlight, r.RobotsMost, r.TooSoon, r.NoRobots, r.PrivateDials)
		for _, x := range s.Requests() {
			if x.InFlight > 1 {
				t.Log("in flight", x.Start.Format("05.000"), x.End.Format("05.000"), x.Host, x.Target, x.Status)
				for _, y := range s.Requests() {
					if y.Host == x.Host && y.Start.Before(x.End) && y.End.After(x.Start) {
						t.Log("     with", y.Start.Format("05.000"), y.End.Format("05.000"), y.Target, y.Status, y.Proto, y.Scheme)
					}
				}
			}
		}
		for _, x := range r.Samples {
			t.Log(x.Scheme, x.Host, x.Target, x.Status)
		}
	}
}

func complete(t *testing.T, s *testweb.Server) {
	t.Helper()
	got := map[string]bool{}
	for _, r := range s.Requests() {
		got[r.Scheme+"://"+r.Host+r.Target] = true
	}
	missing := 0
	for _, u := range s.Web().Expected() {
		if !got[u] {
			if missing++; missing < 6 {
				t.Error("not fetched:", u)
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d pages are missing", missing, len(s.Web().Expected()))
	}
}

// Two of the hosts ask for a second between requests; with that the test would
// take minutes, so their pages are refused as too slow.
func TestTheHostileWebEndsByItselfAndNobodyIsWronged(t *testing.T) {
	s := testweb.Start(t, testweb.Hostile(24, 5, 1))
	c := client(s)
	c.Limits = fetch.Limits{Header: 3 * time.Second, Body: 3 * time.Second, Total: 6 * time.Second}
	dir := t.TempDir()
	sum := run(t, t.Context(), Options{
		Dir: dir, Seeds: s.Web().Seeds(), Fetch: c, DangerouslyNoDelay: true, Workers: 24, Timeout: 5 * time.Second,
		Plan: Plan{MaxDelay: 900 * time.Millisecond, MaxPerHost: 400},
		Progress: func(p Progress) {
			t.Log(p.Elapsed.Round(time.Second), p.Fetched, p.Robots, p.Refused, p.Failed, p.Retried, p.Queued, p.InFlight, p.Slow)
		},
	})
	t.Logf("%+v", sum)
	judgedBut(t, s, sum.Retried)
	proven(t, dir)
	for u, p := range pages(t, dir) {
		switch {
		case p.Outcome == Queued:
			t.Errorf("%s waits still", u)
		case p.Outcome != Fetched && p.Reason == "":
			t.Errorf("%s: %s without a reason", u, p.Outcome)
		case slices.Contains(s.Web().Expected(), u) && p.Outcome != Fetched && p.Reason != "delay-too-long":
			t.Errorf("%s: %s %s %s", u, p.Outcome, p.Reason, p.Detail)
		}
	}
}

// verified reads the log and returns what it proves.
func verified(t *testing.T, dir string) Proof {
	t.Helper()
	l, err := OpenLog(t.Context(), dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, err := l.Verify(t.Context(), gate.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// proven wants the log to show no fault.
func proven(t *testing.T, dir string) {
	t.Helper()
	p := verified(t, dir)
	t.Logf("%+v", p)
	if !p.Kept() || p.Pages == 0 {
		t.Errorf("the log shows faults: %+v", p)
	}
}

func pages(t *testing.T, dir string) map[string]Page {
	t.Helper()
	l, err := OpenLog(t.Context(), dir, "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	all := map[string]Page{}
	for p, err := range l.Pages(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := all[p.URL]; twice {
			t.Errorf("%s is told twice", p.URL)
		}
		all[p.URL] = p
	}
	return all
}
