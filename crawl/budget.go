package crawl

import (
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// spent is what was fetched of a partition: in the runs before, by owners
// before, and in this run, pages under way among them. ok is false until the log
// was read that far.
func (p *partition) spent() (s joblog.Spent, ok bool) {
	return joblog.Spent{Pages: p.before.Load() + p.taken.Load(), Bytes: p.bytes.Load()}, p.seen.Load()
}

// spent is what was fetched of the whole crawl. Of the partitions of others a
// worker of a cluster knows as of its last look. ok is false while it knows
// nothing of one: a worker that has just begun, or a run that is resumed.
func (w *worker) spent() (sum joblog.Spent, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n := range w.opt.Partitions {
		var s joblog.Spent
		known := false
		if p := w.parts[n]; p != nil {
			s, known = p.spent()
		}
		if !known {
			if s, known = w.elsewhere[n]; !known {
				return sum, false
			}
		}
		sum.Pages += s.Pages
		sum.Bytes += s.Bytes
	}
	return sum, true
}

// heard takes note of what others say was fetched of their partitions. It is
// remembered when they are gone: what was fetched stays fetched.
func (w *worker) heard(of map[int]joblog.Spent) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n, s := range of {
		if w.parts[n] == nil {
			w.elsewhere[n] = s
		}
	}
}

// gone takes a partition from this worker's; w.mu is held.
func (w *worker) gone(p *partition) {
	delete(w.parts, p.n)
	if s, ok := p.spent(); ok {
		w.elsewhere[p.n] = s
	}
}

// bounded reports that there is a budget of pages or of octets.
func (w *worker) bounded() bool { return w.opt.MaxPages > 0 || w.opt.MaxBytes > 0 }

// used says which budget would be used up with so much fetched.
func (w *worker) used(s joblog.Spent) wire.Reason {
	switch {
	case w.opt.MaxPages > 0 && s.Pages >= w.opt.MaxPages:
		return wire.PageBudget
	case w.opt.MaxBytes > 0 && s.Bytes >= w.opt.MaxBytes:
		return wire.ByteBudget
	}
	return wire.None
}

// reserve takes a place in the budget of pages for a request; false is that
// there is none. In one process the budget is exact.
func (w *worker) reserve(p *partition) bool {
	if w.bounded() {
		w.budget.Lock()
		defer w.budget.Unlock()
		if s, ok := w.spent(); !ok || w.used(s) != wire.None {
			return false
		}
	}
	p.taken.Add(1)
	return true
}

// unreserve gives a place back: the request brought no page.
func (w *worker) unreserve(p *partition) { p.taken.Add(-1) }

// exhausted reports that nothing may be requested now: a budget is spent, or it
// is not known yet what was spent of it, or what was found and is not in the log
// takes too much memory.
func (w *worker) exhausted() bool {
	if w.pending.Load() > maxPending {
		return true
	}
	if !w.bounded() {
		return false
	}
	s, ok := w.spent()
	return !ok || w.used(s) != wire.None
}

// maxPending bounds the octets of addresses that wait to be written. Pages with
// ten thousand links of two kilobytes exist on hostile sites only.
const maxPending = 64 << 20

// overBudget says which budget of the crawl is used up, and how large it is.
// Pages under way count when they have come to an end: if one fails, another
// takes its place.
func (w *worker) overBudget() (why wire.Reason, size int64) {
	if w.opt.MaxTime > 0 && w.since() >= w.opt.MaxTime {
		return wire.TimeBudget, 0
	}
	if !w.bounded() {
		return wire.None, 0
	}
	s, ok := w.spent()
	if !ok {
		return wire.None, 0
	}
	switch why = w.used(s); {
	case why == wire.PageBudget && w.reserved.Load() == 0:
		return why, w.opt.MaxPages
	case why == wire.ByteBudget:
		return why, w.opt.MaxBytes
	}
	return wire.None, 0
}

// concerns reports whether a budget that another worker found used up is one of
// this worker's too: who was started with a larger one goes on.
func (w *worker) concerns(why string, size int64) bool {
	switch why {
	case wire.PageBudget.String():
		return w.opt.MaxPages > 0 && w.opt.MaxPages <= size
	case wire.ByteBudget.String():
		return w.opt.MaxBytes > 0 && w.opt.MaxBytes <= size
	}
	return true
}

// tells is what an owner says of its partition, or nil.
func (p *partition) tells() *joblog.Spent {
	if p == nil {
		return nil
	}
	if s, ok := p.spent(); ok {
		return &s
	}
	return nil
}
