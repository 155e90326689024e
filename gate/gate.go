package gate

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// A Fetcher brings a robots.txt; *fetch.Client is one.
type Fetcher interface {
	Get(ctx context.Context, key string) (fetch.Outcome, error)
	Refetch(ctx context.Context, prev fetch.Outcome) (fetch.Outcome, error)
}

// A Store keeps entries while the process is away. Its methods may be called by
// many goroutines at once. Package gate/store has one on disk.
type Store interface {
	// Load returns what was saved under key, or nil.
	Load(key string) ([]byte, error)
	Save(key string, value []byte) error
}

// Options of a gate. Only Fetcher must be set.
type Options struct {
	Fetcher Fetcher
	Rules   Rules

	// Store keeps entries beyond the process; nil for none. A store that fails is
	// passed over: its errors are counted, and OnStoreError is called.
	Store        Store
	OnStoreError func(error)

	// Delay is between two requests to an authority; 1 second by default. A file
	// can lengthen it and never shorten it. DangerouslyNoDelay is 0.
	Delay              time.Duration
	DangerouslyNoDelay bool

	// MaxWait refuses URLs whose turn comes later than this from now; 0 never
	// does. A file that asks for a day between two requests is obeyed either way.
	MaxWait time.Duration

	// Entries and Bytes bound what is kept in memory: 100,000 authorities and
	// 192 MiB by default, estimated. What was not asked for the longest goes first, and of
	// those such as have rested.
	Entries int
	Bytes   int64
}

const (
	defaultDelay   = time.Second
	defaultEntries = 100_000
	defaultBytes   = 192 << 20
)

// A Gate is safe for concurrent use.
type Gate struct {
	opt   Options
	cache cache
	count counters
	stop  context.CancelFunc
	ctx   context.Context

	ending  sync.Mutex // guards against a flight that begins while Close waits
	flights sync.WaitGroup
}

// New returns a gate. Close it to end what it is fetching.
func New(opt Options) (*Gate, error) {
	if opt.Fetcher == nil {
		return nil, errors.New("gate: no fetcher: set Options.Fetcher, such as to a *fetch.Client")
	}
	if opt.Delay < 0 {
		return nil, errors.New("gate: the delay is below zero: leave it out for 1 s")
	}
	opt.Rules = opt.Rules.normal()
	if opt.Delay == 0 && !opt.DangerouslyNoDelay {
		opt.Delay = defaultDelay
	}
	if opt.Entries <= 0 {
		opt.Entries = defaultEntries
	}
	if opt.Bytes <= 0 {
		opt.Bytes = defaultBytes
	}
	g := &Gate{opt: opt}
	g.ctx, g.stop = context.WithCancel(context.Background())
	g.cache.init(opt.Entries, opt.Bytes)
	return g, nil
}

// Close ends what is being fetched, and returns when the store has what came.
// Calls that wait for a fetch are given up; what is known is still told.
func (g *Gate) Close() {
	g.ending.Lock()
	g.stop()
	g.ending.Unlock()
	g.flights.Wait()
}

// Ask says whether the crawler may fetch url, and when: one of a permit, with
// ok, or a refusal. The agent is a product token, or a whole User-Agent header
// that holds one. A permit takes a turn: the next one for that authority comes
// a delay later. Ask fetches robots.txt if it must; other calls for the same
// authority wait for the same fetch.
func (g *Gate) Ask(ctx context.Context, agent, url string) (p Permit, r Refusal, ok bool) {
	return g.ask(ctx, agent, url, true)
}

// Peek is Ask without effect: it fetches nothing and takes no turn. It refuses
// as Unknown where Ask would fetch.
func (g *Gate) Peek(agent, url string) (p Permit, r Refusal, ok bool) {
	return g.ask(context.Background(), agent, url, false)
}

