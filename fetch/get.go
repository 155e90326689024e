package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots"
	"golang.org/x/net/idna"
)

// Get fetches the robots.txt that governs key: scheme and authority, such as
// "https://example.com", or any http or https URL there. It follows redirects,
// and whatever they lead to binds the authority of key alone (RFC 9309 2.3.1.2).
//
// What is wrong with the site is in the outcome. The error is not nil when
// nothing was learnt about it: the client or the key is wrong (the key has a
// user name, or is not http or https), or ctx ended. The outcome is unreachable
// then, and not worth keeping.
func (c *Client) Get(ctx context.Context, key string) (Outcome, error) {
	return c.fetch(ctx, key, nil)
}

// Refetch is Get for a site that prev is of, and asks whether the file has
// changed since, by ETag and Last-Modified. If it has not, the outcome is
// NotModified, with the body of prev and the header fields of both, the new
// ones first. The validators are sent only to the URL that gave them.
func (c *Client) Refetch(ctx context.Context, prev Outcome) (Outcome, error) {
	if prev.Kind != robots.KindDocument || prev.Header.Get("Etag") == "" && prev.Header.Get("Last-Modified") == "" {
		return c.fetch(ctx, prev.Key, nil)
	}
	return c.fetch(ctx, prev.Key, &prev)
}

var (
	errDial   = timeout{ClassTimeoutDial, "no connection in time"}
	errTLS    = timeout{ClassTimeoutTLS, "no TLS handshake in time"}
	errHeader = timeout{ClassTimeoutHeader, "no answer in time"}
	errBody   = timeout{ClassTimeoutBody, "no end of the body in time"}
	errTotal  = timeout{ClassTimeoutTotal, "not done in time"}
)

// A timeout is the cause with which the context of a phase ends.
type timeout struct {
	class ErrorClass
	what  string
}

func (t timeout) Error() string { return t.what }

func (c *Client) fetch(ctx context.Context, key string, prev *Outcome) (Outcome, error) {
	o := Outcome{Key: key, Preset: c.Preset, Kind: robots.KindUnreachable, Limit: c.limits().BodyBytes}
	if err := c.check(); err != nil {
		return o, err
	}
	file, err := robots.FileURL(key)
	if err != nil {
		return o, fmt.Errorf("fetch: %w", err)
	}
	o.Key = strings.TrimSuffix(file, "/robots.txt")
	u, err := first(file)
	if err != nil {
		return o, fmt.Errorf("fetch %s: %w", file, err)
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := newBudget(c.limits().Total, func() { cancel(errTotal) })
	c.follow(inner, b, u, prev, &o)
	b.stop()
	o.Took = b.spent
	o.FetchedAt = time.Now().UTC()
	if ctx.Err() != nil && o.Err != nil {
		o.Kind, o.Class = robots.KindUnreachable, ClassCancelled
		return o, fmt.Errorf("fetch %s: given up: %w", file, context.Cause(ctx))
	}
	return o, nil
}

// follow asks for u, and for what it redirects to.
func (c *Client) follow(ctx context.Context, b *budget, u *url.URL, prev *Outcome, o *Outcome) {
	seen := map[string]bool{}
	loop := false
	over := func() {}
	for n := 0; ; n++ {
		loop = loop || seen[u.String()]
		seen[u.String()] = true
		var next *url.URL
		var err error
		if n > 0 {
			over, err = b.turn(ctx, u.String())
		}
		if err == nil {
			next, err = c.hop(ctx, u, prev, o)
			over()
		}
		if err != nil {
			c.fail(o, err)
			return
		}
		if next == nil {
			return
		}
		if n == c.redirects() {
			// A loop is followed like any chain: a server may answer otherwise
			// the second time, and RFC 9309 2.3.1.2 wants five followed.
			o.Class, o.Kind = ClassTooManyRedirects, c.Preset.Redirects()
			if loop || seen[next.String()] {
				o.Class = ClassRedirectLoop
			}
			o.Err = fmt.Errorf("fetch %s: %d redirects and no end", o.Hops[0].URL, n+1)
			return
		}
		if next.Host != u.Host || next.Scheme != u.Scheme {
			o.note(NoteElsewhere, next.Scheme+"://"+next.Host)
		}
		if u.Scheme == "https" && next.Scheme == "http" {
			o.note(NoteDowngrade, next.String())
		}
		u = next
	}
}

// fail writes down why there is no document.
func (c *Client) fail(o *Outcome, err error) {
	o.Class, o.Err = classify(err), fmt.Errorf("fetch %s: %w", o.FinalURL, err)
	o.Kind = robots.KindUnreachable
	switch o.Class {
	case ClassLocation, ClassRefusedURL:
		o.Kind = c.Preset.Status(302)
	case ClassStatus:
		o.Kind = c.Preset.Status(max(o.Status, 300))
	case ClassDNS, ClassConnectRefused, ClassNetwork, ClassReset, ClassTimeoutDial, ClassTimeoutTLS, ClassTimeoutHeader,
		ClassTimeoutBody, ClassTimeoutTotal, ClassCertificate, ClassTLS, ClassProtocol, ClassPartial:
		o.Kind = c.Preset.Network()
	}
	// What we refused ourselves closes the site whatever the preset: else a
	// redirect into a private network would open it.
	if o.Kind == robots.KindDocument {
		o.Kind = robots.KindUnreachable // of a preset that reads any body: here is none
	}
}

// first parses the URL of a file, with its host in ASCII.
func first(file string) (*url.URL, error) {
	u, err := url.Parse(file)
	if err != nil {
		return nil, err
	}
	return u, usable(u)
}

var (
	errScheme   = errors.New("scheme: only http and https are fetched")
	errUserinfo = errors.New("user name or password in the URL: none is ever sent")
	errHost     = errors.New("no host in the URL")
	errPort     = errors.New("port out of range: want 1 to 65535")
)

// usable checks that u can be asked for and puts its host into ASCII.
func usable(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return errScheme
	case u.User != nil:
		return errUserinfo
	case u.Hostname() == "":
		return errHost
	}
	host, port := u.Hostname(), strings.TrimLeft(u.Port(), "0")
	if n, err := strconv.ParseUint(port, 10, 16); u.Port() != "" && (err != nil || n == 0) {
		return errPort
	}
	if a, err := netip.ParseAddr(host); err == nil {
		if a.Zone() != "" {
			return &AddressError{a, "of one link only"}
		}
	} else if host, err = ascii(host); err != nil {
		return err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	u.Host = host
	if port != "" && port != defaultPort(u.Scheme) {
		u.Host += ":" + port
	}
	u.Fragment, u.RawFragment = "", ""
	return nil
}

func ascii(host string) (string, error) {
	if !bytes.ContainsFunc([]byte(host), func(r rune) bool { return r >= 0x80 }) {
		return strings.ToLower(host), nil
	}
	return idna.Lookup.ToASCII(host)
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// portOf returns the port of a URL that is usable.
func portOf(u *url.URL) uint16 {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	n, _ := strconv.ParseUint(port, 10, 16)
	return uint16(n)
}
