package crawl

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// Tests that kill do so three times, and as often as this variable says in an
// acceptance run.
func kills(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("ROBOTS_CRAWL_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return 1
	}
	return 3
}

// random decides when to kill: alike in all runs, but for an acceptance run.
func random() *rand.Rand {
	if os.Getenv("ROBOTS_CRAWL_KILLS") != "" {
		return rand.New(rand.NewPCG(rand.Uint64(), 0))
	}
	return rand.New(rand.NewPCG(9309, 8))
}

// twice counts the pages and robots.txt files that were asked for again.
func twice(s *testweb.Server) (pages, files int) {
	seen := map[string]int{}
	for _, r := range s.Requests() {
		u := r.Scheme + "://" + r.Host + r.Target
		if seen[u]++; seen[u] > 1 {
			if r.Target == "/robots.txt" {
				files++
			} else {
				pages++
			}
		}
	}
	return pages, files
}

// kept judges what holds whoever dies: no page that is closed, one request at a
// time at each host, and the delay between them.
func kept(t *testing.T, s *testweb.Server, delay time.Duration) {
	t.Helper()
	r := s.Judge()
	if r.Disallowed+r.NoRobots+r.Secrets+r.PrivateDials > 0 || r.MaxInFlight > 1 || r.MinRest < delay && delay > 0 {
		t.Errorf("disallowed %d, without robots %d, private %d, in flight %d, smallest rest %v of %v", r.Disallowed, r.NoRobots, r.PrivateDials, r.MaxInFlight, r.MinRest, delay)
	}
	for _, x := range s.Requests() {
		if x.InFlight > 1 || delay > 0 && x.SinceEnd >= 0 && x.SinceEnd < delay {
			for _, y := range s.Requests() {
				if y.Host == x.Host && y.Start.Before(x.Start) && !y.End.Before(x.Start) {
					t.Log("meanwhile:", y.Start.Format("05.000"), y.End.Format("05.000"), y.Target, y.Status)
				}
			}
			t.Log("too soon:", x.Start.Format("05.000"), x.Host, x.Target, x.Status, "in flight", x.InFlight, "rest", x.SinceEnd, "from", x.Remote)
		}
	}
}

func TestAKilledCrawlGoesOnAndLosesNothing(t *testing.T) {
	n := kills(t)
	s := testweb.Start(t, testweb.Clean(20, 30*max(n/3, 1), 11))
	// When it is killed for the last time, half of the pages wait at least, which
	// take a third of a second or more.
	const workers, window, delay = 8, 24, 20 * time.Millisecond
	r := random()
	c := child{Web: s.Addr(), Dir: t.TempDir(), Seeds: s.Web().Seeds(), Workers: workers, Window: window, Plan: Plan{Delay: delay}}
	done := 0
	for ; done < n; done++ {
		p := begin(t, c)
		requests(t, s, 1+r.IntN(len(s.Web().Expected())/(2*n)))
		if p.over() { // this process was not quick enough
			break
		}
		p.kill()
	}
	if n = done; n == 0 {
		t.Fatal("it was done before it was killed")
	}
	said := begin(t, c).ended(5 * time.Minute)
	if said.Err != "" || !said.Summary.Done {
		t.Errorf("%+v", said)
	}
	pages, files := twice(s)
	t.Logf("%d kills: %d pages and %d robots.txt fetched again, %.1f per kill; smallest rest %v; %d requests", n, pages, files, float64(pages+files)/float64(n), s.Judge().MinRest, s.Judge().Requests)
	if pages+files > n*(workers+window) {
		t.Errorf("%d fetched again in %d kills, want %d at most", pages+files, n, n*(workers+window))
	}
	kept(t, s, delay)
	complete(t, s)
	proven(t, c.Dir)
}

func name(i int) string { return fmt.Sprint("w", i) }
