package gate

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

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
