package gate

import (
	"errors"
	"fmt"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// A flight is one fetch that any number of callers wait for.
type flight struct {
	done chan struct{}
	err  error // why nothing was learnt; set before done is closed
}

// fetchLocked begins a fetch for s, or joins the one that is under way. It runs
// on its own: a caller that gives up does not take it from the others. Its time
// is bounded by the fetcher's. s.mu is held.
func (g *Gate) fetchLocked(s *slot) *flight {
	if s.flight != nil {
		g.count.shared.Add(1)
		return s.flight
	}
	f := &flight{done: make(chan struct{})}
	s.flight = f
	entry := s.entry
	go g.fly(s, f, entry)
	return f
}

func (g *Gate) fly(s *slot, f *flight, entry Entry) {
	next, pace, fetched, err := g.next(s.key, entry)
	s.mu.Lock()
	s.flight = nil
	if err == nil {
		s.entry, s.policy, s.crawlers = next, nil, nil
		if pace.Next.After(s.pace.Next) {
			s.pace.Next = pace.Next
		}
		if pace.Blocked.After(s.pace.Blocked) {
			s.pace.Blocked = pace.Blocked
		}
	}
	f.err = err
	close(f.done)
	s.mu.Unlock()
	if err == nil {
		g.cache.resize(s, next.cost())
	}
	if fetched {
		g.save(s.key, next, pace) // nobody waits for the disk
	}
}

// cost estimates what an entry takes in memory: its texts, and nine times as
// much for what is parsed and compiled of them once enough was asked. The rules
// of a crawler whose group is small take less; an estimate below what is used
// would be no bound.
func (e *Entry) cost() int64 {
	return slotCost + 10*int64(max(len(e.Last.Body), len(e.Good.Body)))
}

// next returns the entry that follows: from the store if it is fresh there,
// else fetched from the site.
func (g *Gate) next(key string, entry Entry) (_ Entry, pace Pace, fetched bool, _ error) {
	if entry.Last.Kind == 0 && g.opt.Store != nil {
		if saved, savedPace, ok := g.load(key); ok {
			entry, pace = saved, savedPace
			if entry.Fresh(time.Now()) {
				g.count.stored.Add(1)
				return entry, pace, false, nil
			}
		}
	}
	g.count.fetches.Add(1)
	began := time.Now()
	prev := entry.Last
	if prev.Kind == robots.KindUnreachable && entry.Good.Kind == robots.KindDocument {
		prev = entry.Good // its validators still stand
	}
	var o fetch.Outcome
	var err error
	if prev.Kind == robots.KindDocument {
		o, err = g.opt.Fetcher.Refetch(g.ctx, prev)
	} else {
		o, err = g.opt.Fetcher.Get(g.ctx, key)
	}
	if err != nil {
		return entry, pace, false, err
	}
	if o.Kind == 0 {
		return entry, pace, false, fmt.Errorf("fetch %s/robots.txt: %w", key, errNothing)
	}
	if o.NotModified {
		g.count.notModified.Add(1)
	}
	if o.Kind == robots.KindUnreachable {
		g.count.unreachable.Add(1)
	}
	next := g.opt.Rules.After(entry, o)
	// Fetching robots.txt was a request: the authority rests after it. When none
	// went out, as for an address that is refused, there is nothing to rest from.
	if asked(o) {
		pace.Saw(answerOf(o, began), g.opt.Delay)
	}
	return next, pace, true, nil
}

var errNothing = errors.New("the fetcher brought no outcome")

// asked reports whether a request reached the authority itself.
func asked(o fetch.Outcome) bool {
	return len(o.Hops) > 0 && (o.Hops[0].Status != 0 || o.Hops[0].Remote.IsValid())
}

func answerOf(o fetch.Outcome, began time.Time) Answer {
	a := Answer{Status: o.Hops[0].Status, Ended: o.FetchedAt, Took: o.FetchedAt.Sub(began)}
	if o.Status == a.Status {
		a.RetryAfter, a.HasRetryAfter = o.RetryAfter()
	}
	return a
}

func (g *Gate) load(key string) (Entry, Pace, bool) {
	b, err := g.opt.Store.Load(key)
	if err == nil && b == nil {
		return Entry{}, Pace{}, false
	}
	var e Entry
	var p Pace
	if err == nil {
		e, p, err = Decode(b)
	}
	if err == nil && e.Last.Key != key {
		err = fmt.Errorf("the store answers for %q", e.Last.Key)
	}
	if err != nil {
		g.storeFailed(fmt.Errorf("load %s: %w", key, err))
		return Entry{}, Pace{}, false
	}
	return e, p, true
}

func (g *Gate) save(key string, e Entry, p Pace) {
	if g.opt.Store == nil {
		return
	}
	if err := g.opt.Store.Save(key, Encode(e, p)); err != nil {
		g.storeFailed(fmt.Errorf("save %s: %w", key, err))
	}
}

func (g *Gate) storeFailed(err error) {
	g.count.storeErrors.Add(1)
	if g.opt.OnStoreError != nil {
		g.opt.OnStoreError(err)
	}
}

var _ Fetcher = (*fetch.Client)(nil)
