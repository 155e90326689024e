package gate

import (
	"context"
	"errors"
	"net/http"
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
