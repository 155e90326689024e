package crawl

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/gate"
)

// A Proof is what the log of a crawl shows of it. What follows Robots are faults,
// and 0 in a crawl that kept its promises.
type Proof struct {
	Records, Pages, Exchanges, Hosts, Robots int64

	Twice      int64 // pages fetched again without a reason to
	Disallowed int64 // pages fetched against the robots.txt that counted then
	Blind      int64 // pages fetched before any robots.txt of their origin
	AtOnce     int64 // requests to a host while another was under way, as with two owners
	TooSoon    int64 // requests sooner than the host's delay, or than its Retry-After, allows
	RobotsMore int64 // fetches of a robots.txt that still counted

	Smallest time.Duration // rest of a host beyond its delay, the smallest; -1 if no host was asked twice
	Faults   []string      // the first of them, in words
}

// Kept reports whether the crawl kept its promises.
func (p *Proof) Kept() bool {
	return p.Twice+p.Disallowed+p.Blind+p.AtOnce+p.TooSoon+p.RobotsMore == 0
}

const mostFaults = 20

func (p *Proof) fault(n *int64, format string, args ...any) {
	if *n++; len(p.Faults) < mostFaults {
		p.Faults = append(p.Faults, fmt.Sprintf(format, args...))
	}
}

// Verify reads the whole log and proves from it what a crawl promises: nothing
// was fetched twice, nothing that was disallowed, and no host two times at once or
// sooner than its delay. rules are those of the run. It judges by the log alone, with its own
// reading of every robots.txt in it; requests that a killed process never wrote
// are not in it.
func (l *Log) Verify(ctx context.Context, rules gate.Rules) (Proof, error) {
	p := Proof{Smallest: -1}
	dir, err := os.MkdirTemp(l.dir, scratch)
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(dir)
	db, err := openView(dir, func(error) {})
	if err != nil {
		return p, err
	}
	defer db.Close()
	if err := l.collect(ctx, db, &p); err != nil {
		return p, err
	}
	v := verifier{log: l, proof: &p, rules: rules, token: robots.Token(l.Plan.UserAgent)}
	return p, v.hosts(db)
}

// collect sorts every exchange of the log by host and time.
func (l *Log) collect(ctx context.Context, db *pebble.DB, p *Proof) error {
	return l.into(ctx, db, func(b *pebble.Batch, rec joblog.Record, keep func(error)) {
		p.Records++
		done, found, err := wire.Parts(rec.Kind, rec.Data)
		keep(err)
		if done != nil {
			i := 0
			keep(wire.EachResult(done, func(r wire.Result) {
				keep(l.collectResult(b, rec.Seq, i, r, p))
				i++
			}))
		}
		if found != nil {
			keep(wire.EachLink(found, func(i int, _ string, link wire.Link) {
				if link.Refused == wire.None {
					keep(b.Set(rowKey(rec.Seq, uint16(i)), []byte(link.URL), nil))
				}
			}))
		}
		if rec.Kind == wire.Host {
			h, err := wire.ReadHost(rec.Data)
			if keep(err); err == nil && h.Started != 0 {
				p.Robots++
				keep(b.Set(eventKey(frontier.HostOf(h.Origin), h.Started, rec.Seq, 0), append([]byte{'h'}, rec.Data...), nil))
			}
			if err == nil && h.Blocked > rec.At.UnixMilli() {
				until := binary.BigEndian.AppendUint64([]byte{'b'}, uint64(h.Blocked))
				keep(b.Set(eventKey(frontier.HostOf(h.Origin), rec.At.UnixMilli(), rec.Seq, 1), until, nil))
			}
		}
	})
}

// eventKey sorts the exchanges of a host by when they began.
func eventKey(host uint64, started int64, seq uint64, index int) []byte {
	k := binary.BigEndian.AppendUint64([]byte{'x'}, host)
	k = binary.BigEndian.AppendUint64(k, uint64(started))
	k = binary.BigEndian.AppendUint64(k, seq)
	return binary.BigEndian.AppendUint16(k, uint16(index))
}

func (l *Log) collectResult(b *pebble.Batch, seq uint64, index int, r wire.Result, p *Proof) error {
	if r.Started == 0 || r.Reason == wire.PrivateAddress {
		return nil
	}
	url, err := get(b, rowKey(r.Key.Seq, r.Key.Index))
	if err != nil {
		return err
	}
	if url == nil {
		url = []byte("an address that the log does not have, " + r.Key.String())
	}
	// The last exchange of the address, whatever task it was of: when it began, when
	// it may begin anew.
	last := append([]byte{'l'}, url...)
	before, err := get(b, last)
	if err != nil {
		return err
	}
	if before != nil {
		started, next := int64(binary.BigEndian.Uint64(before)), int64(binary.BigEndian.Uint64(before[8:]))
		if started == r.Started {
			return nil // one result, written twice
		}
		if next == 0 || r.Started < next {
			p.fault(&p.Twice, "%s was fetched at %s and again at %s", url, clock(started), clock(r.Started))
		}
	} else {
		p.Pages++
	}
	next := r.Next
	if r.Flags&wire.Retried != 0 {
		next = r.Ended
	}
	value := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(r.Started)), uint64(next))
	event := binary.BigEndian.AppendUint64([]byte{'r'}, uint64(r.Ended))
	return errors.Join(b.Set(last, value, nil), b.Set(eventKey(r.Key.Host, r.Started, seq, index), append(event, url...), nil))
}

