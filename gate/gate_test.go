package gate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// A site answers as the test says, and keeps count.
type site struct {
	mu      sync.Mutex
	gets    int
	refetch int
	answer  func(n int) fetch.Outcome
	took    time.Duration
}

func (s *site) fetch(ctx context.Context, key string) (fetch.Outcome, error) {
	s.mu.Lock()
	n := s.gets + s.refetch
	s.mu.Unlock()
	select {
	case <-time.After(s.took):
	case <-ctx.Done():
		return fetch.Outcome{}, context.Cause(ctx)
	}
	o := s.answer(n)
	o.Key, o.FetchedAt = key, time.Now().UTC()
	if o.Status != 0 {
		o.Hops = []fetch.Hop{{Status: o.Status}}
	}
	return o, nil
}

func (s *site) Get(ctx context.Context, key string) (fetch.Outcome, error) {
	defer s.add(&s.gets)
	return s.fetch(ctx, key)
}

func (s *site) Refetch(ctx context.Context, prev fetch.Outcome) (fetch.Outcome, error) {
	defer s.add(&s.refetch)
	return s.fetch(ctx, prev.Key)
}

func (s *site) add(n *int) { s.mu.Lock(); *n++; s.mu.Unlock() }

func (s *site) fetches() int { s.mu.Lock(); defer s.mu.Unlock(); return s.gets + s.refetch }

func document(text string, header ...string) fetch.Outcome {
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return fetch.Outcome{Kind: robots.KindDocument, Status: 200, Body: []byte(text), Limit: 1 << 20, Header: h}
}

func status(code int, header ...string) fetch.Outcome {
	o := document("", header...)
	o.Status, o.Kind = code, fetch.Default.Status(code)
	return o
}

func always(o fetch.Outcome) *site { return &site{answer: func(int) fetch.Outcome { return o }} }

func open(t testing.TB, opt Options) *Gate {
	t.Helper()
	g, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

const page = "https://a.example/x"

func permit(t *testing.T, g *Gate, url string) Permit {
	t.Helper()
	p, r, ok := g.Ask(t.Context(), "bot", url)
	if !ok {
		t.Fatalf("%s is refused: %v %v", url, r.Reason, r.Err)
	}
	return p
}

func refusal(t *testing.T, g *Gate, url string) Refusal {
	t.Helper()
	_, r, ok := g.Ask(t.Context(), "bot", url)
	if ok {
		t.Fatalf("%s is permitted", url)
	}
	return r
}

func TestTheFileDecidesAndTheRefusalCarriesTheRule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("User-agent: *\nDisallow: /no\n"))})
		if p := permit(t, g, page); p.Decision.Basis != robots.ByNoRule || p.Standing != Current {
			t.Errorf("%+v", p)
		}
		for _, url := range []string{"https://A.example:443/no", "https://a.example/x/../no"} {
			if r := refusal(t, g, url); r.Reason != Disallowed || r.Decision.Line() != 2 {
				t.Errorf("%s: %+v", url, r)
			}
		}
		for url, want := range map[string]Reason{"": InvalidURL, "mailto:x": InvalidURL, "https://u:p@a.example/": InvalidURL, "https://a.example/\n": InvalidURL} {
			if r := refusal(t, g, url); r.Reason != want {
				t.Errorf("%q: %v", url, r.Reason)
			}
		}
		if _, r, ok := g.Ask(t.Context(), "(?)", page); ok || r.Reason != InvalidName {
			t.Errorf("a crawler without a name: %v %v", ok, r.Reason)
		}
	})
}

