package gate

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// A web answers for many hosts, and knows whether a host is fetched twice at once.
type web struct {
	site
	mu     sync.Mutex
	flying map[string]bool
	twice  int
}

func (w *web) Get(ctx context.Context, key string) (fetch.Outcome, error) {
	w.mu.Lock()
	if w.flying[key] {
		w.twice++
	}
	w.flying[key] = true
	w.mu.Unlock()
	defer func() { w.mu.Lock(); delete(w.flying, key); w.mu.Unlock() }()
	return w.site.Get(ctx, key)
}

func (w *web) Refetch(ctx context.Context, prev fetch.Outcome) (fetch.Outcome, error) {
	return w.Get(ctx, prev.Key)
}

// Everything at once, in a cache that is far too small: no host is fetched twice
// at once, no turn is given twice, and Close leaves nobody waiting.
func TestManyHostsInASmallCacheUnderManyCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &web{flying: map[string]bool{}}
		w.took = 700 * time.Millisecond
		w.answer = func(n int) fetch.Outcome {
			switch n % 7 {
			case 0:
				return status(503, "Retry-After", "3")
			case 1:
				return status(404)
			}
			return document("User-agent: *\nCrawl-delay: 2\n", "Cache-Control", "no-cache", "Etag", `"1"`)
		}
		store := &memory{}
		g := open(t, Options{Fetcher: w, Store: store, Entries: 10, Rules: Rules{MinAge: time.Second, MaxAge: 2 * time.Second}})
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				r := rand.New(rand.NewSource(int64(i)))
				for range 60 {
					url := fmt.Sprintf("https://h%d.example/", r.Intn(40))
					agent := fmt.Sprint("bot-", strings.Repeat("x", r.Intn(12)))
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.Intn(3000))*time.Millisecond)
					switch _, refusal, ok := g.Ask(ctx, agent, url); {
					case !ok && refusal.Reason != GivenUp && refusal.Reason != Unreachable:
						t.Errorf("%+v", refusal)
					}
					cancel()
					g.Saw(agent, url, Answer{Status: []int{200, 429, 0}[r.Intn(3)], RetryAfter: time.Second, HasRetryAfter: true, Ended: time.Now()})
					g.Peek(agent, url)
					g.Look(url)
					g.Stats()
					time.Sleep(time.Duration(r.Intn(900)) * time.Millisecond)
				}
			})
		}
		wg.Wait()
		if w.twice != 0 {
			t.Errorf("%d times a host was fetched while it was being fetched", w.twice)
		}
		var waiting sync.WaitGroup
		for i := range 50 {
			waiting.Go(func() { g.Ask(context.Background(), "bot", fmt.Sprintf("https://cold%d.example/", i)) })
		}
		synctest.Wait()
		g.Close()
		waiting.Wait()
		if _, r, ok := g.Ask(t.Context(), "bot", "https://late.example/"); ok || r.Reason != GivenUp {
			t.Errorf("asked after Close: %v %v", ok, r.Reason)
		}
		g.Ask(t.Context(), "bot", "https://late.example/")
		if st := g.Stats(); st.Entries > 10+60 {
			t.Errorf("%d entries held", st.Entries)
		}
	})
}

// What an exchange brought is heeded even if its authority was forgotten meanwhile.
func TestARetryAfterOfAnAuthorityThatWasForgottenIsHeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("")), Entries: 5})
		permit(t, g, page)
		time.Sleep(time.Minute)
		for i := range 20 {
			permit(t, g, fmt.Sprintf("https://h%d.example/", i))
			time.Sleep(2 * time.Second)
		}
		if _, _, known := g.Look(page); known {
			t.Fatal("it was not forgotten")
		}
		g.Saw("bot", page, Answer{Status: 429, RetryAfter: time.Hour, HasRetryAfter: true})
		if p := permit(t, g, page); time.Until(p.NotBefore) != time.Hour {
			t.Errorf("asked again in %v", time.Until(p.NotBefore))
		}
	})
}

