package testweb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ErrNotLoopback refuses an address that others could reach: these pages are
// made to hurt clients.
var ErrNotLoopback = errors.New("not a loopback address with a port, such as 127.0.0.1:0")

// Options are how a web is served. The zero value is what tests want.
type Options struct {
	Addr    string        // where to listen; "127.0.0.1:0" if empty
	Numeric bool          // also listen at an address of 127.1.0.0/16 for each host, on the same port
	Pipe    bool          // no sockets: only DialContext leads to the server; works inside testing/synctest
	Longest time.Duration // bound of one exchange; 30 s if zero
	Keep    int           // requests kept for Requests, the last ones; 100,000 if zero, none if negative
	Log     io.Writer     // gets every request as a line of JSON
	Rules   Rules         // what Judge judges by; Want is that of the web if nil
}

// A Server serves a web on loopback.
type Server struct {
	web       *Web
	longest   time.Duration
	http      *http.Server
	certs     *authorityCA
	rec       *recorder
	in        *intake
	listeners []net.Listener
	addr      string
	tripwire  string // an address that nobody may dial, and that is listened at
	private   atomic.Int64
	looked    sync.Map               // host name to *atomic.Int64, of look-ups
	panicked  atomic.Pointer[string] // the first panic of a handler, which net/http would only log
	cancel    context.CancelFunc
	wg        sync.WaitGroup
	closed    sync.Once
}

// TB is the part of testing.TB that Start needs. It is here so that a program
// which serves a web does not link the package testing.
type TB interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Start serves a web until the test ends, and fails it if a handler panicked. At
// most one Options is used.
func Start(t TB, web *Web, options ...Options) *Server {
	t.Helper()
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	s, err := Listen(web, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() {
		s.Close()
		if p := s.panicked.Load(); p != nil {
			t.Errorf("the %s web: %s", web.name, *p)
		}
	})
	return s
}

// Listen serves a web until Close. It fails with ErrNotLoopback for addresses
// outside loopback, and with the error of the system where it cannot listen.
func Listen(web *Web, o Options) (*Server, error) {
	if o.Longest == 0 {
		o.Longest = 30 * time.Second
	}
	if o.Keep == 0 {
		o.Keep = 100_000
	}
	if o.Rules.Want == nil {
		o.Rules.Want = web.Want
	}
	certs, err := newCA()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{web: web, longest: o.Longest, certs: certs, rec: newRecorder(max(o.Keep, 0), o.Log, newJudge(o.Rules)), cancel: cancel}
	s.in = newIntake(s.longest, s.tlsConfig(), s.connect)
	if err := s.listen(o); err != nil {
		cancel()
		s.closeListeners()
		return nil, err
	}
	s.http = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: s.longest,
		IdleTimeout:       s.longest,
		MaxHeaderBytes:    1 << 16,
		ErrorLog:          log.New(io.Discard, "", 0),
		TLSConfig:         s.tlsConfig(), // tells net/http that connections may speak HTTP/2
		ConnState:         s.connState,
		Protocols:         new(http.Protocols),
	}
	s.http.Protocols.SetHTTP1(true)
	s.http.Protocols.SetHTTP2(true)
	s.wg.Go(func() { s.http.Serve(s.in) })
	for _, l := range s.listeners {
		s.wg.Go(func() { s.accept(l) })
	}
	return s, nil
}

// listen opens the sockets that were asked for.
func (s *Server) listen(o Options) error {
	s.tripwire = tripwireIP + ":9"
	if o.Pipe {
		s.addr = "127.0.0.1:80"
		return nil
	}
	addr := o.Addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	addr, err := loopback(addr)
	if err != nil {
		return err
	}
	l, err := s.open(addr)
	if err != nil {
		return err
	}
	s.addr = l.Addr().String()
	_, port, _ := net.SplitHostPort(s.addr)
	if o.Numeric {
		for i := range s.web.order {
			if _, err := s.open(net.JoinHostPort(hostAddr(i).String(), port)); err != nil {
				return err
			}
		}
	}
	// Systems other than Linux have only some of 127.0.0.0/8; then nobody is caught there.
	if trip, err := net.Listen("tcp4", tripwireIP+":0"); err == nil {
		s.tripwire = trip.Addr().String()
		s.listeners = append(s.listeners, trip)
	}
	return nil
}

func (s *Server) open(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("serve the %s web: %w", s.web.name, err)
	}
	s.listeners = append(s.listeners, l)
	return l, nil
}

// tripwireIP stands for all addresses that no crawler may dial.
const tripwireIP = "127.255.255.254"

