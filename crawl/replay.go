package crawl

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A Page is what is known of one address at the end of a log.
type Page struct {
	URL      string
	Outcome  Outcome
	Reason   string // of what was not fetched, or not kept; see docs/crawl.md
	Detail   string
	Line     int // of the robots.txt rule that decided
	Status   int
	Type     string // media type
	Size     int64  // octets, decoded
	Wire     int64  // octets, as received
	Digest   []byte // SHA-256, its first 16 octets
	Depth    int
	Via      string // how it was found
	From     string // where it was found first; empty for seeds
	Started  time.Time
	Ended    time.Time
	Next     time.Time // when it is to be fetched again
	Flags    []string
	Location string
	ETag     string
	Modified string
	Links    int
	Attempts int
	File     string // of WARC
	Offset   int64
}

// An Outcome is what a crawl did with an address.
type Outcome string

// The outcomes.
const (
	Fetched Outcome = "fetched" // the server answered, whatever it said
	Refused Outcome = "refused" // not requested; Reason says why
	Failed  Outcome = "failed"  // requested, and no answer came
	Queued  Outcome = "queued"  // its turn has not come
)

// A Log is a crawl to be read.
type Log struct {
	Plan Plan
	log  *joblog.Log
	dir  string
	lock io.Closer
}

// Exists reports whether a folder holds the log of a crawl.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "log", "jetstream"))
	return err == nil
}

// openError tells a name that no crawl can have from a log that does not open.
func openError(err error) error {
	if err = fmt.Errorf("crawl: %w", err); errors.Is(err, joblog.ErrName) {
		return &OptionError{err}
	}
	return err
}

// OpenLog opens the log of a crawl for reading: the one in the folder, or that
// of a cluster. It makes none. A folder that a crawl is running in cannot be opened.
func OpenLog(ctx context.Context, dir, nats, creds, name string) (*Log, error) {
	if nats == "" && !Exists(dir) {
		return nil, fmt.Errorf("crawl: no crawl in %s", dir)
	}
	def(&name, "crawl")
	l := &Log{dir: dir}
	if nats == "" {
		var err error
		if l.lock, err = lock(dir); err != nil {
			return nil, err
		}
	}
	log, err := joblog.Open(ctx, joblog.Options{Name: name, Dir: filepath.Join(dir, "log"), URL: nats, Creds: creds, Existing: true})
	if err != nil {
		l.Close()
		return nil, openError(err)
	}
	l.log = log
	text, err := log.Describe(ctx, nil)
	if err == nil && text == nil {
		err = errors.New("the log is empty: the crawl never began")
	}
	if err == nil {
		err = json.Unmarshal(text, &l.Plan)
	}
	if err != nil {
		l.Close()
		return nil, fmt.Errorf("crawl: %w", err)
	}
	return l, nil
}

// Close closes the log.
func (l *Log) Close() {
	if l.log != nil {
		l.log.Close()
	}
	if l.lock != nil {
		l.lock.Close()
	}
}

// Lost is how many records the last reading of the log did not find, though they
// were written: its files are damaged, and what was told is without them.
func (l *Log) Lost() uint64 { return l.log.Lost() }

// Size is how many records the log holds, and how many octets they take.
func (l *Log) Size(ctx context.Context) (records, octets uint64, err error) { return l.log.Size(ctx) }

// Pages yields every address of the crawl once, in the order in which they were
// found. It reads the whole log into a store on disk first: memory does not grow
// with the crawl.
func (l *Log) Pages(ctx context.Context) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		dir, err := os.MkdirTemp(l.dir, scratch)
		if err != nil {
			yield(Page{}, err)
			return
		}
		defer os.RemoveAll(dir)
		db, err := openView(dir, func(error) {})
		if err != nil {
			yield(Page{}, err)
			return
		}
		defer db.Close()
		if err := l.gather(ctx, db); err != nil {
			yield(Page{}, err)
			return
		}
		it, err := db.NewIter(&pebble.IterOptions{LowerBound: []byte{'p'}, UpperBound: []byte{'p' + 1}})
		if err != nil {
			yield(Page{}, err)
			return
		}
		defer it.Close()
		for it.First(); it.Valid(); it.Next() {
			var r row
			err := json.Unmarshal(it.Value(), &r)
			if !yield(r.page(), err) || err != nil {
				return
			}
		}
		if err := it.Error(); err != nil {
			yield(Page{}, err)
		}
	}
}

