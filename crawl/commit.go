package crawl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A visit is what one lease came to: the result of its task, what was found on
// the page, what was learnt of the host.
type visit struct {
	p     *partition
	task  frontier.Task
	done  bool // there is a result; without one the task waits again
	res   wire.Result
	links []wire.Link
	host  *wire.HostState
	freed bool // its place in the window is given back
	// pinned: robots.txt was fetched, and stays in memory until it is written.
	pinned bool
	weight int64 // octets of the links
}

const (
	// gather is how long the committer waits for more visits to write together:
	// the disk is asked once for all of them.
	gather = 5 * time.Millisecond
	// together is how many visits are written at once.
	together = 512
	// heavy is how many octets of addresses are written at once; a visit that
	// found more is written alone.
	heavy = 4 << 20
)

// mostVisits is how many visits are written at once, so that there are not more
// records than the log takes in one batch: each may bring a host, each partition
// results and finds, and one that is heavy some hundred records of them.
func mostVisits(partitions int) int { return min(together, joblog.MaxBatch-450-2*partitions) }

// committer writes visits to the log until there are no more.
func (w *worker) committer(ctx context.Context) {
	writes := true
	for first := range w.results {
		batch, weight := []*visit{first}, first.weight
		deadline := time.After(gather)
	more:
		for len(batch) < mostVisits(w.opt.Partitions) && weight < heavy {
			select {
			case v, ok := <-w.results:
				if !ok {
					break more
				}
				batch = append(batch, v)
				weight += v.weight
			case <-deadline:
				break more
			}
		}
		// A log that refused one batch is not tried with the next.
		writes = writes && w.commit(ctx, slices.Clone(batch))
		w.pending.Add(-weight)
		for _, v := range batch {
			if !v.freed && writes { // or more would be fetched that is not written
				<-w.window
			}
			v.p.active.Add(-1)
			w.busy.Add(-1)
		}
	}
}

