//go:build linux

package crawl

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// What docs/scale.md has figures of:
//
//	go test -run '^$' -bench Resume -benchtime 1x ./crawl -args -urls 1000000
var resumeURLs = flag.Int("urls", 50_000, "addresses in the benchmark of resuming")

// BenchmarkResume writes a log in which every tenth address that was found is
// done, and opens it twice: with the view that goes with it, and without.
func BenchmarkResume(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		log := func() *joblog.Log {
			l, err := joblog.Open(b.Context(), joblog.Options{Name: "crawl", Dir: filepath.Join(dir, "log")})
			if err != nil {
				b.Fatal(err)
			}
			return l
		}
		l := log()
		rest := fillLog(b, l, *resumeURLs)
		l.Close()
		found := folderSize(b, filepath.Join(dir, "log"))
		kept := filepath.Join(dir, "view")

		began := time.Now()
		l = log()
		b.ReportMetric(time.Since(began).Seconds(), "open-log-s")
		began = time.Now()
		queued := readView(b, l, kept)
		b.ReportMetric(time.Since(began).Seconds(), "rebuild-s")
		began = time.Now()
		if again := readView(b, l, kept); again != queued {
			b.Errorf("%d wait, and %d after the view was opened again", queued, again)
		}
		b.ReportMetric(time.Since(began).Seconds(), "open-view-s")
		view := folderSize(b, kept)
		endAll(b, l, rest)
		l.Close()
		all := float64(*resumeURLs)
		b.ReportMetric(float64(found)/all, "log-B/URL")
		b.ReportMetric(float64(view)/all, "view-B/URL")
		b.ReportMetric(float64(folderSize(b, filepath.Join(dir, "log")))/all, "log-all-done-B/URL")
	}
}

// A waiting task of the log that is written.
type waiting struct {
	n   int
	key wire.Key
}

const inRecord = 400 // pages in a record of the benchmark

// pageAt has as much in it that no other has as most have: names cannot be
// guessed from those of their neighbours.
func pageAt(n int) string {
	return fmt.Sprintf("https://www.site-%d.test/articles/%d/%08x.html", n%1000, n%97, uint32(frontier.Hash(fmt.Sprint(n))))
}

func result(b []byte, t waiting, links int) []byte {
	sum := sha256.Sum256([]byte(pageAt(t.n)))
	at := 1_800_000_000_000 + int64(t.n)
	return wire.AppendResult(b, wire.Result{Key: t.key, Status: 200, Started: at, Ended: at + 100 + int64(sum[0]), Size: int64(sum[1]) << 6, Wire: int64(sum[1]) << 6, Digest: sum[:16], Type: "text/html", ETag: fmt.Sprintf(`"%x"`, sum[16:20]), Links: links})
}

// fillLog writes visits of pages that lead to ten others each, as a crawl does,
// and returns what waits.
func fillLog(b *testing.B, l *joblog.Log, urls int) []waiting {
	const hosts, fan = 1000, 10
	packed := packer{parts: 1}
	seeds := make([]wire.Link, hosts)
	for i := range seeds {
		seeds[i] = wire.Link{URL: pageAt(i)}
	}
	packed.add("", seeds)
	seq, err := l.Write(b.Context(), packed.messages())
	if err != nil {
		b.Fatal(err)
	}
	var queue []waiting
	for i := range hosts {
		queue = append(queue, waiting{i, wire.Key{Host: frontier.HostOf(pageAt(i)), Seq: seq, Index: uint16(i)}})
	}
	for n := hosts; n < urls; {
		done, found := wire.Begin(nil), wire.Begin(nil)
		next := seq + 1
		index := 0
		for range inRecord {
			if n >= urls || len(queue) == 0 {
				break
			}
			t := queue[0]
			queue = queue[1:]
			done = result(done, t, fan)
			links := make([]wire.Link, 0, fan)
			for ; len(links) < fan && n < urls; n++ {
				u := pageAt(n)
				links = append(links, wire.Link{URL: u, Depth: 1, Via: wire.ViaLink})
				queue = append(queue, waiting{n, wire.Key{Host: frontier.HostOf(u), Depth: 1, Seq: next, Index: uint16(index)}})
				index++
			}
			found = wire.AppendPage(found, wire.Page{From: pageAt(t.n), Links: links})
		}
		if seq, err = l.Write(b.Context(), []joblog.Message{{Kind: wire.Visit, Data: wire.AppendVisit(nil, done, found)}}); err != nil {
			b.Fatal(err)
		}
	}
	return queue
}

// endAll writes results of all that waits.
func endAll(b *testing.B, l *joblog.Log, rest []waiting) {
	for len(rest) > 0 {
		done := wire.Begin(nil)
		for range min(inRecord, len(rest)) {
			done, rest = result(done, rest[0], 0), rest[1:]
		}
		if _, err := l.Write(b.Context(), []joblog.Message{{Kind: wire.Done, Data: done}}); err != nil {
			b.Fatal(err)
		}
	}
}

// readView brings a view up to the end of the log, and returns what waits.
func readView(b *testing.B, l *joblog.Log, dir string) int64 {
	db, err := openView(dir, func(err error) { b.Error(err) })
	if err != nil {
		b.Fatal(err)
	}
	defer func(db *pebble.DB) { db.Flush(); db.Close() }(db)
	f, err := frontier.Open(db, 0, frontier.Options{}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	if f.Applied() > 0 {
		return f.Counts().Queued
	}
	if err := l.All(context.Background(), func(r joblog.Record) error { return f.Apply(r.Seq, r.Kind, r.Data, time.Now()) }); err != nil {
		b.Fatal(err)
	}
	return f.Counts().Queued
}

func folderSize(b *testing.B, dir string) (n int64) {
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		n += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}
