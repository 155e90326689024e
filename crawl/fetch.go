package crawl

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/page"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/warc"
)

// An answer is what a request brought.
type answer struct {
	resp   *http.Response
	x      warc.Exchange
	typ    string
	raw    counting
	body   []byte // decoded, MaxBody at most; until release
	buf    *bytes.Buffer
	cut    bool
	left   bool // not read to its end
	asks   page.Asks
	digest []byte
}

// fetch requests the page of a task and reads it.
func (w *worker) fetch(ctx context.Context, v *visit) {
	p, t := v.p, &v.task
	began := time.Now()
	ctx, end := w.span(ctx, t.URL)
	limit, cancel := context.WithTimeout(ctx, w.opt.Timeout)
	a, err := w.request(limit, v)
	if err == nil {
		err = w.read(limit, v, a)
	}
	if a != nil && a.resp != nil {
		a.resp.Body.Close()
	}
	cancel()
	ended := time.Now()
	if err != nil && ctx.Err() != nil {
		w.unreserve(p)
		p.abandon(*t)
		end(0, "", err)
		return
	}
	r := &v.res
	r.Key, r.Started, r.Ended = t.Key, began.UnixMilli(), ended.UnixMilli()
	v.done = true
	status := 0
	answered := gate.Answer{Took: ended.Sub(began), Ended: ended}
	if a != nil && a.resp != nil {
		status = a.resp.StatusCode
		answered.Status = status
		o := fetch.Outcome{Header: a.resp.Header, FetchedAt: ended}
		answered.RetryAfter, answered.HasRetryAfter = o.RetryAfter()
		r.Wire = a.raw.n
		w.count.bytes.Add(a.raw.n)
	}
	r.Status = status
	if err != nil && r.Reason == wire.None {
		r.Reason, r.Detail = reasonOf(err), short(err.Error(), 300)
	}
	w.outcome(v, a, err)
	if a != nil {
		a.release()
	}
	if r.Reason == wire.PrivateAddress {
		// Nobody was asked, so nobody needs a rest.
		p.frontier.Release(*t, time.Time{})
	} else {
		v.host = p.saw(t.URL, answered)
		p.failed(t.URL, status == 0 || status == 429 || status == 503)
		rest := ended
		if err != nil || a.cut || a.left {
			// We hung up: a server takes a moment to notice.
			rest = rest.Add(hangUp)
		}
		p.frontier.Release(*t, later(rest, ended.Add(p.frontier.Delay(t.URL))))
	}
	end(status, r.Reason.String(), err)
}

// hangUp is how long a host rests at the least after an exchange that we broke
// off, whatever its delay.
const hangUp = 200 * time.Millisecond

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// outcome settles what an exchange comes to: done, or to be done again.
func (w *worker) outcome(v *visit, a *answer, err error) {
	r := &v.res
	busy := r.Status == 429 || r.Status == 503
	// What began to answer had its say: only silence, and a server that asks to
	// come later, are worth another request.
	again := busy || r.Status == 0 && (r.Reason == wire.NetworkError || r.Reason == wire.Timeout)
	if r.Reason == wire.None && r.Status >= 400 {
		r.Reason = wire.Refused4xx
		if r.Status >= 500 {
			r.Reason = wire.Failed5xx
		}
	}
	switch {
	case again && v.task.Attempts < w.opt.Retries && !v.p.down(v.task.URL):
		r.Flags |= wire.Retried
		w.count.retried.Add(1)
		w.unreserve(v.p)
	case r.Reason == wire.PrivateAddress:
		w.count.settled(&w.count.refused, r.Reason)
		w.unreserve(v.p)
	case r.Status == 0:
		w.count.settled(&w.count.failed, r.Reason)
		w.unreserve(v.p)
	default:
		w.count.settled(&w.count.fetched, r.Reason)
	}
	if w.opt.Recrawl > 0 && r.Flags&wire.Retried == 0 && r.Status != 0 {
		r.Next = r.Ended + w.opt.Recrawl.Milliseconds()
	}
	if w.opt.Recorder != nil && a != nil && a.resp != nil {
		w.record(v, a)
	}
}

