package fetch

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/robotsgate/robots"
	"golang.org/x/net/http/httpguts"
)

// A Client fetches robots.txt files. It may be used by many goroutines at once;
// its fields must not change after the first use, and it must not be copied.
// Only UserAgent must be set: zero elsewhere means the careful default.
//
// A Client keeps no connection open between two calls, so there is nothing to
// close: one file is all it wants of a host, and an idle connection costs both
// sides. There is no proxy, and those of the environment are ignored: a proxy
// looks names up by itself, where the guard against private addresses cannot
// see them. Whoever needs one sets Dial.
type Client struct {
	// UserAgent is the User-Agent header, such as "ExampleBot/1.0". It must
	// hold the product token by which files name the crawler (RFC 9309 2.2.1).
	// Get fails without: a server must be able to tell who asks.
	UserAgent string

	// Contact is where to reach whoever runs the crawler. A URL is added to the
	// header as "(+URL)" unless it stands there, an e-mail address is sent as
	// From. Servers that know whom to ask block less.
	Contact string

	// Preset names the answers to what brings no text; see Presets.
	Preset Preset

	// MaxRedirects is how many redirects are followed: 5 by default and at the
	// least, since RFC 9309 2.3.1.2 asks for five, and 10 at most.
	MaxRedirects int

	Limits Limits

	// AllowNets opens networks that are refused otherwise, and no others:
	// 127.0.0.0/8 for tests, or 10.1.2.0/24 for sites of one's own.
	AllowNets []netip.Prefix

	// DangerouslyReachPrivateHosts opens all addresses: loopback, private,
	// link-local, and those where clouds hand out credentials. Any site can
	// then make this machine ask any service that it can reach.
	DangerouslyReachPrivateHosts bool

	// RootCAs are trusted instead of those of the system; for tests and for
	// networks with their own authority. Certificates are always verified.
	RootCAs *x509.CertPool

	// Lookup finds the addresses of a host; nil for the system's resolver. What
	// it returns goes through the guard like any other.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	// Dial connects to an IP address and port that the guard has let through;
	// nil for TCP. The guard cannot see past it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	once  sync.Once
	slots chan struct{} // for decoding, which may take much memory at a time
}

// Limits bounds what one call of Get may cost. A field that is zero or less
// takes its default.
type Limits struct {
	Dial   time.Duration // to look a name up and connect, per hop; default 10 s
	TLS    time.Duration // for the handshake, per hop; default 10 s
	Header time.Duration // from the request to the end of the header, per hop; default 15 s
	Body   time.Duration // to read the body; default 20 s
	Total  time.Duration // for everything, over all hops; default 60 s

	BodyBytes   int // decoded; default 1 MiB or what the preset has, never below 500 KiB (RFC 9309 2.5), always below 16 MiB
	WireBytes   int // of the body as sent; default 2 MiB, never below BodyBytes
	HeaderBytes int // of one response; default 64 KiB
}

const (
	minRedirects = 5  // RFC 9309 2.3.1.2: at least five consecutive redirects
	maxRedirects = 10 // by then it is no longer a redirect but a maze

	minBodyBytes = 500 << 10 // RFC 9309 2.5
	maxBodyBytes = 1<<24 - 2 // what a Policy can hold, and one octet that shows there was more

	decodeSlots = 4 // decoders at work at once; one may hold 16 MiB
)

func (l Limits) normal() Limits {
	duration := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	duration(&l.Dial, 10*time.Second)
	duration(&l.TLS, 10*time.Second)
	duration(&l.Header, 15*time.Second)
	duration(&l.Body, 20*time.Second)
	duration(&l.Total, 60*time.Second)
	if l.BodyBytes <= 0 {
		l.BodyBytes = 1 << 20
	}
	l.BodyBytes = min(max(l.BodyBytes, minBodyBytes), maxBodyBytes)
	if l.WireBytes <= 0 {
		l.WireBytes = 2 << 20
	}
	l.WireBytes = max(l.WireBytes, l.BodyBytes)
	if l.HeaderBytes <= 0 {
		l.HeaderBytes = 64 << 10
	}
	return l
}

// limits returns the limits that hold, those of the preset among them.
func (c *Client) limits() Limits {
	l := c.Limits.normal()
	if n := c.Preset.row().bytes; n > 0 {
		l.BodyBytes = min(l.BodyBytes, n)
	}
	return l
}

func (c *Client) redirects() int { return min(max(c.MaxRedirects, minRedirects), maxRedirects) }

// Token returns the product token that UserAgent holds, by which a robots.txt
// names this crawler; "" if there is none.
func (c *Client) Token() string { return robots.Token(c.UserAgent) }

// UserAgentHeader returns the User-Agent header that is sent, the contact
// included.
func (c *Client) UserAgentHeader() string {
	if isURL(c.Contact) && !strings.Contains(c.UserAgent, c.Contact) {
		return c.UserAgent + " (+" + c.Contact + ")"
	}
	return c.UserAgent
}

// from returns the value of the From header, or "".
func (c *Client) from() string {
	if isURL(c.Contact) {
		return ""
	}
	return c.Contact
}

func isURL(contact string) bool { return strings.Contains(contact, "://") }

var errUserAgent = errors.New("fetch: no user agent: set Client.UserAgent to the name of your crawler, such as ExampleBot/1.0")

// check returns what is wrong with the client.
func (c *Client) check() error {
	switch {
	case strings.TrimSpace(c.UserAgent) == "":
		return errUserAgent
	case !httpguts.ValidHeaderFieldValue(c.UserAgentHeader()), !httpguts.ValidHeaderFieldValue(c.Contact):
		return fmt.Errorf("fetch: user agent %q: control character: take it out", c.UserAgentHeader()+c.Contact)
	case c.Contact != "" && !isURL(c.Contact) && !strings.Contains(c.Contact, "@"):
		return fmt.Errorf("fetch: contact %q: neither a URL nor an e-mail address: write https:// in front, or the whole address", c.Contact)
	case c.Token() == "":
		return fmt.Errorf("fetch: user agent %q: no product token: begin it with a name of letters, - and _", c.UserAgent)
	case !c.Preset.known():
		return fmt.Errorf("fetch: preset %d: unknown: take one of Presets", c.Preset)
	}
	return nil
}
