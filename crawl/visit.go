package crawl

import (
	"context"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/gate"
)

// A lease is a task that was leased, and of which partition.
type lease struct {
	ctx  context.Context
	p    *partition
	task frontier.Task
}

// hand gives a lease to a goroutine that has done with another, or to a new one:
// visits need deep stacks, which grow by being copied.
func (w *worker) hand(l lease) {
	select {
	case w.leases <- l:
	default:
		go w.visitor(l)
	}
}

// visitor makes one visit after the other until leases is closed.
func (w *worker) visitor(l lease) {
	for ok := true; ok; l, ok = <-w.leases {
		w.visit(l)
	}
}

// visit does what a lease is for, and hands the outcome to the committer.
func (w *worker) visit(l lease) {
	defer w.doneVisit.Done()
	v := &visit{p: l.p, task: l.task}
	w.do(l.ctx, v)
	for _, l := range v.links {
		v.weight += int64(len(l.URL)) + 64
	}
	w.pending.Add(v.weight)
	w.results <- v
	<-w.slots
}

func (w *worker) do(ctx context.Context, v *visit) {
	p, t, now := v.p, &v.task, time.Now()
	if t.Refused != wire.None {
		w.refuse(v, wire.Result{Key: t.Key, Reason: t.Refused})
		return
	}
	origin := frontier.Origin(t.URL)
	site, err := w.robotsOf(p, origin, now)
	if err != nil {
		w.failed(err)
		p.frontier.Return(*t, now)
		return
	}
	res := wire.Result{Key: t.Key}
	if site != nil {
		res = w.judge.settle(t, site)
	}
	if res.Reason == wire.None && p.down(t.URL) {
		res.Reason = wire.HostDown
	}
	switch {
	case res.Reason != wire.None:
		w.refuse(v, res)
		return
	case t.Early: // not to be refused after all: it waits for its turn
		p.frontier.Free(t.URL, false)
		p.frontier.Return(*t, time.Time{})
		return
	case site == nil:
		w.learnRobots(ctx, v, origin)
		return
	}
	w.reserved.Add(1)
	defer w.reserved.Add(-1)
	if !w.reserve(p) {
		p.frontier.Return(*t, time.Time{})
		return
	}
	w.fetch(ctx, v)
}

// abandon gives a task back whose visit was broken off because the partition is
// no longer this worker's. Its host was asked, maybe, and rests.
func (p *partition) abandon(t frontier.Task) {
	p.frontier.Return(t, time.Now().Add(p.frontier.Delay(t.URL)))
}

// refuse ends a lease without a request: no rest is owed to the host.
func (w *worker) refuse(v *visit, res wire.Result) {
	v.done, v.res = true, res
	if res.Reason == wire.CleanParam {
		base := address.NewBase(v.task.URL, w.opt.DropParams)
		if l, ok := w.judge.admit(&base, res.Location, wire.ViaCanonical, int(v.task.Key.Depth), v.task.Redirects+1); ok {
			v.links = append(v.links, l)
		}
	}
	w.count.settled(&w.count.refused, res.Reason)
	// The window bounds what a crash has fetched again, and this costs nobody
	// anything. The results that wait are bounded by their channel.
	v.freed = true
	<-w.window
	v.p.frontier.Release(v.task, time.Time{})
}

// learnRobots fetches robots.txt in the place of the page, whose turn comes
// again after the host has rested.
func (w *worker) learnRobots(ctx context.Context, v *visit, origin string) {
	p := v.p
	spanned, end := w.span(ctx, origin+"/robots.txt")
	paced, lost := w.turns(spanned, p, &v.task)
	state, site, err := w.fetchRobots(paced, p, origin)
	if err == nil {
		end(site.entry.Last.Status, "", site.entry.Last.Err)
	} else {
		end(0, "", err)
	}
	if ctx.Err() != nil || *lost {
		p.abandon(v.task)
		return
	}
	if err != nil {
		w.failed(err) // nothing was learnt of the site: the options are wrong
		p.frontier.Return(v.task, time.Now())
		return
	}
	if site.private {
		// Nobody was asked. It is not written: another run may allow the network.
		w.library.put(origin, site, false)
		p.frontier.Return(v.task, time.Time{})
		return
	}
	w.count.robots.Add(1)
	if site.entry.Last.Kind == robots.KindUnreachable {
		w.count.unreachable.Add(1)
	}
	w.library.put(origin, site, true)
	v.host, v.pinned = &state, true
	ended := time.Now()
	if state.Started != 0 {
		p.saw(v.task.URL, gate.Answer{Status: site.entry.Last.Hops[0].Status, Took: site.entry.Last.Took, Ended: ended})
		state.Extra = millis(p.frontier.Extra(v.task.URL))
		rest := max(p.frontier.Delay(v.task.URL), site.asked)
		if site.entry.Last.Truncated || site.entry.Last.Err != nil {
			rest = max(rest, hangUp)
		}
		ended = ended.Add(rest)
	}
	if w.opt.Recorder != nil {
		w.recordRobots(v, &state, site)
	}
	if site.policy.Kind() == robots.KindDocument && !w.opt.NoSitemaps {
		base := address.NewBase(origin+"/", nil)
		for i, u := range site.policy.SitemapURLs(origin + "/robots.txt") {
			if i == maxSitemaps {
				break
			}
			if l, ok := w.judge.admit(&base, u, wire.ViaRobots, 0, 0); ok && !w.known.has(l) {
				v.links = append(v.links, l)
			}
		}
	}
	p.frontier.Return(v.task, ended)
	p.frontier.Free(v.task.URL, site.policy.Kind() == robots.KindUnreachable)
}

// maxSitemaps bounds the sitemaps of one robots.txt; ten thousand lines of them
// are a mistake or a trap.
const maxSitemaps = 200

// down reports whether a host has failed so often in a row that it is left alone.
func (p *partition) down(url string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures[frontier.HostOf(url)] >= maxFailures
}

// maxFailures is how often in a row a host may give no answer, or say that it is
// busy, before the rest of its pages is refused. A run that is resumed tries
// again.
const maxFailures = 6

func (p *partition) failed(url string, bad bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := frontier.HostOf(url); bad {
		if p.failures[h]++; p.failures[h] == maxFailures {
			p.frontier.Free(url, true)
		}
	} else if len(p.failures) > 0 {
		delete(p.failures, h)
	}
}
