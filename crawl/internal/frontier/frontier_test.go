package frontier

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

var epoch = time.UnixMilli(1_700_000_000_000)

func store(t testing.TB) *pebble.DB {
	t.Helper()
	db, err := pebble.Open("view", &pebble.Options{FS: vfs.NewMem(), Logger: quiet{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

type quiet struct{}

func (quiet) Infof(string, ...any)      {}
func (quiet) Errorf(string, ...any)     {}
func (quiet) Fatalf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }

func open(t testing.TB, db *pebble.DB, opt Options, now time.Time) *Frontier {
	t.Helper()
	f, err := Open(db, 3, opt, now)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func found(links ...wire.Link) []byte {
	return wire.AppendPage(wire.Begin(nil), wire.Page{From: "http://from.test/", Links: links})
}

func result(r wire.Result) []byte { return wire.AppendResult(wire.Begin(nil), r) }

func add(t testing.TB, f *Frontier, seq uint64, links ...wire.Link) {
	t.Helper()
	if err := f.Add(seq, found(links...), epoch); err != nil {
		t.Fatal(err)
	}
}

func lease(t testing.TB, f *Frontier, now time.Time) (Task, bool, time.Duration) {
	t.Helper()
	task, ok, wait, err := f.Lease(now)
	if err != nil {
		t.Fatal(err)
	}
	return task, ok, wait
}

func TestTasksOfAHostComeByPriorityThenDepthThenAge(t *testing.T) {
	f := open(t, store(t), Options{}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/deep", Depth: 2}, wire.Link{URL: "http://a.test/1", Depth: 1}, wire.Link{URL: "http://a.test/2", Depth: 1})
	add(t, f, 2, wire.Link{URL: "http://a.test/wanted", Depth: 9, Priority: 5})
	var got []string
	for range 4 {
		task, ok, _ := lease(t, f, epoch)
		if !ok {
			t.Fatal("nothing to lease")
		}
		if _, second, _ := lease(t, f, epoch); second {
			t.Fatal("two tasks of one host are leased")
		}
		got = append(got, task.URL)
		f.Release(task, epoch)
	}
	if want := []string{"http://a.test/wanted", "http://a.test/1", "http://a.test/2", "http://a.test/deep"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, ok, wait := lease(t, f, epoch); ok || wait != 0 {
		t.Error("a task that is released and not done was leased again")
	}
}

func TestAHostRestsForItsDelayAndOthersGoOn(t *testing.T) {
	f := open(t, store(t), Options{Delay: time.Second}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/1"}, wire.Link{URL: "http://a.test/2"}, wire.Link{URL: "http://b.test/"})
	first, _, _ := lease(t, f, epoch)
	f.Release(first, epoch.Add(time.Second))
	second, _, _ := lease(t, f, epoch)
	if second.URL != "http://b.test/" {
		t.Fatalf("leased %s", second.URL)
	}
	if _, ok, wait := lease(t, f, epoch.Add(400*time.Millisecond)); ok || wait != 600*time.Millisecond {
		t.Errorf("ok %v, wait %v", ok, wait)
	}
	f.BlockUntil("http://a.test", epoch.Add(time.Minute))
	if _, ok, wait := lease(t, f, epoch.Add(time.Second)); ok || wait != 59*time.Second {
		t.Errorf("blocked: ok %v, wait %v", ok, wait)
	}
	if task, ok, _ := lease(t, f, epoch.Add(time.Minute)); !ok || task.URL != "http://a.test/2" {
		t.Errorf("after the block: %v %s", ok, task.URL)
	}
}

func TestHttpAndHttpsAreOneHostAndTheLongerDelayHolds(t *testing.T) {
	f := open(t, store(t), Options{}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/1"}, wire.Link{URL: "https://a.test/2"}, wire.Link{URL: "http://a.test:81/3"})
	f.Apply(2, wire.Host, wire.AppendHost(nil, wire.HostState{Origin: "https://a.test", Delay: 7000}), epoch)
	f.Apply(3, wire.Host, wire.AppendHost(nil, wire.HostState{Origin: "http://a.test", Delay: 2000}), epoch)
	if d := f.Delay("http://a.test/"); d != 7*time.Second {
		t.Errorf("delay %v", d)
	}
	f.SetDelay("http://a.test/", 9*time.Second)
	if d := f.Delay("https://a.test/"); d != 9*time.Second {
		t.Errorf("delay %v", d)
	}
	one, _, _ := lease(t, f, epoch)
	two, _, _ := lease(t, f, epoch)
	if _, ok, _ := lease(t, f, epoch); ok || Authority(one.URL) == Authority(two.URL) {
		t.Errorf("%s and %s are leased", one.URL, two.URL)
	}
	for _, origin := range []string{"http://a.test", "https://a.test"} {
		if s, ok, err := f.HostState(origin); !ok || err != nil || s.Origin != origin {
			t.Errorf("%s: %+v %v %v", origin, s, ok, err)
		}
	}
}

func TestANewOwnerLetsEveryHostRest(t *testing.T) {
	db := store(t)
	f := open(t, db, Options{Delay: time.Second}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/1"})
	if err := f.Apply(2, wire.Host, wire.AppendHost(nil, wire.HostState{Origin: "http://a.test", Delay: 5000}), epoch); err != nil {
		t.Fatal(err)
	}
	later := epoch.Add(time.Hour)
	f = open(t, db, Options{Delay: time.Second}, later)
	if _, ok, wait := lease(t, f, later); ok || wait != 5*time.Second {
		t.Errorf("ok %v, wait %v", ok, wait)
	}
}

func TestADepthRefusalIsLiftedByAShorterWay(t *testing.T) {
	f := open(t, store(t), Options{}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/x", Depth: 9, Refused: wire.TooDeep}, wire.Link{URL: "http://o.test/", Refused: wire.OutOfScope})
	if c := f.Counts(); c.Known != 2 || c.Refused != 2 || c.Queued != 0 {
		t.Errorf("counts %+v", c)
	}
	add(t, f, 2, wire.Link{URL: "http://a.test/x", Depth: 2}, wire.Link{URL: "http://o.test/", Depth: 1})
	if c := f.Counts(); c.Known != 2 || c.Refused != 1 || c.Queued != 1 {
		t.Errorf("counts %+v", c)
	}
}

func TestATaskOverABudgetIsLeasedAsRefused(t *testing.T) {
	f := open(t, store(t), Options{PerHost: 1, Hosts: 1}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/1"}, wire.Link{URL: "http://a.test/2"}, wire.Link{URL: "http://b.test/"})
	got := map[string]wire.Reason{}
	for range 3 {
		task, _, _ := lease(t, f, epoch)
		got[task.URL] = task.Refused
		f.Release(task, epoch)
	}
	if got["http://a.test/1"] != wire.None || got["http://a.test/2"] != wire.HostBudget || got["http://b.test/"] != wire.HostsBudget {
		t.Errorf("got %v", got)
	}
}

func TestATaskIsDoneAnewWhenItsTimeComesAndAViewMadeAnewAgrees(t *testing.T) {
	db := store(t)
	f := open(t, db, Options{}, epoch)
	add(t, f, 1, wire.Link{URL: "http://a.test/"})
	task, _, _ := lease(t, f, epoch)
	f.Release(task, epoch)
	next := epoch.Add(time.Hour)
	first := result(wire.Result{Key: task.Key, Status: 200, Started: epoch.UnixMilli(), Ended: epoch.UnixMilli(), Next: next.UnixMilli(), ETag: `"1"`})
	if err := f.Done(2, first, epoch); err != nil {
		t.Fatal(err)
	}
	if _, ok, wait := lease(t, f, epoch.Add(time.Minute)); ok || wait != 59*time.Minute {
		t.Errorf("ok %v, wait %v", ok, wait)
	}
	again, ok, _ := lease(t, f, next)
	if !ok || again.ETag != `"1"` || !again.Again || again.Key != task.Key {
		t.Fatalf("the second visit: %v %+v", ok, again)
	}
	f.Release(again, next)
	second := result(wire.Result{Key: task.Key, Status: 304, Started: next.UnixMilli(), Ended: next.UnixMilli()})
	if err := f.Done(3, second, next); err != nil {
		t.Fatal(err)
	}
	g := open(t, store(t), Options{}, next)
	g.Add(1, found(wire.Link{URL: "http://a.test/"}), next)
	g.Done(2, first, next)
	g.Done(3, second, next)
	if f.Counts() != g.Counts() || !g.Idle(time.Now()) {
		t.Errorf("counts %+v, from the log %+v", f.Counts(), g.Counts())
	}
	if _, ok, wait := lease(t, g, next.Add(24*time.Hour)); ok || wait != 0 {
		t.Error("a view from the log fetches a third time")
	}
}

// The plain twin: sets and slices. It knows no store, no heap and no tasks held
// near, and must agree on what is leased, whatever happens in between.
func TestRandomCrawlsAgreeWithAPlainFrontier(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 8))
		db := store(t)
		f := open(t, db, Options{}, epoch)
		seen := map[string]bool{}
		waiting := map[wire.Key]string{}
		held := map[wire.Key]Task{}
		now, seq := epoch, uint64(0)
		for range 400 {
			now = now.Add(time.Duration(r.IntN(3)) * time.Second)
			switch r.IntN(6) {
			case 0, 1:
				seq++
				var links []wire.Link
				for i := range 1 + r.IntN(60) {
					l := wire.Link{URL: fmt.Sprintf("http://h%d.test/%d", r.IntN(4), r.IntN(700)), Depth: r.IntN(4), Priority: byte(r.IntN(2))}
					links = append(links, l)
					if !seen[l.URL] {
						seen[l.URL] = true
						waiting[wire.Key{Host: HostOf(l.URL), Priority: l.Priority, Depth: uint16(l.Depth), Seq: seq, Index: uint16(i)}] = l.URL
					}
				}
				add(t, f, seq, links...)
			case 2, 3, 4:
				task, ok, _ := lease(t, f, now)
				if !ok {
					continue
				}
				for k := range waiting {
					if _, h := held[k]; !h && k.Host == task.Key.Host && string(k.Append(nil)) < string(task.Key.Append(nil)) {
						t.Fatalf("seed %d: %s leased before %s", seed, task.URL, waiting[k])
					}
				}
				if waiting[task.Key] != task.URL {
					t.Fatalf("seed %d: %s does not wait", seed, task.URL)
				}
				if _, twice := held[task.Key]; twice {
					t.Fatalf("seed %d: %s is leased twice", seed, task.URL)
				}
				held[task.Key] = task
				f.Release(task, now)
			case 5:
				for k, task := range held {
					if r.IntN(2) == 0 {
						continue
					}
					seq++
					res := wire.Result{Key: k, Started: now.UnixMilli(), Ended: now.UnixMilli()}
					if r.IntN(5) == 0 {
						res.Flags = wire.Retried
					} else {
						delete(waiting, k)
					}
					delete(held, k)
					_ = task
					if err := f.Done(seq, result(res), now); err != nil {
						t.Fatal(err)
					}
				}
				f.Forget(now)
				if r.IntN(4) == 0 { // the process ends, and another begins
					f = open(t, db, Options{}, now)
					held = map[wire.Key]Task{}
				}
			}
			if c := f.Counts(); c.Queued != int64(len(waiting)) || c.Known != int64(len(seen)) {
				t.Fatalf("seed %d: %+v, want %d waiting of %d", seed, c, len(waiting), len(seen))
			}
		}
		// All that waits is leased in the end.
		f = open(t, db, Options{}, now)
		for len(waiting) > 0 {
			task, ok, wait := lease(t, f, now)
			if !ok {
				t.Fatalf("seed %d: %d wait and none is leased, wait %v", seed, len(waiting), wait)
			}
			seq++
			f.Release(task, now)
			f.Done(seq, result(wire.Result{Key: task.Key}), now)
			delete(waiting, task.Key)
		}
		if !f.Idle(time.Now()) {
			t.Errorf("seed %d: not idle", seed)
		}
	}
}

func BenchmarkAddLeaseDone(b *testing.B) {
	f := open(b, store(b), Options{}, epoch)
	const per = 100
	seq := uint64(0)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		links := make([]wire.Link, per)
		for j := range links {
			links[j] = wire.Link{URL: fmt.Sprintf("http://host%d.test/page/%d", (i*per+j)%10000, i*per+j), Depth: 1}
		}
		seq++
		if err := f.Add(seq, found(links...), epoch); err != nil {
			b.Fatal(err)
		}
		record := wire.Begin(nil)
		for range per {
			task, ok, _, err := f.Lease(epoch)
			if err != nil || !ok {
				b.Fatal(ok, err)
			}
			f.Release(task, epoch)
			record = wire.AppendResult(record, wire.Result{Key: task.Key, Status: 200})
		}
		seq++
		if err := f.Done(seq, record, epoch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*per)/b.Elapsed().Seconds(), "urls/s")
}

// Claimed hosts lease nothing; a leased host is not seized unless it is lent.
func TestAHostIsSeizedWhenNobodyAsksItAndItHasRested(t *testing.T) {
	f := open(t, store(t), Options{Delay: time.Second}, epoch)
	const url = "http://a.test/elsewhere/robots.txt"
	add(t, f, 1, wire.Link{URL: "http://a.test/1"}, wire.Link{URL: "http://a.test/2"})
	task, _, _ := lease(t, f, epoch)
	f.Claim(url, epoch)
	if ok, wait := f.Seize(url, epoch); ok || wait <= 0 {
		t.Errorf("seized while it is asked: %v %v", ok, wait)
	}
	f.Release(task, epoch.Add(time.Second))
	if _, ok, _ := lease(t, f, epoch.Add(time.Minute)); ok {
		t.Error("leased while it is claimed")
	}
	if ok, wait := f.Seize(url, epoch.Add(400*time.Millisecond)); ok || wait != 600*time.Millisecond {
		t.Errorf("before it had rested: %v %v", ok, wait)
	}
	now := epoch.Add(time.Second)
	if ok, _ := f.Seize(url, now); !ok {
		t.Error("not seized though it had rested")
	}
	f.Claim(url, now)
	if ok, _ := f.Seize(url, now); ok {
		t.Error("seized twice")
	}
	f.Unclaim(url, false, time.Time{})
	f.Unclaim(url, true, now.Add(time.Second))
	if _, ok, wait := lease(t, f, now); ok || wait != time.Second {
		t.Errorf("after it was seized: ok %v, wait %v", ok, wait)
	}
	now = now.Add(time.Second)
	task, ok, _ := lease(t, f, now)
	if !ok || task.URL != "http://a.test/2" {
		t.Fatalf("%v %s", ok, task.URL)
	}
	f.Lend(task, now.Add(time.Second))
	f.Claim(url, now)
	if ok, wait := f.Seize(url, now); ok || wait != time.Second {
		t.Errorf("lent, and not rested: %v %v", ok, wait)
	}
	if ok, _ := f.Seize(url, now.Add(time.Second)); !ok {
		t.Error("not seized though it was lent")
	}
	f.Return(task, now)
	if _, ok, _ := lease(t, f, now.Add(time.Minute)); ok {
		t.Error("leased while it is seized")
	}
	f.Unclaim(url, true, now.Add(2*time.Second))
	if task, ok, _ = lease(t, f, now.Add(2*time.Second)); !ok || task.URL != "http://a.test/2" {
		t.Errorf("%v %s", ok, task.URL)
	}
}
