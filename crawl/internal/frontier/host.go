package frontier

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A host is what memory holds of one host that has tasks.
type host struct {
	hash    uint64
	name    string           // as in its last task read
	next    time.Time        // not asked before
	asked   [2]time.Duration // by robots.txt of http and of https
	extra   time.Duration    // that answers call for
	queued  int              // tasks in the store, held ones among them
	held    int              // leased, or done and not read back from the log yet
	busy    bool             // a task of it is leased
	lent    bool             // but it may be asked by others meanwhile, see Lend
	seized  bool             // it is asked without a lease, see Seize
	claims  int              // of those who seize it or wait for that
	at      int              // place among the turns, -1 when not there
	free    bool             // tasks are leased before next, see Free
	near    []Task
	low     []byte // no task of the host has a key below
	number  int64  // the host is the number-th of its partition
	touched uint64 // place of the last record that gave it a task
	queuedE int64  // tasks ever queued
}

// turn is when a task of the host may be leased.
func (h *host) turn() time.Time {
	if h.free {
		return time.Time{}
	}
	return h.next
}

// Free lets tasks of the host of a URL be leased before it may be asked, for who
// knows that they will be refused: a server that says when to come back need not
// be waited for only to leave it alone.
func (f *Frontier) Free(url string, free bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hosts[HostOf(url)]
	if h == nil || h.free == free {
		return
	}
	h.free = free
	if h.at >= 0 {
		heap.Fix(&f.ready, h.at)
		f.signal()
	}
}

// host returns what is known of a host, from memory or from the store.
func (f *Frontier) host(hash uint64, now time.Time) *host {
	h := f.hosts[hash]
	if h != nil {
		return h
	}
	h = &host{hash: hash, at: -1, next: now}
	f.remember(h)
	if v, closer, err := f.db.Get(f.key(countKey, hostOctets(hash))); err == nil {
		n := 0
		h.number, n = binary.Varint(v)
		h.queuedE, _ = binary.Varint(v[max(n, 0):])
		closer.Close()
	} else if !errors.Is(err, pebble.ErrNotFound) {
		f.ill = err
	}
	f.hosts[hash] = h
	return h
}

// remember reads the h records of a host that memory does not hold. The host
// had rested when memory forgot it, or the process is new: then it rests now.
func (f *Frontier) remember(h *host) {
	octets := hostOctets(h.hash)
	it, err := f.db.NewIter(&pebble.IterOptions{LowerBound: f.key(hostKey, octets), UpperBound: f.key(hostKey, octets, bytes.Repeat([]byte{0xff}, 9))})
	if err != nil {
		f.ill = err // or its delay would be forgotten
		return
	}
	defer func() { f.ill = errors.Join(f.ill, it.Error(), it.Close()) }()
	for it.First(); it.Valid(); it.Next() {
		if s, err := wire.ReadHost(it.Value()); err == nil {
			f.heed(h, s)
			h.extra = max(h.extra, time.Duration(s.Extra)*time.Millisecond)
			h.rest(f.opened.Add(f.delay(h)))
		}
	}
}

// delay is the time between two requests to a host.
func (f *Frontier) delay(h *host) time.Duration {
	return max(f.opt.Delay, h.asked[0], h.asked[1], h.extra)
}

// heed takes over the pace that an h record tells.
func (f *Frontier) heed(h *host, s wire.HostState) {
	scheme := 0
	if strings.HasPrefix(s.Origin, "https:") {
		scheme = 1
	}
	h.asked[scheme] = time.Duration(s.Delay) * time.Millisecond
	f.block(h, time.UnixMilli(s.Blocked))
}

// rest keeps a host from being asked before next; its turn is not moved.
func (h *host) rest(next time.Time) {
	if next.After(h.next) {
		h.next = next
	}
}

func (f *Frontier) block(h *host, until time.Time) {
	if until.After(h.next) {
		h.next = until
		if h.at >= 0 {
			heap.Fix(&f.ready, h.at)
		}
	}
}

// learn reads an h record.
func (f *Frontier) learn(b *pebble.Batch, record []byte) error {
	s, err := wire.ReadHost(record)
	if err != nil {
		return err
	}
	if len(s.Entry) == 0 {
		if record, err = f.paced(&s); err != nil {
			return err
		}
	}
	if h := f.hosts[HostOf(s.Origin)]; h != nil {
		f.heed(h, s)
		if !f.live { // this owner knows better: the host may have recovered
			h.extra = time.Duration(s.Extra) * time.Millisecond
		}
	}
	return b.Set(f.stateKey(s.Origin), record, nil)
}

// paced joins a record that tells of a host's pace alone with what is known of
// its robots.txt.
func (f *Frontier) paced(s *wire.HostState) ([]byte, error) {
	v, closer, err := f.db.Get(f.stateKey(s.Origin))
	if errors.Is(err, pebble.ErrNotFound) {
		return wire.AppendHost(nil, *s), nil
	}
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	before, err := wire.ReadHost(v)
	if err != nil {
		return nil, err
	}
	before.Blocked, before.Extra = max(before.Blocked, s.Blocked), s.Extra
	*s = before
	return wire.AppendHost(nil, before), nil
}

func (f *Frontier) stateKey(origin string) []byte {
	return f.key(hostKey, hostOctets(HostOf(origin)), hostOctets(Hash(origin)))
}

// HostState returns the last h record of an origin; ok is false if there is none.
func (f *Frontier) HostState(origin string) (s wire.HostState, ok bool, err error) {
	v, closer, err := f.db.Get(f.stateKey(origin))
	if errors.Is(err, pebble.ErrNotFound) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	defer closer.Close()
	s, err = wire.ReadHost(v)
	return s, err == nil, err
}

// SetDelay makes the host of a URL rest for d between two requests, unless its
// robots.txt or the options ask for more.
func (f *Frontier) SetDelay(url string, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.hosts[HostOf(url)]; h != nil {
		h.extra = d
	}
}

// BlockUntil keeps the host of a URL from being asked before t.
func (f *Frontier) BlockUntil(url string, t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.hosts[HostOf(url)]; h != nil {
		f.block(h, t)
	}
}

// Delay is how long the host of a URL rests between two requests.
func (f *Frontier) Delay(url string) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.hosts[HostOf(url)]; h != nil {
		return f.delay(h)
	}
	return f.opt.Delay
}

// Extra is what SetDelay said last of the host of a URL, or the owner before.
func (f *Frontier) Extra(url string) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if h := f.hosts[HostOf(url)]; h != nil {
		return h.extra
	}
	return 0
}

// Forget drops hosts that have no tasks and have rested, so that memory follows
// the hosts at work and not those that ever were.
func (f *Frontier) Forget(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for hash, h := range f.hosts {
		if h.queued == 0 && !h.busy && h.claims == 0 && h.held == 0 && !h.next.After(now) {
			delete(f.hosts, hash)
		}
	}
}

// A Slow host is one that has much to do, or waits long.
type Slow struct {
	Name   string
	Queued int
	Delay  time.Duration
	Next   time.Time
}

// Hosts returns the hosts in memory, in no order, for progress and metrics.
func (f *Frontier) Hosts() []Slow {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := make([]Slow, 0, len(f.hosts))
	for _, h := range f.hosts {
		if h.queued > 0 {
			all = append(all, Slow{Name: h.name, Queued: h.queued, Delay: f.delay(h), Next: h.next})
		}
	}
	return all
}
