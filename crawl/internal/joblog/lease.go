package joblog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"
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
	return &Leases{js: l.js, kv: kv, TTL: status.TTL()}, nil
}

// Leases say which worker holds which partition, by compare and swap.
type Leases struct {
	js  jetstream.JetStream
	kv  jetstream.KeyValue
	TTL time.Duration
}

// A State is what a worker says of itself.
type State struct {
	// Idle: all that the log held up to Seq is read, and nothing waits or is under
	// way in its partitions.
	Idle  bool
	Seq   uint64
	Parts int // partitions that it speaks for
}

// Spent is what was fetched of a partition ever, by whoever owned it.
type Spent struct {
	Pages int64
	Bytes int64 // of bodies as received
}

// Here says that a worker is alive, and how it stands.
func (l *Leases) Here(ctx context.Context, worker string, s State) error {
	text := "busy"
	if s.Idle {
		text = "idle"
	}
	_, err := l.kv.PutString(ctx, "worker."+worker, fmt.Sprint(text, " ", s.Seq, " ", s.Parts))
	return err
}

// Ended says to all workers that the crawl is to end. Why is empty if all is
// done that the log held up to the place at; else it names a budget of the size at.
func (l *Leases) Ended(ctx context.Context, why string, at uint64) error {
	_, err := l.kv.PutString(ctx, endKey, fmt.Sprint(at, " ", why))
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
	Spent  map[int]Spent // of the partitions that are held, and were read by who holds them
	// End is set if a worker has seen the end: Why says what for, and if it is
	// empty, all was done that the log held up to EndAt; else EndAt is a budget.
	End   bool
	Why   string
	EndAt uint64
}

// Look reads the bucket, in one request. A list of keys, as the library makes
// it, waits for as many as there were at its begin, and so for ever if one runs
// out meanwhile.
func (l *Leases) Look(ctx context.Context) (Look, error) {
	ctx, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	look := Look{States: map[string]State{}, Held: map[int]bool{}, Spent: map[int]Spent{}}
	prefix := "$KV." + l.kv.Bucket() + "."
	all, err := jetstreamext.GetLastMsgsFor(ctx, l.js, "KV_"+l.kv.Bucket(), []string{prefix + ">"})
	if err != nil {
		return look, fmt.Errorf("read the leases: %w", err)
	}
	left := "all" // how many are still to come, says each message
	for m, err := range all {
		if errors.Is(err, jetstreamext.ErrNoMessages) {
			return look, nil
		}
		if err != nil {
			return look, fmt.Errorf("read the leases: %w", err)
		}
		left = m.Header.Get("Nats-Num-Pending")
		if m.Header.Get("KV-Operation") == "" { // else it was given up
			look.take(strings.TrimPrefix(m.Subject, prefix), string(m.Data))
		}
	}
	if left != "0" { // the end is not told from a pause that is too long
		return look, fmt.Errorf("read the leases: the server fell silent with %s to come", left)
	}
	return look, nil
}

// answering is how long the server may take to answer.
const answering = 5 * time.Second

// take reads one key. What another version wrote is neither idle nor counted.
func (k *Look) take(key, value string) {
	if rest, ok := strings.CutPrefix(key, "part."); ok {
		n, err := strconv.Atoi(rest)
		if err != nil {
			return
		}
		k.Held[n] = true
		var s Spent
		if _, err := fmt.Sscan(value, &s.Pages, &s.Bytes); err == nil {
			k.Spent[n] = s
		}
	} else if name, ok := strings.CutPrefix(key, "worker."); ok {
		var word string
		var s State
		if _, err := fmt.Sscan(value, &word, &s.Seq, &s.Parts); err == nil {
			s.Idle = word == "idle"
			k.States[name] = s
		}
	} else if key == endKey {
		at, why, _ := strings.Cut(value, " ")
		k.End, k.Why = true, why
		k.EndAt, _ = strconv.ParseUint(at, 10, 64)
	}
}

func partKey(part int) string { return "part." + strconv.Itoa(part) }

// Take takes a partition that nobody holds. The revision is for Renew and Leave.
func (l *Leases) Take(ctx context.Context, part int, worker string) (uint64, error) {
	return l.kv.Create(ctx, partKey(part), []byte("? ? "+worker))
}

// Renew keeps a partition, and tells what was fetched of it, if that is known; it
// fails if the lease ran out and somebody took it.
func (l *Leases) Renew(ctx context.Context, part int, worker string, spent *Spent, revision uint64) (uint64, error) {
	text := "? ? " + worker
	if spent != nil {
		text = fmt.Sprint(spent.Pages, " ", spent.Bytes, " ", worker)
	}
	return l.kv.Update(ctx, partKey(part), []byte(text), revision)
}

// Leave gives a partition up.
func (l *Leases) Leave(ctx context.Context, part int, revision uint64) error {
	return l.kv.Delete(ctx, partKey(part), jetstream.LastRevision(revision))
}