func TestTurnsOfAnAuthorityAreADelayApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("User-agent: *\nCrawl-delay: 5\n"))})
		began := time.Now()
		var last time.Time
		for i := range 4 {
			p := permit(t, g, page)
			want := last.Add(5 * time.Second)
			if i == 0 {
				want = began.Add(time.Second) // robots.txt was a request; its delay was not known yet
			}
			if !p.NotBefore.Equal(want) {
				t.Errorf("turn %d: %v after the start, want %v", i, p.NotBefore.Sub(began), want.Sub(began))
			}
			last = p.NotBefore
		}
		if p := permit(t, g, "https://b.example/"); p.NotBefore.Sub(began) != time.Second {
			t.Errorf("another authority waits %v", p.NotBefore.Sub(began))
		}
		p, _, ok := g.Peek("bot", page)
		if q, _, _ := g.Peek("bot", page); !ok || !p.NotBefore.Equal(q.NotBefore) {
			t.Error("peeking takes a turn")
		}
	})
}

func TestAFileNeverShortensTheDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("User-agent: *\nCrawl-delay: 0.1\nRequest-rate: 100/1\n")), Delay: 3 * time.Second})
		if a, b := permit(t, g, page), permit(t, g, page); b.NotBefore.Sub(a.NotBefore) != 3*time.Second {
			t.Errorf("%v apart", b.NotBefore.Sub(a.NotBefore))
		}
	})
}

func TestTheDelayCountsFromTheEndOfAnExchangeAndHeedsTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(status(404))})
		next := func() time.Duration {
			_, p, _ := g.Look(page) // Peek would say unknown once the file is a day old
			return time.Until(p.When(time.Now()))
		}
		permit(t, g, page)
		time.Sleep(10 * time.Second)
		g.Saw("bot", page, Answer{Status: 200, Took: 100 * time.Millisecond, Ended: time.Now()})
		if d := next(); d != time.Second {
			t.Errorf("after a quick answer: %v", d)
		}
		g.Saw("bot", page, Answer{Status: 200, Took: 4 * time.Second, Ended: time.Now()})
		if d := next(); d != 4*time.Second {
			t.Errorf("after a slow answer: %v", d)
		}
		g.Saw("bot", page, Answer{Status: 503, Ended: time.Now()})
		if d := next(); d != 8*time.Second {
			t.Errorf("after 503: %v", d)
		}
		g.Saw("bot", page, Answer{Status: 429, RetryAfter: time.Hour, HasRetryAfter: true, Ended: time.Now()})
		if d := next(); d != time.Hour {
			t.Errorf("after Retry-After: %v", d)
		}
		time.Sleep(time.Hour)
		g.Saw("bot", page, Answer{Status: 429, RetryAfter: 90 * 24 * time.Hour, HasRetryAfter: true, Ended: time.Now()})
		if d := next(); d != 24*time.Hour {
			t.Errorf("a Retry-After of months: %v", d)
		}
		time.Sleep(23 * time.Hour)
		for range 40 {
			g.Saw("bot", page, Answer{Status: 200, Ended: time.Now()})
		}
		time.Sleep(time.Hour)
		g.Saw("bot", page, Answer{Status: 200, Ended: time.Now()})
		if d := next(); d != time.Second {
			t.Errorf("after many good answers: %v", d)
		}
	})
}

func TestAWaitThatIsTooLongIsARefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := open(t, Options{Fetcher: always(document("User-agent: *\nCrawl-delay: 100\n")), MaxWait: time.Minute})
		permit(t, g, page)
		r := refusal(t, g, page)
		if r.Reason != TooSlow || time.Until(r.RetryAt) != 101*time.Second {
			t.Errorf("%v, retry in %v", r.Reason, time.Until(r.RetryAt))
		}
	})
}

func TestAFileIsFetchedOnceADayAndAskedWhetherItChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document("User-agent: *\nAllow: /\n", "Etag", `"1"`))
		g := open(t, Options{Fetcher: s})
		for range 24 * 10 { // ten days, each hour
			permit(t, g, page)
			time.Sleep(time.Hour)
		}
		if n := s.fetches(); n < 10 || n > 11 {
			t.Errorf("%d fetches in ten days", n)
		}
		if s.gets != 1 {
			t.Errorf("%d of them unconditional", s.gets)
		}
	})
}

