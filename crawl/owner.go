package crawl

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"time"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// An owner keeps the leases of this worker's partitions: its share of them, as
// many as there are workers.
type owner struct {
	w       *worker
	ctx     context.Context // of the partitions
	leases  *joblog.Leases
	revs    map[int]uint64 // of the leases held
	leaving map[int]bool   // of those, to be given up when nothing of them is under way
	told    bool           // the end, to the others
}

func newOwner(ctx context.Context, w *worker) (*owner, error) {
	if w.opt.Worker == "" {
		host, _ := os.Hostname()
		w.opt.Worker = clean(host) + "-" + rand.Text()[:8]
	}
	o := &owner{w: w, ctx: ctx, revs: map[int]uint64{}, leaving: map[int]bool{}}
	if w.log.Embedded() {
		return o, nil
	}
	var err error
	if o.leases, err = w.log.Leases(ctx, w.opt.Lease); err != nil {
		return nil, err
	}
	w.opt.Lease = o.leases.TTL
	return o, nil
}

// clean makes a name fit for a key.
func clean(s string) string {
	b := []byte(s)
	for i, c := range b {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-') {
			b[i] = '-'
		}
	}
	if len(b) == 0 {
		return "worker"
	}
	return string(b)
}

func (o *owner) run(ctx context.Context) {
	if o.leases == nil {
		o.ownAll(ctx)
		<-ctx.Done()
		o.dropAll()
		return
	}
	go o.guard(ctx)
	tick := time.NewTicker(o.leases.TTL / 5)
	defer tick.Stop()
	for {
		// Where the cluster does not answer, leases run out by our own clock, and
		// nothing is fetched without one.
		o.round(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			o.leave()
			return
		}
	}
}

// guard breaks off what is under way for partitions whose lease ran out. It
// asks nobody, so that a cluster which does not answer cannot hold it up.
func (o *owner) guard(ctx context.Context) {
	tick := time.NewTicker(max(o.leases.TTL/20, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, p := range o.w.partsNow() {
				p.term.check()
			}
		case <-ctx.Done():
			return
		}
	}
}

func (o *owner) ownAll(ctx context.Context) {
	for n := range o.w.opt.Partitions {
		if err := o.w.own(ctx, n, time.Now()); err != nil {
			o.w.failed(fmt.Errorf("crawl: own partition %d: %w", n, err))
			return
		}
	}
}

func (o *owner) dropAll() {
	for _, p := range o.w.partsNow() {
		p.drop()
	}
}

// leave gives up all leases, so that others need not wait for them to run out.
func (o *owner) leave() {
	o.dropAll()
	ctx, cancel := context.WithTimeout(context.Background(), o.leases.TTL)
	defer cancel()
	if why, size := wire.Reason(o.w.stopped.Load()), o.w.size.Load(); why == wire.PageBudget || why == wire.ByteBudget {
		o.leases.Ended(ctx, why.String(), uint64(size))
	}
	for n, rev := range o.revs {
		o.leases.Leave(ctx, n, rev)
	}
	o.leases.Gone(ctx, o.w.opt.Worker)
}

// round renews what is held, gives up what is more than the share, and takes
// what nobody holds.
func (o *owner) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, o.leases.TTL/2)
	defer cancel()
	o.renew(ctx)
	state, err := o.state(ctx)
	if err != nil {
		return err
	}
	if err := o.leases.Here(ctx, o.w.opt.Worker, state); err != nil {
		return err
	}
	look, err := o.leases.Look(ctx)
	if err != nil {
		return err
	}
	o.w.heard(look.Spent)
	if over, err := o.over(ctx, look); over || err != nil {
		// Who left after the end left partitions that nobody holds. To own one
		// would be a record after the end, and the end would have to be found again.
		return err
	}
	share := (o.w.opt.Partitions + len(look.States) - 1) / max(1, len(look.States))
	o.shed(ctx, share)
	if !o.w.draining.Load() {
		o.take(ctx, look, share)
	}
	return o.finish(ctx, look)
}

// state is what this worker says of itself. It is idle up to a place of the log
// if it has read all records of its partitions, nothing of them waits, and
// nothing is on its way to the log.
func (o *owner) state(ctx context.Context) (joblog.State, error) {
	var s joblog.State
	if !o.w.idle() {
		return s, nil
	}
	counts, last, err := o.w.log.Counts(ctx)
	if err != nil {
		return s, err
	}
	parts := o.w.partsNow()
	for _, p := range parts {
		if p.frontier.Counts().Records != counts[p.n] {
			return s, nil
		}
	}
	s.Idle, s.Seq, s.Parts = o.w.idle(), last, len(parts)
	return s, nil
}