func (g *Gate) ask(ctx context.Context, agent, url string, act bool) (Permit, Refusal, bool) {
	q, err := split(url)
	if err != nil {
		return g.refuse(Refusal{Reason: InvalidURL, Err: err, Decision: robots.Decision{Verdict: robots.Invalid, Basis: robots.ByInvalidURL, Err: err}})
	}
	now := time.Now()
	s, err := g.cache.find(q, act)
	if err != nil {
		return g.refuse(Refusal{Reason: InvalidURL, Err: err})
	}
	if s == nil {
		return g.refuse(Refusal{Reason: Unknown})
	}
	defer g.cache.release(s)
	s.mu.Lock()
	if !s.entry.Fresh(now) {
		if !act {
			s.mu.Unlock()
			return g.refuse(Refusal{Reason: Unknown})
		}
		if !named(agent) { // known before anybody is asked
			s.mu.Unlock()
			return g.refuse(Refusal{Reason: InvalidName, Err: errName})
		}
		f := g.fetchLocked(s)
		s.mu.Unlock()
		select {
		case <-f.done:
		case <-ctx.Done():
			return g.refuse(Refusal{Reason: GivenUp, Err: context.Cause(ctx)})
		}
		if f.err != nil {
			reason := Broken
			if g.ctx.Err() != nil {
				reason = GivenUp
			}
			return g.refuse(Refusal{Reason: reason, Err: f.err})
		}
		now = time.Now()
		s.mu.Lock() // fetched a moment ago: it counts, however short its life
	}
	c := s.crawler(agent, now, &g.opt.Rules)
	if c == nil {
		s.mu.Unlock()
		return g.refuse(Refusal{Reason: InvalidName, Err: errName})
	}
	d := c.reader.Decide(q.target)
	if !d.Allowed() {
		r := Refusal{Reason: Disallowed, Decision: d, Standing: s.standing, RetryAt: s.entry.Expires}
		if d.Basis == robots.ByUnreachable {
			r.Reason = Unreachable
		}
		s.mu.Unlock()
		return g.refuse(r)
	}
	delay := s.pace.Delay(g.opt.Delay, c.asked)
	at := s.pace.When(now)
	if wait := at.Sub(now); g.opt.MaxWait > 0 && wait > g.opt.MaxWait {
		r := Refusal{Reason: TooSlow, Decision: d, Standing: s.standing, RetryAt: at}
		s.mu.Unlock()
		return g.refuse(r)
	}
	if act {
		s.pace.Ask(now, delay)
	}
	p := Permit{NotBefore: at, Delay: delay, Decision: d, Standing: s.standing}
	s.mu.Unlock()
	g.count.permits.Add(1)
	return p, Refusal{}, true
}

func (g *Gate) refuse(r Refusal) (Permit, Refusal, bool) {
	g.count.refusals[r.Reason].Add(1)
	return Permit{}, r, false
}

// Saw tells the gate how a fetch that it permitted went, so that the next turn
// is counted from its end, and Retry-After and slow answers are heeded. An end
// that is zero or to come is now.
func (g *Gate) Saw(agent, url string, a Answer) {
	q, err := split(url)
	if err != nil {
		return
	}
	// An exchange may take longer than its authority was held: what it brought
	// counts all the same.
	s, err := g.cache.find(q, true)
	if err != nil {
		return
	}
	defer g.cache.release(s)
	now := time.Now()
	if a.Ended.IsZero() || a.Ended.After(now) {
		a.Ended = now
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := time.Duration(0)
	if s.entry.Last.Kind != 0 {
		if c := s.crawler(agent, now, &g.opt.Rules); c != nil {
			asked = c.asked
		}
	}
	s.pace.Saw(a, max(g.opt.Delay, asked))
}

// Look returns what the gate holds of the authority of url.
func (g *Gate) Look(url string) (Entry, Pace, bool) {
	q, err := split(url)
	if err != nil {
		return Entry{}, Pace{}, false
	}
	s, err := g.cache.find(q, false)
	if s == nil || err != nil {
		return Entry{}, Pace{}, false
	}
	defer s.unpin()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entry, s.pace, s.entry.Last.Kind != 0
}