// 2.4: HTTP cache control may be used; it shortens, and never lengthens past a day.
func TestCacheControlShortensTheDayDownToAFloor(t *testing.T) {
	for _, c := range []struct {
		header   []string
		min, max time.Duration
	}{
		{nil, 21 * time.Hour, 24 * time.Hour},
		{[]string{"Cache-Control", "max-age=2592000"}, 21 * time.Hour, 24 * time.Hour},
		{[]string{"Cache-Control", "max-age=99999999999999999999"}, 21 * time.Hour, 24 * time.Hour},
		{[]string{"Cache-Control", "public, max-age=3600"}, 54 * time.Minute, time.Hour},
		{[]string{"Cache-Control", "max-age=3600", "Age", "1800"}, 27 * time.Minute, 30 * time.Minute},
		{[]string{"Cache-Control", "max-age=0"}, 270 * time.Second, 5 * time.Minute},
		{[]string{"Cache-Control", "no-store"}, 270 * time.Second, 5 * time.Minute},
		{[]string{"Cache-Control", "max-age=x"}, 270 * time.Second, 5 * time.Minute},
		{[]string{"Expires", "0"}, 270 * time.Second, 5 * time.Minute},
		{[]string{"Expires", "Sat, 01 Jan 2000 01:00:00 GMT", "Date", "Sat, 01 Jan 2000 00:00:00 GMT"}, 54 * time.Minute, time.Hour},
		{[]string{"Cache-Control", "s-maxage=60"}, 21 * time.Hour, 24 * time.Hour},
	} {
		o := document("", c.header...)
		o.Key, o.FetchedAt = "https://a.example", time.Unix(1_700_000_000, 0)
		e := Rules{}.After(Entry{}, o)
		if d := e.Expires.Sub(o.FetchedAt); d < c.min || d > c.max {
			t.Errorf("%q: %v, want %v to %v", c.header, d, c.min, c.max)
		}
	}
}

// B220, B221: a failure is kept, for a short time that grows.
func TestAnUnreachableSiteIsClosedAndAskedAgainLessAndLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(status(503))
		g := open(t, Options{Fetcher: s})
		r := refusal(t, g, page)
		if r.Reason != Unreachable || r.Decision.Basis != robots.ByUnreachable || r.Standing != Closed {
			t.Errorf("%+v", r)
		}
		if wait := time.Until(r.RetryAt); wait > time.Minute || wait < 50*time.Second {
			t.Errorf("asked again in %v", wait)
		}
		if p := permit(t, g, "https://a.example/robots.txt"); p.Decision.Basis != robots.ByRobotsTxt {
			t.Errorf("the file itself: %+v", p.Decision)
		}
		for range 60 * 24 { // a day, each minute
			refusal(t, g, page)
			time.Sleep(time.Minute)
		}
		if n := s.fetches(); n < 24 || n > 40 {
			t.Errorf("%d fetches on a day of failures", n)
		}
	})
}

func TestRetryAfterOfTheFileIsHeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(status(429, "Retry-After", "7200"))
		g := open(t, Options{Fetcher: s})
		if r := refusal(t, g, page); time.Until(r.RetryAt) < 108*time.Minute {
			t.Errorf("asked again in %v", time.Until(r.RetryAt))
		}
		if _, p, ok := g.Look(page); !ok || time.Until(p.Blocked) != 2*time.Hour {
			t.Errorf("the authority is left alone for %v", time.Until(p.Blocked))
		}
	})
}