func TestAFileFetchedAgainKeepsTheDelayThatItAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("User-agent: *\nCrawl-delay: 60\n"))})
		permit(t, g, page)
		time.Sleep(25 * time.Hour)
		if p := permit(t, g, page); time.Until(p.NotBefore) != time.Minute {
			t.Errorf("%v after robots.txt", time.Until(p.NotBefore))
		}
	})
}

// The store must not bring back a pace that is older than what was seen since.
func TestWhatIsSavedHasWhatAnswersCalledFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &memory{}
		s := always(document("", "Cache-Control", "max-age=600"))
		g := open(t, Options{Fetcher: s, Store: store})
		permit(t, g, page)
		g.Saw("bot", page, Answer{Status: 429, RetryAfter: 3 * time.Hour, HasRetryAfter: true})
		time.Sleep(time.Hour)
		permit(t, g, page)
		g.Close()
		if p := permit(t, open(t, Options{Fetcher: s, Store: store}), page); time.Until(p.NotBefore) < 2*time.Hour {
			t.Errorf("after a restart: asked again in %v", time.Until(p.NotBefore))
		}
	})
}

// Close returns when the store has what came.
func TestClosingWaitsForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &slowStore{}
		g := open(t, Options{Fetcher: always(document("")), Store: store})
		permit(t, g, page)
		g.Close()
		if _, saved := store.Map.Load("https://a.example"); !saved {
			t.Error("it was not saved")
		}
	})
}

type slowStore struct{ memory }

func (s *slowStore) Save(key string, value []byte) error {
	time.Sleep(time.Minute)
	return s.memory.Save(key, value)
}

// An entry of a clock that was ahead would count for years.
func TestAnEntryOfTheFutureIsFetchedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := document("User-agent: *\nDisallow: /\n")
		o.Key, o.FetchedAt = "https://a.example", time.Now().Add(10*365*24*time.Hour)
		e := Rules{}.After(Entry{}, o)
		if e.Fresh(time.Now()) {
			t.Error("it is fresh")
		}
		store := &memory{}
		store.Save(o.Key, Encode(e, Pace{Next: o.FetchedAt, Blocked: o.FetchedAt}))
		s := always(document(""))
		if p := permit(t, open(t, Options{Fetcher: s, Store: store}), page); s.fetches() != 1 || time.Until(p.NotBefore) != time.Second {
			t.Errorf("%d fetches, asked in %v", s.fetches(), time.Until(p.NotBefore))
		}
		// A copy whose date is to come counts from the failure on.
		bad := status(500)
		bad.Key, bad.FetchedAt = o.Key, time.Now()
		e = Rules{}.After(e, bad)
		if got := (Rules{}).Standing(&e, time.Now().Add(31*24*time.Hour)); got != StillClosed && got != Closed {
			t.Errorf("the copy of the future serves after a month: %v", got)
		}
	})
}

func TestADelayOfAgesOverflowsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &memory{}
		g := open(t, Options{Fetcher: always(document("User-agent: *\nCrawl-delay: 86400000\n", "Cache-Control", "no-store")), Store: store})
		for range 120_000 {
			permit(t, g, page)
		}
		time.Sleep(time.Hour)
		p := permit(t, g, page)
		if p.Delay != 30*24*time.Hour || p.NotBefore.Year() < 9999 {
			t.Errorf("a delay of %v, at %v", p.Delay, p.NotBefore)
		}
		g.Close()
	})
}

