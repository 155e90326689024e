package testweb

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// A Request is the record of one exchange, written when it has ended.
type Request struct {
	Start     time.Time `json:"start"`
	End       time.Time `json:"end"`
	Scheme    string    `json:"scheme"`
	Method    string    `json:"method"`
	Host      string    `json:"host"`   // as the web calls it, whatever the client wrote
	Target    string    `json:"target"` // path and query
	UserAgent string    `json:"user_agent"`
	Remote    string    `json:"remote"`
	Proto     string    `json:"proto"`
	Status    int       `json:"status"` // 0: no answer was begun
	Bytes     int64     `json:"bytes"`  // of the body; 0 where it was written by hand
	InFlight  int       `json:"in_flight"`
	// SinceStart and SinceEnd tell how long after the start and the end of the
	// host's request before this one began, in nanoseconds; -1 for the first. SinceEnd is 0 if
	// another request was still running.
	SinceStart time.Duration `json:"since_start_ns"`
	SinceEnd   time.Duration `json:"since_end_ns"`
	Condition  string        `json:"condition,omitempty"` // If-None-Match, or else If-Modified-Since
	Secrets    bool          `json:"secrets,omitempty"`   // it carried cookies or credentials
}

// A recorder keeps the record of a server: the last requests, and for every host
// what gaps are measured from.
type recorder struct {
	mu      sync.Mutex
	keep    int
	ring    []Request
	next    int // place in ring that is written next, once it is full
	dropped int
	log     *json.Encoder
	logErr  error
	judge   *judge
	hosts   map[string]*hostState
	counts  map[[2]string]int
}

type hostState struct {
	inFlight           int
	lastStart, lastEnd time.Time
	any                bool
}

// maxCounts bounds how many targets are counted apart. Only hosts with a few
// targets depend on it.
const maxCounts = 1 << 16

func newRecorder(keep int, log io.Writer, j *judge) *recorder {
	r := &recorder{keep: keep, judge: j}
	if log != nil {
		r.log = json.NewEncoder(log)
		r.log.SetEscapeHTML(false)
	}
	r.reset()
	return r
}

func (c *recorder) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ring, c.next, c.dropped = nil, 0, 0
	c.counts = map[[2]string]int{}
	c.judge.reset()
	old := c.hosts
	c.hosts = map[string]*hostState{}
	for name, h := range old { // requests that still run end in the new record
		if h.inFlight > 0 {
			c.hosts[name] = &hostState{inFlight: h.inFlight}
		}
	}
}

// begin opens a record. known is false for hosts that are not of the web, which share one.
func (c *recorder) begin(r *http.Request, name string, known bool) (req Request, count int) {
	req = Request{
		Scheme: "http", Method: r.Method, Host: name, Target: r.URL.EscapedPath(), UserAgent: r.UserAgent(),
		Remote: r.RemoteAddr, Proto: r.Proto, SinceStart: -1, SinceEnd: -1,
	}
	if r.TLS != nil {
		req.Scheme = "https"
	}
	if r.URL.RawQuery != "" || r.URL.ForceQuery {
		req.Target += "?" + r.URL.RawQuery
	}
	if req.Condition = r.Header.Get("If-None-Match"); req.Condition == "" {
		req.Condition = r.Header.Get("If-Modified-Since")
	}
	req.Secrets = r.Header.Get("Cookie") != "" || r.Header.Get("Authorization") != ""
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.host(name, known)
	req.Start = time.Now()
	if h.any {
		req.SinceStart, req.SinceEnd = req.Start.Sub(h.lastStart), req.Start.Sub(h.lastEnd)
		if h.inFlight > 0 {
			req.SinceEnd = 0
		}
	}
	h.any, h.lastStart = true, req.Start
	h.inFlight++
	req.InFlight = h.inFlight
	key := [2]string{name, req.Target}
	if _, ok := c.counts[key]; known && (ok || len(c.counts) < maxCounts) {
		c.counts[key]++
	}
	return req, c.counts[key]
}

func (c *recorder) host(name string, known bool) *hostState {
	if !known {
		name = ""
	}
	h := c.hosts[name]
	if h == nil && len(c.hosts) >= maxHosts { // names below a wildcard have no end
		name, h = "", c.hosts[""]
	}
	if h == nil {
		h = &hostState{}
		c.hosts[name] = h
	}
	return h
}

// end closes a record and keeps it.
func (c *recorder) end(req Request, known bool, status int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	req.Status, req.Bytes, req.End = status, bytes, time.Now()
	h := c.host(req.Host, known)
	h.inFlight--
	h.lastEnd = req.End
	c.judge.add(req)
	if c.log != nil && c.logErr == nil {
		c.logErr = c.log.Encode(req)
	}
	if len(c.ring) < c.keep {
		c.ring = append(c.ring, req)
		return
	}
	c.dropped++
	if c.keep > 0 {
		c.ring[c.next] = req
		c.next = (c.next + 1) % c.keep
	}
}

// requests returns what is kept, in the order in which it ended.
func (c *recorder) requests() []Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]Request, 0, len(c.ring))
	all = append(all, c.ring[c.next:]...)
	return append(all, c.ring[:c.next]...)
}
