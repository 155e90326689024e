package testweb

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// usual is the robots.txt of hosts whose fault is elsewhere.
const usual = "User-agent: *\nDisallow: /private/\n"

// An exchange is one request and the means to answer it, well or badly.
type exchange struct {
	w     *writer
	r     *http.Request
	s     *Server
	host  *host
	at    authority
	count int // of requests to this host and target, this one included
}

// text answers with a body of plain text.
func (x *exchange) text(status int, body string) {
	x.body(status, "text/plain; charset=utf-8", body)
}

// html answers with a page.
func (x *exchange) html(status int, body string) {
	x.body(status, "text/html; charset=utf-8", body)
}

func (x *exchange) body(status int, mediaType, body string) {
	h := x.w.Header()
	if mediaType != "" {
		h.Set("Content-Type", mediaType)
	}
	if status >= 200 && status != 204 && status != 304 {
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	x.w.WriteHeader(status)
	if x.r.Method != http.MethodHead {
		io.WriteString(x.w, body)
	}
}

// content answers as a host without fault would at that path.
func (x *exchange) content(status int) {
	if x.r.URL.Path == "/robots.txt" {
		x.text(status, usual)
	} else {
		x.html(status, page(x.r.URL.Path, ""))
	}
}

// contentBytes is what content would send.
func (x *exchange) contentBytes() (mediaType, body string) {
	if x.r.URL.Path == "/robots.txt" {
		return "text/plain; charset=utf-8", usual
	}
	return "text/html; charset=utf-8", page(x.r.URL.Path, "")
}

// page returns a small page with that title and body.
func page(title, body string) string {
	return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escape(title) + "</title></head>\n<body>" + body + "</body></html>\n"
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }

// redirect answers with a Location, written as it is.
func (x *exchange) redirect(status int, location string) {
	x.w.Header()["Location"] = []string{location}
	x.text(status, "moved\n")
}

// url returns an absolute URL of a host of the web, in the way that the client
// asked: with its port, by number or by name.
func (x *exchange) url(scheme, hostName, target string) string {
	return scheme + "://" + x.at.of(x.s.web, hostName) + target
}

// scheme returns how the client asked.
func (x *exchange) scheme() string {
	if x.r.TLS != nil {
		return "https"
	}
	return "http"
}

// wait returns false if the exchange has to end before d is over.
func (x *exchange) wait(d time.Duration) bool { return sleep(x.r.Context(), d) }

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// hang waits until the exchange has to end.
func (x *exchange) hang() { <-x.r.Context().Done() }

// flush sends what was written so far.
func (x *exchange) flush() { http.NewResponseController(x.w).Flush() }

// raw takes the connection over, so that write may say what no server library
// would. The connection is closed after it. status is for the record.
func (x *exchange) raw(status int, write func(conn net.Conn, w *bufio.Writer)) {
	conn, rw, err := http.NewResponseController(x.w).Hijack()
	if err != nil { // HTTP/2: the nearest thing is a stream that breaks off
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	x.w.status.Store(int64(status))
	if end, ok := x.r.Context().Deadline(); ok {
		conn.SetDeadline(end)
	}
	// The server no longer watches the connection, nor does a closing server know
	// it: without a watch, an exchange whose client hung up would go on.
	ctx, gone := context.WithCancel(x.r.Context())
	defer gone()
	x.r = x.r.WithContext(ctx)
	go func() {
		io.Copy(io.Discard, conn)
		x.w.end()
		gone()
	}()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	write(conn, rw.Writer)
	rw.Flush()
}

// say answers with these bytes and closes.
func (x *exchange) say(status int, answer string) {
	x.raw(status, func(_ net.Conn, w *bufio.Writer) {
		w.WriteString(answer)
		x.w.end()
	})
}

// head returns the first lines of an answer by hand.
func head(status int, fields ...string) string {
	return fmt.Sprintf("HTTP/1.1 %d %s\r\n%s\r\n\r\n", status, http.StatusText(status), strings.Join(fields, "\r\n"))
}

// A writer notes what was answered. The record of an exchange ends before the last
// octets of an answer of known length are handed over: a client that has them may
// ask again at once, and this process may be late to notice that it is done.
type writer struct {
	http.ResponseWriter
	status atomic.Int64
	bytes  atomic.Int64
	end    func() // of the record; more calls do nothing
}

func (w *writer) WriteHeader(status int) {
	if status >= 200 {
		w.status.CompareAndSwap(0, int64(status))
	}
	w.ResponseWriter.WriteHeader(status)
}

// wrote counts n octets that are about to be written.
func (w *writer) wrote(n int) {
	w.status.CompareAndSwap(0, http.StatusOK)
	bytes := w.bytes.Add(int64(n))
	if length, err := strconv.ParseInt(w.Header().Get("Content-Length"), 10, 64); err == nil && bytes >= length {
		w.end()
	}
}

func (w *writer) Write(b []byte) (int, error) {
	w.wrote(len(b))
	return w.ResponseWriter.Write(b)
}

// WriteString spares the copy that a page would need to be octets.
func (w *writer) WriteString(s string) (int, error) {
	w.wrote(len(s))
	return io.WriteString(w.ResponseWriter, s)
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
