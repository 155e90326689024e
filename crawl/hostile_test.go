package crawl

import (
	"os"
	"sync"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

const mostMemory = 512 << 20

// hostile is a web with a host of each kind of robots.txt and each kind of bait;
// with ROBOTS_CRAWL_KILLS set, for an acceptance run, two and three times as long.
func hostile(seed uint64) (*testweb.Web, int) {
	if os.Getenv("ROBOTS_CRAWL_KILLS") != "" {
		return testweb.Hostile(48, 60, seed), 600
	}
	return testweb.Hostile(24, 20, seed), 300
}

// Each worker is a process, so that its memory is its own. Hosts that ask for a
// second between requests would take minutes: their pages are refused as slow.
func TestTheHostileWebEndsByItselfWithAnyNumberOfWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("seven processes")
	}
	const delay = 2 * time.Millisecond
	var all sync.WaitGroup
	defer all.Wait()
	for _, n := range []int{1, 2, 4} {
		one := func(t *testing.T) {
			web, perHost := hostile(uint64(n))
			s := testweb.Start(t, web)
			c := child{
				Web: s.Addr(), Seeds: s.Web().Seeds(), Quick: true, Timeout: 2 * time.Second,
				Lease: 15 * time.Second, // or a machine that is busy loses some
				Plan:  Plan{Delay: delay, MaxDelay: 900 * time.Millisecond, MaxPerHost: perHost},
			}
			if n > 1 {
				c.NATS, c.Plan.Partitions = natsServer(t), 16
			}
			var all []*process
			for i := range n {
				c.Dir, c.Worker = t.TempDir(), name(i)
				all = append(all, begin(t, c))
			}
			retried := int64(0)
			for i, p := range all {
				said := p.ended(10 * time.Minute)
				t.Logf("worker %d: %d pages in %v, %d MiB at the most", i, said.Summary.Fetched, said.Summary.Elapsed.Round(time.Millisecond), said.Peak>>20)
				retried += said.Summary.Retried
				if said.Err != "" || !said.Summary.Done || said.Peak > mostMemory {
					t.Errorf("worker %d: %d MiB, %+v", i, said.Peak>>20, said)
				}
			}
			polite(t, s, delay, retried)
			explained(t, s, c)
		}
		// All at once, since most of the time is rest. t.Parallel would be bounded by
		// the number of processors.
		all.Go(func() { t.Run(name(n), one) })
	}
}
