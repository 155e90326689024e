package crawl

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"time"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
)

// An owner keeps the leases of this worker's partitions: its share of them, as
// many as there are workers.
type owner struct {
	w      *worker
	ctx    context.Context // of the partitions
	leases *joblog.Leases
	revs   map[int]uint64 // of the leases held
	idle   int            // looks in a row at which all workers were idle
	last   uint64         // records in the log at the last look
}

// finished is closed when all workers of a cluster were found idle.
func (w *worker) finished() <-chan struct{} { return w.allIdle }

func newOwner(ctx context.Context, w *worker) (*owner, error) {
	if w.opt.Worker == "" {
		host, _ := os.Hostname()
		w.opt.Worker = clean(host) + "-" + rand.Text()[:8]
	}
	o := &owner{w: w, ctx: ctx, revs: map[int]uint64{}}
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
	o.w.opt.Lease = o.leases.TTL
	tick := time.NewTicker(o.leases.TTL / 5)
	defer tick.Stop()
	for {
		if err := o.round(ctx); err != nil && ctx.Err() == nil {
			// The cluster does not answer. Leases run out by our own clock, and
			// nothing is fetched without one.
			o.idle = 0
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			o.leave()
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
	state := joblog.State{Idle: o.w.idle(), Pages: o.w.count.fetched.Load()}
	if err := o.leases.Here(ctx, o.w.opt.Worker, state); err != nil {
		return err
	}
	look, err := o.leases.Look(ctx)
	if err != nil {
		return err
	}
	o.w.others.Store(look.Pages - look.States[o.w.opt.Worker].Pages)
	o.renew(ctx)
	share := (o.w.opt.Partitions + len(look.States) - 1) / max(1, len(look.States))
	for n, rev := range o.revs {
		if len(o.revs) <= share {
			break
		}
		o.lose(n)
		o.leases.Leave(ctx, n, rev)
	}
	if !o.w.draining.Load() {
		o.take(ctx, look, share)
	}
	return o.finish(ctx, look)
}

func (o *owner) renew(ctx context.Context) {
	for n, rev := range o.revs {
		sent := time.Now()
		next, err := o.leases.Renew(ctx, n, o.w.opt.Worker, rev)
		if err != nil {
			if ctx.Err() != nil {
				return // it may still be ours: our own clock says for how long
			}
			o.lose(n)
			continue
		}
		o.revs[n] = next
		if p := o.w.part(n); p != nil {
			p.renewed(sent)
		} else { // it was lost to a write that the log refused
			delete(o.revs, n)
			o.leases.Leave(ctx, n, next)
		}
	}
}

func (o *owner) take(ctx context.Context, look joblog.Look, share int) {
	first := int(frontier.Hash(o.w.opt.Worker) % uint64(o.w.opt.Partitions))
	for i := 0; i < o.w.opt.Partitions && len(o.revs) < share; i++ {
		n := (first + i) % o.w.opt.Partitions
		if _, mine := o.revs[n]; mine || look.Held[n] {
			continue
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
	o.w.lose(n)
}

// finish ends the run when twice in a row all partitions were held, all workers
// idle, and nothing was written in between.
func (o *owner) finish(ctx context.Context, look joblog.Look) error {
	records, _, err := o.w.log.Size(ctx)
	if err != nil {
		return err
	}
	all := len(look.Held) >= o.w.opt.Partitions && len(look.States) > 0
	for _, s := range look.States {
		all = all && s.Idle
	}
	if !all || records != o.last {
		o.idle, o.last = 0, records
		return nil
	}
	if o.idle++; o.idle == 3 {
		close(o.w.allIdle)
	}
	return nil
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
	delete(w.parts, n)
	w.mu.Unlock()
	if p != nil {
		p.drop()
	}
}