// Texts that strangers choose are counted, or not kept.
func TestWhatIsBesideTheTextIsCountedOrNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := document("", "Etag", strings.Repeat("x", 60_000))
		o.Hops = []fetch.Hop{{Status: 302, Location: strings.Repeat("y", 60_000)}}
		o.Status = 0
		g := open(t, Options{Fetcher: always(o), Bytes: 1 << 20})
		for i := range 40 {
			permit(t, g, fmt.Sprintf("https://h%d.example/", i))
			time.Sleep(2 * time.Second)
		}
		if st := g.Stats(); st.Entries > 10 || st.Bytes > 1<<20 {
			t.Errorf("%d entries with 60 kB each, counted as %d", st.Entries, st.Bytes)
		}
		e, _, _ := g.Look("https://h39.example/")
		if e.Last.Hops != nil {
			t.Error("hops are kept")
		}
		long := "bot " + strings.Repeat("x", 100_000)
		for i := range 20 {
			if _, r, ok := g.Ask(t.Context(), fmt.Sprint(long, i), page); !ok {
				t.Fatal(r.Reason)
			}
		}
		if s, _ := g.cache.find(mustSplit(t, page), false); len(s.crawlers) != 0 {
			t.Errorf("%d long names are kept", len(s.crawlers))
		}
	})
}

func mustSplit(t *testing.T, url string) query {
	t.Helper()
	q, err := split(url)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestACrawlerWithoutANameCausesNoFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document(""))
		g := open(t, Options{Fetcher: s})
		if _, r, ok := g.Ask(t.Context(), "(?)", page); ok || r.Reason != InvalidName || s.fetches() != 0 {
			t.Errorf("%v, %d fetches", r.Reason, s.fetches())
		}
	})
}

// A fetcher that brings nothing, again and again, is no reason to fetch for ever.
func TestAFetcherThatBringsNothingIsBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(fetch.Outcome{Kind: robots.KindUnreachable, Class: fetch.ClassCancelled, Err: errors.New("given up")})
		g := open(t, Options{Fetcher: s})
		if r := refusal(t, g, page); r.Reason != Broken || s.fetches() != 1 {
			t.Errorf("%v, %d fetches", r.Reason, s.fetches())
		}
	})
}

// One host under many spellings is one authority; schemes, ports and a final dot
// make others.
func TestSpellingsOfAnAuthority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document(""))
		g := open(t, Options{Fetcher: s})
		for _, url := range []string{"https://a.example", "HTTPS://A.EXAMPLE/", "https://a.example:443/", "https://a.example:/x", "https://a.example:0443/?q", "https://a.example#f"} {
			permit(t, g, url)
		}
		if n := s.fetches(); n != 1 {
			t.Errorf("%d fetches for one authority", n)
		}
		for _, url := range []string{"https://bücher.example:8443/", "https://BÜCHER.example:8443/x", "https://xn--bcher-kva.example:8443/y"} {
			permit(t, g, url)
		}
		if n := s.fetches(); n != 2 {
			t.Errorf("%d fetches for a host in two scripts and the one before", n)
		}
		if r := refusal(t, g, "https://xn--\u00fc\u200b.example/"); r.Reason != InvalidURL || s.fetches() != 2 {
			t.Errorf("a host that is no name: %v", r.Reason)
		}
		for _, url := range []string{"http://a.example/", "https://a.example:8443/"} {
			permit(t, g, url)
		}
		if n := s.fetches(); n != 4 {
			t.Errorf("%d fetches for four authorities", n)
		}
	})
}

// Each crawler that asks has rules compiled for it: they are counted too.
func TestTheRulesOfManyCrawlersAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector's memory is no measure")
	}
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	for i := range 60 {
		fmt.Fprintf(&text, "Disallow: /directory/%d/*.html\n", i)
	}
	g := open(t, Options{Fetcher: always(document(text.String()))})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 200 * 40 * maxCrawlers {
		host, agent := i/40/maxCrawlers, 'a'+i%maxCrawlers
		g.Ask(t.Context(), fmt.Sprintf("bot-%c", agent), fmt.Sprintf("https://host%d.example/some/path/%d", host, i))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used, counted := int64(after.HeapAlloc)-int64(before.HeapAlloc), g.Stats().Bytes; used > counted {
		t.Errorf("%d kB used, %d kB counted", used>>10, counted>>10)
	}
	runtime.KeepAlive(g)
}
