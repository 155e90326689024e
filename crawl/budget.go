package crawl

import "github.com/robotsgate/robots/crawl/internal/wire"

// spent is how many pages were fetched of the partitions that this worker owns:
// in the runs before, by owners before, and in this run, those under way among
// them.
func (w *worker) spent() (pages, bytes int64) {
	for _, p := range w.partsNow() {
		pages += p.before.Load() + p.taken.Load()
		bytes += p.bytes.Load()
	}
	return pages, bytes
}

// reserve takes a place in the budget of pages for a request; false is that
// there is none. In one process the budget is exact. Of the others' pages a
// worker of a cluster knows as of the last look.
func (w *worker) reserve(p *partition) bool {
	if w.opt.MaxPages <= 0 {
		return true
	}
	w.budget.Lock()
	defer w.budget.Unlock()
	if pages, _ := w.spent(); pages+w.others.Load() >= w.opt.MaxPages {
		return false
	}
	p.taken.Add(1)
	return true
}

// unreserve gives a place back: the request brought no page.
func (w *worker) unreserve(p *partition) {
	if w.opt.MaxPages > 0 {
		p.taken.Add(-1)
	}
}

// exhausted reports that nothing may be requested now: the budget of pages is
// spent, or what was found and is not in the log yet takes too much memory.
func (w *worker) exhausted() bool {
	if w.pending.Load() > maxPending {
		return true
	}
	if w.opt.MaxPages <= 0 {
		return false
	}
	pages, _ := w.spent()
	return pages+w.others.Load() >= w.opt.MaxPages
}

// maxPending bounds the octets of addresses that wait to be written. Pages with
// ten thousand links of two kilobytes exist on hostile sites only.
const maxPending = 64 << 20

// overBudget says which budget of the crawl is used up. Pages under way count
// when they have come to an end: if one fails, another takes its place.
func (w *worker) overBudget() string {
	pages, bytes := w.spent()
	switch {
	case w.opt.MaxPages > 0 && pages+w.others.Load() >= w.opt.MaxPages && w.reserved.Load() == 0:
		return wire.PageBudget.String()
	case w.opt.MaxBytes > 0 && bytes >= w.opt.MaxBytes:
		return wire.ByteBudget.String()
	case w.opt.MaxTime > 0 && w.since() >= w.opt.MaxTime:
		return wire.TimeBudget.String()
	}
	return ""
}