// accept takes connections until the listener is closed.
func (s *Server) accept(l net.Listener) {
	trip := l.Addr().String() == s.tripwire
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(time.Millisecond) // out of descriptors: others must end first
		case trip:
			s.private.Add(1)
			conn.Close()
		default:
			s.in.take(conn, "")
		}
	}
}

// connState counts connections, so that Close can wait for what serves them.
func (s *Server) connState(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.wg.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.wg.Done()
	}
}

// serve records a request and lets its host answer.
func (s *Server) serve(rw http.ResponseWriter, r *http.Request) {
	s.wg.Add(1) // a hijacked connection is no longer counted, its handler is
	defer s.wg.Done()
	at := parseAuthority(s.web, r.Host)
	if at.name == "" {
		s.serveIndex(rw, r)
		return
	}
	h := s.web.hosts[at.name]
	if h == nil {
		h = s.web.wildcard(at.name)
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.longest)
	defer cancel()
	control := http.NewResponseController(rw)
	end := time.Now().Add(s.longest)
	control.SetReadDeadline(end)
	control.SetWriteDeadline(end)
	w := &writer{ResponseWriter: rw}
	req, count := s.rec.begin(r, at.name, h != nil)
	w.end = sync.OnceFunc(func() { s.rec.end(req, h != nil, int(w.status.Load()), w.bytes.Load()) })
	defer w.end()
	// A client that hung up is gone, however long its answer is still made.
	defer context.AfterFunc(r.Context(), w.end)()
	if h == nil {
		http.Error(w, "no such host in this web", http.StatusMisdirectedRequest)
		return
	}
	defer s.notePanic(req)
	h.serve(&exchange{w: w, r: r.WithContext(ctx), s: s, host: h, at: at, count: count})
}

// notePanic keeps what a handler panicked with, and passes it on.
func (s *Server) notePanic(r Request) {
	v := recover()
	if v == nil {
		return
	}
	if v != http.ErrAbortHandler {
		text := fmt.Sprintf("%s://%s%s: panic: %v\n%s", r.Scheme, r.Host, r.Target, v, debug.Stack())
		s.panicked.CompareAndSwap(nil, &text)
	}
	panic(v)
}

// wildcard returns the host that answers for all names below it, or nil.
func (w *Web) wildcard(name string) *host {
	for {
		_, rest, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		if h := w.hosts["*."+rest]; h != nil {
			return h
		}
		name = rest
	}
}

// Close ends all exchanges and waits until nothing of the server runs.
func (s *Server) Close() {
	s.closed.Do(func() {
		s.cancel()
		s.closeListeners()
		s.http.Close()
		s.in.close()
		s.wg.Wait()
	})
}

func (s *Server) closeListeners() {
	for _, l := range s.listeners {
		l.Close()
	}
}

// Web returns what is served.
func (s *Server) Web() *Web { return s.web }

// Addr returns the address and port of the server. It speaks HTTP and TLS on the
// same port, and is a proxy for both. With Options.Pipe it is not listened at.
func (s *Server) Addr() string { return s.addr }

// URL returns the URL of a case of the catalogue, and panics if there is none of
// that name. It has no port: reach it through DialContext or the proxy.
func (s *Server) URL(name string) string {
	c, ok := s.web.Case(name)
	if !ok {
		panic("testweb: the web has no case " + name)
	}
	return c.URL()
}

// Authority returns a host of the web with the port that is listened at: by its
// number in 127.1.0.0/16 with Options.Numeric, otherwise by name.
func (s *Server) Authority(hostName string, numeric bool) string {
	_, port, _ := net.SplitHostPort(s.addr)
	return authority{numeric: numeric, port: ":" + port}.of(s.web, hostName)
}

// Requests returns the exchanges that have ended, in the order of their end, the
// last Options.Keep of them.
func (s *Server) Requests() []Request { return s.rec.requests() }

// Dropped returns how many requests are no longer kept.
func (s *Server) Dropped() int {
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	return s.rec.dropped
}

// LogError returns the first error of writing to Options.Log, or nil.
func (s *Server) LogError() error {
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	return s.rec.logErr
}

// Reset forgets all requests and counts, as if the server had just begun.
func (s *Server) Reset() {
	s.rec.reset()
	s.private.Store(0)
	s.looked.Clear()
}

// Judge reports on all requests since the start, kept or not, by Options.Rules.
func (s *Server) Judge() Report {
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	return s.rec.judge.report(s.PrivateDials())
}

// HasTripwire reports whether an address that nobody may dial is listened at.
func (s *Server) HasTripwire() bool { return s.tripwire != tripwireIP+":9" }

// PrivateDials returns how often somebody dialled an address that nobody may
// dial: through DialContext, through the proxy, or the one that is listened at.
func (s *Server) PrivateDials() int { return int(s.private.Load()) }
