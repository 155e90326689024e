package crawl

import (
	"context"
	"time"

	"github.com/robotsgate/robots/warc"
)

// A Recorder keeps exchanges. Record may be called by many goroutines at once.
// Sync makes what was recorded last; the log says that a page is done only after
// it. A recorder that fails stops the crawl, which can be resumed. A *warc.Writer
// is one.
type Recorder interface {
	Record(x *warc.Exchange) (file string, offset int64, err error)
	Sync() error
}

// A Tracer starts a span for a request, of a page or a robots.txt, and returns how
// to end it: status is 0 without an answer, reason as in Page. Package oteltrace
// has one for OpenTelemetry.
type Tracer interface {
	Visit(ctx context.Context, url string) (context.Context, func(status int, reason string, err error))
}

// Progress is how a crawl stands.
type Progress struct {
	Fetched int64 // exchanges that brought a page, or an answer without one
	Robots  int64 // robots.txt files fetched
	// Unreachable are fetches of a robots.txt that found it so.
	Unreachable int64
	Refused     int64            // tasks that were not requested
	Reasons     map[string]int64 // of tasks that were refused, failed, or brought no page
	Failed      int64
	Retried     int64
	Bytes       int64 // of bodies as received
	Known       int64
	Outside     int64 // of the known, those refused when they were found
	Queued      int64
	Hosts       int64
	InFlight    int64
	Elapsed     time.Duration
	Slow        []SlowHost // hosts with most left to do by their own delay
	Done        bool
}

// A SlowHost is a host that a crawl waits for.
type SlowHost struct {
	Host   string
	Queued int
	Delay  time.Duration
	Left   time.Duration // at least, by Delay
}