// commit writes a batch, as often as it takes; false is that it gave up. Visits of partitions that were
// lost are left out: their new owner makes them again.
func (w *worker) commit(ctx context.Context, batch []*visit) bool {
	if w.opt.Recorder != nil {
		if err := w.opt.Recorder.Sync(); err != nil {
			w.failed(fmt.Errorf("crawl: keep the exchanges: %w: mend that and resume; what was written is whole", err))
			return false
		}
	}
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		batch = slices.DeleteFunc(batch, w.lost)
		if len(batch) == 0 {
			return true
		}
		messages := w.records(batch)
		limit, cancel := context.WithTimeout(ctx, 10*time.Second)
		last, err := w.log.Write(limit, messages)
		cancel()
		switch {
		case err == nil:
			w.wrote(batch, messages, last)
			return true
		case errors.Is(err, joblog.ErrFenced):
			w.count.fenced.Add(1)
			w.checkOwners(ctx, batch)
		case errors.Is(err, joblog.ErrFull):
			w.failed(fmt.Errorf("crawl: %w: make room and resume; nothing that was written is lost", err))
			return false
		case ctx.Err() != nil:
			w.failed(fmt.Errorf("crawl: %w", err))
			return false
		case w.log.Embedded() && (w.draining.Load() || wait > time.Second), w.draining.Load() && wait > patience, errors.Is(err, joblog.ErrTooLarge):
			// No cluster to wait for, or none that comes back before the end: it
			// will not be better the next time.
			w.failed(fmt.Errorf("crawl: %w", err))
			return false
		}
		// The cluster is away, or slow. The window fills, and nothing more is
		// fetched until it answers.
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// patience is how long the waits for a cluster may get before a run that is to
// end gives up what it has not written.
const patience = 2 * time.Second

// lost reports that a visit's partition is no longer this worker's. What it
// learnt of robots.txt is forgotten, since the log will not have it.
func (w *worker) lost(v *visit) bool {
	if w.part(v.p.n) == v.p {
		return false
	}
	if v.pinned {
		w.library.forget(func(origin string) bool { return origin == v.host.Origin })
	}
	return true
}

// records turns visits into messages: what was found goes to whoever owns it,
// results and hosts carry the epoch of their partition. Results and finds of one
// partition become one record: where all are of one, a commit is one message, for
// which the log need not stage a batch.
func (w *worker) records(batch []*visit) []joblog.Message {
	found := packer{parts: w.opt.Partitions}
	results := map[*partition][]byte{}
	var all []joblog.Message
	result := func(p *partition) {
		m := joblog.Message{Part: p.n, Kind: wire.Done, Data: results[p], Epoch: p.epoch}
		if f := found.take(p.n); f != nil {
			m.Kind, m.Data = wire.Visit, wire.AppendVisit(nil, m.Data, f)
		}
		all = append(all, m)
		delete(results, p)
	}
	for _, v := range batch {
		found.add(v.task.URL, v.links)
		if v.host != nil {
			all = append(all, joblog.Message{Part: v.p.n, Kind: wire.Host, Data: wire.AppendHost(nil, *v.host), Epoch: v.p.epoch})
		}
		if v.done {
			if results[v.p] == nil {
				results[v.p] = wire.Begin(nil)
			}
			results[v.p] = wire.AppendResult(results[v.p], v.res)
			if len(results[v.p]) > packSize {
				result(v.p)
			}
		}
	}
	for p := range results {
		result(p)
	}
	return append(all, found.messages()...)
}

// wrote takes note of a batch that is in the log.
func (w *worker) wrote(batch []*visit, messages []joblog.Message, last uint64) {
	w.count.commits.Add(1)
	first := last + 1 - uint64(len(messages))
	for i, m := range messages {
		if p := w.part(m.Part); p != nil {
			p.wrote(first + uint64(i))
		}
	}
	for _, v := range batch {
		w.known.wrote(v.links)
		if v.pinned {
			w.library.unpin(v.host.Origin)
		}
	}
}

// checkOwners gives up the partitions of a batch that others own now.
func (w *worker) checkOwners(ctx context.Context, batch []*visit) {
	asked := map[*partition]bool{}
	for _, v := range batch {
		if asked[v.p] {
			continue
		}
		asked[v.p] = true
		limit, cancel := context.WithTimeout(ctx, 5*time.Second)
		epoch, err := w.log.Epoch(limit, v.p.n)
		cancel()
		if err == nil && epoch != v.p.epoch {
			// Not lose: that waits for readers, and this is on their way.
			w.mu.Lock()
			if w.parts[v.p.n] == v.p {
				w.gone(v.p)
			}
			w.mu.Unlock()
			v.p.halt()
			v.p.stop()
		}
	}
}

// A packer deals links to the partitions of their hosts.
type packer struct {
	parts int
	open  map[int]*pack
	full  []joblog.Message
}

type pack struct {
	data  []byte
	links int
}

// Bounds of one record: a key counts the links of a record in 16 bits.
const (
	packSize  = 256 << 10
	packLinks = 1 << 14
)

func (k *packer) add(from string, links []wire.Link) {
	if len(links) == 0 {
		return
	}
	byPart := map[int][]wire.Link{}
	for _, l := range links {
		n := partOf(l.URL, k.parts)
		byPart[n] = append(byPart[n], l)
	}
	if k.open == nil {
		k.open = map[int]*pack{}
	}
	for n, some := range byPart {
		for len(some) > 0 {
			p := k.open[n]
			if p == nil {
				p = &pack{data: wire.Begin(nil)}
				k.open[n] = p
			}
			// Some hundred at a time: an address may have 2 KiB.
			chunk := some[:min(len(some), 200)]
			some = some[len(chunk):]
			p.data = wire.AppendPage(p.data, wire.Page{From: from, Links: chunk})
			if p.links += len(chunk); len(p.data) > packSize || p.links > packLinks {
				k.full = append(k.full, joblog.Message{Part: n, Kind: wire.Found, Data: p.data})
				delete(k.open, n)
			}
		}
	}
}

// take returns what is packed for a partition and not full, or nil.
func (k *packer) take(part int) []byte {
	p := k.open[part]
	if p == nil {
		return nil
	}
	delete(k.open, part)
	return p.data
}

func (k *packer) messages() []joblog.Message {
	for n, p := range k.open {
		k.full = append(k.full, joblog.Message{Part: n, Kind: wire.Found, Data: p.data})
	}
	k.open = nil
	return k.full
}

// partOf is the partition of an address: that of its host.
func partOf(url string, parts int) int { return int(frontier.HostOf(url) % uint64(parts)) }
