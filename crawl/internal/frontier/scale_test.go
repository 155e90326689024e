//go:build linux

package frontier

import (
	"container/heap"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// What docs/scale.md has figures of:
//
//	go test -run '^$' -bench Frontier -benchtime 1x ./crawl/internal/frontier -args -urls 1000000 -hosts 10000
//	go test -run '^$' -bench Simulation -benchtime 1x -timeout 2h ./crawl/internal/frontier -args -urls 10000000 -hosts 100000
var (
	scaleURLs  = flag.Int("urls", 100_000, "addresses in the benchmarks of scale")
	scaleHosts = flag.Int("hosts", 1_000, "hosts in the benchmarks of scale")
)

// onDisk opens a store as a crawl does.
func onDisk(b *testing.B, dir string) *pebble.DB {
	cache := pebble.NewCache(32 << 20)
	defer cache.Unref()
	opt := &pebble.Options{Cache: cache, MemTableSize: 8 << 20, DisableWAL: true, Logger: quiet{}}
	for i := range opt.Levels {
		opt.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	db, err := pebble.Open(dir, opt)
	if err != nil {
		b.Fatal(err)
	}
	return db
}

func size(b *testing.B, dir string) (n int64) {
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // compacted away
		}
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	return n
}

func heapNow() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// peak is the most memory that the process had, in MB, where the system tells.
func peak() float64 {
	text, _ := os.ReadFile("/proc/self/status")
	var kb float64
	for line := range splitLines(text) {
		fmt.Sscanf(line, "VmHWM: %f kB", &kb)
	}
	return kb / 1000
}

// cpu is the processor time of the process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func splitLines(text []byte) func(func(string) bool) {
	return func(yield func(string) bool) {
		for from, i := 0, 0; i < len(text); i++ {
			if text[i] == '\n' {
				if !yield(string(text[from:i])) {
					return
				}
				from = i + 1
			}
		}
	}
}

func pageURL(host, page int) string { return fmt.Sprintf("http://h%06d.test/p/%d", host, page) }

// BenchmarkFrontier adds addresses in records of 500, opens the view anew, and
// leases and ends all of them, 500 in a record.
func BenchmarkFrontier(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		db := onDisk(b, dir)
		before := heapNow()
		now := time.Unix(1_800_000_000, 0)
		f, err := Open(db, 0, Options{}, now)
		if err != nil {
			b.Fatal(err)
		}
		seq := uint64(0)
		began, used := time.Now(), cpu()
		for n := 0; n < *scaleURLs; {
			links := make([]wire.Link, 0, 500)
			for ; len(links) < cap(links) && n < *scaleURLs; n++ {
				links = append(links, wire.Link{URL: pageURL(n%*scaleHosts, n / *scaleHosts), Depth: 1, Via: wire.ViaLink})
			}
			seq++
			if err := f.Add(seq, wire.AppendPage(wire.Begin(nil), wire.Page{From: "http://h000000.test/", Links: links}), now); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(*scaleURLs)/time.Since(began).Seconds(), "adds/s")
		b.ReportMetric(float64((cpu()-used).Microseconds())/float64(*scaleURLs), "add-CPU-us")
		if err := db.Flush(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(size(b, dir))/float64(*scaleURLs), "disk-B/URL")
		db.Close()
		db = onDisk(b, dir)
		began = time.Now()
		if f, err = Open(db, 0, Options{}, now); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "open-s")
		b.ReportMetric(float64(heapNow()-before)/float64(*scaleHosts), "heap-B/host")
		began, used = time.Now(), cpu()
		for n := 0; n < *scaleURLs; {
			record := wire.Begin(nil)
			for i := 0; i < 500 && n < *scaleURLs; i, n = i+1, n+1 {
				t, ok, _, err := f.Lease(now)
				if err != nil || !ok {
					b.Fatal(n, err)
				}
				f.Release(t, now)
				record = wire.AppendResult(record, wire.Result{Key: t.Key, Status: 200})
			}
			seq++
			if err := f.Done(seq, record, now); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(*scaleURLs)/time.Since(began).Seconds(), "pops/s")
		b.ReportMetric(float64((cpu()-used).Microseconds())/float64(*scaleURLs), "pop-CPU-us")
		b.ReportMetric(float64(heapNow()-before)/1e6, "heap-MB")
		b.ReportMetric(peak(), "peak-MB")
		db.Close()
	}
}

// A world is a web without a network: hosts with numbered pages, the sizes as
// uneven as those of the web, and requests that take 200 ms of a time that is
// counted and not waited for.
type world struct {
	sizes   []int
	served  []int
	ended   []time.Time
	busy    []bool
	flying  flights
	slots   int
	delay   time.Duration
	took    time.Duration
	early   int
	overlap int
}

type flight struct {
	end  time.Time
	task Task
}

type flights []flight

func (f flights) Len() int           { return len(f) }
func (f flights) Less(i, j int) bool { return f[i].end.Before(f[j].end) }
func (f flights) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *flights) Push(x any)        { *f = append(*f, x.(flight)) }
func (f *flights) Pop() any {
	x := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return x
}

// newWorld gives each host at least ten pages and deals the rest by rank: the
// first has as many as the second and the third together, and so on.
func newWorld(urls, hosts int) *world {
	w := &world{sizes: make([]int, hosts), served: make([]int, hosts), ended: make([]time.Time, hosts), busy: make([]bool, hosts), slots: max(32, hosts/20), delay: time.Second, took: 200 * time.Millisecond}
	sum := 0.0
	for i := range hosts {
		sum += 1 / float64(i+1)
	}
	rest := float64(urls - 10*hosts)
	left := urls
	for i := range hosts {
		w.sizes[i] = 10 + int(rest/float64(i+1)/sum)
		left -= w.sizes[i]
	}
	w.sizes[0] += left
	return w
}