// A row is a page while the log is read.
type row struct {
	Page
	Last wire.Result
	Has  bool
}

func rowKey(seq uint64, index uint16) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint64([]byte{'p'}, seq), index)
}

// gather reads the log as the frontier does: the first way to an address counts,
// and a way that may be followed counts more than one that may not.
func (l *Log) gather(ctx context.Context, db *pebble.DB) error {
	return l.into(ctx, db, func(b *pebble.Batch, rec joblog.Record, keep func(error)) {
		done, found, err := wire.Parts(rec.Kind, rec.Data)
		keep(err)
		if done != nil {
			keep(wire.EachResult(done, func(r wire.Result) { keep(gatherResult(b, r)) }))
		}
		if found != nil {
			keep(wire.EachLink(found, func(i int, from string, link wire.Link) {
				keep(gatherLink(b, rowKey(rec.Seq, uint16(i)), from, link))
			}))
		}
	})
}

// into reads the whole log into a store, a batch a record. f says what becomes of
// a record; the first error that it keeps ends the reading.
func (l *Log) into(ctx context.Context, db *pebble.DB, f func(b *pebble.Batch, rec joblog.Record, keep func(error))) error {
	return l.log.All(ctx, func(rec joblog.Record) error {
		b := db.NewIndexedBatch()
		defer b.Close()
		var first error
		f(b, rec, func(err error) {
			if err != nil && first == nil {
				first = err
			}
		})
		if first != nil {
			return fmt.Errorf("crawl: record %d: %w", rec.Seq, first)
		}
		return b.Commit(pebble.NoSync)
	})
}

func get(b *pebble.Batch, key []byte) ([]byte, error) {
	v, closer, err := b.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return append([]byte(nil), v...), nil
}

func gatherLink(b *pebble.Batch, key []byte, from string, l wire.Link) error {
	seen := binary.BigEndian.AppendUint64([]byte{'s'}, frontier.Hash(l.URL))
	before, err := get(b, seen)
	if err != nil {
		return err
	}
	if before != nil {
		reason := wire.Reason(before[0])
		if reason == wire.None || reason.Final() || l.Refused != wire.None {
			return nil
		}
		if err := b.Delete(before[1:], nil); err != nil {
			return err
		}
	}
	r := row{Page: Page{URL: l.URL, Depth: l.Depth, Via: l.Via.String(), From: from, Outcome: Queued}}
	if l.Refused != wire.None {
		r.Outcome, r.Reason = Refused, l.Refused.String()
	}
	v, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return errors.Join(b.Set(seen, append([]byte{byte(l.Refused)}, key...), nil), b.Set(key, v, nil))
}

func gatherResult(b *pebble.Batch, x wire.Result) error {
	key := rowKey(x.Key.Seq, x.Key.Index)
	v, err := get(b, key)
	if err != nil || v == nil {
		return err
	}
	var r row
	if err := json.Unmarshal(v, &r); err != nil {
		return err
	}
	if x.Started != 0 {
		if r.Last.Started == x.Started {
			return nil // one result, written twice
		}
		r.Attempts++
	}
	r.Last, r.Has = x, true
	if v, err = json.Marshal(r); err != nil {
		return err
	}
	return b.Set(key, v, nil)
}

// page is the row with its last result.
func (r *row) page() Page {
	p := r.Page
	x := &r.Last
	if !r.Has {
		return p
	}
	p.Reason, p.Detail, p.Line, p.Status, p.Type, p.Size, p.Wire, p.Digest = x.Reason.String(), x.Detail, x.Line, x.Status, x.Type, x.Size, x.Wire, x.Digest
	p.Flags, p.Location, p.ETag, p.Modified, p.Links, p.File, p.Offset = x.Flags.Words(), x.Location, x.ETag, x.Modified, x.Links, x.File, x.Offset
	p.Started, p.Ended, p.Next = milli(x.Started), milli(x.Ended), milli(x.Next)
	switch {
	case x.Flags&wire.Retried != 0:
		p.Outcome = Queued
	case x.Status != 0:
		p.Outcome = Fetched
	case x.Started == 0 || x.Reason == wire.PrivateAddress:
		p.Outcome = Refused
	default:
		p.Outcome = Failed
	}
	return p
}

func milli(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
