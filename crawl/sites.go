package crawl

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/gate"
)

// A Site is what is known of the robots.txt of one origin at the end of a log.
type Site struct {
	Origin   string
	Kind     robots.Kind   // of the last fetch
	Standing gate.Standing // on what the policy stood after it
	Status   int           // of the last fetch; 0 without an answer
	Class    string        // why there is no document, if the status does not say it
	Fetched  time.Time
	Expires  time.Time
	Fetches  int
	Delay    time.Duration // between two requests, as kept
	Size     int           // octets of the file that count
	Records  int
	Groups   int
	Rules    int
	Cut      bool   // the file is longer than what is read of one
	File     string // of WARC
	Offset   int64
}

// Sites yields every origin whose robots.txt was fetched, sorted by name. Like
// Pages it reads the log into a store on disk first. rules are those of the run.
func (l *Log) Sites(ctx context.Context, rules gate.Rules) iter.Seq2[Site, error] {
	return func(yield func(Site, error) bool) {
		if err := l.sites(ctx, rules, yield); err != nil {
			yield(Site{}, err)
		}
	}
}

func (l *Log) sites(ctx context.Context, rules gate.Rules, yield func(Site, error) bool) error {
	dir, err := os.MkdirTemp(l.dir, scratch)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := openView(dir, func(error) {})
	if err != nil {
		return err
	}
	defer db.Close()
	err = l.log.All(ctx, func(rec joblog.Record) error {
		if rec.Kind != wire.Host {
			return nil
		}
		if err := gatherHost(db, rec.Data); err != nil {
			return fmt.Errorf("crawl: record %d: %w", rec.Seq, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	it, err := db.NewIter(nil)
	if err != nil {
		return err
	}
	defer it.Close()
	for it.First(); it.Valid(); it.Next() {
		s, err := siteOf(it.Value(), rules)
		if err != nil {
			return err
		}
		if !yield(s, nil) {
			return nil
		}
	}
	return it.Error()
}

// A hostRow is a site while the log is read.
type hostRow struct {
	wire.HostState
	Fetches int
}

// gatherHost puts a record over the one before of its origin. One that tells of
// no fetch keeps what the last that did said of it.
func gatherHost(db *pebble.DB, record []byte) error {
	h, err := wire.ReadHost(record)
	if err != nil {
		return err
	}
	b := db.NewIndexedBatch()
	defer b.Close()
	key := []byte(h.Origin)
	v, err := get(b, key)
	if err != nil {
		return err
	}
	var before hostRow
	if v != nil {
		if err := json.Unmarshal(v, &before); err != nil {
			return err
		}
	}
	row := hostRow{h, before.Fetches}
	switch {
	case h.Started == 0:
		row.Started, row.Ended, row.File, row.Offset = before.Started, before.Ended, before.File, before.Offset
	case h.Started != before.Started: // or it is one record, written twice
		row.Fetches++
	}
	if len(row.Entry) == 0 {
		row.Entry = before.Entry
	}
	if v, err = json.Marshal(row); err != nil {
		return err
	}
	if err := b.Set(key, v, nil); err != nil {
		return err
	}
	return b.Commit(pebble.NoSync)
}

func siteOf(value []byte, rules gate.Rules) (Site, error) {
	var row hostRow
	if err := json.Unmarshal(value, &row); err != nil {
		return Site{}, err
	}
	s := Site{Origin: row.Origin, Fetches: row.Fetches, Delay: time.Duration(row.Delay) * time.Millisecond, File: row.File, Offset: row.Offset}
	if len(row.Entry) == 0 {
		return s, nil
	}
	e, _, err := gate.Decode(row.Entry)
	if err != nil {
		return s, fmt.Errorf("crawl: robots.txt of %s in the log: %w", row.Origin, err)
	}
	o := &e.Last
	p, standing := rules.Policy(&e, o.FetchedAt)
	s.Kind, s.Standing, s.Status, s.Class = o.Kind, standing, o.Status, string(o.Class)
	s.Fetched, s.Expires, s.Cut = o.FetchedAt.UTC(), e.Expires.UTC(), o.Truncated
	s.Size = min(len(o.Body), max(o.Limit, 0))
	s.Records, s.Groups, s.Rules = p.Len()
	return s, nil
}
