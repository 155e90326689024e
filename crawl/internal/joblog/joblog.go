// Package joblog is the log of a crawl: a NATS JetStream stream that holds all
// that ever happened, in order.
//
// One process runs the server inside itself, without opening a port. Many
// processes meet at a cluster. The code is the same: only Open differs.
//
// A write is one atomic batch: either a page, its outlinks and what was learnt
// of its host are in the log, or none of it. What speaks for a partition carries
// the epoch of its owner, and the server refuses the batch if somebody else has
// owned the partition since: a worker that slept through its lease cannot write.
package joblog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"github.com/robotsgate/robots/crawl/internal/wire"
)

// Options of a log.
type Options struct {
	Name     string // of the crawl: letters, digits, - and _
	Dir      string // where the server in the process keeps its files
	URL      string // of a cluster; empty: a server in the process
	Creds    string // file with credentials for the cluster; empty: none
	Replicas int    // of the stream in a cluster; 0: three if there are as many servers, else one
	MaxBytes int64  // of the log; 0 is no limit. A full log stops the crawl, it loses nothing
	Existing bool   // open a log that is there, and make none: ErrNone if it is not
	// DangerouslyAllowOldServer takes servers in which atomic batches had faults.
	DangerouslyAllowOldServer bool
}

// minServer is the first server version in which atomic batches that carry the
// epochs of several partitions are right.
const minServer = "2.15.0"

// ErrFenced is what a write fails with if a partition it speaks for has another
// owner now.
var ErrFenced = errors.New("another worker owns the partition")

// ErrTooLarge is what a write fails with if a record is larger than a log takes.
var ErrTooLarge = errors.New("a record is too large")

// ErrFull is what a write fails with if the disk, or the limit of the log, is
// reached.
var ErrFull = errors.New("the log is full")

// ErrNone is what Open fails with if there is no log of that name and none is to
// be made.
var ErrNone = errors.New("no such crawl")

// ErrName is what Open fails with if no log can have the name.
var ErrName = errors.New("letters, digits, - and _ only, 100 at most")

// A Log is safe for concurrent use.
type Log struct {
	opt    Options
	srv    *server.Server
	nc     *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	lost   atomic.Uint64
}

// Open joins the log of a crawl, and makes it if there is none.
func Open(ctx context.Context, opt Options) (*Log, error) {
	if err := CheckName(opt.Name); err != nil {
		return nil, err
	}
	l := &Log{opt: opt}
	if err := l.connect(ctx); err != nil {
		l.Close()
		return nil, fmt.Errorf("open the log: %w", err)
	}
	return l, nil
}

// CheckName returns an ErrName for what cannot be the name of a crawl.
func CheckName(s string) error {
	if s != "" && len(s) <= 100 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == "" {
		return nil
	}
	return fmt.Errorf("the name %q of a crawl: %w", s[:min(len(s), 120)], ErrName)
}

func (l *Log) connect(ctx context.Context) (err error) {
	options := []nats.Option{nats.Name("robots crawl " + l.opt.Name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond)}
	if l.opt.URL == "" {
		if err := l.serve(); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(l.srv))
	} else if l.opt.Creds != "" {
		options = append(options, nats.UserCredentials(l.opt.Creds))
	}
	if l.nc, err = nats.Connect(l.opt.URL, options...); err != nil {
		return fmt.Errorf("connect to %s: %w", l.place(), err)
	}
	if v := l.nc.ConnectedServerVersion(); older(v, minServer) && !l.opt.DangerouslyAllowOldServer {
		return fmt.Errorf("%s runs version %s, and crawls need %s", l.place(), v, minServer)
	}
	if l.js, err = jetstream.New(l.nc); err != nil {
		return err
	}
	if l.Embedded() {
		if err := l.whole(ctx); err != nil {
			return err
		}
	}
	return l.create(ctx)
}

// maxStore is more than any disk: the disk is the limit.
const maxStore = 1 << 50

// serve starts the server in the process.
func (l *Log) serve() error {
	if err := l.folder(); err != nil {
		return err
	}
	if err := l.full(); err != nil {
		return fmt.Errorf("%w: make room and try again", err)
	}
	opts := &server.Options{
		ServerName: "crawl", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Clean(l.opt.Dir),
		// A record counts as written when the disk has it. Batches make that free.
		SyncAlways:         true,
		JetStreamMaxStore:  maxStore,
		JetStreamMaxMemory: 64 << 20,
	}
	srv, err := server.NewServer(opts)
	if err != nil {
		return err
	}
	l.srv = srv
	srv.Start()
	if !srv.ReadyForConnections(30 * time.Second) {
		return fmt.Errorf("the log in %s does not open", l.opt.Dir)
	}
	return nil
}

