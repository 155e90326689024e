package joblog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// A Record is one record read.
type Record struct {
	Seq     uint64
	Part    int
	Kind    wire.Kind
	Data    []byte
	At      time.Time // when the server took it
	Pending uint64    // records that wait behind it
}

// A Reader reads the records of one partition, or of all, in order, and then
// waits for more.
type Reader struct {
	messages jetstream.MessagesContext
	stop     func() bool
	passed   uint64 // records of a later version
}

// Read begins behind the place `after` in the log. part is -1 for all.
func (l *Log) Read(ctx context.Context, part int, after uint64) (*Reader, error) {
	subject := l.subject(part, ">")
	if part < 0 {
		subject = l.subject(-1, "*.*")
	}
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1}
	consumer, err := l.stream.OrderedConsumer(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	// A server that is gone is noticed by its silence: in a cluster after four
	// seconds and not after thirty.
	pull := []jetstream.PullMessagesOpt{jetstream.PullMaxMessages(256)}
	if !l.Embedded() {
		pull = append(pull, jetstream.PullExpiry(20*time.Second), jetstream.PullHeartbeat(2*time.Second))
	}
	messages, err := consumer.Messages(pull...)
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	return &Reader{messages: messages, stop: context.AfterFunc(ctx, messages.Stop)}, nil
}

// Close ends the reading.
func (r *Reader) Close() {
	r.stop()
	r.messages.Stop()
}

// Next returns the next record. It waits for one, until the context of Read ends.
func (r *Reader) Next() (Record, error) { return r.next() }

func (r *Reader) next(opt ...jetstream.NextOpt) (Record, error) {
	for {
		m, err := r.messages.Next(opt...)
		if err != nil {
			return Record{}, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return Record{}, err
		}
		data, err := decode(m.Data(), m.Headers().Get(codingHeader))
		if err != nil {
			return Record{}, err
		}
		rec := Record{Seq: meta.Sequence.Stream, Data: data, At: meta.Timestamp, Pending: meta.NumPending}
		parts := strings.Split(m.Subject(), ".")
		if len(parts) != 4 {
			r.passed++
			continue
		}
		part, err := strconv.Atoi(parts[2])
		kind, ok := wire.KindOf(parts[3])
		if err != nil || !ok {
			r.passed++
			continue // of a later version
		}
		rec.Part, rec.Kind = part, kind
		return rec, nil
	}
}

// silence is how long All waits for a record that should be there; four times that
// where it comes over a network. A server that cannot read its last record waits for
// it itself, and says nothing.
var silence = 15 * time.Second

// All calls f with every record that the log holds now, in order. Nothing is ever
// taken off a log: Lost tells how many records were not to be read.
func (l *Log) All(ctx context.Context, f func(Record) error) error {
	info, err := l.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	last := info.State.LastSeq
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, err := l.Read(ctx, -1, 0)
	if err != nil {
		return err
	}
	defer r.Close()
	if n, err := l.records(ctx); err != nil || n == 0 {
		return err
	}
	read := uint64(1) // the description is none of a partition
	defer func() { l.lost.Store(last - min(last, read+r.passed)) }()
	wait := silence
	if !l.Embedded() {
		wait *= 4
	}
	for {
		rec, err := r.next(jetstream.NextMaxWait(wait))
		if errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil {
			return nil // Lost counts it
		}
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		if rec.Seq > last {
			return nil
		}
		read++
		if err := f(rec); err != nil {
			return err
		}
		if rec.Pending == 0 || rec.Seq == last {
			return nil
		}
	}
}

// Lost is how many records the last reading of all did not find, though they were
// written: the files of the log are damaged.
func (l *Log) Lost() uint64 { return l.lost.Load() }

// Counts returns how many records each partition has had, and the place of the
// last of all. The stream's leader answers it, so that it is never behind.
func (l *Log) Counts(ctx context.Context) (parts map[int]int64, last uint64, err error) {
	info, err := l.stream.Info(ctx, jetstream.WithSubjectFilter(l.subject(-1, "*.*")))
	if err != nil {
		return nil, 0, fmt.Errorf("read the log: %w", err)
	}
	parts = map[int]int64{}
	for subject, n := range info.State.Subjects {
		if f := strings.Split(subject, "."); len(f) == 4 {
			if part, err := strconv.Atoi(f[2]); err == nil {
				parts[part] += int64(n)
			}
		}
	}
	return parts, info.State.LastSeq, nil
}

// Last is the place of the last record.
func (l *Log) Last(ctx context.Context) (uint64, error) {
	info, err := l.stream.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the log: %w", err)
	}
	return info.State.LastSeq, nil
}

// ID tells logs apart that have one name: when the log was made.
func (l *Log) ID() string {
	return strconv.FormatInt(l.stream.CachedInfo().Created.UnixNano(), 10)
}

// Reached is the place of the last record when the log was opened.
func (l *Log) Reached() uint64 { return l.stream.CachedInfo().State.LastSeq }

// records counts the records of partitions: the description of the crawl is a
// message too, and a log may hold nothing else.
func (l *Log) records(ctx context.Context) (uint64, error) {
	info, err := l.stream.Info(ctx, jetstream.WithSubjectFilter(l.subject(-1, "*.*")))
	if err != nil {
		return 0, fmt.Errorf("read the log: %w", err)
	}
	var n uint64
	for _, count := range info.State.Subjects {
		n += count
	}
	return n, nil
}

// Describe writes what the crawl is, unless the log holds a description, and
// returns the one that stands: whoever joins a crawl does as it says.
func (l *Log) Describe(ctx context.Context, text []byte) (stands []byte, err error) {
	err = l.patiently(ctx, func(ctx context.Context) (err error) {
		stands, err = l.describe(ctx, text)
		return err
	})
	return stands, err
}

func (l *Log) describe(ctx context.Context, text []byte) ([]byte, error) {
	if text != nil {
		_, err := l.js.Publish(ctx, l.subject(-1, "description"), text, jetstream.WithExpectLastSequencePerSubject(0))
		if err == nil {
			return text, nil
		}
		// Fenced: there is one, perhaps our own of a try whose answer was lost.
		if err := classify(err); !errors.Is(err, ErrFenced) {
			return nil, err
		}
	}
	m, err := l.stream.GetLastMsgForSubject(ctx, l.subject(-1, "description"))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what the crawl is: %w", err)
	}
	return m.Data, nil
}
