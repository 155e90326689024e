package crawl

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

func TestTheBudgetOfPagesIsExactAndHoldsOverRuns(t *testing.T) {
	// With many partitions a run must not fetch before it has counted them all.
	for _, partitions := range []int{1, 16} {
		s := testweb.Start(t, testweb.Clean(10, 40, 5))
		dir := t.TempDir()
		opt := Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{MaxPages: 57, Partitions: partitions}}
		sum := run(t, t.Context(), opt)
		if r := s.Judge(); r.Pages != 57 || sum.Stopped != "page-budget" || sum.Done || sum.Fetched != 57 {
			t.Errorf("%d pages, %+v", r.Pages, sum)
		}
		sum = run(t, t.Context(), opt)
		if r := s.Judge(); r.Pages != 57 || sum.Stopped != "page-budget" || sum.Fetched != 0 {
			t.Errorf("resumed: %d pages, %+v", r.Pages, sum)
		}
		judged(t, s)
		n := 0
		for _, p := range pages(t, dir) {
			if p.Outcome == Fetched {
				n++
			}
		}
		if n != 57 {
			t.Errorf("the log tells of %d pages", n)
		}
	}
}

// A budget that is used up is raised, or lifted, by the next run; the one after
// that has the first again if it says nothing.
func TestAnotherBudgetMayBeSetInALaterRun(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(6, 40, 5))
	opt := Options{Dir: t.TempDir(), Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{MaxPages: 20}}
	run(t, t.Context(), opt)
	opt.MaxPages = 50
	if sum := run(t, t.Context(), opt); s.Judge().Pages != 50 || sum.Stopped != "page-budget" || sum.Fetched != 30 {
		t.Errorf("raised: %d pages, %+v", s.Judge().Pages, sum)
	}
	opt.MaxPages = 0
	if sum := run(t, t.Context(), opt); s.Judge().Pages != 50 || sum.Stopped != "page-budget" {
		t.Errorf("left out: %d pages, %+v", s.Judge().Pages, sum)
	}
	opt.MaxPages, opt.MaxBytes = -1, 1
	if sum := run(t, t.Context(), opt); s.Judge().Pages != 50 || sum.Stopped != "byte-budget" {
		t.Errorf("octets: %d pages, %+v", s.Judge().Pages, sum)
	}
	opt.MaxBytes = -1
	if sum := run(t, t.Context(), opt); !sum.Done {
		t.Errorf("lifted: %+v", sum)
	}
	judged(t, s)
	complete(t, s)
}

// Workers know of each other's pages by their last word, a fifth of a lease old.
func TestBudgetsEndAllWorkersOfAClusterAndHoldOverRuns(t *testing.T) {
	for _, c := range []struct {
		why   string
		plan  Plan
		pages [2]int // at least, at most
	}{
		{"page-budget", Plan{MaxPages: 200}, [2]int{200, 400}},
		{"byte-budget", Plan{MaxBytes: 1_000_000}, [2]int{80, 400}}, // of 8 KB each
	} {
		s := testweb.Start(t, testweb.Clean(16, 60, 6))
		c.plan.Delay, c.plan.Partitions = 50*time.Millisecond, 8
		opt := Options{NATS: natsServer(t), Seeds: s.Web().Seeds(), Lease: 2 * time.Second, Workers: 2, Plan: c.plan}
		for i, sum := range atOnce(t, s, 2, opt) {
			if sum.Stopped != c.why {
				t.Errorf("worker %d: %+v", i, sum)
			}
		}
		n := s.Judge().Pages
		t.Logf("%s: %d pages", c.why, n)
		if n < c.pages[0] || n > c.pages[1] {
			t.Errorf("%s: %d pages, want %v", c.why, n, c.pages)
		}
		for i, sum := range workers(t, s, 2, opt) {
			if sum.Stopped != c.why || sum.Fetched != 0 {
				t.Errorf("resumed, worker %d: %+v", i, sum)
			}
		}
		if more := s.Judge().Pages; more != n {
			t.Errorf("%s: %d pages after %d", c.why, more, n)
		}
		judged(t, s)
	}
}

func TestOtherBudgetsStopACrawlThatGoesOnLater(t *testing.T) {
	for _, c := range []struct {
		why  string
		plan Plan
	}{
		{"byte-budget", Plan{MaxBytes: 200_000}},
		{"time-budget", Plan{MaxTime: 300 * time.Millisecond, Delay: 20 * time.Millisecond}},
	} {
		s := testweb.Start(t, testweb.Clean(5, 40, 7))
		sum := run(t, t.Context(), Options{Dir: t.TempDir(), Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, Plan: c.plan})
		if sum.Stopped != c.why || sum.Done || sum.Left == 0 {
			t.Errorf("%s: %+v", c.why, sum)
		}
		judged(t, s)
	}
}

