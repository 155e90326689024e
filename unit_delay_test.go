package robots_test

import (
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
)

func TestUnitDelayValues(t *testing.T) {
	const none = -1 * time.Second
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"2.2.4 a delay is in seconds", "10", 10 * time.Second},
		{"2.2.4 a delay of 0 is a statement", "0", 0},
		{"2.2.4 so is one of many zeros", "000.000", 0},
		{"2.2.4 decimals count", "1.5", 1500 * time.Millisecond},
		{"2.2.4 a point may come first", ".25", 250 * time.Millisecond},
		{"2.2.4 a point may come last", "5.", 5 * time.Second},
		{"2.2.4 nine decimals count", "0.123456789", 123456789},
		{"2.2.4 those behind them do not", "0.1234567899", 123456789},
		{"2.2.4 a day is a delay", "86400", 24 * time.Hour},
		{"2.2.4 the largest is just below 1e9", "999999999.999999999", 999_999_999_999_999_999},
		{"2.2.4 1e9 is none", "1000000000", none},
		{"2.2.4 nor is a number that fits no integer", strings.Repeat("9", 400), none},
		{"2.2.4 nor is an empty value", "", none},
		{"2.2.4 nor is a point alone", ".", none},
		{"2.2.4 nor is a word", "five", none},
		{"2.2.4 nor is a number with its unit", "5s", none},
		{"2.2.4 nor is a number below nothing", "-1", none},
		{"2.2.4 nor is a number with a sign", "+1", none},
		{"2.2.4 nor is one with a power", "1e3", none},
		{"2.2.4 nor is one with a comma", "1,5", none},
		{"2.2.4 nor is one with two points", "1.2.3", none},
		{"2.2.4 nor is one in brackets", "[5]", none},
		{"2.2.4 nor is one of two words", "5 10", none},
		{"2.2.4 nor are digits outside ASCII", "٣", none},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(head + "Crawl-delay: " + c.value + " # x\nDisallow: /\n")
			delay, ok := p.CrawlDelay("a")
			got := time.Duration(delay)
			if !ok {
				got = none
			}
			if got != c.want || ok && delay.Seconds() != got.Seconds() {
				t.Errorf("delay %v, want %v", got, c.want)
			}
			if bad := len(ofCode(p, "bad-crawl-delay")) == 1; bad == ok {
				t.Errorf("counts %v, remarked on %v", ok, bad)
			}
			if d := p.Decide("a", "/"); d.Line() != 3 {
				t.Errorf("the rule below it is gone: line %d", d.Line())
			}
		})
	}
}

func rate(n int, per time.Duration, from, to string) robots.Rate {
	return robots.Rate{Requests: n, Per: robots.Delay(per), From: from, To: to}
}