// 2.3.1.4 and 2.4: the last copy serves while the site cannot be reached, for
// thirty days; then the site is closed, unless that is given up by name.
func TestTheLastCopyServesForThirtyDays(t *testing.T) {
	for _, dangerously := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &site{answer: func(n int) fetch.Outcome {
				if n == 0 {
					return document("User-agent: *\nDisallow: /no\n")
				}
				return status(500)
			}}
			g := open(t, Options{Fetcher: s, Rules: Rules{DangerouslyOpenAfterKeepGood: dangerously}})
			began := time.Now()
			permit(t, g, page)
			time.Sleep(25 * time.Hour)
			if p := permit(t, g, page); p.Standing != LastGood {
				t.Errorf("after a day: %v", p.Standing)
			}
			if r := refusal(t, g, "https://a.example/no"); r.Reason != Disallowed || r.Standing != LastGood || r.Decision.Line() != 2 {
				t.Errorf("the copy's rules: %+v", r)
			}
			time.Sleep(29*24*time.Hour - time.Since(began))
			permit(t, g, page)
			time.Sleep(31*24*time.Hour - time.Since(began))
			if r := refusal(t, g, page); r.Standing != Closed || r.Reason != Unreachable {
				t.Errorf("after 31 days: %+v", r)
			}
			time.Sleep(33*24*time.Hour - time.Since(began))
			if dangerously {
				if p := permit(t, g, page); p.Standing != OpenedLong {
					t.Errorf("after 33 days: %v", p.Standing)
				}
			} else if r := refusal(t, g, page); r.Standing != StillClosed {
				t.Errorf("after 33 days: %v", r.Standing)
			}
		})
	}
}

func TestASiteThatAnswersAgainCountsAtOnceAndWithoutItsPast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{answer: func(n int) fetch.Outcome {
			switch n {
			case 0:
				return document("User-agent: *\nDisallow: /\n")
			case 1:
				return status(500)
			case 2:
				return status(404)
			}
			return status(502)
		}}
		g := open(t, Options{Fetcher: s})
		refusal(t, g, page)
		time.Sleep(24 * time.Hour)
		refusal(t, g, page)
		time.Sleep(time.Minute)
		if p := permit(t, g, page); p.Decision.Basis != robots.ByAbsent {
			t.Errorf("%v", p.Decision.Basis)
		}
		time.Sleep(24 * time.Hour)
		// That there was no file is no copy of one.
		if r := refusal(t, g, page); r.Standing != Closed {
			t.Errorf("%v", r.Standing)
		}
	})
}

func TestAThousandCallsForAColdHostCauseOneFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document(""))
		s.took = 3 * time.Second
		g := open(t, Options{Fetcher: s})
		var wg sync.WaitGroup
		var turns sync.Map
		for range 1000 {
			wg.Go(func() {
				p, r, ok := g.Ask(context.Background(), "bot", page)
				if !ok {
					t.Error(r.Reason)
				}
				if _, twice := turns.LoadOrStore(p.NotBefore, true); twice {
					t.Error("two calls have one turn")
				}
			})
		}
		wg.Wait()
		if n := s.fetches(); n != 1 {
			t.Errorf("%d fetches", n)
		}
		if st := g.Stats(); st.Shared != 999 || st.Permits != 1000 {
			t.Errorf("%+v", st)
		}
	})
}

func TestACallerThatGivesUpDoesNotTakeTheFetchFromTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document(""))
		s.took = 10 * time.Second
		g := open(t, Options{Fetcher: s})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		done := make(chan bool)
		go func() {
			_, _, ok := g.Ask(context.Background(), "bot", page)
			done <- ok
		}()
		synctest.Wait()
		if _, r, ok := g.Ask(ctx, "bot", page); ok || r.Reason != GivenUp || !errors.Is(r.Err, context.DeadlineExceeded) {
			t.Errorf("%v %v", r.Reason, r.Err)
		}
		if !<-done || s.fetches() != 1 {
			t.Errorf("the other call: %d fetches", s.fetches())
		}
	})
}

func TestClosingEndsWhatIsFetched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := always(document(""))
		s.took = 1000 * time.Hour
		g := open(t, Options{Fetcher: s})
		time.AfterFunc(time.Second, g.Close)
		if _, r, ok := g.Ask(t.Context(), "bot", page); ok || r.Reason != GivenUp {
			t.Errorf("%v", r.Reason)
		}
	})
}

