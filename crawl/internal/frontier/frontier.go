// Package frontier keeps the tasks of one partition of a crawl: what is known,
// what waits, whose turn it is and when.
//
// A frontier is a view. All that it keeps follows from the records of its
// partition's log, read in order by Apply; what it stores carries the place up
// to which it has read, so that a view that a crash left behind reads on from
// there. Reading a record twice changes nothing.
//
// Its verbs are Add, Lease, Done, SetDelay and BlockUntil. A lease is the one
// thing that no log holds: it is lost in a crash, and the task waits again.
// One task of a host is leased at a time, hosts take turns, and a host rests
// between two requests. Time is a value that callers pass.
//
// The store holds everything; memory holds some hundred octets for each host
// that has tasks and a few tasks of those whose turn is near. No length of the
// queue makes it grow.
package frontier

import (
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// Options of a frontier.
type Options struct {
	// Delay is between two requests to a host of which nothing else is known.
	Delay time.Duration
	// PerHost is how many tasks of a host are queued at most, ever; 0 is no limit.
	PerHost int
	// Hosts is how many hosts the partition takes; 0 is no limit.
	Hosts int
	// Filter is how many octets the filter of a new view has; 0 is none.
	Filter int
}

// A Task is an address whose turn it is.
type Task struct {
	Key       wire.Key
	URL       string
	Redirects int
	Attempts  int // made before
	Via       wire.Via
	Refused   wire.Reason // a budget that the task is over: to be recorded, not fetched
	ETag      string      // of the copy fetched before, on a later visit
	Modified  string
	Digest    []byte
	Kept      int64 // Started of the exchange that was kept of that copy; 0 if none was
	Again     bool  // fetched before, and due anew
	Early     bool  // leased before its host may be asked: see Free
}

// Counts of a frontier since its crawl began.
type Counts struct {
	Known   int64 // addresses seen, those refused when found among them
	Refused int64 // refused when found
	Queued  int64 // waiting now, leased ones among them
	Done    int64 // tasks done
	Hosts   int64 // hosts with a task, ever
	Records int64 // of the log, read
	Pages   int64 // results of requests that were answered
	Bytes   int64 // of their bodies as received
}

// A Frontier is safe for concurrent use.
type Frontier struct {
	db   *pebble.DB
	part uint16
	opt  Options

	filter *filter // nil: every address is looked up

	mu      sync.Mutex
	hosts   map[uint64]*host
	ready   turns
	leased  map[wire.Key]Task
	applied uint64
	counts  Counts
	opened  time.Time
	live    bool // what is read from now on, this owner wrote
	wake    chan struct{}
	due     int64 // time of the first task to be done again; 0 for none
	ill     error // the store failed where nobody could be told
}

// Open reads the view of a partition. now is when this owner began: what the
// owner before it may still have asked is unknown, so every host rests for its
// delay from now on.
func Open(db *pebble.DB, part uint16, opt Options, now time.Time) (*Frontier, error) {
	f := &Frontier{db: db, part: part, opt: opt, opened: now, hosts: map[uint64]*host{}, leased: map[wire.Key]Task{}, wake: make(chan struct{}, 1)}
	if err := f.load(); err != nil {
		return nil, fmt.Errorf("open the frontier of partition %d: %w", part, err)
	}
	return f, nil
}

// Reaches is the furthest place of the log that a view of partitions has read. A
// view that is ahead of its log would take what is written next for read.
func Reaches(db *pebble.DB, partitions int) (last uint64) {
	for n := range partitions {
		f := Frontier{part: uint16(n)}
		if v, closer, err := db.Get(f.key(metaKey)); err == nil {
			applied, _ := readMeta(v)
			last = max(last, applied)
			closer.Close()
		}
	}
	return last
}

func (f *Frontier) load() error {
	v, closer, err := f.db.Get(f.key(metaKey))
	if err == nil {
		f.applied, f.counts = readMeta(v)
		closer.Close()
	} else if !errors.Is(err, pebble.ErrNotFound) {
		return err
	}
	if f.applied == 0 {
		f.filter = newFilter(f.opt.Filter)
	}
	it, err := f.db.NewIter(&pebble.IterOptions{LowerBound: f.key(queueKey), UpperBound: f.key(queueKey + 1)})
	if err != nil {
		return err
	}
	defer it.Close()
	for it.First(); it.Valid(); it.Next() {
		k := wire.ReadKey(it.Key()[prefixSize:])
		h := f.host(k.Host, f.opened)
		if h.queued == 0 {
			h.next = f.opened.Add(f.delay(h))
		}
		h.queued++
	}
	for _, h := range f.hosts {
		f.queue(h)
	}
	if err := it.Error(); err != nil {
		return err
	}
	return f.nextDue()
}

// Start is called when all that owners before this one wrote has been read:
// tasks are leased from now on. rest is set if there may have been one: what it
// asked last is unknown, so every host rests for its delay first. Of the tasks
// that were refused for what may have passed those wait again that again says so
// of; nil is none.
func (f *Frontier) Start(now time.Time, rest bool, again func(url string, why wire.Reason) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.live = true
	if !rest {
		return nil
	}
	f.opened = now
	if again != nil {
		if err := f.reconsider(now, again); err != nil {
			return err
		}
	}
	for _, h := range f.hosts {
		h.rest(now.Add(f.delay(h)))
	}
	heap.Init(&f.ready)
	return nil
}

// Applied is the place in the log up to which the view has read.
func (f *Frontier) Applied() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.applied
}

