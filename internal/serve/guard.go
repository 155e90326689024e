package serve

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// silent is for what net/http says about broken connections: it is foreign text,
// and the access log and the metrics tell what matters.
var silent = log.New(io.Discard, "", 0)

// outermost counts and logs each request, and answers for one that panics.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		t := tally{ResponseWriter: w}
		s.metrics.running.Inc()
		defer func() {
			v := recover()
			if v != nil && v != http.ErrAbortHandler && t.status == 0 {
				problem(&t, http.StatusInternalServerError, "an internal error; the log has it")
			}
			took := time.Since(began)
			s.metrics.running.Dec()
			s.metrics.request(r.Pattern, t.code(), took)
			if s.log != nil {
				s.log.write(r, &t, began, took)
				if v != nil && v != http.ErrAbortHandler {
					s.log.note(fmt.Sprintf("panic: %v\n%s", v, debug.Stack()))
				}
			}
			if v != nil && (v == http.ErrAbortHandler || t.cut) {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(&t, r)
	})
}

// A tally keeps what was answered.
type tally struct {
	http.ResponseWriter
	status int
	bytes  int64
	cut    bool // the answer is known to be incomplete
}

func (t *tally) WriteHeader(status int) {
	if t.status == 0 {
		t.status = status
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *tally) Write(b []byte) (int, error) {
	if t.status == 0 {
		t.status = http.StatusOK
	}
	n, err := t.ResponseWriter.Write(b)
	t.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (t *tally) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *tally) code() int {
	if t.status == 0 {
		return http.StatusOK
	}
	return t.status
}

// guard refuses what a browser should not have sent here: a name that is not
// ours, which is how a page reaches loopback, and requests of other sites' pages.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.ours(r.Host) {
			problem(w, http.StatusMisdirectedRequest, "the Host header is no name of this service; --host adds one")
			return
		}
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			origin := r.Header.Get("Origin")
			allowed := slices.Contains(s.o.Origins, origin)
			if origin != "" && !allowed && !sameOrigin(origin, r) || origin == "" && foreignPage(r) {
				problem(w, http.StatusForbidden, "pages of other origins may not ask; --cors ORIGIN permits one")
				return
			}
			if len(s.o.Origins) > 0 {
				w.Header().Add("Vary", "Origin")
			}
			if allowed && origin != "" {
				w.Header().Set("Access-Control-Allow-Origin", origin)
				if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
					w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
					w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
					w.WriteHeader(http.StatusNoContent)
					return
				}
			}
			if r.Method == http.MethodPost && r.ContentLength != 0 && !s.fits(w, r) {
				return
			}
			if r.ContentLength < 0 || r.ContentLength > 64<<10 {
				if !streamed(r) {
					if !s.large.take(r.Context()) {
						problem(w, http.StatusServiceUnavailable, busy)
						return
					}
					defer s.large.free()
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// fits refuses bodies that are announced as too long, before they are read.
func (s *Server) fits(w http.ResponseWriter, r *http.Request) bool {
	if r.ContentLength <= s.o.Limits.Body || streamed(r) {
		return true
	}
	w.Header().Set("Connection", "close") // what it sends is not read
	problem(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has %d octets, and %d at most are read", r.ContentLength, s.o.Limits.Body))
	return false
}

// ours reports whether the service answers by that name.
func (s *Server) ours(host string) bool {
	if s.o.Hosts == nil {
		return true
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
		if strings.Contains(h, ":") {
			name = "[" + h + "]"
		}
	}
	return slices.ContainsFunc(s.o.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

func sameOrigin(origin string, r *http.Request) bool {
	_, host, ok := strings.Cut(origin, "://")
	return ok && strings.EqualFold(host, r.Host)
}

// foreignPage reports whether a browser says that another site's page asks.
// Requests without an Origin can be made by any page, as an image.
func foreignPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}
