package crawl

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// endless is a web of hosts whose pages lead from one to the next until enough
// is closed, so that no machine is too fast for what is to happen meanwhile.
// Every second host asks for a delay of its own.
func endless(t *testing.T, hosts int, crawlDelay string) (s *testweb.Server, seeds []string, enough chan struct{}) {
	t.Helper()
	enough = make(chan struct{})
	all := map[string]http.Handler{}
	for i := range hosts {
		file := "User-agent: *\nDisallow: /private/\n"
		if i%2 == 1 {
			file = "User-agent: *\nCrawl-delay: " + crawlDelay + "\n"
		}
		host := fmt.Sprintf("n%d.test", i)
		seeds = append(seeds, "http://"+host+"/0")
		all[host] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				fmt.Fprint(w, file)
				return
			}
			n, _ := strconv.Atoi(r.URL.Path[1:])
			w.Header().Set("Content-Type", "text/html")
			select {
			case <-enough:
				fmt.Fprint(w, "<p>the end")
			default:
				fmt.Fprintf(w, "<a href=/%d>next</a>", n+1)
			}
		})
	}
	return testweb.Start(t, testweb.Custom(all)), seeds, enough
}

// askers notes which workers connected to which address: each host has its own.
type askers struct {
	mu sync.Mutex
	of map[string][]string
}

func (a *askers) note(addr, worker string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Contains(a.of[addr], worker) {
		a.of[addr] = append(a.of[addr], worker)
	}
}

// shared counts the hosts that several workers asked.
func (a *askers) shared() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, workers := range a.of {
		if len(workers) > 1 {
			n++
		}
	}
	return n
}

// until waits for what other goroutines bring about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for began := time.Now(); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func TestAPartitionHandedOverKeepsItsDelays(t *testing.T) {
	const delay, asked = 40 * time.Millisecond, 200 * time.Millisecond
	s, seeds, enough := endless(t, 16, "0.2")
	nats := natsServer(t)
	who := &askers{of: map[string][]string{}}
	var all sync.WaitGroup
	start := func(worker string) {
		c := client(s)
		c.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
			who.note(addr, worker)
			return s.DialContext(ctx, network, addr)
		}
		dir := t.TempDir()
		all.Go(func() {
			sum, err := Run(t.Context(), Options{Dir: dir, NATS: nats, Worker: worker, Seeds: seeds, Fetch: c, Lease: 2 * time.Second, Plan: Plan{Delay: delay, Partitions: 8, MaxDepth: -1}})
			if err != nil || !sum.Done {
				t.Errorf("%s: %+v, %v", worker, sum, err)
			}
		})
	}
	start("one")
	until(t, "each host was asked some times", func() bool {
		r := s.Judge()
		return len(r.PerHost) == len(seeds) && !slices.ContainsFunc(r.PerHost, func(h testweb.HostReport) bool { return h.Requests < 4 })
	})
	start("two")
	until(t, "another worker has some of the hosts", func() bool { return who.shared() >= 1 }) // four partitions, which may have few hosts
	before := s.Judge().Requests
	until(t, "it has asked them", func() bool { return s.Judge().Requests > before+64 })
	close(enough)
	all.Wait()
	polite(t, s, delay, 0)
	for _, h := range s.Judge().PerHost {
		if n, _ := strconv.Atoi(strings.Trim(h.Host, "n.tes")); n%2 == 1 && h.MinGap < asked {
			t.Errorf("%s asked for %v and had %v", h.Host, asked, h.MinGap)
		}
	}
	t.Logf("%d of %d hosts were asked by both", who.shared(), len(seeds))
}

// What a server asked for by Retry-After binds whoever owns its host next, in
// another process with nothing but the log.
func TestAPartitionHandedOverKeepsWhatItsServerAskedFor(t *testing.T) {
	const after = 3 * time.Second
	busy := make(chan struct{})
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"busy.test": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
			return
		}
		select {
		case <-busy:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<p>here")
		default:
			w.Header().Set("Retry-After", strconv.Itoa(int(after/time.Second)))
			w.WriteHeader(503)
			close(busy)
		}
	})}))
	opt := Options{NATS: natsServer(t), Seeds: []string{"http://busy.test/"}, Fetch: client(s), Lease: 2 * time.Second, Plan: Plan{Delay: 10 * time.Millisecond, Partitions: 2}}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-busy
		stop()
	}()
	opt.Dir, opt.Worker = t.TempDir(), "one"
	if sum := run(t, ctx, opt); sum.Done {
		t.Errorf("the first worker: %+v", sum)
	}
	opt.Dir, opt.Worker = t.TempDir(), "two"
	if sum := run(t, t.Context(), opt); !sum.Done || sum.Fetched != 1 {
		t.Errorf("the second worker: %+v", sum)
	}
	all := s.Requests()
	if len(all) != 3 || all[2].SinceStart < after {
		t.Errorf("%d requests, the last %v after the one before; the server asked for %v", len(all), all[len(all)-1].SinceStart, after)
	}
}

// The only server of a log is killed, and comes back with its files.
func TestAServerOfTheLogThatIsKilledAndRestartedLosesNothing(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(12, 40, 13))
	const atOnce, window, delay = 6, 18, 60 * time.Millisecond
	port := ports(t, 1)[0]
	log := child{Serve: true, Dir: t.TempDir(), Port: port, ServerName: "one"}
	server := begin(t, log)
	url := fmt.Sprint("nats://127.0.0.1:", port)
	var workers []*process
	for i := range 2 {
		workers = append(workers, begin(t, child{
			Web: s.Addr(), Seeds: s.Web().Seeds(), NATS: url, Dir: t.TempDir(), Worker: name(i),
			Workers: atOnce, Window: window, Lease: 3 * time.Second, Plan: Plan{Delay: delay, Partitions: 8},
		}))
	}
	requests(t, s, 60, workers...)
	server.kill()
	begin(t, log)
	requests(t, s, 60, workers...)
	for i, p := range workers {
		if said := p.ended(5 * time.Minute); said.Err != "" || !said.Summary.Done {
			t.Errorf("worker %d: %+v", i, said)
		}
	}
	pages, files := twice(s)
	t.Logf("%d pages and %d robots.txt fetched again; smallest rest %v", pages, files, s.Judge().MinRest)
	// Whoever could not renew its lease in time breaks off what is under way.
	if most := len(workers) * (atOnce + window); pages+files > most {
		t.Errorf("%d fetched again, want %d at most", pages+files, most)
	}
	kept(t, s, delay)
	complete(t, s)
	explained(t, s, child{Dir: t.TempDir(), NATS: url})
}