// A verifier follows one host at a time.
type verifier struct {
	log   *Log
	proof *Proof
	rules gate.Rules
	token string

	host    uint64
	ended   int64
	asked   string                 // last of it
	blocked int64                  // by Retry-After, until
	told    uint64                 // record that says so
	files   map[string]*siteRobots // by origin
}

func (v *verifier) hosts(db *pebble.DB) error {
	it, err := db.NewIter(&pebble.IterOptions{LowerBound: []byte{'x'}, UpperBound: []byte{'x' + 1}})
	if err != nil {
		return err
	}
	defer it.Close()
	for it.First(); it.Valid(); it.Next() {
		k, value := it.Key(), it.Value()
		host, started := binary.BigEndian.Uint64(k[1:]), int64(binary.BigEndian.Uint64(k[9:]))
		if host != v.host || v.files == nil {
			v.host, v.ended, v.asked, v.blocked, v.files = host, 0, "", 0, map[string]*siteRobots{}
			v.proof.Hosts++
		}
		seq := binary.BigEndian.Uint64(k[17:])
		if value[0] == 'b' {
			v.blocked, v.told = max(v.blocked, int64(binary.BigEndian.Uint64(value[1:]))), seq
			continue
		}
		v.proof.Exchanges++
		if value[0] == 'h' {
			err = v.robots(seq, started, value[1:])
		} else {
			v.page(seq, started, int64(binary.BigEndian.Uint64(value[1:])), string(value[9:]))
		}
		if err != nil {
			return err
		}
	}
	return it.Error()
}

// delay is what the host's files and the plan ask for.
func (v *verifier) delay() time.Duration {
	d := v.log.Plan.Delay
	for _, s := range v.files {
		d = max(d, s.asked)
	}
	return d
}

// slack is what two times cut to whole milliseconds can hide, and a clock that is
// put right.
const slack = 2 * time.Millisecond

// rest judges the distance to the exchange before.
func (v *verifier) rest(what string, seq uint64, started, ended int64) {
	if v.ended != 0 {
		over := time.Duration(started-v.ended)*time.Millisecond - v.delay()
		if v.proof.Smallest == -1 || over < v.proof.Smallest {
			v.proof.Smallest = over
		}
		switch {
		case milli(started).Before(milli(v.ended).Add(-slack)):
			v.proof.fault(&v.proof.AtOnce, "%s was asked for at %s, while %s was under way until %s", what, clock(started), v.asked, clock(v.ended))
		case over < -slack:
			v.proof.fault(&v.proof.TooSoon, "%s was asked for at %s, %v too soon: %s ended at %s, and the delay is %v", what, clock(started), -over, v.asked, clock(v.ended), v.delay())
		}
	}
	// What the log had before it had the block was asked for in ignorance of it.
	if seq > v.told && milli(started).Before(milli(v.blocked).Add(-slack)) {
		v.proof.fault(&v.proof.TooSoon, "%s was asked for at %s, though the host had asked to be left alone until %s", what, clock(started), clock(v.blocked))
	}
	if ended >= v.ended {
		v.ended, v.asked = ended, what
	}
}

func clock(ms int64) string { return milli(ms).Format(time.RFC3339Nano) }

func (v *verifier) robots(seq uint64, started int64, record []byte) error {
	h, err := wire.ReadHost(record)
	if err != nil {
		return err
	}
	v.rest(h.Origin+"/robots.txt", seq, started, h.Ended)
	e, _, err := gate.Decode(h.Entry)
	if err != nil {
		return fmt.Errorf("crawl: robots.txt of %s in the log: %w", h.Origin, err)
	}
	if s := v.files[h.Origin]; s != nil && s.entry.Fresh(milli(started)) {
		v.proof.fault(&v.proof.RobotsMore, "%s/robots.txt was fetched at %s, and the one before counted until %s", h.Origin, clock(started), s.entry.Expires.UTC().Format(time.RFC3339Nano))
	}
	v.files[h.Origin] = newSiteRobots(e, v.rules, v.token, milli(h.Ended))
	return nil
}

func (v *verifier) page(seq uint64, started, ended int64, url string) {
	v.rest(url, seq, started, ended)
	s := v.files[frontier.Origin(url)]
	if s == nil {
		v.proof.fault(&v.proof.Blind, "%s was fetched at %s, before its robots.txt", url, clock(started))
		return
	}
	if d := s.reader.DecideURL(url); !d.Allowed() {
		v.proof.fault(&v.proof.Disallowed, "%s was fetched at %s, %s", url, clock(started), against(s, d))
	}
}

// against says why a page was not to be fetched.
func against(s *siteRobots, d robots.Decision) string {
	if d.Line() == 0 {
		return "while its robots.txt could not be had: " + s.why
	}
	return fmt.Sprintf("against line %d of its robots.txt", d.Line())
}
