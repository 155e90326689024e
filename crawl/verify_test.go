package crawl

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
)

// A forger writes logs of crawls that never were. Times are in seconds after a
// start in the past.
type forger struct {
	t     *testing.T
	log   *joblog.Log
	epoch uint64
	start time.Time
	tasks map[string]wire.Key
}

// forged returns what is proven of a log with a delay of a second between requests.
func forged(t *testing.T, write func(f *forger)) Proof {
	t.Helper()
	dir := t.TempDir()
	log, err := joblog.Open(t.Context(), joblog.Options{Name: "crawl", Dir: filepath.Join(dir, "log")})
	if err != nil {
		t.Fatal(err)
	}
	plan, _ := json.Marshal(Plan{Name: "crawl", Partitions: 1, Delay: time.Second, UserAgent: "ExampleBot/1.0"})
	if _, err := log.Describe(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	f := &forger{t: t, log: log, start: time.Now().Add(-time.Hour), tasks: map[string]wire.Key{}}
	f.own("one")
	write(f)
	log.Close()
	return verified(t, dir)
}

func (f *forger) own(worker string) {
	var err error
	if f.epoch, err = f.log.Own(f.t.Context(), 0, worker, time.Now()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *forger) at(seconds float64) int64 {
	return f.start.Add(time.Duration(seconds * float64(time.Second))).UnixMilli()
}

func (f *forger) write(kind wire.Kind, data []byte) uint64 {
	f.t.Helper()
	seq, err := f.log.Write(f.t.Context(), []joblog.Message{{Kind: kind, Data: data, Epoch: f.epoch}})
	if err != nil {
		f.t.Fatal(err)
	}
	return seq
}

// found adds an address; again makes another task of it.
func (f *forger) found(url string) {
	seq := f.write(wire.Found, wire.AppendPage(wire.Begin(nil), wire.Page{Links: []wire.Link{{URL: url}}}))
	f.tasks[url] = wire.Key{Host: frontier.HostOf(url), Seq: seq}
}

// page writes that an address was fetched.
func (f *forger) page(url string, from, to float64, more ...func(*wire.Result)) {
	if _, ok := f.tasks[url]; !ok {
		f.found(url)
	}
	r := wire.Result{Key: f.tasks[url], Status: 200, Started: f.at(from), Ended: f.at(to)}
	for _, change := range more {
		change(&r)
	}
	f.write(wire.Done, wire.AppendResult(wire.Begin(nil), r))
}

// robots writes that a robots.txt was fetched, and counts for an hour.
func (f *forger) robots(origin, body string, from, to float64, more ...func(*gate.Entry, *wire.HostState)) {
	at := time.UnixMilli(f.at(to))
	o := fetch.Outcome{Key: origin, Kind: robots.KindDocument, Status: 200, FinalURL: origin + "/robots.txt", Header: http.Header{}, Body: []byte(body), Limit: 512 << 10, FetchedAt: at}
	e := gate.Rules{}.After(gate.Entry{}, o)
	e.Expires = at.Add(time.Hour)
	h := wire.HostState{Origin: origin, Started: f.at(from), Ended: f.at(to)}
	for _, change := range more {
		change(&e, &h)
	}
	h.Entry = gate.Encode(e, gate.Pace{})
	f.write(wire.Host, wire.AppendHost(nil, h))
}

func retried(r *wire.Result) { r.Flags, r.Status = wire.Retried, 503 }

const open = "User-agent: *\nDisallow: /closed\n"

func TestABrokenPromiseIsNamedWithWhatShowsIt(t *testing.T) {
	for name, c := range map[string]struct {
		write func(f *forger)
		count func(p *Proof) int64
		says  []string
	}{
		"fetched twice": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1)
			f.page("http://a.test/1", 4, 4.1)
		}, func(p *Proof) int64 { return p.Twice }, []string{"http://a.test/1 was fetched at ", " and again at "}},
		"fetched twice, as two tasks": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1)
			f.found("http://a.test/1")
			f.page("http://a.test/1", 4, 4.1)
		}, func(p *Proof) int64 { return p.Twice }, []string{"http://a.test/1 was fetched at "}},
		"fetched again before its time": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, func(r *wire.Result) { r.Next = r.Ended + 60_000 })
			f.page("http://a.test/1", 61, 61.1)
		}, func(p *Proof) int64 { return p.Twice }, []string{"http://a.test/1"}},
		"disallowed": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/closed/x", 2, 2.1)
		}, func(p *Proof) int64 { return p.Disallowed }, []string{"http://a.test/closed/x was fetched at ", "against line 2"}},
		"disallowed by a robots.txt that came later": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1)
			f.robots("http://a.test", "User-agent: *\nDisallow: /\n", 4000, 4000.1)
			f.page("http://a.test/2", 4002, 4002.1)
		}, func(p *Proof) int64 { return p.Disallowed }, []string{"http://a.test/2", "against line 2"}},
		"while robots.txt could not be had": {func(f *forger) {
			f.robots("http://a.test", "", 0, 0.1, func(e *gate.Entry, _ *wire.HostState) {
				e.Last.Kind, e.Last.Status, e.Last.Class, e.Last.Body = robots.KindUnreachable, 503, "", nil
				e.Good = fetch.Outcome{}
			})
			f.page("http://a.test/", 2, 2.1)
		}, func(p *Proof) int64 { return p.Disallowed }, []string{"could not be had: http-status"}},
		"before robots.txt": {func(f *forger) {
			f.page("http://a.test/", 0, 0.1)
			f.robots("http://a.test", open, 2, 2.1)
		}, func(p *Proof) int64 { return p.Blind }, []string{"http://a.test/ was fetched at ", "before its robots.txt"}},
		"with the robots.txt of the other scheme": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("https://a.test/", 2, 2.1)
		}, func(p *Proof) int64 { return p.Blind }, []string{"https://a.test/"}},
		"no such address": {func(f *forger) {
			f.tasks["x"] = wire.Key{Host: 7, Seq: 99}
			f.page("x", 0, 0.1)
		}, func(p *Proof) int64 { return p.Blind }, []string{"an address that the log does not have, 99.0"}},
		"sooner than the delay": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 0.9, 1)
		}, func(p *Proof) int64 { return p.TooSoon }, []string{"http://a.test/1 was asked for at ", "200ms too soon: http://a.test/robots.txt ended at ", "the delay is 1s"}},
		"sooner than Crawl-delay": {func(f *forger) {
			f.robots("http://a.test", "User-agent: *\nCrawl-delay: 5\n", 0, 0.1)
			f.page("http://a.test/1", 3.1, 3.2)
		}, func(p *Proof) int64 { return p.TooSoon }, []string{"2s too soon", "the delay is 5s"}},
		"sooner than the Crawl-delay of the other scheme": {func(f *forger) {
			f.robots("http://a.test", "User-agent: *\nCrawl-delay: 5\n", 0, 0.1)
			f.robots("https://a.test", open, 5.1, 5.2)
			f.page("https://a.test/1", 7.2, 7.3)
		}, func(p *Proof) int64 { return p.TooSoon }, []string{"https://a.test/1", "3s too soon"}},
		"sooner than Retry-After": {func(f *forger) {
			f.start = time.Now()
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, retried)
			f.write(wire.Host, wire.AppendHost(nil, wire.HostState{Origin: "http://a.test", Blocked: f.at(60)}))
			f.page("http://a.test/1", 10, 10.1)
		}, func(p *Proof) int64 { return p.TooSoon }, []string{"http://a.test/1", "asked to be left alone until"}},
		"two owners": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 9)
			f.own("two")
			f.page("http://a.test/2", 5, 5.1)
		}, func(p *Proof) int64 { return p.AtOnce }, []string{"http://a.test/2 was asked for at ", "while http://a.test/1 was under way until "}},
		"robots.txt again": {func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.robots("http://a.test", open, 1800, 1800.1)
		}, func(p *Proof) int64 { return p.RobotsMore }, []string{"http://a.test/robots.txt was fetched at ", "counted until"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := forged(t, c.write)
			all := p.Twice + p.Disallowed + p.Blind + p.AtOnce + p.TooSoon + p.RobotsMore
			if p.Kept() || c.count(&p) != 1 || all != 1 || len(p.Faults) != 1 {
				t.Fatalf("%+v", p)
			}
			for _, s := range c.says {
				if !strings.Contains(p.Faults[0], s) {
					t.Errorf("%q is not in %q", s, p.Faults[0])
				}
			}
		})
	}
}

