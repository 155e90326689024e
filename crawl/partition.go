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
	"github.com/robotsgate/robots/crawl/internal/wire"
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
	active   atomic.Int64  // visits begun and not in the log
	before   atomic.Int64  // pages fetched before it was owned
	taken    atomic.Int64  // pages since, those under way among them
	bytes    atomic.Int64  // of bodies, ever
	stop     context.CancelFunc
	stopped  chan struct{} // the reading has ended
	halted   chan struct{} // no more leases
	haltOnce sync.Once

	term term

	mu       sync.Mutex
	paces    map[string]*gate.Pace // of hosts whose answers call for one
	failures map[uint64]int        // of hosts, in a row
}

// own takes a partition that this worker has the lease of, from sent on.
func (w *worker) own(ctx context.Context, n int, sent time.Time) error {
	w.mu.Lock()
	last := w.last[n]
	w.mu.Unlock()
	if last != nil { // two that read one part of the view would disagree
		select {
		case <-last.stopped:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	limit, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	epoch, err := w.log.Own(limit, n, w.opt.Worker, time.Now())
	if err != nil {
		return err
	}
	w.library.forget(func(origin string) bool { return partOf(origin, w.opt.Partitions) == n })
	f, err := frontier.Open(w.db, uint16(n), frontier.Options{Delay: w.opt.Delay, PerHost: w.opt.MaxPerHost, Hosts: perPartition(w.opt.MaxHosts, w.opt.Partitions), Filter: filterSize / w.opt.Partitions}, time.Now())
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	p := &partition{n: n, w: w, frontier: f, epoch: epoch, stop: stop, stopped: make(chan struct{}), halted: make(chan struct{}), paces: map[string]*gate.Pace{}, failures: map[uint64]int{}}
	p.term.begin(w.hurried(ctx), w.since)
	p.renewed(sent)
	p.want.Store(epoch)
	r, err := w.log.Read(ctx, n, f.Applied())
	if err != nil {
		stop()
		return err
	}
	w.mu.Lock()
	w.parts[n], w.last[n] = p, p
	w.mu.Unlock()
	go p.read(ctx, r)
	return nil
}

// hurried is a context for visits, which Hurry ends too.
func (w *worker) hurried(ctx context.Context) context.Context {
	if w.opt.Hurry == nil {
		return ctx
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		select {
		case <-w.opt.Hurry:
		case <-ctx.Done():
		}
	}()
	return ctx
}

// filterSize is octets for the filters of all partitions: enough for a million
// addresses with 16 bits each, and of some use for four.
const filterSize = 2 << 20

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
// its time, by this process's own clocks, so that it ends here before it ends
// there.
func (p *partition) renewed(sent time.Time) {
	if p.w.log.Embedded() {
		p.term.extend(time.Time{}, 0) // no other owner to fear
		return
	}
	holds := p.w.opt.Lease * 4 / 5
	p.term.extend(sent.Add(holds), sent.Sub(p.w.began)+holds)
}

// held reports whether the lease holds.
func (p *partition) held() bool { return p.term.holds() }

// read applies the records of the log to the view, for as long as the partition
// is owned.
func (p *partition) read(ctx context.Context, r *joblog.Reader) {
	defer close(p.stopped)
	defer func() { r.Close() }()
	started, others := false, p.frontier.Applied() > 0
	for {
		rec, err := r.Next()
		if err != nil && ctx.Err() == nil && !p.w.log.Embedded() {
			r.Close()
			if r, err = p.readOn(ctx); err == nil {
				continue
			}
		}
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
		if rec.Kind == wire.Done || rec.Kind == wire.Visit {
			p.bytes.Store(p.frontier.Counts().Bytes)
		}
		others = others || rec.Kind == wire.Own && rec.Seq < p.epoch
		// Our own ownership is read: all that the owner before us wrote is in the
		// view. Leasing before that would fetch what it had done.
		if !started && rec.Seq >= p.epoch {
			started = true
			p.begin(ctx, others)
		}
	}
}

// readOn opens the log again after its server went away.
func (p *partition) readOn(ctx context.Context) (*joblog.Reader, error) {
	for {
		r, err := p.w.log.Read(ctx, p.n, p.frontier.Applied())
		if err == nil {
			return r, nil
		}
		select {
		case <-time.After(500 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// begin starts the leasing: all that was written before is read. others is set
// if the partition had an owner before, in another run or another process.
func (p *partition) begin(ctx context.Context, others bool) {
	if err := p.frontier.Start(time.Now(), others, p.again); err != nil {
		p.w.failed(fmt.Errorf("crawl: partition %d: %w", p.n, err))
		return
	}
	n := p.frontier.Counts()
	p.before.Store(n.Pages)
	p.bytes.Store(n.Bytes)
	p.seen.Store(true)
	if err := p.serveTurns(); err != nil {
		p.w.failed(fmt.Errorf("crawl: partition %d: %w", p.n, err))
	}
	p.w.begin(func() { p.schedule() })
}

// again reports whether a refusal of the run before no longer stands, as far as
// that can be told without a request.
func (p *partition) again(url string, why wire.Reason) bool {
	if why != wire.Unreachable {
		return true
	}
	site, err := p.w.robotsOf(p, frontier.Origin(url), time.Now())
	return err != nil || site == nil || p.w.judge.settle(&frontier.Task{URL: url}, site).Reason != why
}

// idle reports that all is read and nothing waits.
func (p *partition) idle() bool {
	return p.seen.Load() && p.frontier.Applied() >= p.want.Load() && p.frontier.Idle(time.Now())
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
func (p *partition) schedule() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		// A place first: a task that is leased and waits for one would keep its host.
		select {
		case p.w.window <- struct{}{}:
		case <-p.halted:
			return
		}
		wait := pause
		if p.held() && !p.w.exhausted() {
			task, ok, until, err := p.frontier.Lease(time.Now())
			if err != nil {
				p.w.failed(fmt.Errorf("crawl: partition %d: %w", p.n, err))
				<-p.w.window
				return
			}
			if ok {
				if !p.start(task) {
					return
				}
				continue
			}
			wait = until
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

// pause is how long a partition waits that may lease nothing for now: its own
// lease ran out and may be renewed, or a budget is spent on pages under way.
const pause = 20 * time.Millisecond

// start begins the visit of a task that was leased; false is that the partition
// was halted.
func (p *partition) start(task frontier.Task) bool {
	p.w.doneVisit.Add(1)
	p.w.busy.Add(1)
	p.active.Add(1)
	select {
	case p.w.slots <- struct{}{}:
	case <-p.halted:
		p.giveBack(task)
		return false
	}
	ctx, ok := p.term.context()
	if !ok {
		<-p.w.slots
		p.giveBack(task)
		return true
	}
	p.w.hand(lease{ctx, p, task})
	return true
}

func (p *partition) giveBack(t frontier.Task) {
	p.frontier.Return(t, time.Time{})
	p.active.Add(-1)
	p.w.busy.Add(-1)
	p.w.doneVisit.Done()
	<-p.w.window
}

// saw notes how a host answered, and what that calls for.
// What the host asked for by it outlasts this owner: it is returned to be written.
func (p *partition) saw(url string, a gate.Answer) *wire.HostState {
	host := frontier.Authority(url)
	delay := p.frontier.Delay(url)
	p.mu.Lock()
	defer p.mu.Unlock()
	pace := p.paces[host]
	if pace == nil {
		extra := p.frontier.Extra(url) // that the owner before knew of
		if extra == 0 && a.Status != 0 && a.Status != 429 && a.Status != 503 && a.Took < 500*time.Millisecond {
			return nil // nothing to remember
		}
		pace = &gate.Pace{Extra: extra}
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
	if a.Status != 0 && a.Status != 429 && a.Status != 503 {
		return nil
	}
	state := &wire.HostState{Origin: frontier.Origin(url), Extra: millis(pace.Extra)}
	if pace.Blocked.After(a.Ended) {
		state.Blocked = notBefore(pace.Blocked)
	}
	return state
}

// The log counts milliseconds. A rest that it tells of is rounded up: whoever
// owns the host next is not to come a part of one too soon.
func millis(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }

func notBefore(t time.Time) int64 { return t.Add(time.Millisecond - 1).UnixMilli() }

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