func TestUnitDelayRates(t *testing.T) {
	for _, c := range []struct {
		name, value string
		want        robots.Rate
		interval    time.Duration
		ok          bool
	}{
		{"2.2.4 a rate is requests in seconds", "1/10", rate(1, 10*time.Second, "", ""), 10 * time.Second, true},
		{"2.2.4 seconds may be named", "2/10s", rate(2, 10*time.Second, "", ""), 5 * time.Second, true},
		{"2.2.4 so may minutes", "30/1M", rate(30, time.Minute, "", ""), 2 * time.Second, true},
		{"2.2.4 so may hours", "1/2h", rate(1, 2*time.Hour, "", ""), 2 * time.Hour, true},
		{"2.2.4 so may days", "24/1d", rate(24, 24*time.Hour, "", ""), time.Hour, true},
		{"2.2.4 a rate may hold for hours of the day", "1/10s 1820-1940", rate(1, 10*time.Second, "1820", "1940"), 10 * time.Second, true},
		{"2.2.4 these may span midnight and have spaces", "1/1m 2300 - 0059", rate(1, time.Minute, "2300", "0059"), time.Minute, true},
		{"2.2.4 no time at all is no pause", "5/0", rate(5, 0, "", ""), 0, true},
		{"2.2.4 a rate of no requests is none", "0/10", robots.Rate{}, 0, false},
		{"2.2.4 a number alone is none", "10", robots.Rate{}, 0, false},
		{"2.2.4 a unit without its number is none", "1/m", robots.Rate{}, 0, false},
		{"2.2.4 half a rate is none", "1/", robots.Rate{}, 0, false},
		{"2.2.4 nor is the other half", "/10", robots.Rate{}, 0, false},
		{"2.2.4 a rate below nothing is none", "-1/10", robots.Rate{}, 0, false},
		{"2.2.4 decimals are none", "1/1.5", robots.Rate{}, 0, false},
		{"2.2.4 an unknown unit is none", "1/10w", robots.Rate{}, 0, false},
		{"2.2.4 a time that overflows is none", "1/999999999d", robots.Rate{}, 0, false},
		{"2.2.4 a number that fits no integer is none", "1/" + strings.Repeat("9", 40), robots.Rate{}, 0, false},
		{"2.2.4 there is no hour 24", "1/10 1820-2400", robots.Rate{}, 0, false},
		{"2.2.4 there is no minute 60", "1/10 1860-1940", robots.Rate{}, 0, false},
		{"2.2.4 hours have four digits", "1/10 820-940", robots.Rate{}, 0, false},
		{"2.2.4 an hour alone is no time of the day", "1/10 1820", robots.Rate{}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(head + "Request-rate: " + c.value + "\nDisallow: /\n")
			got, ok := p.RequestRate("a")
			if got != c.want || ok != c.ok || time.Duration(got.Interval()) != c.interval {
				t.Errorf("%+v every %v, %v; want %+v every %v, %v", got, got.Interval(), ok, c.want, c.interval, c.ok)
			}
			if bad := len(ofCode(p, "bad-request-rate")) == 1; bad == ok {
				t.Errorf("counts %v, remarked on %v", ok, bad)
			}
			if pace, paced := p.Pace("a"); time.Duration(pace) != c.interval || paced != ok {
				t.Errorf("pace %v, %v", pace, paced)
			}
		})
	}
	t.Run("2.2.4 the zero rate has no interval", func(t *testing.T) {
		if d := (robots.Rate{Per: 1 << 40}).Interval(); d != 0 {
			t.Error(d)
		}
	})
}

const delays = `Content-Signal: ai-train=no
Crawl-delay: 99
User-agent: a
Crawl-delay: 1
User-agent: b
User-agent: c
Crawl-delay: 2
Request-rate: 1/3
Content-Signal: ai-train=yes
Disallow: /
Crawl-delay: 4
Sitemap: https://e.com/1.xml

User-agent: c
Disallow: /c
Crawl-delay: 0.5

User-agent: *
Crawl-delay: 0
Disallow:
Sitemap: https://e.com/2.xml

User-agent: d
Crawl-delay: no
`

