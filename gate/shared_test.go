package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/shared"
)

type httpCase struct {
	RobotsURL string `json:"robots_url"`
	Error     string `json:"error"`
	Responses []struct {
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
	} `json:"responses"`
}

func (c httpCase) site() *site {
	if len(c.Responses) == 0 {
		return always(fetch.Outcome{Kind: robots.KindUnreachable, Class: fetch.ClassTimeoutTotal, Err: errors.New(c.Error)})
	}
	o := status(c.Responses[0].Status)
	for k, v := range c.Responses[0].Headers {
		o.Header.Set(k, v)
	}
	return always(o)
}

// The answers that the cases on caches want. A want without a row fails.
var cacheCases = map[string]func(*testing.T, httpCase){
	"cache:unreachable-short-ttl": func(t *testing.T, c httpCase) {
		g := open(t, Options{Fetcher: c.site()})
		if r := refusal(t, g, c.RobotsURL[:len(c.RobotsURL)-len("robots.txt")]); r.Reason != Unreachable || time.Until(r.RetryAt) > time.Hour {
			t.Errorf("%+v", r)
		}
	},
	"cache:negative-entry": func(t *testing.T, c httpCase) {
		s := c.site()
		g := open(t, Options{Fetcher: s})
		for range 10 {
			refusal(t, g, "https://example.com/")
		}
		if n := s.fetches(); n != 1 {
			t.Errorf("%d fetches", n)
		}
	},
	"cache:single-flight": func(t *testing.T, c httpCase) {
		s := c.site()
		s.took = time.Second
		g := open(t, Options{Fetcher: s})
		var wg sync.WaitGroup
		for range 100 {
			wg.Go(func() { g.Ask(context.Background(), "bot", "https://example.com/") })
		}
		wg.Wait()
		if n := s.fetches(); n != 1 {
			t.Errorf("%d fetches", n)
		}
	},
	"cache:min-ttl": func(t *testing.T, c httpCase) {
		s := c.site()
		g := open(t, Options{Fetcher: s})
		permit(t, g, "https://example.com/")
		time.Sleep(time.Minute)
		permit(t, g, "https://example.com/")
		if n := s.fetches(); n != 1 {
			t.Errorf("%d fetches in a minute", n)
		}
	},
	"cache:max-24h": func(t *testing.T, c httpCase) {
		s := c.site()
		g := open(t, Options{Fetcher: s})
		permit(t, g, "https://example.com/")
		time.Sleep(24 * time.Hour)
		permit(t, g, "https://example.com/")
		if n := s.fetches(); n != 2 {
			t.Errorf("%d fetches in a day and a moment", n)
		}
	},
	"cache:bounded": func(t *testing.T, c httpCase) {
		g := open(t, Options{Fetcher: always(status(404)), Entries: 10})
		for i := range 100 {
			permit(t, g, fmt.Sprintf("https://h%d.example/", i))
		}
		if st := g.Stats(); st.Entries > 10 {
			t.Errorf("%d entries", st.Entries)
		}
	},
}

func TestSharedCasesOnCaches(t *testing.T) {
	ran := 0
	shared.Lines(t, func(c struct {
		ID   string
		Want json.RawMessage
		HTTP httpCase `json:"http"`
	}) {
		var want string
		if json.Unmarshal(c.Want, &want) != nil || len(want) < 6 || want[:6] != "cache:" {
			return
		}
		check, ok := cacheCases[want]
		if !ok {
			t.Errorf("%s: nobody answers %s", c.ID, want)
			return
		}
		ran++
		t.Run(c.ID+" "+want, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { check(t, c.HTTP) }) })
	}, "cases", "open.jsonl")
	if ran == 0 {
		t.Error("no case ran")
	}
}

// Facts that speak of a copy and its age; those on one fetch alone are fetch's.
func TestSharedFactsOnCopies(t *testing.T) {
	ran := 0
	shared.Lines(t, func(f struct {
		ID    string
		Kind  string
		Fetch map[string]any
		Want  map[string]any
	}) {
		age, aged := f.Fetch["cache_age_hours"].(float64)
		failing, fails := f.Fetch["failing_for_hours"].(float64)
		if f.Kind != "fact" || !aged && !fails {
			return
		}
		ran++
		now := time.Unix(1_700_000_000, 0)
		hours := func(h float64) time.Time { return now.Add(-time.Duration(h * float64(time.Hour))) }
		var e Entry
		if aged {
			o := document("User-agent: *\nDisallow: /cached\n")
			o.Key, o.FetchedAt = "https://a.example", hours(age)
			e = Rules{}.After(e, o)
		}
		if fails {
			o := status(503)
			o.Key, o.FetchedAt = "https://a.example", hours(failing)
			e = Rules{}.After(e, o)
		}
		if may, ok := f.Want["may_use_cache"].(bool); ok && e.Fresh(now) != may {
			t.Errorf("%s: fresh %v, want %v", f.ID, !may, may)
		}
		if either, ok := f.Want["either"].([]any); ok {
			p, s := Rules{}.Policy(&e, now)
			got := "cached rules used"
			if s != LastGood {
				got = "all disallowed"
				if p.Decide("bot", "/").Allowed() {
					got = "unavailable: all allowed"
				}
			}
			if !slices.Contains(either, any(got)) {
				t.Errorf("%s: %s, want one of %v", f.ID, got, either)
			}
		}
	}, "vectors", "open.jsonl")
	if ran == 0 {
		t.Error("no fact was found")
	}
}
