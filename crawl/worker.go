package crawl

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A worker is one process's part in a crawl.
type worker struct {
	opt     Options
	lock    io.Closer
	log     *joblog.Log
	db      *pebble.DB
	judge   judge
	http    *http.Transport
	library *library
	known   *known
	repeats repeats

	mu    sync.Mutex
	parts map[int]*partition
	last  map[int]*partition // owned last, maybe still closing

	slots   chan struct{} // requests at a time
	leases  chan lease    // to visitors that wait
	window  chan struct{} // visits begun and not in the log
	results chan *visit
	busy    atomic.Int64 // visits begun and not in the log
	pending atomic.Int64 // octets of what they found
	fail    chan error   // the first failure that ends the run
	began   time.Time

	count     counts
	elsewhere map[int]joblog.Spent // of partitions that others own, as of the last look
	budget    sync.Mutex
	reserved  atomic.Int64 // pages of the budget that are under way
	draining  atomic.Bool
	broken    atomic.Bool  // the run failed
	stopped   atomic.Int32 // which budget ends it, a wire.Reason
	size      atomic.Int64 // of that budget
	ended     chan string  // why a cluster ends; empty if all is done
	doneVisit sync.WaitGroup
}

// counts of this run.
type counts struct {
	fetched, robots, unreachable, refused, failed, retried, bytes, commits, fenced atomic.Int64

	reasons [256]atomic.Int64 // by wire.Reason
}

// settled counts a task that is done with.
func (c *counts) settled(how *atomic.Int64, why wire.Reason) {
	how.Add(1)
	c.reasons[why].Add(1)
}

// words are the counts by reason, those that are not 0.
func (c *counts) words() map[string]int64 {
	all := map[string]int64{}
	for _, r := range wire.Reasons() {
		if n := c.reasons[r].Load(); n > 0 {
			all[r.String()] = n
		}
	}
	return all
}

// Summary of a run.
type Summary struct {
	Progress
	Stopped string // why it ended before all was done: a budget or a signal; empty if it is done
	Left    int64  // tasks that wait
}

// Run crawls until all is done, a budget is used up or ctx ends; then it lets
// the requests under way finish and leaves a crawl that Run goes on with. The
// error is not nil if it could not go on: the disk is full, the log is gone, the
// options contradict the crawl in the folder.
func Run(ctx context.Context, opt Options) (Summary, error) {
	w, err := newWorker(ctx, opt)
	if err != nil {
		return Summary{}, err
	}
	defer w.close()
	return w.run(ctx)
}

func newWorker(ctx context.Context, opt Options) (*worker, error) {
	if err := opt.prepare(); err != nil {
		return nil, &OptionError{err}
	}
	seeds, err := opt.normalSeeds()
	if err != nil {
		return nil, &OptionError{err}
	}
	if err := os.MkdirAll(opt.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("crawl: %w", err)
	}
	w := &worker{
		opt: opt, parts: map[int]*partition{}, last: map[int]*partition{}, elsewhere: map[int]joblog.Spent{}, library: newLibrary(4096), known: newKnown(),
		slots: make(chan struct{}, opt.Workers), leases: make(chan lease), window: make(chan struct{}, opt.Workers+opt.Window),
		results: make(chan *visit, opt.Workers+opt.Window+together), fail: make(chan error, 1), began: time.Now(), ended: make(chan string, 1),
	}
	if w.lock, err = lock(opt.Dir); err != nil {
		return nil, err
	}
	// What begins a crawl is done whole, even if it is to stop at once.
	ctx = context.WithoutCancel(ctx)
	if w.log, err = joblog.Open(ctx, joblog.Options{
		Name: opt.Name, Dir: filepath.Join(opt.Dir, "log"), URL: opt.NATS, Creds: opt.Creds, Replicas: opt.Replicas, MaxBytes: opt.MaxLog,
		Existing: len(seeds) == 0, // nothing could be begun
	}); err != nil {
		w.close()
		return nil, openError(err)
	}
	if err := w.settlePlan(ctx, seeds); err != nil {
		w.close()
		return nil, err
	}
	if w.db, err = viewOf(filepath.Join(opt.Dir, "view"), w.log.ID(), w.opt.Partitions, w.log.Reached(), w.failed); err != nil {
		w.close()
		return nil, err
	}
	w.http = transport(&w.opt)
	return w, nil
}