func TestAPromiseThatWasKeptRaisesNoAlarm(t *testing.T) {
	for name, write := range map[string]func(f *forger){
		"asked again after no answer": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, retried)
			f.page("http://a.test/1", 4, 4.1)
		},
		"asked again when it is due, by another owner, and once more": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, func(r *wire.Result) { r.Next = r.Ended + 1000 })
			f.own("two")
			f.page("http://a.test/1", 4, 4.1, func(r *wire.Result) { r.Next, r.Flags = r.Ended+1000, wire.NotModified })
			f.page("http://a.test/1", 6, 6.1)
		},
		"one result written twice, as after a commit whose end nobody saw": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1)
			f.page("http://a.test/1", 2, 2.1)
		},
		"a robots.txt that is stale is fetched again, and asks for less": func(f *forger) {
			f.robots("http://a.test", "User-agent: *\nCrawl-delay: 9\nDisallow: /\n", 0, 0.1)
			f.robots("http://a.test", open, 4000, 4000.1)
			f.page("http://a.test/1", 4001.2, 4001.3)
		},
		"both schemes of a host, each by its file": func(f *forger) {
			f.robots("http://a.test", "User-agent: *\nDisallow: /\n", 0, 0.1)
			f.robots("https://a.test", open, 2, 2.1)
			f.page("https://a.test/1", 4, 4.1)
		},
		"two hosts at the same time": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.robots("http://b.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 3)
			f.page("http://b.test/1", 2, 3)
		},
		"Retry-After is waited for": func(f *forger) {
			f.start = time.Now()
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, retried)
			f.write(wire.Host, wire.AppendHost(nil, wire.HostState{Origin: "http://a.test", Blocked: f.at(60)}))
			f.page("http://a.test/1", 60.1, 60.2)
		},
		"times cut to milliseconds": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 1.099, 1.2)
		},
		"a redirect and where it leads": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/1", 2, 2.1, func(r *wire.Result) { r.Status, r.Location = 301, "/2" })
			f.page("http://a.test/2", 4, 4.1)
		},
		"what was refused was not asked for": func(f *forger) {
			f.robots("http://a.test", open, 0, 0.1)
			f.page("http://a.test/closed", 0, 0, func(r *wire.Result) { r.Status, r.Started, r.Ended, r.Reason = 0, 0, 0, wire.Disallowed })
			f.page("http://10.0.0.1/", 2, 2, func(r *wire.Result) { r.Status, r.Reason = 0, wire.PrivateAddress })
		},
	} {
		t.Run(name, func(t *testing.T) {
			if p := forged(t, write); !p.Kept() || p.Exchanges == 0 {
				t.Errorf("%+v", p)
			}
		})
	}
}
