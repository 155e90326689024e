package frontier

import (
	"container/heap"
	"time"
)

// A robots.txt may redirect to hosts that have tasks of their own. Whoever
// follows it asks them without a lease: Claim, Seize until it succeeds, Unclaim.
// A host that is claimed leases no task, so that a claim is not passed over for
// ever; what is leased goes on, and Seize waits for it.

// Claim says that the host of a URL is to be asked without a lease.
func (f *Frontier) Claim(url string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(HostOf(url), now)
	h.claims++
	if h.at >= 0 {
		heap.Remove(&f.ready, h.at)
	}
}

// Seize takes the host of a claim if nobody asks it and it has rested. If not,
// wait says when to try again.
func (f *Frontier) Seize(url string, now time.Time) (ok bool, wait time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(HostOf(url), now)
	if d := h.next.Sub(now); d > 0 {
		return false, d
	}
	if h.seized || h.busy && !h.lent {
		return false, inUse
	}
	h.seized = true
	return true, 0
}

// inUse is how soon to look again at a host that is being asked.
const inUse = 5 * time.Millisecond

// Unclaim ends a claim. seized is whether Seize succeeded; the host may be asked
// again at next.
func (f *Frontier) Unclaim(url string, seized bool, next time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hosts[HostOf(url)]
	if h == nil {
		return
	}
	h.claims--
	if seized {
		h.seized = false
	}
	h.rest(next)
	f.queue(h)
}

// Lend lets others seize the host of a leased task, which is not asked at the
// moment and may be asked again at next. Without it, two files that redirect to
// one another's hosts would wait for ever. It ends with the lease.
func (f *Frontier) Lend(t Task, next time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hosts[t.Key.Host]
	if h == nil {
		return
	}
	h.lent = true
	h.rest(next)
}