// Counts returns the counters.
func (f *Frontier) Counts() Counts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts
}

// Idle reports that no task waits, none is leased and none is due anew.
func (f *Frontier) Idle(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts.Queued == 0 && len(f.leased) == 0 && (f.due == 0 || f.due > now.UnixMilli())
}

// Wake receives when a task may be ready earlier than Lease said.
func (f *Frontier) Wake() <-chan struct{} { return f.wake }

func (f *Frontier) signal() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Apply reads one record of the log. It is the only writer of the view, and
// memory and store change under one lock: a scheduler that saw memory ahead of
// the store would lease what is done.
func (f *Frontier) Apply(seq uint64, kind wire.Kind, record []byte, now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if seq <= f.applied {
		return nil
	}
	// Not an indexed batch: nothing that one record writes is read for it again,
	// but addresses seen, which add keeps in mind.
	b := f.db.NewBatch()
	defer b.Close()
	var err error
	switch kind {
	case wire.Found, wire.Done, wire.Visit:
		err = f.visits(b, seq, kind, record, now)
	case wire.Host:
		err = f.learn(b, record)
	}
	if err == nil {
		err = f.ill
	}
	if err != nil {
		return fmt.Errorf("read record %d of partition %d: %w", seq, f.part, err)
	}
	f.applied = seq
	f.counts.Records++
	if err := b.Set(f.key(metaKey), putMeta(nil, f.applied, f.counts), nil); err != nil {
		return err
	}
	// The log is what lasts: a view that a crash cuts short reads on from where
	// it was, so it need not wait for the disk.
	return b.Commit(pebble.NoSync)
}

// visits reads what became of tasks, and then what was found.
func (f *Frontier) visits(b *pebble.Batch, seq uint64, kind wire.Kind, record []byte, now time.Time) error {
	done, found, err := wire.Parts(kind, record)
	if err == nil && done != nil {
		err = f.done(b, done, now)
	}
	if err == nil && found != nil {
		err = f.add(b, seq, found, now)
	}
	return err
}

// Keys of the store: the partition, a letter, and what it speaks of.
const (
	prefixSize = 3
	metaKey    = 'm' // how far the view has read, and counters
	seenKey    = 's' // fingerprint of an address: the reason it was refused for, or 0
	queueKey   = 'q' // key of a task: the task
	hostKey    = 'h' // host, origin: its last h record
	countKey   = 'c' // host: its number and what was admitted
	againKey   = 'w' // time, key of a task: a task to be done anew
	laterKey   = 'l' // key of a task: a task that was refused for what may pass, with the reason
)

func (f *Frontier) key(kind byte, rest ...[]byte) []byte {
	b := make([]byte, 0, prefixSize+KeyRoom)
	b = binary.BigEndian.AppendUint16(b, f.part)
	b = append(b, kind)
	for _, r := range rest {
		b = append(b, r...)
	}
	return b
}

// KeyRoom is room for the longest key of the store.
const KeyRoom = 8 + wire.KeySize

func hostOctets(h uint64) []byte { return binary.BigEndian.AppendUint64(nil, h) }

func putMeta(b []byte, applied uint64, c Counts) []byte {
	b = binary.AppendUvarint(b, applied)
	for _, v := range [...]int64{c.Known, c.Refused, c.Queued, c.Done, c.Hosts, c.Records, c.Pages, c.Bytes} {
		b = binary.AppendVarint(b, v)
	}
	return b
}

func readMeta(b []byte) (applied uint64, c Counts) {
	applied, n := binary.Uvarint(b)
	for _, v := range [...]*int64{&c.Known, &c.Refused, &c.Queued, &c.Done, &c.Hosts, &c.Records, &c.Pages, &c.Bytes} {
		b = b[max(n, 0):]
		*v, n = binary.Varint(b)
	}
	return applied, c
}

// turns orders the hosts that have something to do by when they may be asked.
type turns []*host

func (t turns) Len() int           { return len(t) }
func (t turns) Less(i, j int) bool { return t[i].turn().Before(t[j].turn()) }
func (t turns) Swap(i, j int)      { t[i], t[j] = t[j], t[i]; t[i].at, t[j].at = i, j }

// Push is for container/heap.
func (t *turns) Push(x any) {
	h := x.(*host)
	h.at = len(*t)
	*t = append(*t, h)
}

// Pop is for container/heap.
func (t *turns) Pop() any {
	old := *t
	h := old[len(old)-1]
	old[len(old)-1] = nil
	*t = old[:len(old)-1]
	h.at = -1
	return h
}

// queue puts a host among those whose turn will come, if it has a task that
// nobody holds.
func (f *Frontier) queue(h *host) {
	if h.at < 0 && !h.busy && h.claims == 0 && h.queued > h.held {
		heap.Push(&f.ready, h)
		f.signal()
	}
}