type memory struct {
	sync.Map
	fail atomic.Bool
}

func (m *memory) Load(key string) ([]byte, error) {
	if m.fail.Load() {
		return nil, errors.New("no disk")
	}
	if v, ok := m.Map.Load(key); ok {
		return v.([]byte), nil
	}
	return nil, nil
}

func (m *memory) Save(key string, value []byte) error {
	if m.fail.Load() {
		return errors.New("no disk")
	}
	m.Map.Store(key, value)
	return nil
}

func TestARestartFetchesNothingThatIsFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &memory{}
		s := &site{answer: func(n int) fetch.Outcome {
			if n == 0 {
				return document("User-agent: *\nDisallow: /no\n", "Etag", `"1"`)
			}
			return status(503, "Retry-After", "3600")
		}}
		refusal(t, open(t, Options{Fetcher: s, Store: store}), "https://a.example/no")
		time.Sleep(time.Hour)
		g := open(t, Options{Fetcher: s, Store: store})
		refusal(t, g, "https://a.example/no")
		if st := g.Stats(); s.fetches() != 1 || st.Stored != 1 {
			t.Errorf("%d fetches, %+v", s.fetches(), st)
		}
		time.Sleep(24 * time.Hour)
		g = open(t, Options{Fetcher: s, Store: store})
		if p := permit(t, g, page); p.Standing != LastGood || s.refetch != 1 {
			t.Errorf("%v, %d refetches", p.Standing, s.refetch)
		}
		synctest.Wait()
		g = open(t, Options{Fetcher: s, Store: store})
		if p := permit(t, g, page); p.Standing != LastGood || time.Until(p.NotBefore) != time.Hour {
			t.Errorf("what the server asked for is forgotten: %v, in %v", p.Standing, time.Until(p.NotBefore))
		}
	})
}

func TestAStoreThatFailsIsPassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &memory{}
		store.fail.Store(true)
		failed := 0
		g := open(t, Options{Fetcher: always(document("")), Store: store, OnStoreError: func(error) { failed++ }})
		permit(t, g, page)
		synctest.Wait()
		if failed != 2 || g.Stats().StoreErrors != 2 {
			t.Errorf("%d errors told, %d counted", failed, g.Stats().StoreErrors)
		}
		store.fail.Store(false)
		store.Save("https://b.example", []byte("rubbish"))
		if permit(t, g, "https://b.example/"); failed != 3 {
			t.Errorf("%d errors told after a damaged entry", failed)
		}
	})
}

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

func TestEntriesReadBackAsTheyWereWritten(t *testing.T) {
	at := time.Unix(1_700_000_000, 0).UTC()
	o := document("User-agent: *\nDisallow: /\n", "Etag", `"1"`)
	o.Key, o.FetchedAt = "https://a.example", at
	e := Rules{}.After(Entry{}, o)
	bad := status(503, "Retry-After", "60")
	bad.Key, bad.FetchedAt, bad.Class, bad.Err = o.Key, at.Add(time.Hour), fetch.ClassReset, errors.New("reset")
	e = Rules{}.After(e, bad)
	p := Pace{Next: at.Add(time.Second), Blocked: at.Add(time.Minute), Extra: time.Second}
	b := Encode(e, p)
	e2, p2, err := Decode(b)
	if err != nil || p2 != p || string(e2.Good.Body) != string(o.Body) || e2.Failures != 1 || !e2.Since.Equal(bad.FetchedAt) || !e2.Expires.Equal(e.Expires) || e2.Last.Err.Error() != "reset" {
		t.Errorf("%+v %+v %v", e2, p2, err)
	}
	if string(Encode(e2, p2)) != string(b) {
		t.Error("written again it differs")
	}
	for i := range b {
		if _, _, err := Decode(b[:i]); err == nil {
			t.Errorf("%d of %d octets are taken for an entry", i, len(b))
		}
	}
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
