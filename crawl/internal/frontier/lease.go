package frontier

import (
	"container/heap"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// Bounds on the tasks in memory: as many of a host are read at a time, and of all
// hosts together. One iterator for each task took a fifth of a crawl's processor
// time; 32 tasks of each of a million hosts would take gigabytes.
const (
	nearHost = 32
	nearAll  = 1 << 16
)

// Lease takes the next task of the host whose turn it is. Until Release no
// other task of that host is leased. If none is ready, wait says when to ask
// again; it is zero when nothing waits at all.
func (f *Frontier) Lease(now time.Time) (t Task, ok bool, wait time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.due > 0 && f.due <= now.UnixMilli() {
		if err := f.revive(now); err != nil {
			return Task{}, false, 0, err
		}
	}
	for len(f.ready) > 0 {
		h := f.ready[0]
		if d := h.turn().Sub(now); d > 0 {
			return Task{}, false, f.orDue(d, now), nil
		}
		heap.Pop(&f.ready)
		if len(h.near) == 0 {
			if err := f.read(h); err != nil {
				return Task{}, false, 0, err
			}
		}
		if len(h.near) == 0 {
			continue // all are held: the host comes back when they are done
		}
		t, h.near = h.near[0], h.near[1:]
		t.Early = h.next.After(now)
		f.leased[t.Key] = t
		h.held++
		h.busy = true
		return t, true, 0, nil
	}
	return Task{}, false, f.orDue(0, now), nil
}

// orDue shortens a wait to the first task that is to be done again.
func (f *Frontier) orDue(d time.Duration, now time.Time) time.Duration {
	if f.due > 0 {
		if until := time.UnixMilli(f.due).Sub(now); d == 0 || until < d {
			return max(until, time.Millisecond)
		}
	}
	return d
}

// read takes the first tasks of a host that nobody holds into memory.
func (f *Frontier) read(h *host) error {
	low := h.low
	if low == nil {
		low = hostOctets(h.hash)
	}
	it, err := f.db.NewIter(&pebble.IterOptions{LowerBound: f.key(queueKey, low), UpperBound: f.after(h.hash)})
	if err != nil {
		return err
	}
	defer it.Close()
	first := true
	near := min(nearHost, max(1, nearAll/len(f.hosts)))
	for it.First(); it.Valid() && len(h.near) < near; it.Next() {
		octets := it.Key()[prefixSize:]
		if first {
			// What lies below was done: the next search need not wade through
			// its remains.
			h.low, first = append([]byte(nil), octets...), false
		}
		k := wire.ReadKey(octets)
		if _, held := f.leased[k]; !held {
			t := readTask(k, it.Value())
			if h.name == "" {
				h.name = Authority(t.URL)
			}
			h.near = append(h.near, t)
		}
	}
	return it.Error()
}

// after is the key above all tasks of a host.
func (f *Frontier) after(hash uint64) []byte {
	if hash+1 == 0 {
		return f.key(queueKey + 1)
	}
	return f.key(queueKey, hostOctets(hash+1))
}

// Release ends a lease: the exchange is over, or none was needed, and the host
// may be asked again at next. The task itself waits until its result is read
// back from the log, so that a crash before that fetches it again and one after
// it does not.
func (f *Frontier) Release(t Task, next time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hosts[t.Key.Host]
	if h == nil {
		return
	}
	h.busy, h.lent = false, false
	h.rest(next)
	f.queue(h)
}

// Return gives a leased task back undone, to be leased again.
func (f *Frontier) Return(t Task, next time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.hosts[t.Key.Host]
	if h == nil {
		return
	}
	f.unhold(h, t.Key)
	h.near = nil
	h.busy, h.lent = false, false
	h.rest(next)
	f.queue(h)
}

func (f *Frontier) unhold(h *host, k wire.Key) {
	if _, ok := f.leased[k]; ok {
		delete(f.leased, k)
		h.held--
	}
}
