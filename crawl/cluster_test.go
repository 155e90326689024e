package crawl

import (
	"sync"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// together runs workers of one crawl in this process, and returns what each did.
func workers(t *testing.T, s *testweb.Server, n int, opt Options) []Summary {
	t.Helper()
	all := make([]Summary, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			o := opt
			o.Dir, o.Worker, o.Fetch = t.TempDir(), name(i), client(s)
			sum, err := Run(t.Context(), o)
			if err != nil {
				t.Errorf("worker %d: %v", i, err)
			}
			all[i] = sum
		})
	}
	wg.Wait()
	return all
}

func TestWorkersShareACrawlAndAllOfThemEnd(t *testing.T) {
	for _, n := range []int{1, 2, 4} {
		t.Run(name(n), func(t *testing.T) {
			s := testweb.Start(t, testweb.Clean(24, 20, uint64(n)))
			const delay = 20 * time.Millisecond
			all := workers(t, s, n, Options{NATS: natsServer(t), Seeds: s.Web().Seeds(), Lease: time.Second, Workers: 8, Plan: Plan{Delay: delay, Partitions: 16}})
			busy := 0
			for i, sum := range all {
				t.Logf("worker %d: %d pages in %v", i, sum.Fetched, sum.Elapsed.Round(time.Millisecond))
				if !sum.Done {
					t.Errorf("worker %d: %+v", i, sum)
				}
				if sum.Fetched > 0 {
					busy++
				}
			}
			if busy < n {
				t.Errorf("%d of %d workers fetched anything", busy, n)
			}
			judged(t, s)
			kept(t, s, delay)
			complete(t, s)
			if r := s.Judge(); r.RobotsMost > 1 {
				t.Errorf("%d fetches of one robots.txt", r.RobotsMost)
			}
			t.Logf("smallest rest %v", s.Judge().MinRest)
		})
	}
}
