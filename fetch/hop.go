package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/robotsgate/robots"
)

// hop asks for u once, and returns where to ask next, or nil if the outcome is
// settled.
func (c *Client) hop(ctx context.Context, u *url.URL, prev, o *Outcome) (*url.URL, error) {
	o.Hops = append(o.Hops, Hop{URL: u.String()})
	h := &o.Hops[len(o.Hops)-1]
	o.FinalURL, o.Status, o.Header = h.URL, 0, nil
	limits := c.limits()

	conn, counter, err := c.open(ctx, u, limits, h, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		conn.Close()
		h.Wire = counter.read.Load()
	}()

	// One context for header and body, since the body is read under it; the
	// phase that is over hands the timer on.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	began := time.Now()
	timer := time.AfterFunc(limits.Header, func() { cancel(errHeader) })
	defer func() { timer.Stop() }()
	asked := prev != nil && prev.FinalURL == h.URL
	resp, err := once(conn, limits).RoundTrip(c.request(ctx, u, asked, prev))
	h.Timing.Header = time.Since(began)
	if err != nil {
		return nil, because(ctx, err)
	}
	defer resp.Body.Close()
	timer.Stop()
	h.Status, h.Proto = resp.StatusCode, resp.Proto
	o.Status, o.Header = resp.StatusCode, kept(resp.Header)

	switch {
	case isRedirect(resp):
		return location(u, resp.Header, h)
	case resp.StatusCode == http.StatusNotModified && asked:
		keep(o, prev)
		return nil, nil
	case resp.StatusCode < 200 || 300 <= resp.StatusCode && resp.StatusCode <= 399:
		return nil, &statusError{resp.StatusCode}
	}
	if o.Kind = c.Preset.Status(resp.StatusCode); o.Kind != robots.KindDocument {
		if resp.StatusCode >= 600 {
			return nil, &statusError{resp.StatusCode}
		}
		return nil, nil
	}
	began = time.Now()
	timer = time.AfterFunc(limits.Body, func() { cancel(errBody) })
	err = c.body(resp, limits, o)
	h.Timing.Body = time.Since(began)
	return nil, because(ctx, err)
}

// open connects to the host of u.
func (c *Client) open(ctx context.Context, u *url.URL, limits Limits, h *Hop, o *Outcome) (net.Conn, *counter, error) {
	dctx, cancel := context.WithTimeoutCause(ctx, limits.Dial, errDial)
	defer cancel()
	plain, err := c.connect(dctx, u.Hostname(), portOf(u), h, o)
	if err != nil {
		return nil, nil, because(dctx, err)
	}
	// What is not body and not header is bounded too: 1xx answers, HTTP/2
	// frames that carry nothing, certificates.
	counted := &counter{Conn: plain, left: int64(limits.WireBytes) + 4*int64(limits.HeaderBytes) + 1<<20}
	if u.Scheme == "http" {
		return counted, counted, nil
	}
	tctx, cancel := context.WithTimeoutCause(ctx, limits.TLS, errTLS)
	defer cancel()
	secure, err := c.secure(tctx, counted, u.Hostname(), &h.Timing)
	if err != nil {
		h.Wire = counted.read.Load()
		plain.Close()
		return nil, nil, because(tctx, &handshakeError{err})
	}
	return secure, counted, nil
}

// once returns a transport that speaks over conn and never over another. There
// is one for each request, so no connection outlives it, nothing is retried
// behind our back, and whatever a transport remembers is forgotten.
func once(conn net.Conn, limits Limits) *http.Transport {
	var used atomic.Bool
	dial := func(context.Context, string, string) (net.Conn, error) {
		if used.Swap(true) {
			return nil, errors.New("the server gave the request back unanswered")
		}
		return conn, nil
	}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	return &http.Transport{
		DialContext:            dial,
		DialTLSContext:         dial,
		Protocols:              &protocols,
		DisableKeepAlives:      true,
		DisableCompression:     true, // we decode, within our own limits
		MaxResponseHeaderBytes: int64(limits.HeaderBytes),
		HTTP2: &http.HTTP2Config{
			// What a server may send unasked is held in memory until it is read.
			MaxReceiveBufferPerConnection: 1 << 20,
			MaxReceiveBufferPerStream:     1 << 20,
		},
	}
}

// request is a GET with nothing in it that we did not put there: no cookie, no
// credential, no referrer.
func (c *Client) request(ctx context.Context, u *url.URL, asked bool, prev *Outcome) *http.Request {
	h := http.Header{
		"User-Agent":      {c.UserAgentHeader()},
		"Accept":          {"text/plain, text/*;q=0.8, */*;q=0.5"},
		"Accept-Encoding": {"gzip, br, zstd"},
	}
	if from := c.from(); from != "" {
		h["From"] = []string{from}
	}
	if asked {
		if v := prev.Header.Get("Etag"); v != "" {
			h["If-None-Match"] = []string{v}
		}
		if v := prev.Header.Get("Last-Modified"); v != "" {
			h["If-Modified-Since"] = []string{v}
		}
	}
	r := &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: h, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	return r.WithContext(ctx)
}

// kept returns the fields of h that an outcome keeps.
func kept(h http.Header) http.Header {
	all := http.Header{}
	for _, name := range HeaderNames() {
		if v := h[name]; len(v) > 0 {
			all[name] = append([]string(nil), v...)
		}
	}
	return all
}

// keep makes o the outcome of a file that has not changed since prev.
func keep(o, prev *Outcome) {
	o.Kind, o.NotModified = robots.KindDocument, true
	o.Body, o.Limit, o.Truncated = prev.Body, prev.Limit, prev.Truncated
	for _, n := range prev.Notes {
		o.note(n.Code, n.Detail)
	}
	// RFC 9111 4.3.4: the stored fields stay where the 304 brings no newer ones.
	for name, v := range prev.Header {
		if name != "Age" && name != "Retry-After" && o.Header[name] == nil {
			o.Header[name] = v
		}
	}
}

// isRedirect reports whether resp sends us elsewhere. 300 does if it says where.
func isRedirect(resp *http.Response) bool {
	switch resp.StatusCode {
	case 301, 302, 303, 307, 308:
		return true
	case 300:
		return resp.Header.Get("Location") != ""
	}
	return false
}

// location returns where a redirect leads.
func location(from *url.URL, header http.Header, h *Hop) (*url.URL, error) {
	h.Location = header.Get("Location")
	at := strings.Trim(h.Location, " \t")
	if at == "" {
		return nil, &locationError{h.Location, errors.New("it is empty")}
	}
	ref, err := url.Parse(at)
	if err != nil {
		return nil, &locationError{h.Location, err}
	}
	to := from.ResolveReference(ref)
	if err := usable(to); err != nil {
		if errors.Is(err, errScheme) || errors.Is(err, errUserinfo) {
			return nil, &refusedURL{h.Location, err}
		}
		return nil, &locationError{h.Location, err}
	}
	return to, nil
}

// A counter counts what is read from a connection and ends it at a limit.
type counter struct {
	net.Conn
	left int64 // bytes that may still come
	read atomic.Int64
}

func (c *counter) Read(b []byte) (int, error) {
	if got := c.read.Load(); got >= c.left {
		return 0, errTooMuch
	} else if int64(len(b)) > c.left-got {
		b = b[:c.left-got]
	}
	n, err := c.Conn.Read(b)
	c.read.Add(int64(n))
	return n, err
}