// folder makes the folder of the log. It is not made where there is to be one,
// and a folder that holds something else is left alone.
func (l *Log) folder() error {
	if _, err := os.Stat(filepath.Join(l.opt.Dir, "jetstream")); err == nil {
		return nil
	} else if l.opt.Existing {
		return fmt.Errorf("%w in %s", ErrNone, l.opt.Dir)
	}
	if err := os.MkdirAll(l.opt.Dir, 0o755); err != nil {
		return err
	}
	inside, err := os.ReadDir(l.opt.Dir)
	if err == nil && len(inside) > 0 {
		return fmt.Errorf("%s holds %s, which is no part of a crawl: choose another folder", l.opt.Dir, inside[0].Name())
	}
	return err
}

func (l *Log) place() string {
	if l.opt.URL == "" {
		return "the log in " + l.opt.Dir
	}
	all := strings.Split(l.opt.URL, ",")
	for i, s := range all {
		all[i] = redacted(strings.TrimSpace(s))
	}
	return strings.Join(all, ",")
}

// redacted leaves a password or a token out of a URL.
func redacted(s string) string {
	_, host, found := strings.Cut(s, "@")
	if !found {
		return s
	}
	scheme, _, found := strings.Cut(s, "://")
	if !found {
		return "xxxxx@" + host
	}
	return scheme + "://xxxxx@" + host
}

// create makes the stream and the bucket of leases where they are missing.
func (l *Log) create(ctx context.Context) (err error) {
	config := jetstream.StreamConfig{
		Name: streamPrefix + l.opt.Name, Subjects: []string{l.subject(-1, ">")},
		Storage: jetstream.FileStorage,
		// No direct gets: a replica that is behind would name an owner that was.
		AllowAtomicPublish: true,
		Discard:            jetstream.DiscardNew, MaxBytes: l.opt.MaxBytes, Replicas: l.replicas(),
	}
	if config.MaxBytes <= 0 || config.MaxBytes >= maxStore {
		config.MaxBytes = -1
	}
	err = l.patiently(ctx, func(ctx context.Context) (err error) {
		l.stream, err = l.js.Stream(ctx, config.Name)
		if err == nil && l.Embedded() && l.stream.CachedInfo().Config.MaxBytes != config.MaxBytes {
			// There is more room now, or less. In a cluster that is its operator's word.
			l.stream, err = l.js.UpdateStream(ctx, config)
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) && !l.opt.Existing {
			l.stream, err = l.js.CreateStream(ctx, config)
			if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another worker was quicker
				l.stream, err = l.js.Stream(ctx, config.Name)
			}
		}
		return err
	})
	if err == nil && l.Embedded() && l.stream.CachedInfo().Config.MaxBytes != config.MaxBytes {
		l.stream, err = l.js.UpdateStream(ctx, config) // another limit than the last time
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return l.none(ctx)
	}
	if err != nil {
		return fmt.Errorf("make the stream: %w", err)
	}
	return nil
}

// whole fails if the files of the log are there and the server does not take them
// for one: making it anew would write over what can still be saved.
func (l *Log) whole(ctx context.Context) error {
	_, err := l.js.Stream(ctx, streamPrefix+l.opt.Name)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	if found, _ := filepath.Glob(filepath.Join(l.opt.Dir, "jetstream", "*", "streams", streamPrefix+l.opt.Name)); len(found) > 0 {
		return fmt.Errorf("%s is damaged: %s does not hold together: restore it from a copy, or choose another folder", l.place(), filepath.Join(found[0], "meta.inf"))
	}
	return nil
}

