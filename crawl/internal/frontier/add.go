package frontier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// Origin is the part of a normal URL in front of its path: what a robots.txt
// governs.
func Origin(url string) string {
	i := strings.Index(url, "://")
	if i < 0 {
		return url
	}
	if j := strings.IndexAny(url[i+3:], "/?"); j >= 0 {
		return url[:i+3+j]
	}
	return url
}

// Authority is host and port of a normal URL: what pace, queue and partition go
// by. A server behind http and https is one server.
func Authority(url string) string {
	o := Origin(url)
	return o[strings.Index(o, "://")+3:]
}

// HostOf is the number of the host of a normal URL.
func HostOf(url string) uint64 { return Hash(Authority(url)) }

// Hash is a fingerprint.
func Hash(s string) uint64 { return xxhash.Sum64String(s) }

// Add reads the addresses of a d record: those not seen before are queued.
// It is Apply for that kind of record.
func (f *Frontier) Add(seq uint64, record []byte, now time.Time) error {
	return f.Apply(seq, wire.Found, record, now)
}

func (f *Frontier) add(b *pebble.Batch, seq uint64, record []byte, now time.Time) error {
	touched := []*host{}             // in order, so that one log makes one crawl
	seen := map[uint64]wire.Reason{} // by this record
	err := wire.EachLink(record, func(index int, _ string, l wire.Link) {
		fresh, again := f.see(b, seen, l)
		if !fresh && !again {
			return
		}
		if fresh {
			f.counts.Known++
		}
		if l.Refused != wire.None {
			if fresh {
				f.counts.Refused++
			}
			return
		}
		if again {
			f.counts.Refused--
		}
		h := f.host(HostOf(l.URL), now)
		if h.number == 0 {
			f.counts.Hosts++
			h.number = f.counts.Hosts
		}
		h.queuedE++
		if h.touched != seq {
			h.touched = seq
			touched = append(touched, h)
		}
		t := Task{URL: l.URL, Redirects: l.Redirects, Via: l.Via}
		switch {
		case f.opt.Hosts > 0 && h.number > int64(f.opt.Hosts):
			t.Refused = wire.HostsBudget
		case f.opt.PerHost > 0 && h.queuedE > int64(f.opt.PerHost):
			t.Refused = wire.HostBudget
		}
		k := wire.Key{Host: h.hash, Priority: l.Priority, Depth: uint16(min(l.Depth, 1<<16-1)), Seq: seq, Index: uint16(index)}
		f.put(b, h, k, t)
	})
	for _, h := range touched {
		v := binary.AppendVarint(binary.AppendVarint(nil, h.number), h.queuedE)
		if err := b.Set(f.key(countKey, hostOctets(h.hash)), v, nil); err != nil {
			return err
		}
		f.queue(h)
	}
	return err
}

// put stores a task that waits.
func (f *Frontier) put(b *pebble.Batch, h *host, k wire.Key, t Task) {
	octets := k.Append(nil)
	b.Set(f.key(queueKey, octets), putTask(nil, t), nil)
	h.queued++
	f.counts.Queued++
	if h.low != nil && bytes.Compare(octets, h.low) < 0 {
		h.low = octets
	}
	// A task that comes before those in memory: read them anew.
	if n := len(h.near); n > 0 && bytes.Compare(octets, h.near[n-1].Key.Append(nil)) < 0 {
		h.near = nil
	}
}

// see notes an address. fresh: it was not known; again: it was refused for its
// depth or its way, and this way it may be fetched.
func (f *Frontier) see(b *pebble.Batch, seen map[uint64]wire.Reason, l wire.Link) (fresh, again bool) {
	hash := Hash(l.URL)
	key := f.key(seenKey, hostOctets(hash))
	before, known := seen[hash]
	if !known {
		v, closer, err := f.lookUp(hash, key)
		switch {
		case err == nil:
			before = wire.Reason(v[0])
			closer.Close()
		case errors.Is(err, pebble.ErrNotFound):
			fresh = true
		default:
			f.ill = err // or the address would be lost, and nobody told
			return false, false
		}
	}
	again = !fresh && before != wire.None && !before.Final() && l.Refused == wire.None
	if fresh || again {
		seen[hash] = l.Refused
		f.filter.add(hash)
		b.Set(key, []byte{byte(l.Refused)}, nil)
	}
	return fresh, again
}

// lookUp reads the seen-set, unless the filter knows that nothing is there.
func (f *Frontier) lookUp(hash uint64, key []byte) ([]byte, io.Closer, error) {
	if f.filter.lacks(hash) {
		return nil, nil, pebble.ErrNotFound
	}
	return f.db.Get(key)
}

func putTask(b []byte, t Task) []byte {
	b = binary.AppendUvarint(b, uint64(t.Redirects))
	b = binary.AppendUvarint(b, uint64(t.Attempts))
	again := byte(0)
	if t.Again {
		again = 1
	}
	b = append(b, byte(t.Via), byte(t.Refused), again)
	for _, s := range [...]string{t.URL, t.ETag, t.Modified, string(t.Digest)} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	if t.Kept != 0 {
		b = binary.AppendUvarint(b, uint64(t.Kept))
	}
	return b
}

// readTask is the inverse of putTask. The store is ours: what is short reads
// as empty.
func readTask(k wire.Key, b []byte) Task {
	uint := func() int {
		v, n := binary.Uvarint(b)
		b = b[max(n, 0):]
		return int(v)
	}
	t := Task{Key: k, Redirects: uint(), Attempts: uint()}
	if len(b) < 3 {
		return t
	}
	t.Via, t.Refused, t.Again = wire.Via(b[0]), wire.Reason(b[1]), b[2] == 1
	b = b[3:]
	text := func() string {
		n := min(max(uint(), 0), len(b))
		s := string(b[:n])
		b = b[n:]
		return s
	}
	t.URL, t.ETag, t.Modified = text(), text(), text()
	if d := text(); d != "" {
		t.Digest = []byte(d)
	}
	kept, _ := binary.Uvarint(b)
	t.Kept = int64(kept)
	return t
}
