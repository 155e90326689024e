package frontier

import (
	"container/heap"
	"encoding/binary"
	"errors"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// Done reads the results of an r record: their tasks wait no longer. It is
// Apply for that kind of record. A result whose task is gone changes nothing,
// because a commit of unknown outcome is sent twice.
func (f *Frontier) Done(seq uint64, record []byte, now time.Time) error {
	return f.Apply(seq, wire.Done, record, now)
}

func (f *Frontier) done(b *pebble.Batch, record []byte, now time.Time) error {
	var first error
	err := wire.EachResult(record, func(r wire.Result) {
		if first == nil && f.due > 0 && r.Started >= f.due {
			// Another visit: its task was due before it began. When a view is made
			// anew from the log nobody else brings it back.
			first = f.revive(time.UnixMilli(r.Started))
		}
		if first == nil {
			first = f.finish(b, r, now)
		}
	})
	return errors.Join(err, first)
}

func (f *Frontier) finish(b *pebble.Batch, r wire.Result, now time.Time) error {
	key := f.key(queueKey, r.Key.Append(nil))
	h := f.host(r.Key.Host, now)
	t, ok := f.leased[r.Key] // what is leased is in the store: it was read from there
	if !ok {
		v, closer, err := f.db.Get(key)
		switch {
		case err == nil:
			t = readTask(r.Key, v)
			closer.Close()
		case !errors.Is(err, pebble.ErrNotFound):
			return err
		default:
			if t, ok, err = f.refused(b, h, r); err != nil || !ok {
				return err
			}
		}
	}
	f.unhold(h, r.Key)
	f.counts.Bytes += r.Wire
	if r.Flags&wire.Retried != 0 {
		t.Attempts++
		h.near = nil
		f.queue(h)
		return b.Set(key, putTask(nil, t), nil)
	}
	h.queued--
	f.counts.Queued--
	f.counts.Done++
	if r.Status != 0 {
		f.counts.Pages++
	}
	if h.queued <= h.held && h.at >= 0 {
		heap.Remove(&f.ready, h.at)
	}
	if r.Reason.Passing() && r.Next == 0 {
		t.Attempts, t.Refused = 0, r.Reason
		if err := b.Set(f.key(laterKey, r.Key.Append(nil)), putTask(nil, t), nil); err != nil {
			return err
		}
	}
	if r.Next > 0 {
		t.Attempts, t.Again = 0, true
		t.ETag, t.Modified, t.Digest = r.ETag, r.Modified, r.Digest
		if r.Flags&wire.NotModified == 0 {
			t.Kept = 0
			if r.File != "" {
				t.Kept = r.Started
			}
		}
		again := binary.BigEndian.AppendUint64(nil, uint64(r.Next))
		if err := b.Set(f.key(againKey, again, r.Key.Append(nil)), putTask(nil, t), nil); err != nil {
			return err
		}
		if f.due == 0 || r.Next < f.due {
			f.due = r.Next
		}
	}
	return b.Delete(key, nil)
}

// refused finds the task of a result that no task waits for: it was refused, and
// a later run looked at it again. Its record stands in no log, so that a view
// which is made anew learns it from the result. A second copy of the refusal
// changes nothing.
func (f *Frontier) refused(b *pebble.Batch, h *host, r wire.Result) (t Task, ok bool, err error) {
	if r.Reason.Passing() {
		return t, false, nil
	}
	key := f.key(laterKey, r.Key.Append(nil))
	v, closer, err := f.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return t, false, nil
	}
	if err != nil {
		return t, false, err
	}
	defer closer.Close()
	t = readTask(r.Key, v)
	t.Refused = wire.None
	h.queued++
	f.counts.Queued++
	f.counts.Done--
	return t, true, b.Delete(key, nil)
}

// reconsider queues the tasks that were refused for what may have passed.
func (f *Frontier) reconsider(now time.Time, again func(url string, why wire.Reason) bool) error {
	it, err := f.db.NewIter(&pebble.IterOptions{LowerBound: f.key(laterKey), UpperBound: f.key(laterKey + 1)})
	if err != nil {
		return err
	}
	defer it.Close()
	b := f.db.NewBatch()
	defer func() { b.Close() }()
	for it.First(); it.Valid(); it.Next() {
		k := wire.ReadKey(it.Key()[prefixSize:])
		t := readTask(k, it.Value())
		if !again(t.URL, t.Refused) {
			continue
		}
		t.Refused = wire.None
		h := f.host(k.Host, now)
		f.put(b, h, k, t)
		f.counts.Done--
		f.queue(h)
		b.Delete(append([]byte(nil), it.Key()...), nil)
		if b.Count() >= 2000 {
			if err := b.Commit(pebble.NoSync); err != nil {
				return err
			}
			b.Close()
			b = f.db.NewBatch()
		}
	}
	if err := it.Error(); err != nil {
		return err
	}
	return b.Commit(pebble.NoSync)
}

// revive queues the tasks whose time for another visit has come. The log does
// not hold this: a view that is lost reads the same results and finds the same
// times.
func (f *Frontier) revive(now time.Time) error {
	it, err := f.db.NewIter(&pebble.IterOptions{
		LowerBound: f.key(againKey),
		UpperBound: f.key(againKey, binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli())+1)),
	})
	if err != nil {
		return err
	}
	defer it.Close()
	b := f.db.NewBatch()
	defer b.Close()
	for it.First(); it.Valid(); it.Next() {
		k := wire.ReadKey(it.Key()[prefixSize+8:])
		h := f.host(k.Host, now)
		f.put(b, h, k, readTask(k, it.Value()))
		f.queue(h)
		b.Delete(append([]byte(nil), it.Key()...), nil)
	}
	if err := it.Error(); err != nil {
		return err
	}
	if err := b.Commit(pebble.NoSync); err != nil {
		return err
	}
	return f.nextDue()
}

// nextDue finds when the first task is to be done again.
func (f *Frontier) nextDue() error {
	f.due = 0
	it, err := f.db.NewIter(&pebble.IterOptions{LowerBound: f.key(againKey), UpperBound: f.key(againKey + 1)})
	if err != nil {
		return err
	}
	defer it.Close()
	if it.First() {
		f.due = int64(binary.BigEndian.Uint64(it.Key()[prefixSize:]))
	}
	return it.Error()
}