// none says which crawls there are instead of the one that is not.
func (l *Log) none(ctx context.Context) error {
	var all []string
	for name := range l.js.StreamNames(ctx, jetstream.WithStreamListSubject("c.*.>")).Name() {
		if name, ok := strings.CutPrefix(name, streamPrefix); ok && len(all) < 10 {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("%w as %q at %s, and no other", ErrNone, l.opt.Name, l.place())
	}
	slices.Sort(all)
	return fmt.Errorf("%w as %q at %s: there is %s", ErrNone, l.opt.Name, l.place(), strings.Join(all, ", "))
}

// streamPrefix begins the name of a crawl's stream.
const streamPrefix = "crawl_"

// electing is how long servers of a cluster may take to find a leader, when they
// have just begun or lost one.
const electing = 20 * time.Second

// patiently tries what a cluster without a leader refuses. The server in the
// process needs none.
func (l *Log) patiently(ctx context.Context, try func(context.Context) error) error {
	for began := time.Now(); ; {
		limit, cancel := context.WithTimeout(ctx, electing/4)
		err := try(limit)
		cancel()
		if err == nil || l.Embedded() || ctx.Err() != nil || time.Since(began) > electing || errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		select {
		case <-time.After(electing / 80):
		case <-ctx.Done():
			return err
		}
	}
}

func (l *Log) replicas() int {
	if l.opt.Replicas > 0 {
		return l.opt.Replicas
	}
	if l.srv == nil && l.nc.ConnectedClusterName() != "" && len(l.nc.Servers()) >= 3 {
		return 3
	}
	return 1
}

// Close leaves the log. What was written stays.
func (l *Log) Close() {
	if l.nc != nil {
		l.nc.Close()
	}
	if l.srv != nil {
		l.srv.Shutdown()
		l.srv.WaitForShutdown()
	}
}

// Embedded reports that the server runs in this process, so that no other
// process can own a partition.
func (l *Log) Embedded() bool { return l.srv != nil }

// subject is where records of a partition are; of all partitions for -1.
func (l *Log) subject(part int, kind string) string {
	if part < 0 {
		return "c." + l.opt.Name + "." + kind
	}
	return "c." + l.opt.Name + "." + strconv.Itoa(part) + "." + kind
}

// A Message is a record to be written.
type Message struct {
	Part  int
	Kind  wire.Kind
	Data  []byte
	Epoch uint64 // of the owner that speaks; 0: anybody may write it
}

// Limits of a batch, set by the server.
const (
	MaxBatch  = 1000
	MaxRecord = 900 << 10 // the server takes 1 MiB with its headers
)

// Write adds all messages to the log, or none, and returns the place of the
// last: they stand one behind the other.
func (l *Log) Write(ctx context.Context, all []Message) (last uint64, err error) {
	if len(all) == 0 {
		return 0, nil
	}
	if len(all) > MaxBatch {
		return 0, fmt.Errorf("write to the log: %d records, at most %d go together", len(all), MaxBatch)
	}
	msgs := make([]*nats.Msg, len(all))
	for i, m := range all {
		// A message without headers makes the batch panic.
		data, coding := encode(m.Data)
		msgs[i] = &nats.Msg{Subject: l.subject(m.Part, m.Kind.String()), Data: data, Header: nats.Header{}}
		if coding != "" {
			msgs[i].Header.Set(codingHeader, coding)
		}
		if m.Epoch > 0 {
			msgs[i].Header.Set("Nats-Expected-Last-Subject-Sequence", strconv.FormatUint(m.Epoch, 10))
			msgs[i].Header.Set("Nats-Expected-Last-Subject-Sequence-Subject", l.subject(m.Part, wire.Own.String()))
		}
	}
	ctx, stop := l.watched(ctx)
	defer stop()
	if len(msgs) == 1 {
		ack, err := l.js.PublishMsg(ctx, msgs[0])
		if err != nil {
			return 0, l.why(ctx, err)
		}
		return ack.Sequence, nil
	}
	ack, err := jetstreamext.PublishMsgBatch(ctx, l.js, msgs)
	if err != nil {
		return 0, l.why(ctx, err)
	}
	return ack.Sequence, nil
}

// why names what a write failed of.
func (l *Log) why(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(cause, ErrFull) {
		return cause
	}
	err = classify(err)
	if l.Embedded() && !errors.Is(err, ErrFenced) && !errors.Is(err, ErrFull) {
		if full := l.full(); full != nil {
			return full
		}
	}
	return err
}

// classify tells the failures that a crawl acts on from the others.
func classify(err error) error {
	if err == nil {
		return nil
	}
	var api *jetstream.APIError
	if errors.As(err, &api) {
		switch {
		case api.ErrorCode == 10071, api.ErrorCode == 10164:
			return fmt.Errorf("%w: %w", ErrFenced, err)
		case api.ErrorCode == 10047, api.ErrorCode == 10077, strings.Contains(api.Description, "resource"), strings.Contains(api.Description, "maximum bytes"), strings.Contains(api.Description, "no space"):
			return fmt.Errorf("%w: %w", ErrFull, err)
		}
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	if strings.Contains(err.Error(), "no space left") {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return fmt.Errorf("write to the log: %w", err)
}

// Own writes that worker owns a partition, and returns its epoch.
func (l *Log) Own(ctx context.Context, part int, worker string, now time.Time) (uint64, error) {
	ack, err := l.js.Publish(ctx, l.subject(part, wire.Own.String()), wire.AppendOwner(nil, wire.Owner{Worker: worker, At: now.UnixMilli()}))
	if err != nil {
		return 0, l.why(ctx, err)
	}
	return ack.Sequence, nil
}

// Epoch is the epoch of the last owner of a partition; 0 if it never had one.
func (l *Log) Epoch(ctx context.Context, part int) (uint64, error) {
	m, err := l.stream.GetLastMsgForSubject(ctx, l.subject(part, wire.Own.String()))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the owner of partition %d: %w", part, err)
	}
	return m.Sequence, nil
}

// Size is how many records the log holds, and how many octets they take.
func (l *Log) Size(ctx context.Context) (records, octets uint64, err error) {
	info, err := l.stream.Info(ctx)
	if err != nil {
		return 0, 0, err
	}
	return info.State.Msgs, info.State.Bytes, nil
}

// older compares versions such as 2.15.3.
func older(v, than string) bool {
	number := func(s string) (n int) {
		s, _, _ = strings.Cut(s, "-")
		for _, part := range strings.SplitN(s+".0.0", ".", 4)[:3] {
			x, _ := strconv.Atoi(part)
			n = n*1000 + x
		}
		return n
	}
	return number(v) < number(than)
}
