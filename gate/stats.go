package gate

import "sync/atomic"

type counters struct {
	permits     atomic.Uint64
	refusals    [len(reasons)]atomic.Uint64
	fetches     atomic.Uint64
	shared      atomic.Uint64
	stored      atomic.Uint64
	notModified atomic.Uint64
	unreachable atomic.Uint64
	storeErrors atomic.Uint64
}

// Stats are counts since the gate was made, and what it holds now.
type Stats struct {
	Permits      uint64
	Refusals     map[Reason]uint64
	Fetches      uint64 // of robots.txt
	Shared       uint64 // calls that waited for a fetch which another had begun
	Stored       uint64 // entries that came fresh from the store
	NotModified  uint64 // fetches that the server answered with 304
	Unreachable  uint64 // fetches that found the site unreachable
	StoreErrors  uint64
	Evicted      uint64
	EvictedEarly uint64 // of these, authorities that had not rested

	Entries int
	Bytes   int64 // estimate
}

// Stats returns the counts.
func (g *Gate) Stats() Stats {
	c := &g.count
	s := Stats{
		Permits: c.permits.Load(), Refusals: map[Reason]uint64{}, Fetches: c.fetches.Load(), Shared: c.shared.Load(), Stored: c.stored.Load(),
		NotModified: c.notModified.Load(), Unreachable: c.unreachable.Load(), StoreErrors: c.storeErrors.Load(),
	}
	for r := range c.refusals {
		if n := c.refusals[r].Load(); n > 0 {
			s.Refusals[Reason(r)] = n
		}
	}
	g.cache.mu.Lock()
	s.Entries, s.Bytes, s.Evicted, s.EvictedEarly = len(g.cache.slots), g.cache.bytes, g.cache.evicted, g.cache.evictedEarly
	g.cache.mu.Unlock()
	return s
}
