package gate

import (
	"context"
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
	g.ending.Lock()
	defer g.ending.Unlock()
	if f.err = context.Cause(g.ctx); f.err != nil {
		close(f.done)
		return f
	}
	s.flight = f
	s.pins.Add(1)
	entry := s.entry
	g.flights.Go(func() { g.fly(s, f, entry) })
	return f
}

func (g *Gate) fly(s *slot, f *flight, entry Entry) {
	defer s.unpin()
	news, err := g.next(s.key, entry)
	s.mu.Lock()
	s.flight = nil
	var pace Pace
	if err == nil {
		asked := g.opt.Delay
		for i := range s.crawlers {
			asked = max(asked, s.crawlers[i].asked) // by the file as it was
		}
		s.entry, s.policy, s.crawlers = news.entry, nil, nil
		s.pace.join(news.pace)
		// Fetching robots.txt was a request: the authority rests after it. When none
		// went out, as for an address that is refused, there is nothing to rest from.
		if news.asked {
			s.pace.Saw(news.answer, asked)
		}
		pace = s.pace
	}
	f.err = err
	close(f.done)
	s.mu.Unlock()
	if err == nil {
		g.cache.resize(s, news.entry.cost(1))
	}
	if news.fetched {
		g.save(s.key, news.entry, pace) // nobody waits for the disk
	}
}

// news is what a flight brings.
type news struct {
	entry   Entry
	pace    Pace // of the store
	fetched bool
	asked   bool // a request reached the authority, and this came of it
	answer  Answer
}

// cost estimates what an entry takes in memory: its texts, and nine times as
// much for what is parsed and compiled of them for each crawler that asked enough. The rules
// of a crawler whose group is small take less; an estimate below what is used
// would be no bound. What the server wrote beside the text counts too.
func (e *Entry) cost(crawlers int) int64 {
	n := slotCost + int64(1+9*max(crawlers, 1))*int64(max(len(e.Last.Body), len(e.Good.Body)))
	for _, o := range [...]*fetch.Outcome{&e.Last, &e.Good} {
		n += 2 * int64(len(o.FinalURL))
		for _, v := range o.Header {
			for _, s := range v {
				n += 2 * int64(len(s))
			}
		}
		for _, note := range o.Notes {
			n += 2 * int64(len(note.Detail))
		}
		if o.Err != nil {
			n += 4 * int64(len(o.Err.Error()))
		}
	}
	return n
}

// next returns the entry that follows: from the store if it is fresh there,
// else fetched from the site.
func (g *Gate) next(key string, entry Entry) (n news, _ error) {
	if entry.Last.Kind == 0 && g.opt.Store != nil {
		if saved, pace, ok := g.load(key); ok {
			entry, n.pace = saved, pace
			if entry.Fresh(time.Now()) {
				g.count.stored.Add(1)
				n.entry = entry
				return n, nil
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
		return n, err
	}
	if o.Kind == 0 || o.Class == fetch.ClassCancelled {
		return n, fmt.Errorf("fetch %s/robots.txt: %w", key, errNothing)
	}
	if o.NotModified {
		g.count.notModified.Add(1)
	}
	if o.Kind == robots.KindUnreachable {
		g.count.unreachable.Add(1)
	}
	if n.asked = asked(o); n.asked {
		n.answer = answerOf(o, began)
	}
	o.Hops = nil // each may be as long as a header, and nothing here rests on them
	n.entry, n.fetched = g.opt.Rules.After(entry, o), true
	return n, nil
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
	if now := time.Now(); err != nil {
		// told below
	} else if e.Last.FetchedAt.After(now.Add(clockSlack)) {
		err = fmt.Errorf("it was fetched at %s, which is to come", e.Last.FetchedAt.Format(time.RFC3339))
	} else {
		p.Next, p.Blocked = earlier(p.Next, now.Add(mostAsked)), earlier(p.Blocked, now.Add(mostBlock))
	}
	if err != nil {
		g.storeFailed(fmt.Errorf("load %s: %w", key, err))
		return Entry{}, Pace{}, false
	}
	return e, p, true
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
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
