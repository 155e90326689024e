package crawl

import (
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// hostile is two hosts of each kind of robots.txt, with each kind of bait.
const hostileHosts, hostilePages, mostMemory = 48, 60, 512 << 20

// Each worker is a process, so that its memory is its own. Hosts that ask for a
// second between requests would take minutes: their pages are refused as slow.
func TestTheHostileWebEndsByItselfWithAnyNumberOfWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("seven processes")
	}
	const delay = 2 * time.Millisecond
	for _, n := range []int{1, 2, 4} {
		t.Run(name(n), func(t *testing.T) {
			t.Parallel() // most of the time is rest
			s := testweb.Start(t, testweb.Hostile(hostileHosts, hostilePages, uint64(n)))
			c := child{
				Web: s.Addr(), Seeds: s.Web().Seeds(), Quick: true, Timeout: 2 * time.Second,
				Lease: 15 * time.Second, // or a machine that is busy loses some
				Plan:  Plan{Delay: delay, MaxDelay: 900 * time.Millisecond, MaxPerHost: 600},
			}
			if n > 1 {
				c.NATS, c.Plan.Partitions = natsServer(t), 16
			}
			var all []*process
			for i := range n {
				c.Dir, c.Worker = t.TempDir(), name(i)
				all = append(all, begin(t, c))
			}
			for i, p := range all {
				said := p.ended(10 * time.Minute)
				t.Logf("worker %d: %d pages in %v, %d MiB at the most", i, said.Summary.Fetched, said.Summary.Elapsed.Round(time.Millisecond), said.Peak>>20)
				if said.Err != "" || !said.Summary.Done || said.Peak > mostMemory {
					t.Errorf("worker %d: %d MiB, %+v", i, said.Peak>>20, said)
				}
			}
			polite(t, s, delay)
			explained(t, s, c)
		})
	}
}
