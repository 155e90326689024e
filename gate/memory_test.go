package gate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots/fetch"
)

func TestMemoryIsBoundedAndAHostInUseIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document("User-agent: *\nDisallow: /" + strings.Repeat("x", 1000) + "\n"))
		g := open(t, Options{Fetcher: s, Entries: 100, Bytes: 200 << 10})
		for i := range 1000 {
			permit(t, g, fmt.Sprintf("https://h%d.example/", i))
			time.Sleep(2 * time.Second)
		}
		st := g.Stats()
		if st.Entries > 100 || st.Bytes > 200<<10 || st.Evicted != uint64(1000-st.Entries) || st.EvictedEarly != 0 {
			t.Errorf("%+v", st)
		}
		for i := range 100 { // hosts that have not rested go last
			permit(t, g, fmt.Sprintf("https://busy%d.example/", i))
		}
		if st := g.Stats(); st.Entries > 100 || st.EvictedEarly == 0 {
			t.Errorf("%+v", st)
		}
	})
}

func TestAskOnAWarmCacheDoesNotAllocate(t *testing.T) {
	g := open(t, Options{Fetcher: always(document("User-agent: *\nDisallow: /no\nAllow: /no/yes\n"))})
	for _, url := range []string{page, "https://a.example/no/way?x=1"} {
		for range 100 {
			g.Ask(t.Context(), "bot", url) // until the rules are compiled
		}
		ctx := t.Context()
		if n := testing.AllocsPerRun(200, func() { g.Ask(ctx, "bot", url) }); n != 0 {
			t.Errorf("%s: %v allocations", url, n)
		}
	}
}

func BenchmarkAsk(b *testing.B) {
	g := open(b, Options{Fetcher: always(document("User-agent: *\nDisallow: /no\nAllow: /no/yes\nDisallow: /*?q=\n"))})
	urls := make([]string, 10_000)
	for i := range urls {
		urls[i] = fmt.Sprintf("https://host%d.example/some/path/%d", i, i)
		g.Ask(b.Context(), "ExampleBot", urls[i])
	}
	b.Run("one host", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g.Ask(b.Context(), "ExampleBot", urls[0])
		}
	})
	b.Run("10000 hosts", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			g.Ask(b.Context(), "ExampleBot", urls[i%len(urls)])
		}
	})
	b.Run("10000 hosts, parallel", func(b *testing.B) {
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i += 7 {
				g.Ask(b.Context(), "ExampleBot", urls[i%len(urls)])
			}
		})
	})
}

// 10,000 hosts with files of the usual size, asked often enough that their rules
// are compiled: less than 200 MB, and no more than what is counted.
func TestTenThousandHostsFitInMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds under the race detector")
	}
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	for i := range 60 {
		fmt.Fprintf(&text, "Disallow: /directory/%d/*.html\n", i)
	}
	g := open(t, Options{Fetcher: &site{answer: func(n int) fetch.Outcome {
		return document(fmt.Sprint("# host ", n, "\n", text.String()), "Etag", `"1"`)
	}}})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 10_000 {
		for j := range 40 {
			g.Ask(t.Context(), "ExampleBot", fmt.Sprintf("https://host%d.example/some/path/%d", i, j))
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	used := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	st := g.Stats()
	t.Logf("%d hosts of %d octets each: %d MB used, %d MB counted", st.Entries, text.Len(), used>>20, st.Bytes>>20)
	if used > 200<<20 || used > st.Bytes || st.Entries != 10_000 {
		t.Errorf("%d entries take %d MB, counted %d MB", st.Entries, used>>20, st.Bytes>>20)
	}
	runtime.KeepAlive(g)
}