// reasonOf names what failed.
func reasonOf(err error) wire.Reason {
	switch fetch.ClassOf(err) {
	case fetch.ClassRefusedAddress:
		return wire.PrivateAddress
	case fetch.ClassCertificate, fetch.ClassTLS:
		return wire.TLSError
	case fetch.ClassDecode:
		return wire.DecodeError
	case fetch.ClassHeaderLimit, fetch.ClassWireLimit:
		return wire.TooLarge
	case fetch.ClassProtocol:
		return wire.NotHTTP
	case fetch.ClassTimeoutDial, fetch.ClassTimeoutTLS, fetch.ClassTimeoutHeader, fetch.ClassTimeoutBody, fetch.ClassTimeoutTotal:
		return wire.Timeout
	}
	var late net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout() {
		return wire.Timeout
	}
	return wire.NetworkError
}

// once is the body of requests that have none. A transport sends a GET without
// a body again by itself if a kept connection fails; a crawl that counts its
// requests and their distances decides that itself.
type once struct{}

func (once) Read([]byte) (int, error) { return 0, io.EOF }
func (once) Close() error             { return nil }

func (w *worker) request(ctx context.Context, v *visit) (*answer, error) {
	a := &answer{}
	a.x = warc.Exchange{URL: v.task.URL, Method: http.MethodGet, Started: time.Now()}
	trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if ap, err := netip.ParseAddrPort(c.Conn.RemoteAddr().String()); err == nil {
			a.x.Remote = ap.Addr().Unmap()
		}
	}}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, v.task.URL, once{})
	if err != nil {
		return nil, err
	}
	h := http.Header{
		"User-Agent":      {w.opt.UserAgent},
		"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
		"Accept-Encoding": {"gzip, br, zstd"},
	}
	if strings.Contains(w.opt.Fetch.Contact, "@") && !strings.Contains(w.opt.Fetch.Contact, "://") {
		h.Set("From", w.opt.Fetch.Contact)
	}
	if v.task.Again {
		if v.task.ETag != "" {
			h.Set("If-None-Match", v.task.ETag)
		}
		if v.task.Modified != "" {
			h.Set("If-Modified-Since", v.task.Modified)
		}
	}
	req.Header = h
	a.x.Sent = h
	if a.resp, err = w.http.RoundTrip(req); err != nil {
		a.resp = nil
		return a, err
	}
	a.x.Proto, a.x.Status, a.x.Header = a.resp.Proto, a.resp.StatusCode, a.resp.Header
	return a, nil
}

// read reads an answer as far as it is of use.
func (w *worker) read(ctx context.Context, v *visit, a *answer) error {
	r := &v.res
	h := a.resp.Header
	a.typ = mediaType(h.Get("Content-Type"))
	r.Type = short(a.typ, 100)
	r.ETag, r.Modified = keepable(h.Get("Etag")), keepable(h.Get("Last-Modified"))
	switch code := a.resp.StatusCode; {
	case code == http.StatusNotModified && v.task.Again:
		r.Flags |= wire.NotModified
		r.ETag, r.Modified, r.Digest = v.task.ETag, v.task.Modified, v.task.Digest
		return nil
	case isRedirect(code):
		r.Location = short(h.Get("Location"), address.MaxLength)
		w.redirect(v, h.Get("Location"))
		// Read what is there, or the connection could not be used again.
		a.left = w.body(a, 16<<10) != nil
		return nil
	case code != http.StatusOK && code != http.StatusNonAuthoritativeInfo:
		return w.body(a, 64<<10) // what an error page says is not followed
	}
	a.asks = page.AsksOf(h, w.judge.token)
	if v.task.Via == wire.ViaRobots {
		return w.readSitemap(v, a)
	}
	if !w.wanted(a.typ) {
		r.Reason, r.Detail = wire.ContentType, r.Type
		a.x.NoBody, a.left = true, true
		return nil
	}
	if n := a.resp.ContentLength; n > 8*w.opt.MaxBody {
		r.Reason, r.Detail = wire.TooLarge, fmt.Sprintf("%d octets", n)
		a.x.NoBody, a.left = true, true
		return nil
	}
	if err := w.body(a, w.opt.MaxBody); err != nil {
		return err
	}
	w.readPage(v, a)
	return nil
}

