// Package serve is the service: the verbs as an HTTP API, the gate for crawlers
// in any language, metrics, and the page.
//
// What a verb answers is decided in package verb and in package gate. Here is
// what strangers and browsers bring about: limits on bodies, time and
// connections, the check of Host and Origin, the access log, and the end.
package serve

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/turns"
)

// Options of a service. The zero Options serve the verbs that fetch nothing.
type Options struct {
	Version string // of the program, for /openapi.json

	// Hosts are the only names and addresses by which the service answers; any if
	// nil. It is what keeps a web page from reaching a service on loopback under
	// a name of its own (DNS rebinding). See LoopbackHosts.
	Hosts []string

	// Origins are those of web pages that may ask from elsewhere (CORS).
	Origins []string

	// Client fetches; nil refuses fetch, ask and saw.
	Client *fetch.Client
	Gate   gate.Options // its Fetcher is Client

	// Log takes one JSON object for each request; nil for none.
	Log io.Writer

	Limits Limits
}

// Limits bound what the service takes on. A field that is zero takes its default.
type Limits struct {
	Body        int64         // octets of a request; default 16 MiB. A stream may be longer, its lines may not
	Time        time.Duration // for an answer; default 30 s
	Idle        time.Duration // a stream or connection that is silent for so long ends; default 60 s
	Grace       time.Duration // what runs may take so long to end; default 10 s
	Running     int           // verbs at work at once; default two for each processor
	Large       int           // requests of more than 64 KiB at once; default 8
	Streams     int           // default 64
	Connections int           // default 4,096
}

func (l *Limits) fill() {
	for _, d := range []struct {
		at *time.Duration
		to time.Duration
	}{{&l.Time, 30 * time.Second}, {&l.Idle, time.Minute}, {&l.Grace, 10 * time.Second}} {
		if *d.at <= 0 {
			*d.at = d.to
		}
	}
	for _, n := range []struct {
		at *int
		to int
	}{{&l.Running, 2 * runtime.GOMAXPROCS(0)}, {&l.Large, 8}, {&l.Streams, 64}, {&l.Connections, 4096}} {
		if *n.at <= 0 {
			*n.at = n.to
		}
	}
	if l.Body <= 0 {
		l.Body = 16 << 20
	}
}

// A Server is the service.
type Server struct {
	o       Options
	gate    *gate.Gate // nil if nothing is fetched
	metrics *metrics
	log     *accessLog
	mux     *http.ServeMux
	handler http.Handler
	known   map[string]string // the methods of each path of the API
	site    fs.FS             // the files of the page; nil if it was not built in
	pages   http.Handler      // what serves them

	turns                   turns.Turns // of sites that fetch fetches from
	running, large, streams slots
	leaving                 atomic.Bool
	openAPI                 []byte
}

// New makes a service. Close it, also if it never served.
func New(o Options) (*Server, error) {
	o.Limits.fill()
	s := &Server{o: o, mux: http.NewServeMux(), known: map[string]string{},
		running: newSlots(o.Limits.Running), large: newSlots(o.Limits.Large), streams: newSlots(o.Limits.Streams)}
	s.metrics = newMetrics()
	s.site, s.pages = pageFiles()
	if o.Client != nil {
		o.Gate.Fetcher = counted{o.Client, s.metrics}
		g, err := gate.New(o.Gate)
		if err != nil {
			return nil, err
		}
		s.gate = g
		if s.turns.Delay = o.Gate.Delay; s.turns.Delay == 0 && !o.Gate.DangerouslyNoDelay {
			s.turns.Delay = time.Second
		}
		s.metrics.watch(g)
	}
	if o.Log != nil {
		s.log = newAccessLog(o.Log)
	}
	if err := s.routes(); err != nil {
		s.Close()
		return nil, err
	}
	s.handler = s.outermost(s.guard(s.mux))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers on l until ctx ends. Then /readyz says no, no connection is taken
// any more, and what runs has Limits.Grace to end. It returns nil if all of it did.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	l = netutil.LimitListener(l, s.o.Limits.Connections)
	h := s.server()
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.leaving.Store(true)
	grace, cancel := context.WithTimeout(context.Background(), s.o.Limits.Grace)
	defer cancel()
	err := h.Shutdown(grace)
	if err != nil {
		h.Close()
		err = errors.New("some requests did not end in time and were cut off")
	}
	<-ended
	return err
}

// server has the time limits of the service. They are for a request and its answer
// as a whole, so that nobody holds a connection by sending an octet now and then.
// Streams renew theirs.
func (s *Server) server() *http.Server {
	t := s.o.Limits.Time
	return &http.Server{Handler: s, ReadHeaderTimeout: min(10*time.Second, t), ReadTimeout: t, WriteTimeout: 2*t + 5*time.Second,
		IdleTimeout: s.o.Limits.Idle, MaxHeaderBytes: 64 << 10, ErrorLog: silent}
}

// Close ends what is being fetched and writes out the log.
func (s *Server) Close() {
	if s.gate != nil {
		s.gate.Close()
	}
	if s.log != nil {
		s.log.Close()
	}
}

// LoopbackHosts are the names of a service that listens on loopback.
func LoopbackHosts() []string { return []string{"localhost", "127.0.0.1", "[::1]"} }
