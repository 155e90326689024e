package crawl

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/testweb"
)

// workers runs workers of one crawl in this process, and returns what each did.
func workers(t *testing.T, s *testweb.Server, n int, opt Options) []Summary {
	t.Helper()
	all := make([]Summary, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { all[i] = work(t, i, client(s), opt) })
	}
	wg.Wait()
	return all
}

func work(t *testing.T, i int, c *fetch.Client, opt Options) Summary {
	opt.Dir, opt.Worker, opt.Fetch = t.TempDir(), name(i), c
	sum, err := Run(t.Context(), opt)
	if err != nil {
		t.Errorf("worker %d: %v", i, err)
	}
	return sum
}

// atOnce is workers of which none connects to a host before all of them want
// to: none is late for the crawl, however slow the machine is. The last gets what
// the others leave: each of them keeps its share and, however it is shed, as many
// partitions as it has requests that wait, of which there may be Options.Workers.
// Among the rest there must be one with hosts, or all wait for ever.
func atOnce(t *testing.T, s *testweb.Server, n int, opt Options) []Summary {
	t.Helper()
	all := make([]Summary, n)
	var wg, ready sync.WaitGroup
	ready.Add(n)
	for i := range n {
		wg.Go(func() {
			c := client(s)
			arrive := sync.OnceFunc(ready.Done)
			defer arrive() // one that fails is waited for by nobody
			c.Limits = fetch.Limits{Dial: time.Minute, Total: 2 * time.Minute}
			c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				arrive()
				ready.Wait()
				return s.DialContext(ctx, network, address)
			}
			all[i] = work(t, i, c, opt)
		})
	}
	wg.Wait()
	return all
}

func TestWorkersShareACrawlAndAllOfThemEnd(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		t.Run(name(n), func(t *testing.T) {
			s := testweb.Start(t, testweb.Clean(30, 16, uint64(n)))
			const delay, partitions = 20 * time.Millisecond, 12
			filled := map[int]bool{}
			for _, u := range s.Web().Seeds() {
				filled[partOf(u, partitions)] = true
			}
			if len(filled) < partitions {
				t.Fatalf("only %d of %d partitions have hosts", len(filled), partitions)
			}
			all := atOnce(t, s, n, Options{NATS: natsServer(t), Seeds: s.Web().Seeds(), Lease: 3 * time.Second, Workers: 1, Plan: Plan{Delay: delay, Partitions: partitions}})
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

// A cluster is three servers of the log, each a process.
type cluster struct {
	t       *testing.T
	servers [3]child
	procs   [3]*process
}

// ports finds ports that are free now, and that no system gives away by itself:
// one of those could be the end of another program's connection by the time a
// server is started, or started again, at it.
func ports(t *testing.T, n int) (all []int) {
	t.Helper()
	for port := 10_000 + os.Getpid()%10_000; len(all) < n && port < 32_000; port++ {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			continue
		}
		defer l.Close()
		all = append(all, port)
	}
	if len(all) < n {
		t.Fatal("no ports are free")
	}
	return all
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	p := ports(t, 6)
	c := &cluster{t: t}
	for i := range c.servers {
		c.servers[i] = child{Serve: true, Dir: t.TempDir(), Port: p[i], Route: p[3+i], ServerName: name(i), JoinName: "three"}
		for j := range c.servers {
			c.servers[i].Routes = append(c.servers[i].Routes, fmt.Sprint("nats://127.0.0.1:", p[3+j]))
		}
	}
	var wg sync.WaitGroup
	for i := range c.servers {
		wg.Go(func() { c.start(i) })
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return c
}

func (c *cluster) start(i int) { c.procs[i] = begin(c.t, c.servers[i]) }

// url names all servers, so that a worker finds another when one is gone.
func (c *cluster) url() string {
	var all []string
	for _, s := range c.servers {
		all = append(all, fmt.Sprint("nats://127.0.0.1:", s.Port))
	}
	return strings.Join(all, ",")
}

// Workers of a cluster are killed one after the other, each replaced by another;
// a server is killed and comes back; a worker sleeps past its lease.
func TestAClusterLosesNothingWhoeverIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("seven processes")
	}
	n := kills(t)
	s := testweb.Start(t, testweb.Clean(24, 80+8*n, 12))
	const requestsAtOnce, window, delay = 6, 18, 200 * time.Millisecond
	log := startCluster(t)
	c := child{Web: s.Addr(), Seeds: s.Web().Seeds(), NATS: log.url(), Workers: requestsAtOnce, Window: window, Lease: 3 * time.Second, Plan: Plan{Delay: delay, Partitions: 16}}
	next := 0
	worker := func() *process {
		c.Dir, c.Worker = t.TempDir(), name(next)
		next++
		return begin(t, c)
	}
	running := []*process{worker(), worker(), worker()}
	requests(t, s, 30, running...)
	r := random()
	server := r.IntN(3)
	for k := range n {
		requests(t, s, 1+r.IntN(60), running...)
		i := r.IntN(len(running))
		switch {
		case k == n/3: // a zombie: it wakes when others have its partitions
			running[i].signal(syscall.SIGSTOP)
			time.Sleep(5 * time.Second)
			running[i].signal(syscall.SIGCONT)
		case k == n/2:
			log.procs[server].kill()
			requests(t, s, 30, running...)
			log.start(server)
		}
		i = r.IntN(len(running))
		running[i].kill()
		running[i] = worker()
	}
	for i, p := range running {
		if said := p.ended(10 * time.Minute); said.Err != "" || !said.Summary.Done {
			t.Errorf("worker %d: %+v", i, said)
		}
	}
	pages, files := twice(s)
	t.Logf("%d kills of workers, one of a server, one sleeper: %d pages and %d robots.txt fetched again; smallest rest %v; %d requests", n, pages, files, s.Judge().MinRest, s.Judge().Requests)
	// The sleeper and the cluster's silence cost as much as a kill each, the
	// latter of all workers.
	if most := (n + 1 + len(running)) * (requestsAtOnce + window); pages+files > most {
		t.Errorf("%d fetched again, want %d at most", pages+files, most)
	}
	kept(t, s, delay)
	complete(t, s)
	l, err := OpenLog(t.Context(), t.TempDir(), log.url(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, err := l.Verify(t.Context(), gate.Rules{})
	t.Logf("%+v", p)
	if err != nil || !p.Kept() {
		t.Errorf("%v", err)
	}
}