// transport makes what requests go through; the guard of the client is in it.
func transport(opt *Options) *http.Transport {
	return &http.Transport{
		DialContext: opt.Fetch.DialContext, TLSHandshakeTimeout: opt.Timeout / 4, ResponseHeaderTimeout: opt.Timeout / 4,
		TLSClientConfig: &tls.Config{RootCAs: opt.Fetch.RootCAs, MinVersion: tls.VersionTLS12},
		MaxIdleConns:    4 * opt.Workers, MaxIdleConnsPerHost: 1, IdleConnTimeout: 15 * time.Second,
		ReadBufferSize:         16 << 10, // most pages in one read, or two
		MaxResponseHeaderBytes: 64 << 10, DisableCompression: true, ForceAttemptHTTP2: true,
	}
}

// settlePlan reads the plan of the crawl, or writes it and the seeds if there is
// none.
func (w *worker) settlePlan(ctx context.Context, seeds []string) error {
	stands, err := w.log.Describe(ctx, nil)
	if err != nil {
		return fmt.Errorf("crawl: %w", err)
	}
	w.opt.Origins = seeds
	if stands == nil {
		if len(seeds) == 0 {
			return &OptionError{errors.New("crawl: no seeds: name at least one address to begin with")}
		}
		w.opt.Origins = scopeSeeds(w.opt.Scope, seeds)
		mine, err := json.Marshal(w.opt.Plan)
		if err != nil {
			return fmt.Errorf("crawl: %w", err)
		}
		if len(mine) > joblog.MaxRecord {
			return &OptionError{fmt.Errorf("crawl: %d seeds make a plan of %d octets: for so many hosts use the scope any, with include", len(seeds), len(mine))}
		}
		if stands, err = w.log.Describe(ctx, mine); err != nil {
			return fmt.Errorf("crawl: %w", err)
		}
	}
	if err := w.opt.adopt(stands); err != nil {
		return &OptionError{err}
	}
	if w.opt.Rules.MinAge == 0 {
		// A crawl reads a robots.txt once a day, whatever cache control says.
		w.opt.Rules.MinAge = 24 * time.Hour
	}
	scope, err := address.NewScope(address.Mode(w.opt.Scope), w.opt.Origins, w.opt.Include, w.opt.Exclude)
	if err != nil {
		return &OptionError{fmt.Errorf("crawl: %w", err)}
	}
	w.judge = judge{plan: &w.opt.Plan, scope: scope, year: time.Now().UTC().Year(), token: w.opt.Fetch.Token(), open: w.opt.DangerouslyIgnoreRobots}
	return w.seed(ctx, seeds)
}

// scopeSeeds keeps of the seeds what a scope needs of them.
func scopeSeeds(scope string, seeds []string) []string {
	if scope == string(address.Anywhere) {
		return nil
	}
	if scope == string(address.Prefix) {
		return seeds
	}
	seen := map[string]bool{}
	var all []string
	for _, s := range seeds {
		if o := frontier.Origin(s) + "/"; !seen[o] {
			seen[o] = true
			all = append(all, o)
		}
	}
	return all
}

// seed writes the seeds to the log. Those that are known change nothing, so that
// a run which was killed while it wrote them writes them again.
func (w *worker) seed(ctx context.Context, seeds []string) error {
	for len(seeds) > 0 {
		n := min(len(seeds), 2000)
		links := make([]wire.Link, 0, n)
		for _, s := range seeds[:n] {
			base := address.NewBase(s, w.opt.DropParams)
			if l, ok := w.judge.admit(&base, "", wire.ViaSeed, 0, 0); ok {
				links = append(links, l)
			}
		}
		seeds = seeds[n:]
		packed := packer{parts: w.opt.Partitions}
		packed.add("", links)
		if _, err := w.log.Write(ctx, packed.messages()); err != nil {
			if errors.Is(err, joblog.ErrFull) {
				err = fmt.Errorf("%w: make room and try again", err)
			}
			return fmt.Errorf("crawl: write the seeds: %w", err)
		}
	}
	return nil
}

