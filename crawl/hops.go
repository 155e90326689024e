package crawl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/fetch"
)

// turns lets the redirects of a robots.txt wait for the hosts that they lead to,
// that of the file itself among them, as pages do: one request at a time, and
// the delay between two. The file is fetched in the place of task. A host of
// another process's partition is asked for there; lost is set if that process
// did not answer, which says nothing of the file.
func (w *worker) turns(ctx context.Context, p *partition, task *frontier.Task) (with context.Context, lost *bool) {
	lent := false
	lost = new(bool)
	return fetch.WithTurn(ctx, func(ctx context.Context, url string) (func(), error) {
		if !lent {
			lent = true
			p.frontier.Lend(*task, time.Now().Add(p.frontier.Delay(task.URL)))
		}
		limit, cancel := context.WithTimeoutCause(ctx, w.opt.Timeout, errNoTurn)
		defer cancel()
		n := partOf(url, w.opt.Partitions)
		if q := w.part(n); q != nil {
			return q.turn(limit, url)
		}
		over, err := w.log.Turn(limit, n, url)
		*lost = err != nil && limit.Err() != nil
		return over, err
	}), lost
}

// turn waits until a host of the partition may be asked without a lease.
func (p *partition) turn(ctx context.Context, url string) (over func(), err error) {
	f := p.frontier
	p.active.Add(1) // it is not handed over meanwhile
	f.Claim(url, time.Now())
	defer func() {
		if err != nil {
			f.Unclaim(url, false, time.Time{})
			p.active.Add(-1)
		}
	}()
	for {
		wait := pause
		if p.seen.Load() && p.held() {
			ok, rest := f.Seize(url, time.Now())
			if ok {
				return func() {
					// Whether it was read to its end is not known here.
					f.Unclaim(url, true, time.Now().Add(max(f.Delay(url), hangUp)))
					p.active.Add(-1)
				}, nil
			}
			wait = rest
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
			return nil, fmt.Errorf("%s rests for %v", frontier.Authority(url), wait.Round(time.Millisecond))
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

var errNoTurn = errors.New("others ask the host all the time")

// serveTurns lets other workers ask hosts of the partition, until it is given up.
func (p *partition) serveTurns() error {
	if p.w.log.Embedded() {
		return nil
	}
	stop, err := p.w.log.ServeTurns(p.n, p.w.opt.Timeout, func(url string) (func(), error) {
		ctx, cancel := context.WithTimeoutCause(context.Background(), p.w.opt.Timeout, errNoTurn)
		defer cancel()
		return p.turn(ctx, url)
	})
	if err != nil {
		return err
	}
	go func() {
		<-p.halted
		stop()
	}()
	return nil
}
