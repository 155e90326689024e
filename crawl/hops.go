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
// the delay between two. The file is fetched in the place of task.
//
// A host whose partition another process owns is not known here: what leads
// there waits for the delay of the crawl and goes.
func (w *worker) turns(ctx context.Context, p *partition, task *frontier.Task) context.Context {
	lent := false
	return fetch.WithTurn(ctx, func(ctx context.Context, url string) (func(), error) {
		if !lent {
			lent = true
			p.frontier.Lend(*task, time.Now().Add(p.frontier.Delay(task.URL)))
		}
		limit, cancel := context.WithTimeoutCause(ctx, w.opt.Timeout, errNoTurn)
		defer cancel()
		q := w.part(partOf(url, w.opt.Partitions))
		if q == nil || !q.seen.Load() {
			return func() {}, sleep(limit, w.opt.Delay)
		}
		f := q.frontier
		f.Claim(url, time.Now())
		for {
			ok, wait := f.Seize(url, time.Now())
			if ok {
				// Whether it is read to its end is not known here.
				return func() { f.Unclaim(url, true, time.Now().Add(max(f.Delay(url), hangUp))) }, nil
			}
			if until, _ := limit.Deadline(); time.Until(until) < wait {
				f.Unclaim(url, false, time.Time{})
				return nil, fmt.Errorf("%s rests for %v", frontier.Authority(url), wait.Round(time.Millisecond))
			}
			if err := sleep(limit, wait); err != nil {
				f.Unclaim(url, false, time.Time{})
				return nil, err
			}
		}
	})
}

var errNoTurn = errors.New("others ask the host all the time")

// sleep waits, and fails with the cause if ctx ends before.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