func (w *world) number(t Task) (host, page int) {
	fmt.Sscanf(t.URL, "http://h%d.test/p/%d", &host, &page)
	return host, page
}

// start begins a request, and counts what a host would complain of.
func (w *world) start(t Task, now time.Time) {
	h, _ := w.number(t)
	if w.busy[h] {
		w.overlap++
	}
	if !w.ended[h].IsZero() && now.Before(w.ended[h].Add(w.delay)) {
		w.early++
	}
	w.busy[h] = true
	w.served[h]++
	heap.Push(&w.flying, flight{now.Add(w.took), t})
}

// links of a page: up to eight that only it leads to, and one that is known.
func (w *world) links(h, page int) (all []wire.Link) {
	for i := 1; i <= 8; i++ {
		if c := 8*page + i; c < w.sizes[h] {
			all = append(all, wire.Link{URL: pageURL(h, c), Depth: 1, Via: wire.ViaLink})
		}
	}
	return append(all, wire.Link{URL: pageURL(h, page/2), Depth: 1, Via: wire.ViaLink})
}

// unfair returns how often the host served most was served, and the one served
// least, of those that had something to do all the time.
func (w *world) unfair() (most, least int) {
	least = 1 << 62
	for h, n := range w.served {
		if n < w.sizes[h] && n > 0 {
			most, least = max(most, n), min(least, n)
		}
	}
	return most, least
}

// BenchmarkSimulation crawls a world to its end through the real frontier.
func BenchmarkSimulation(b *testing.B) {
	for b.Loop() {
		simulate(b, *scaleURLs, *scaleHosts)
	}
}

func simulate(b *testing.B, urls, hosts int) {
	w := newWorld(urls, hosts)
	dir := b.TempDir()
	db := onDisk(b, dir)
	defer db.Close()
	now := time.Unix(1_800_000_000, 0)
	began, used, started := time.Now(), cpu(), now
	f, err := Open(db, 0, Options{Delay: w.delay}, now)
	if err != nil {
		b.Fatal(err)
	}
	seq := uint64(0)
	for h := 0; h < hosts; {
		links := make([]wire.Link, 0, 2000)
		for ; len(links) < cap(links) && h < hosts; h++ {
			links = append(links, wire.Link{URL: pageURL(h, 0)})
		}
		seq++
		if err := f.Add(seq, wire.AppendPage(wire.Begin(nil), wire.Page{Links: links}), now); err != nil {
			b.Fatal(err)
		}
	}
	done, logged := 0, 0
	fair := false
	var records int64
	for done < urls {
		// Start what may start.
		var wait time.Duration
		for len(w.flying) < w.slots {
			t, ok, next, err := f.Lease(now)
			if err != nil {
				b.Fatal(err)
			}
			if !ok {
				wait = next
				break
			}
			w.start(t, now)
		}
		// Let time pass until a request ends or a host has rested.
		at := now.Add(wait)
		if len(w.flying) > 0 && (wait <= 0 || w.flying[0].end.Before(at)) {
			at = w.flying[0].end
		}
		if at.Before(now) || at.Equal(now) && len(w.flying) == 0 {
			b.Fatalf("nothing to do at %d of %d", done, urls)
		}
		now = at
		result := wire.Begin(nil)
		found := wire.Begin(nil)
		n := 0
		for ; len(w.flying) > 0 && !w.flying[0].end.After(now); n++ {
			x := heap.Pop(&w.flying).(flight)
			h, page := w.number(x.task)
			w.busy[h], w.ended[h] = false, now
			f.Release(x.task, now.Add(w.delay))
			result = wire.AppendResult(result, wire.Result{Key: x.task.Key, Status: 200, Started: now.Add(-w.took).UnixMilli(), Ended: now.UnixMilli(), Digest: make([]byte, 16), Type: "text/html"})
			found = wire.AppendPage(found, wire.Page{From: x.task.URL, Links: w.links(h, page)})
			if n == 499 {
				n++
				break
			}
		}
		if n == 0 {
			continue
		}
		done += n
		seq++
		record := wire.AppendVisit(nil, result, found)
		records += int64(len(record))
		if err := f.Apply(seq, wire.Visit, record, now); err != nil {
			b.Fatal(err)
		}
		if !fair && done > 20*hosts/10 {
			fair = true
			most, least := w.unfair()
			b.ReportMetric(float64(most), "most-served")
			b.ReportMetric(float64(least), "least-served")
		}
		if done/(urls/10+1) > logged {
			logged = done / (urls/10 + 1)
			fmt.Fprintf(os.Stderr, "%d done, %v, %v of virtual time, peak %.0f MB, %d hosts in memory\n", done, time.Since(began).Round(time.Second), now.Sub(started).Round(time.Second), peak(), len(f.hosts))
			f.Forget(now)
		}
	}
	if w.early+w.overlap > 0 {
		b.Errorf("%d served early, %d while busy", w.early, w.overlap)
	}
	if c := f.Counts(); c.Done != int64(urls) || c.Queued != 0 {
		b.Errorf("%+v", c)
	}
	db.Flush()
	b.ReportMetric(time.Since(began).Seconds(), "wall-s")
	b.ReportMetric((cpu() - used).Seconds(), "CPU-s")
	b.ReportMetric(float64(urls)/time.Since(began).Seconds(), "URLs/s")
	b.ReportMetric(peak(), "peak-MB")
	b.ReportMetric(float64(size(b, dir))/float64(urls), "disk-B/URL")
	b.ReportMetric(float64(records)/float64(urls), "record-B/URL")
	b.ReportMetric(now.Sub(started).Hours(), "virtual-h")
	b.ReportMetric(0, "early")
}