func TestUnitDelaySpeaking(t *testing.T) {
	p := robots.Parse(delays)
	for _, c := range []struct {
		name, agent string
		directive   robots.Directive
		want        string // values
	}{
		{"2.2.4 a delay above the rules speaks to the names before it", "a", robots.DirCrawlDelay, "1 4"},
		{"2.2.4 the next names of the group have their own", "b", robots.DirCrawlDelay, "2 4"},
		{"2.2.4 two names in a row share it", "C", robots.DirCrawlDelay, "2 4 0.5"},
		{"2.2.4 the star's delay speaks to those without a group", "x", robots.DirCrawlDelay, "0"},
		{"2.2.1 and never to those who have one", "d", robots.DirCrawlDelay, "no"},
		{"2.2.4 a rate is read as a delay is", "a", robots.DirRequestRate, ""},
		{"2.2.4 by the names before it", "b", robots.DirRequestRate, "1/3"},
		{"2.2.4 a signal outside any group speaks to everybody", "x", robots.DirContentSignal, "ai-train=no"},
		{"2.2.4 also to those with one of their own", "b", robots.DirContentSignal, "ai-train=no ai-train=yes"},
		{"2.2.4 which speaks to nobody else", "a", robots.DirContentSignal, "ai-train=no"},
		{"2.2.4 sitemaps speak to everybody wherever they stand", "d", robots.DirSitemap, "https://e.com/1.xml https://e.com/2.xml"},
		{"2.2.4 rules speak to their group", "c", robots.DirDisallow, "/ /c"},
		{"2.2.4 of a directive that is not there nothing speaks", "a", robots.DirHost, ""},
		{"2.2.4 unknown records speak to nobody", "a", robots.DirUnknown, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for r := range p.Speaking(c.directive, c.agent) {
				if r.Directive() != c.directive {
					t.Errorf("a record of %v", r.Directive())
				}
				got = append(got, r.Value())
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%q, want %q", s, c.want)
			}
			next, stop := iter.Pull(p.Speaking(c.directive, c.agent))
			if r, ok := next(); ok != (len(got) > 0) || ok && r.Value() != got[0] {
				t.Errorf("the first by itself is %q", r.Value())
			}
			stop() // panics if the sequence goes on
		})
	}
}

func TestUnitDelayOfCrawlers(t *testing.T) {
	p := robots.Parse(delays)
	for _, c := range []struct {
		name, agent string
		delay       time.Duration
		ok          bool
		pace        time.Duration
		paced       bool
	}{
		{"2.2.4 the largest delay counts", "a", 4 * time.Second, true, 4 * time.Second, true},
		{"2.2.4 the longer of delay and rate is the pace", "b", 4 * time.Second, true, 4 * time.Second, true},
		{"2.2.4 a delay of 0 is told from none", "x", 0, true, 0, true},
		{"2.2.4 a delay that is no number is none", "d", 0, false, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d, ok := p.CrawlDelay(c.agent); time.Duration(d) != c.delay || ok != c.ok {
				t.Errorf("delay %v, %v; want %v, %v", d, ok, c.delay, c.ok)
			}
			if d, ok := p.Pace(c.agent); time.Duration(d) != c.pace || ok != c.paced {
				t.Errorf("pace %v, %v; want %v, %v", d, ok, c.pace, c.paced)
			}
		})
	}
	t.Run("2.2.4 the slowest rate counts, and beats a shorter delay", func(t *testing.T) {
		q := robots.Parse(head + "Request-rate: 1/2\nRequest-rate: 2/1m\nRequest-rate: 100/5m\nCrawl-delay: 7\n")
		r, _ := q.RequestRate("a")
		if pace, _ := q.Pace("a"); r.Requests != 2 || time.Duration(pace) != 30*time.Second {
			t.Errorf("rate %+v, pace %v", r, pace)
		}
	})
	t.Run("2.2.1 of a file without groups no delay counts", func(t *testing.T) {
		for _, q := range []*robots.Policy{robots.Parse("Crawl-delay: 5\n"), robots.Parse(""), robots.Absent(), robots.Unreachable()} {
			if d, ok := q.Pace("a"); ok || d != 0 {
				t.Errorf("pace %v", d)
			}
		}
	})
	t.Run("2.2.4 other spellings of the key count", func(t *testing.T) {
		for _, key := range []string{"crawl-delay", "CRAWL-DELAY ", "Crawldelay", "crawl delay"} {
			if d, ok := robots.Parse(head + key + ": 3\n").CrawlDelay("a"); !ok || d.Seconds() != 3 {
				t.Errorf("%q: %v, %v", key, d, ok)
			}
		}
		for _, key := range []string{"Crawl_delay", "delay", "Crawl-delays"} {
			if d, ok := robots.Parse(head + key + ": 3\n").CrawlDelay("a"); ok {
				t.Errorf("%q: %v", key, d)
			}
		}
	})
}