// shed gives up what is more than the share: nothing more is leased, and when
// what is under way is in the log, another worker may have the partition.
func (o *owner) shed(ctx context.Context, share int) {
	for n := range o.revs {
		if len(o.revs)-len(o.leaving) <= share {
			break
		}
		if p := o.w.part(n); p != nil && !o.leaving[n] {
			o.leaving[n] = true
			p.halt()
		}
	}
	for n := range o.leaving {
		if p := o.w.part(n); p == nil || p.active.Load() == 0 {
			rev := o.revs[n]
			o.lose(n)
			o.leases.Leave(ctx, n, rev)
		}
	}
}

func (o *owner) renew(ctx context.Context) {
	for n, rev := range o.revs {
		sent, p := time.Now(), o.w.part(n)
		next, err := o.leases.Renew(ctx, n, o.w.opt.Worker, p.tells(), rev)
		if err != nil && ctx.Err() != nil {
			return // it may still be ours: our own clock says for how long
		}
		if err != nil {
			// It ran out. If nobody owned the partition since, it is as it was.
			sent = time.Now()
			if next, err = o.leases.Take(ctx, n, o.w.opt.Worker); err != nil {
				if ctx.Err() == nil {
					o.lose(n)
				}
				continue
			}
			epoch, err := o.w.log.Epoch(ctx, n)
			if p != nil && (err != nil || epoch != p.epoch) {
				o.w.lose(n)
				p = nil
			}
		}
		o.revs[n] = next
		if p != nil {
			p.renewed(sent)
		} else { // it was lost to a write that the log refused
			o.lose(n)
			o.leases.Leave(ctx, n, next)
		}
	}
}

func (o *owner) take(ctx context.Context, look joblog.Look, share int) {
	began := time.Now()
	first := int(frontier.Hash(o.w.opt.Worker) % uint64(o.w.opt.Partitions))
	for i := 0; i < o.w.opt.Partitions && len(o.revs) < share; i++ {
		n := (first + i) % o.w.opt.Partitions
		if _, mine := o.revs[n]; mine || look.Held[n] {
			continue
		}
		if time.Since(began) > o.leases.TTL/5 {
			return // those that are held want to be renewed
		}
		sent := time.Now()
		rev, err := o.leases.Take(ctx, n, o.w.opt.Worker)
		if err != nil {
			continue // somebody was quicker
		}
		if err := o.w.own(o.ctx, n, sent); err != nil {
			o.leases.Leave(ctx, n, rev)
			continue
		}
		o.revs[n] = rev
	}
}

func (o *owner) lose(n int) {
	delete(o.revs, n)
	delete(o.leaving, n)
	o.w.lose(n)
}

// over ends the run if another worker saw the end, and nothing was written since.
func (o *owner) over(ctx context.Context, look joblog.Look) (bool, error) {
	if o.told || !look.End {
		return o.told, nil
	}
	last, err := o.w.log.Last(ctx)
	if err != nil || look.Why == "" && look.EndAt != last || !o.w.concerns(look.Why, int64(look.EndAt)) {
		return false, err
	}
	o.end(look.Why)
	return true, nil
}

// finish ends the run when all partitions are held and all workers idle up to
// the last record: whoever would write another has nothing to write it from.
func (o *owner) finish(ctx context.Context, look joblog.Look) error {
	last, err := o.w.log.Last(ctx)
	if err != nil {
		return err
	}
	if len(look.Held) < o.w.opt.Partitions || len(look.States) == 0 {
		return nil
	}
	// A worker whose word is missing, because the cluster looks for a leader, is
	// not one that has nothing to do: the idle ones must speak for all partitions.
	parts := 0
	for _, s := range look.States {
		if !s.Idle || s.Seq != last {
			return nil
		}
		parts += s.Parts
	}
	if parts != o.w.opt.Partitions {
		return nil
	}
	if err := o.leases.Ended(ctx, "", last); err != nil {
		return err
	}
	o.end("")
	return nil
}

func (o *owner) end(why string) {
	o.told = true
	o.w.ended <- why
}

func (w *worker) part(n int) *partition {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.parts[n]
}

// lose gives a partition up, if it is owned.
func (w *worker) lose(n int) {
	w.mu.Lock()
	p := w.parts[n]
	if p != nil {
		w.gone(p)
	}
	w.mu.Unlock()
	if p != nil {
		p.drop()
	}
}