func (w *worker) close() {
	if w.http != nil {
		w.http.CloseIdleConnections()
	}
	if w.db != nil {
		if !w.broken.Load() {
			w.db.Flush() // or the next run reads the log again from where the store was
		}
		w.db.Close()
	}
	if w.log != nil {
		w.log.Close()
	}
	w.lock.Close()
}

// since is how long the run has lasted.
func (w *worker) since() time.Duration { return time.Since(w.began) }

// failed ends the run.
func (w *worker) failed(err error) {
	w.broken.Store(true)
	select {
	case w.fail <- err:
	default:
	}
}

func (w *worker) run(ctx context.Context) (Summary, error) {
	inner, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var background sync.WaitGroup
	owner, err := newOwner(inner, w)
	if err != nil {
		return Summary{}, fmt.Errorf("crawl: %w", err)
	}
	background.Go(func() { owner.run(inner) })
	committed := make(chan struct{})
	go func() { w.committer(inner); close(committed) }()

	stopped, err := w.watch(ctx)
	// Begin nothing more, let what is under way finish, write it down.
	w.drain()
	w.doneVisit.Wait()
	close(w.leases)
	close(w.results)
	<-committed
	select {
	case late := <-w.fail:
		if err == nil { // else it follows from the first
			err = late
		}
	default:
	}
	sum := Summary{Progress: w.progress(), Stopped: stopped}
	sum.Left, sum.Done = sum.Queued, stopped == "" && err == nil
	stop()
	background.Wait()
	if w.opt.Progress != nil {
		w.opt.Progress(sum.Progress)
	}
	return sum, err
}

// watch waits until the crawl is done or must end.
func (w *worker) watch(ctx context.Context) (stopped string, err error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	idle := 0
	for {
		select {
		case <-ctx.Done():
			return "signal", nil
		case err := <-w.fail:
			return "failure", err
		case <-second.C:
			if w.opt.Progress != nil {
				w.opt.Progress(w.progress())
			}
			w.forget()
		case why := <-w.ended:
			return why, nil
		case <-tick.C:
			if why, size := w.overBudget(); why != wire.None {
				w.size.Store(size)
				w.stopped.Store(int32(why))
				return why.String(), nil
			}
			if !w.log.Embedded() {
				continue // the owner sees when all workers are idle
			}
			if !w.idle() {
				idle = 0
			} else if idle++; idle == 2 {
				return "", nil
			}
		}
	}
}

// partsNow returns the partitions that this worker owns.
func (w *worker) partsNow() []*partition {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make([]*partition, 0, len(w.parts))
	for _, p := range w.parts {
		all = append(all, p)
	}
	return all
}

// idle reports that nothing waits or is under way in the partitions of this
// worker. In the process that owns all of them the crawl is done then.
func (w *worker) idle() bool {
	parts := w.partsNow()
	if w.busy.Load() > 0 || w.log.Embedded() && len(parts) < w.opt.Partitions {
		return false
	}
	for _, p := range parts {
		if !p.idle() {
			return false
		}
	}
	return w.busy.Load() == 0
}

func (w *worker) forget() {
	now := time.Now()
	for _, p := range w.partsNow() {
		p.frontier.Forget(now)
	}
}

// begin runs f unless the run is ending, and lets the end wait for it.
func (w *worker) begin(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.draining.Load() {
		w.doneVisit.Go(f)
	}
}

// drain ends the leasing. After it nothing begins, and doneVisit can be waited for.
func (w *worker) drain() {
	w.mu.Lock()
	w.draining.Store(true)
	w.mu.Unlock()
	for _, p := range w.partsNow() {
		p.halt()
	}
}

func (w *worker) progress() Progress {
	c := &w.count
	pr := Progress{
		Fetched: c.fetched.Load(), Robots: c.robots.Load(), Unreachable: c.unreachable.Load(), Refused: c.refused.Load(), Reasons: c.words(), Failed: c.failed.Load(), Retried: c.retried.Load(),
		Bytes: c.bytes.Load(), InFlight: int64(len(w.slots)), Elapsed: w.since(),
	}
	for _, p := range w.partsNow() {
		n := p.frontier.Counts()
		pr.Known += n.Known
		pr.Outside += n.Refused
		pr.Queued += n.Queued
		pr.Hosts += n.Hosts
		pr.Slow = append(pr.Slow, p.slow()...)
	}
	pr.Slow = slowest(pr.Slow, 5)
	return pr
}
