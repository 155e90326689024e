package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/gate"
)

// A partition is a part of the hosts that this worker owns.
type partition struct {
	n        int
	w        *worker
	frontier *frontier.Frontier
	epoch    uint64
	want     atomic.Uint64 // the last record of it that this worker wrote
	seen     atomic.Bool   // all that was written before it was owned has been read
	deadline atomic.Int64  // of the lease, by the clock that never jumps, since w.began
	stop     context.CancelFunc
	stopped  chan struct{} // the reading has ended
	halted   chan struct{} // no more leases
	haltOnce sync.Once

	mu       sync.Mutex
	paces    map[string]*gate.Pace // of hosts whose answers call for one
	failures map[uint64]int        // of hosts, in a row
}

// own takes a partition that this worker has the lease of, from sent on.
func (w *worker) own(ctx context.Context, n int, sent time.Time) error {
	epoch, err := w.log.Own(ctx, n, w.opt.Worker, time.Now())
	if err != nil {
		return err
	}
	f, err := frontier.Open(w.db, uint16(n), frontier.Options{Delay: w.opt.Delay, PerHost: w.opt.MaxPerHost, Hosts: perPartition(w.opt.MaxHosts, w.opt.Partitions)}, time.Now())
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	p := &partition{n: n, w: w, frontier: f, epoch: epoch, stop: stop, stopped: make(chan struct{}), halted: make(chan struct{}), paces: map[string]*gate.Pace{}, failures: map[uint64]int{}}
	p.renewed(sent)
	p.want.Store(epoch)
	r, err := w.log.Read(ctx, n, f.Applied())
	if err != nil {
		stop()
		return err
	}
	w.mu.Lock()
	w.parts[n] = p
	w.mu.Unlock()
	go p.read(ctx, r)
	return nil
}

// perPartition deals a limit on hosts to the partitions, which know only their
// own. The last few of a small limit are dealt unevenly; it is a bound, not a
// quota.
func perPartition(limit, partitions int) int {
	if limit <= 0 {
		return 0
	}
	return max(1, (limit+partitions-1)/partitions)
}

// renewed notes a lease that was asked for at sent: it holds a fifth less than
// its time, by this process's own clock, so that it ends here before it ends
// there.
func (p *partition) renewed(sent time.Time) {
	p.deadline.Store(int64(sent.Sub(p.w.began) + p.w.opt.Lease*4/5))
}

// held reports whether the lease holds. The log of the process itself has no
// other owner to fear.
func (p *partition) held() bool {
	return p.w.log.Embedded() || int64(time.Since(p.w.began)) < p.deadline.Load()
}

// read applies the records of the log to the view, for as long as the partition
// is owned.
func (p *partition) read(ctx context.Context, r *joblog.Reader) {
	defer close(p.stopped)
	defer r.Close()
	started := false
	for {
		rec, err := r.Next()
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, jetstream.ErrMsgIteratorClosed) {
				p.w.failed(fmt.Errorf("crawl: read partition %d: %w", p.n, err))
			}
			return
		}
		if err := p.frontier.Apply(rec.Seq, rec.Kind, rec.Data, time.Now()); err != nil {
			p.w.failed(fmt.Errorf("crawl: %w", err))
			return
		}
		// Our own ownership is read: all that the owner before us wrote is in the
		// view. Leasing before that would fetch what it had done.
		if !started && rec.Seq >= p.epoch {
			started = true
			p.seen.Store(true)
			p.w.begin(func() { p.schedule(ctx) })
		}
	}
}

// idle reports that all is read and nothing waits.
func (p *partition) idle() bool {
	return p.seen.Load() && p.frontier.Applied() >= p.want.Load() && p.frontier.Idle()
}

// wrote notes that a record of the partition stands at a place in the log.
func (p *partition) wrote(seq uint64) {
	for {
		old := p.want.Load()
		if seq <= old || p.want.CompareAndSwap(old, seq) {
			return
		}
	}
}

// halt ends the leasing; what is leased goes on.
func (p *partition) halt() { p.haltOnce.Do(func() { close(p.halted) }) }

// drop gives the partition up.
func (p *partition) drop() {
	p.halt()
	p.stop()
	<-p.stopped
}

// schedule leases tasks as their turn comes and starts their visits.
func (p *partition) schedule(ctx context.Context) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		// A place first: a task that is leased and waits for one would keep its host.
		select {
		case p.w.window <- struct{}{}:
		case <-p.halted:
			return
		}
		task, ok, wait, err := p.frontier.Lease(time.Now())
		if err != nil {
			p.w.failed(fmt.Errorf("crawl: partition %d: %w", p.n, err))
			<-p.w.window
			return
		}
		if ok {
			p.w.doneVisit.Add(1)
			p.w.busy.Add(1)
			select {
			case p.w.slots <- struct{}{}:
			case <-p.halted:
				p.giveBack(task)
				return
			}
			if !p.held() {
				<-p.w.slots
				p.giveBack(task)
				p.w.count.fenced.Add(1)
				return
			}
			go p.w.visit(ctx, p, task)
			continue
		}
		<-p.w.window
		if wait <= 0 {
			wait = time.Hour
		}
		timer.Reset(wait)
		select {
		case <-p.frontier.Wake():
		case <-timer.C:
		case <-p.halted:
			return
		}
	}
}

func (p *partition) giveBack(t frontier.Task) {
	p.frontier.Return(t, time.Time{})
	p.w.busy.Add(-1)
	p.w.doneVisit.Done()
	<-p.w.window
}

// saw notes how a host answered, and what that calls for.
func (p *partition) saw(url string, a gate.Answer) {
	host := frontier.Authority(url)
	delay := p.frontier.Delay(url)
	p.mu.Lock()
	defer p.mu.Unlock()
	pace := p.paces[host]
	if pace == nil {
		if a.Status != 0 && a.Status != 429 && a.Status != 503 && a.Took < 500*time.Millisecond {
			return // nothing to remember
		}
		pace = &gate.Pace{}
		p.paces[host] = pace
	}
	pace.Saw(a, delay)
	p.frontier.SetDelay(url, pace.Extra)
	if pace.Blocked.After(a.Ended) {
		p.frontier.BlockUntil(url, pace.Blocked)
	}
	if pace.Extra == 0 && !pace.Blocked.After(a.Ended) {
		delete(p.paces, host)
	}
}

// slow names the hosts of the partition that take longest.
func (p *partition) slow() []SlowHost {
	var all []SlowHost
	for _, h := range p.frontier.Hosts() {
		all = append(all, SlowHost{Host: h.Name, Queued: h.Queued, Delay: h.Delay, Left: time.Duration(h.Queued) * h.Delay})
	}
	return slowest(all, 5)
}

func slowest(all []SlowHost, n int) []SlowHost {
	slices.SortFunc(all, func(a, b SlowHost) int {
		return cmp.Or(cmp.Compare(b.Left, a.Left), cmp.Compare(b.Queued, a.Queued), cmp.Compare(a.Host, b.Host))
	})
	return all[:min(len(all), n)]
}
