package joblog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Leases opens the bucket in which workers say what they hold. A key that is
// not renewed for ttl is gone.
func (l *Log) Leases(ctx context.Context, ttl time.Duration) (*Leases, error) {
	config := jetstream.KeyValueConfig{Bucket: "crawl_" + l.opt.Name + "_leases", TTL: ttl, Storage: jetstream.FileStorage, Replicas: l.replicas()}
	var kv jetstream.KeyValue
	err := l.patiently(ctx, func(ctx context.Context) (err error) {
		if kv, err = l.js.KeyValue(ctx, config.Bucket); errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = l.js.CreateKeyValue(ctx, config)
			if errors.Is(err, jetstream.ErrBucketExists) {
				kv, err = l.js.KeyValue(ctx, config.Bucket)
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open the leases: %w", err)
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the leases: %w", err)
	}
	// The bucket's own time counts, or two workers would mean different times.
	return &Leases{kv: kv, TTL: status.TTL()}, nil
}

// Leases say which worker holds which partition, by compare and swap.
type Leases struct {
	kv  jetstream.KeyValue
	TTL time.Duration
}

// A State is what a worker says of itself.
type State struct {
	// Idle: all that the log held up to Seq is read, and nothing waits or is under
	// way in its partitions.
	Idle  bool
	Seq   uint64
	Pages int64 // fetched of its partitions, by whoever owned them
	Parts int   // partitions that it speaks for
}

// Here says that a worker is alive, and how it stands.
func (l *Leases) Here(ctx context.Context, worker string, s State) error {
	text := "busy"
	if s.Idle {
		text = "idle"
	}
	_, err := l.kv.PutString(ctx, "worker."+worker, fmt.Sprint(text, " ", s.Seq, " ", s.Pages, " ", s.Parts))
	return err
}

// Ended says to all workers that the crawl is to end: why is empty if all is
// done that the log held up to seq.
func (l *Leases) Ended(ctx context.Context, why string, seq uint64) error {
	_, err := l.kv.PutString(ctx, endKey, fmt.Sprint(seq, " ", why))
	return err
}

const endKey = "end"

// Gone says that a worker has left.
func (l *Leases) Gone(ctx context.Context, worker string) error {
	return l.kv.Delete(ctx, "worker."+worker)
}

// A Look is who is alive and what is held.
type Look struct {
	States map[string]State // of workers
	Held   map[int]bool
	Pages  int64 // fetched of all partitions whose owners are alive
	// End is set if a worker has seen the end: Why says what for, and if it is
	// empty, all was done that the log held up to EndSeq.
	End    bool
	Why    string
	EndSeq uint64
}

// Look reads the bucket.
func (l *Leases) Look(ctx context.Context) (Look, error) {
	look := Look{States: map[string]State{}, Held: map[int]bool{}}
	keys, err := l.kv.ListKeys(ctx)
	if err != nil {
		return look, err
	}
	for k := range keys.Keys() {
		if rest, ok := strings.CutPrefix(k, "part."); ok {
			if n, err := strconv.Atoi(rest); err == nil {
				look.Held[n] = true
			}
		} else if name, ok := strings.CutPrefix(k, "worker."); ok {
			e, err := l.kv.Get(ctx, k)
			if err != nil {
				continue // gone meanwhile
			}
			var word string
			var s State
			if _, err := fmt.Sscan(string(e.Value()), &word, &s.Seq, &s.Pages, &s.Parts); err != nil {
				continue // of another version: neither idle nor counted
			}
			s.Idle = word == "idle"
			look.States[name] = s
			look.Pages += s.Pages
		} else if k == endKey {
			e, err := l.kv.Get(ctx, k)
			if err != nil {
				continue
			}
			seq, why, _ := strings.Cut(string(e.Value()), " ")
			look.End, look.Why = true, why
			look.EndSeq, _ = strconv.ParseUint(seq, 10, 64)
		}
	}
	return look, nil
}

func partKey(part int) string { return "part." + strconv.Itoa(part) }

// Take takes a partition that nobody holds. The revision is for Renew and Leave.
func (l *Leases) Take(ctx context.Context, part int, worker string) (uint64, error) {
	return l.kv.Create(ctx, partKey(part), []byte(worker))
}

// Renew keeps a partition; it fails if the lease ran out and somebody took it.
func (l *Leases) Renew(ctx context.Context, part int, worker string, revision uint64) (uint64, error) {
	return l.kv.Update(ctx, partKey(part), []byte(worker), revision)
}

// Leave gives a partition up.
func (l *Leases) Leave(ctx context.Context, part int, revision uint64) error {
	return l.kv.Delete(ctx, partKey(part), jetstream.LastRevision(revision))
}
