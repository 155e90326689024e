package crawl

import (
	"context"
	"net/http"
	"net/netip"
	"time"
)

// A Recorder keeps exchanges. Record may be called by many goroutines at once.
// Sync makes what was recorded last; the log says that a page is done only after
// it. A recorder that fails stops the crawl, which can be resumed.
type Recorder interface {
	Record(x *Exchange) (file string, offset int64, err error)
	Sync() error
}

// An Exchange is a request and its answer as they went over the wire, but for
// the transfer coding.
type Exchange struct {
	URL      string
	Method   string
	Sent     http.Header // of the request
	Proto    string
	Status   int
	Header   http.Header
	Body     []byte // in its content coding; not kept if NoBody
	Cut      bool   // by a limit
	NoBody   bool   // noarchive: the page asks that no copy be kept
	Revisit  bool   // the body was fetched before with that digest
	Digest   []byte // SHA-256 of the decoded body
	Remote   netip.Addr
	Started  time.Time
	IsRobots bool
}

// A Tracer starts a span for a visit and returns how to end it. OpenTelemetry's
// tracers fit with two lines of code.
type Tracer interface {
	Visit(ctx context.Context, url string) (context.Context, func(status int, reason string, err error))
}

// Progress is how a crawl stands.
type Progress struct {
	Fetched  int64 // exchanges that brought a page, or an answer without one
	Robots   int64 // robots.txt files fetched
	Refused  int64 // tasks that were not requested
	Failed   int64
	Retried  int64
	Bytes    int64 // of bodies as received
	Known    int64
	Queued   int64
	Hosts    int64
	InFlight int64
	Elapsed  time.Duration
	Slow     []SlowHost // hosts with most left to do by their own delay
	Done     bool
}

// A SlowHost is a host that a crawl waits for.
type SlowHost struct {
	Host   string
	Queued int
	Delay  time.Duration
	Left   time.Duration // at least, by Delay
}