// mediaType is what is in front of the parameters of a Content-Type, in small
// letters. Parameters that are wrong do no harm to it; package mime would give it
// up for some of them, and makes a map of the others.
func mediaType(header string) string {
	typ, _, _ := strings.Cut(header, ";")
	typ = strings.ToLower(strings.TrimSpace(typ))
	main, sub, ok := strings.Cut(typ, "/")
	if !ok || main == "" || sub == "" || strings.ContainsAny(typ, " \t,\"") || strings.Contains(sub, "/") {
		return ""
	}
	return typ
}

// keepable takes a validator that is not too long to be sent back.
func keepable(s string) string {
	if len(s) > 256 {
		return ""
	}
	return s
}

func isRedirect(code int) bool {
	switch code {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

func (w *worker) wanted(typ string) bool {
	for _, t := range w.opt.Types {
		if strings.HasPrefix(typ, t) {
			return true
		}
	}
	return len(w.opt.Types) == 0
}

// counting counts what comes, and keeps it if somebody wants it.
type counting struct {
	r    io.Reader
	n    int64
	most int64
	keep *bytes.Buffer
}

func (c *counting) Read(b []byte) (int, error) {
	if c.n >= c.most {
		return 0, errLong
	}
	n, err := c.r.Read(b[:min(int64(len(b)), c.most-c.n)])
	c.n += int64(n)
	if c.keep != nil {
		c.keep.Write(b[:n])
	}
	return n, err
}

var errLong = errors.New("more octets than a page may have")

// open starts to read a body: count, keep if it is recorded, undo the codings.
func (w *worker) open(a *answer, most int64) (io.ReadCloser, error) {
	a.raw = counting{r: a.resp.Body, most: most}
	if w.opt.Recorder != nil {
		a.raw.keep = &bytes.Buffer{}
	}
	return fetch.Decoded(&a.raw, a.resp.Header)
}

// body reads and decodes a body, most octets of it. What is longer is cut, and
// that is no failure.
func (w *worker) body(a *answer, most int64) error {
	r, err := w.open(a, most+1)
	if err != nil {
		return err
	}
	defer r.Close()
	sum := sha256.New()
	buf := bodies.Get().(*bytes.Buffer)
	a.buf = buf
	buf.Reset()
	buf.Grow(int(min(max(a.resp.ContentLength+bytes.MinRead, 8<<10), most)))
	n, err := buf.ReadFrom(io.LimitReader(r, most+1))
	if n > most || errors.Is(err, errLong) {
		a.cut, err = true, nil
	}
	a.body = buf.Bytes()[:min(n, most)]
	return a.finish(sum, err)
}

// bodies are buffers for them, so that not every page makes one.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// release gives the buffer of the body back. Large ones are not kept.
func (a *answer) release() {
	if a.buf != nil && a.buf.Cap() <= 256<<10 {
		bodies.Put(a.buf)
	}
	a.buf, a.body = nil, nil
}

func (a *answer) finish(sum hash.Hash, err error) error {
	sum.Write(a.body)
	a.digest = sum.Sum(nil)
	a.x.Digest, a.x.Cut = a.digest, a.cut
	if a.raw.keep != nil {
		a.x.Body = a.raw.keep.Bytes()
	}
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	return nil
}

func (w *worker) span(ctx context.Context, url string) (context.Context, func(int, string, error)) {
	if w.opt.Trace == nil {
		return ctx, func(int, string, error) {}
	}
	return w.opt.Trace.Visit(ctx, url)
}
