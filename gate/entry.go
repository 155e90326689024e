package gate

import (
	"hash/fnv"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// An Entry is what is known of the robots.txt of one authority. The zero Entry
// knows nothing and is not fresh. It is a value: After makes the next one.
type Entry struct {
	Last    fetch.Outcome // the last fetch
	Expires time.Time     // to be fetched again from then on

	// Good is the last document, kept while Last is unreachable. Its Kind is 0 if
	// there was none. That a site once had no file is no copy of a file, and does
	// not open it while it fails.
	Good     fetch.Outcome
	Since    time.Time // unreachable since; zero while it is not
	Failures int       // fetches in a row that found it unreachable
}

// Rules say how long what is known counts. The zero Rules are RFC 9309's, with
// the defaults at each field.
type Rules struct {
	// MaxAge is how long a file counts without being fetched again; 24 hours by
	// default and at most (RFC 9309 2.4). HTTP cache control can shorten it.
	MaxAge time.Duration

	// MinAge is how long a file counts whatever cache control says; 5 minutes by
	// default. Without it "no-cache" would double every request of a crawl.
	MinAge time.Duration

	// Retry is how long to wait before asking an unreachable site again, and
	// doubles with each failure up to RetryMax; 1 minute and 1 hour by default.
	Retry, RetryMax time.Duration

	// KeepGood is how long the last copy serves while the site is unreachable;
	// 30 days by default and at most (RFC 9309 2.3.1.4).
	KeepGood time.Duration

	// DangerouslyOpenAfterKeepGood takes a site that was unreachable for longer
	// than KeepGood for one without rules, as RFC 9309 2.3.1.4 permits. Without it
	// the site stays closed.
	DangerouslyOpenAfterKeepGood bool

	// DangerouslyAllowUnreachable takes an unreachable site without a copy for one
	// without rules, at once. RFC 9309 2.3.1.4 forbids that.
	DangerouslyAllowUnreachable bool

	// Profile reads the files; RFC 9309 by default.
	Profile robots.Profile
}

const (
	day      = 24 * time.Hour
	maxGood  = 30 * day
	minRetry = time.Second
)

func (r Rules) normal() Rules {
	def := func(d *time.Duration, def, most time.Duration) {
		if *d <= 0 {
			*d = def
		}
		*d = min(*d, most)
	}
	def(&r.MaxAge, day, day)
	def(&r.MinAge, 5*time.Minute, r.MaxAge)
	def(&r.RetryMax, time.Hour, day)
	def(&r.Retry, time.Minute, r.RetryMax)
	r.Retry = max(r.Retry, minRetry)
	def(&r.KeepGood, maxGood, maxGood)
	return r
}

// After returns the entry that e becomes with the outcome of a fetch. An
// outcome that was given up before the site answered teaches nothing.
func (r Rules) After(e Entry, o fetch.Outcome) Entry {
	if o.Class == fetch.ClassCancelled || o.Kind == 0 {
		return e
	}
	r = r.normal()
	// A monotonic clock stands still while a machine sleeps, and a day would not
	// end. Fresh guards against a wall clock that is set back.
	o.FetchedAt = o.FetchedAt.Round(0)
	next := Entry{Last: o, Good: e.Good, Since: e.Since}
	if e.Last.Kind == robots.KindDocument {
		next.Good = e.Last
	}
	if next.Good.FetchedAt.After(o.FetchedAt) { // the clock was set back: the copy's days count from here
		next.Good.FetchedAt = o.FetchedAt
	}
	if next.Since.After(o.FetchedAt) {
		next.Since = o.FetchedAt
	}
	if o.Kind != robots.KindUnreachable {
		// The site answers: what it says now is all that counts.
		next.Good, next.Since = fetch.Outcome{}, time.Time{}
		next.Expires = o.FetchedAt.Add(r.jitter(o.Key, r.lifetime(o)))
		return next
	}
	next.Failures = e.Failures + 1
	if next.Since.IsZero() {
		next.Since = o.FetchedAt
	}
	wait := r.RetryMax
	if next.Failures <= 20 {
		wait = min(r.Retry<<(next.Failures-1), r.RetryMax)
	}
	if asked, ok := o.RetryAfter(); ok {
		wait = min(max(wait, asked), r.MaxAge)
	}
	next.Expires = o.FetchedAt.Add(r.jitter(o.Key, wait))
	return next
}

// lifetime is how long an answer counts: what its cache control says, within
// MinAge and MaxAge, or MaxAge if it says nothing.
func (r Rules) lifetime(o fetch.Outcome) time.Duration {
	said, ok := cacheLifetime(o)
	if !ok {
		return r.MaxAge
	}
	return min(max(said, r.MinAge), r.MaxAge)
}

// jitter takes up to a tenth off a time, by the name of the authority, so that
// files fetched together do not fall due together. It never adds: the day of
// RFC 9309 2.4 stays a day. A floor of five minutes becomes four and a half at
// the least.
func (r Rules) jitter(key string, d time.Duration) time.Duration {
	h := fnv.New32a()
	h.Write([]byte(key))
	return d - d/10*time.Duration(h.Sum32()%1000)/1000
}

// clockSlack is by how much clocks may differ. What was fetched later than that
// from now was dated by a clock that was wrong.
const clockSlack = 5 * time.Minute

// Fresh reports whether e counts at that time without another fetch.
func (e *Entry) Fresh(now time.Time) bool {
	return e.Last.Kind != 0 && now.Before(e.Expires) && !e.Last.FetchedAt.After(now.Add(clockSlack))
}

// A Standing says on what the policy of an entry stands.
type Standing uint8

// The standings.
const (
	Current     Standing = iota // what the site said last
	LastGood                    // unreachable: the last copy serves
	Closed                      // unreachable, without a copy: all is disallowed
	StillClosed                 // the same for longer than Rules.KeepGood
	OpenedLong                  // the same, opened by DangerouslyOpenAfterKeepGood
	OpenedNow                   // unreachable, opened by DangerouslyAllowUnreachable
)

var standings = [...]string{"current", "last-good", "closed", "still-closed", "opened-after-30-days", "opened-unreachable"}

// String is the word for programs, such as "last-good".
func (s Standing) String() string { return standings[s] }

// Standing says what e's policy stands on at that time.
func (r Rules) Standing(e *Entry, now time.Time) Standing {
	if e.Last.Kind != robots.KindUnreachable {
		return Current
	}
	r = r.normal()
	// The copy's own age counts, not how long the site has failed: a copy that
	// was old already when it began to fail is no fresher for that.
	if e.Good.Kind == robots.KindDocument && now.Sub(e.Good.FetchedAt) <= r.KeepGood {
		return LastGood
	}
	switch long := now.Sub(e.Since) > r.KeepGood; {
	case r.DangerouslyAllowUnreachable:
		return OpenedNow
	case long && r.DangerouslyOpenAfterKeepGood:
		return OpenedLong
	case long:
		return StillClosed
	}
	return Closed
}

// Policy returns what counts at that time, and what it stands on. It parses;
// keep the result.
func (r Rules) Policy(e *Entry, now time.Time) (*robots.Policy, Standing) {
	switch s := r.Standing(e, now); s {
	case LastGood:
		return e.Good.PolicyBy(r.Profile), s
	case OpenedLong, OpenedNow:
		return robots.Unavailable(), s
	default:
		return e.Last.PolicyBy(r.Profile), s
	}
}
