package robots

import (
	"iter"
	"strings"
)

// A Delay is a length of time in nanoseconds, as time.Duration counts them:
// time.Duration(d) is the same length. The type is our own because importing
// package time would add a tenth to the WebAssembly build of a program that
// only parses and decides.
type Delay int64

const (
	second Delay = 1_000_000_000
	minute       = 60 * second
	hour         = 60 * minute
	day          = 24 * hour
)

// Seconds returns d in seconds.
func (d Delay) Seconds() float64 { return float64(d) / float64(second) }

// Speaking yields the records of one directive that speak to the crawler with
// that product token: for directives of ScopeFile all of them, else those of
// its groups, and for ScopeBoth also those before any group.
//
// Above the first rule of a group a record speaks to the user-agent lines just
// before it: in "User-agent: a, Crawl-delay: 1, User-agent: b, Crawl-delay: 2,
// Disallow: /" the two share the rule but each has its own delay. Below the
// first rule a record speaks to the whole group. RFC 9309 2.2.4 leaves that to
// us; this is what authors of such files mean.
func (p *Policy) Speaking(d Directive, token string) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		if p == nil || p.kind != KindDocument {
			return
		}
		scope := d.Scope()
		if scope == ScopeFile {
			p.Find(d)(yield)
			return
		}
		outside := len(p.recs)
		if len(p.groups) > 0 {
			outside = int(p.groups[0].first)
		}
		for i := 0; i < outside && scope == ScopeBoth; i++ {
			if p.recs[i].dir() == d && !yield(Record{p, i}) {
				return
			}
		}
		k := p.pick(token)
		for g, left := k.first, k.count; left > 0; g++ {
			if p.inPick(p.profile.reading(), g, k) {
				if left--; !p.speaking(g, d, k, yield) {
					return
				}
			}
		}
	}
}

func (p *Policy) speaking(g int, d Directive, k pick, yield func(Record) bool) bool {
	gr, rd := p.groups[g], p.profile.reading()
	named, after := false, false
	for i := int(gr.first); i < int(gr.end); i++ {
		switch dir := p.recs[i].dir(); {
		case i >= int(gr.rules):
			if dir == d && !yield(Record{p, i}) {
				return false
			}
		case dir == DirUserAgent:
			if after {
				named, after = false, false
			}
			named = named || p.line(i, rd, k)
		case dir.Scope() == ScopeGroup || dir.Scope() == ScopeBoth:
			after = true
			if named && dir == d && !yield(Record{p, i}) {
				return false
			}
		}
	}
	return true
}

// line reports whether the user-agent line at record i is one by which k was
// picked.
func (p *Policy) line(i int, rd *reading, k pick) bool {
	v := p.value(i)
	if rd.match != matchToken {
		return rd.lineNames(p.agentValue(rd, v), k.how, k.who.token)
	}
	switch k.how {
	case pickStar:
		return rd.isStar(v)
	case pickWhole:
		return rd.names(v, k.who, true)
	}
	return rd.names(v, k.who, false)
}

// CrawlDelay returns the largest Crawl-delay that speaks to the crawler with
// that product token, and whether there is one. A delay of 0 is a statement; no
// usable record is none. The unit is the second, with decimals; values that are
// no number, or 1e9 or more, are remarked on and count for nothing.
//
// The record is an old custom, not part of RFC 9309; Google ignores it.
func (p *Policy) CrawlDelay(token string) (delay Delay, ok bool) {
	for r := range p.Speaking(DirCrawlDelay, token) {
		if d, good := parseDelay(r.Value()); good {
			delay, ok = max(delay, d), true
		}
	}
	return delay, ok
}

// Pace returns the time that the file asks the crawler to leave between two
// requests, by Crawl-delay or by Request-rate, whichever is longer, and whether
// it asks at all.
func (p *Policy) Pace(token string) (Delay, bool) {
	pace, ok := p.CrawlDelay(token)
	if r, good := p.RequestRate(token); good {
		pace, ok = max(pace, r.Interval()), true
	}
	return pace, ok
}

// A Rate is a Request-rate: so many requests in so much time.
type Rate struct {
	Requests int
	Per      Delay
	From, To string // hours of the day in UTC as HHMM, if the rate holds only then
}

// Interval returns the time between two requests at this rate.
func (r Rate) Interval() Delay {
	if r.Requests <= 0 {
		return 0
	}
	return r.Per / Delay(r.Requests)
}

// RequestRate returns the slowest Request-rate that speaks to the crawler, and
// whether there is one. The form is "1/10", "10/1m" or "1/10s 1820-1940", as in
// the extended standard of 1996.
func (p *Policy) RequestRate(token string) (rate Rate, ok bool) {
	for rec := range p.Speaking(DirRequestRate, token) {
		if r, good := parseRate(rec.Value()); good && (!ok || r.Interval() > rate.Interval()) {
			rate, ok = r, true
		}
	}
	return rate, ok
}

// parseDelay reads a decimal number of seconds.
func parseDelay(s string) (Delay, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	if whole == "" && fraction == "" {
		return 0, false
	}
	n, ok := number(whole)
	if !ok {
		return 0, false
	}
	d, unit := Delay(n)*second, second/10
	for i := 0; i < len(fraction); i++ {
		if fraction[i] < '0' || fraction[i] > '9' {
			return 0, false
		}
		d += Delay(fraction[i]-'0') * unit
		unit /= 10
	}
	return d, true
}

// number reads up to nine digits behind zeros; none is 0.
func number(s string) (n int, ok bool) {
	if len(s) > 9 {
		if s = strings.TrimLeft(s, "0"); len(s) > 9 {
			return 0, false
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func parseRate(s string) (r Rate, ok bool) {
	s, hours, timed := strings.Cut(s, " ")
	count, per, slash := strings.Cut(s, "/")
	if !slash || count == "" || per == "" {
		return r, false
	}
	unit := second
	switch per[len(per)-1] | 0x20 {
	case 's':
		per = per[:len(per)-1]
	case 'm':
		per, unit = per[:len(per)-1], minute
	case 'h':
		per, unit = per[:len(per)-1], hour
	case 'd':
		per, unit = per[:len(per)-1], day
	}
	n, ok1 := number(count)
	t, ok2 := number(per)
	if !ok1 || !ok2 || n == 0 || per == "" || Delay(t) > (1<<62)/unit {
		return r, false
	}
	r = Rate{Requests: n, Per: Delay(t) * unit}
	if !timed {
		return r, true
	}
	from, to, dash := strings.Cut(swapped(hours, ' ', ""), "-")
	if !dash || !isHour(from) || !isHour(to) {
		return Rate{}, false
	}
	r.From, r.To = from, to
	return r, true
}

func isHour(s string) bool {
	n, ok := number(s)
	return ok && len(s) == 4 && n/100 < 24 && n%100 < 60
}