// What a crawl began ends with it, whether it was done or stopped.
func TestNothingOfACrawlOutlivesIt(t *testing.T) {
	s := testweb.Start(t, testweb.Hostile(24, 10, 3))
	c := client(s)
	c.Limits = fetch.Limits{Header: time.Second, Body: time.Second, Total: 2 * time.Second}
	dir, temp := t.TempDir(), t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // one that nobody else uses
		t.Setenv(name, temp)
	}
	before := runtime.NumGoroutine()
	opt := Options{Dir: dir, Seeds: s.Web().Seeds(), Fetch: c, DangerouslyNoDelay: true, Timeout: time.Second, Plan: Plan{MaxDelay: 100 * time.Millisecond}}
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		run(t, ctx, opt)
		cancel()
	}
	pages(t, dir)
	proven(t, dir)
	most := before + 5
	left := 0
	for range 600 { // connections that the web still closes are not the crawl's
		if left = runtime.NumGoroutine(); left <= most {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if left > most {
		buf := make([]byte, 1<<20)
		buf = buf[:runtime.Stack(buf, true)]
		mine := 0
		for g := range strings.SplitSeq(string(buf), "\n\n") {
			if !strings.Contains(g, "testweb") && (strings.Contains(g, "robots/crawl") || strings.Contains(g, "nats") || strings.Contains(g, "pebble") || strings.Contains(g, "persistConn")) {
				if mine++; mine < 4 {
					t.Log(g)
				}
			}
		}
		t.Errorf("%d goroutines before, %d after", before, left)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
	for _, pattern := range []string{"pages-*", "verify-*", "sites-*"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

func TestAFullLogStopsACrawlThatGoesOnWithMoreRoom(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(20, 60, 8))
	opt := Options{Dir: t.TempDir(), Seeds: s.Web().Seeds(), Fetch: client(s), DangerouslyNoDelay: true, MaxLog: 40 << 10}
	sum, err := Run(t.Context(), opt)
	if err == nil || !strings.Contains(err.Error(), "full") || !strings.Contains(err.Error(), "resume") || sum.Done {
		t.Fatalf("%+v, %v", sum, err)
	}
	t.Logf("%d pages, then: %v", sum.Fetched, err)
	opt.MaxLog = 0
	if sum = run(t, t.Context(), opt); !sum.Done {
		t.Errorf("%+v", sum)
	}
	n, files := twice(s)
	if most := 32 + 128; n+files > most {
		t.Errorf("%d fetched again, want %d at most", n+files, most)
	}
	kept(t, s, 0)
	complete(t, s)
	proven(t, opt.Dir)
}

// A disk of a few megabytes, with log and view on it.
func TestAFullDiskStopsACrawlThatGoesOnWhenThereIsRoom(t *testing.T) {
	if os.Getuid() != 0 || runtime.GOOS != "linux" {
		t.Skip("it mounts a disk in memory, which only root may")
	}
	dir := t.TempDir()
	if err := mount(dir, "size=6m"); err != nil {
		t.Skip("no disk in memory: ", err)
	}
	defer unmount(dir)
	s := testweb.Start(t, testweb.Clean(40, 300, 9))
	c := child{Web: s.Addr(), Dir: filepath.Join(dir, "crawl"), Seeds: s.Web().Seeds(), NoDelay: true}
	// Something else takes the room that the crawl would need.
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 5<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	p := begin(t, c)
	select {
	case <-p.done:
	case <-time.After(3 * time.Minute):
		p.stuck()
	}
	if p.dead || p.said.Err == "" || p.said.Summary.Done {
		t.Fatalf("died %v, said %+v", p.dead, p.said)
	}
	t.Logf("%d requests, then: %s", s.Judge().Requests, p.said.Err)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := mount(dir, "size=256m,remount"); err != nil {
		t.Fatal(err)
	}
	if said := begin(t, c).ended(5 * time.Minute); said.Err != "" || !said.Summary.Done {
		t.Fatalf("%+v", said)
	}
	n, files := twice(s)
	t.Logf("%d fetched again", n+files)
	if most := 32 + 128; n+files > most {
		t.Errorf("%d fetched again, want %d at most", n+files, most)
	}
	kept(t, s, 0)
	complete(t, s)
	proven(t, c.Dir)
}
