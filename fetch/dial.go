package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// maxAddresses bounds how many addresses of one host are tried.
const maxAddresses = 8

// connect looks host up and connects to the first address that answers, all
// within Limits.Dial. Each address passes the guard before it is dialled, and
// once more in the kernel's hands: what was looked up is what is dialled, so a
// name that changes its address in between gains nothing.
func (c *Client) connect(ctx context.Context, host string, port uint16, h *Hop, o *Outcome) (net.Conn, error) {
	addrs, err := c.lookup(ctx, host, &h.Timing)
	if err != nil {
		return nil, err
	}
	public, refused := make([]netip.Addr, 0, len(addrs)), error(nil)
	for _, a := range addrs {
		if err := c.guard(a); err != nil {
			refused = err
		} else if len(public) < maxAddresses && !slices.Contains(public, a.Unmap()) {
			public = append(public, a.Unmap())
		}
	}
	if len(public) == 0 {
		if refused == nil {
			refused = &net.DNSError{Err: "no addresses", Name: host, IsNotFound: true}
		}
		return nil, refused
	}
	if refused != nil {
		o.note(NoteSkipped, host)
	}
	began := time.Now()
	defer func() { h.Timing.Dial = time.Since(began) }()
	var first error
	for i, a := range public {
		conn, err := c.dialOne(ctx, netip.AddrPortFrom(a, port), len(public)-i, h)
		if err == nil {
			return conn, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

// dialOne dials one address with its share of the time that is left.
func (c *Client) dialOne(ctx context.Context, to netip.AddrPort, left int, h *Hop) (net.Conn, error) {
	if end, ok := ctx.Deadline(); ok && left > 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, max(time.Until(end)/time.Duration(left), time.Second), errDial)
		defer cancel()
	}
	h.Remote = to
	dial := c.Dial
	if dial == nil {
		dial = (&net.Dialer{KeepAlive: -1, Control: c.control}).DialContext
	}
	conn, err := dial(ctx, "tcp", to.String())
	if errors.Is(err, syscall.ETIMEDOUT) {
		err = errDial
	}
	return conn, because(ctx, err)
}

// control is the last look at an address, just before the connection.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return &AddressError{What: "no address"}
	}
	return c.guard(ap.Addr())
}

func (c *Client) lookup(ctx context.Context, host string, t *Timing) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	began := time.Now()
	defer func() { t.Lookup = time.Since(began) }()
	if c.Lookup != nil {
		return c.Lookup(ctx, host)
	}
	if name := strings.ToLower(strings.TrimSuffix(host, ".")); name == "localhost" || strings.HasSuffix(name, ".localhost") {
		// RFC 6761 6.3: names below localhost are loopback, and no server of names
		// is asked. The guard refuses them like any other spelling of it.
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

// secure does the TLS handshake on conn.
func (c *Client) secure(ctx context.Context, conn net.Conn, host string, t *Timing) (*tls.Conn, error) {
	began := time.Now()
	defer func() { t.TLS = time.Since(began) }()
	s := tls.Client(conn, &tls.Config{
		ServerName: host,
		RootCAs:    c.RootCAs,
		NextProtos: []string{"h2", "http/1.1"},
		MinVersion: tls.VersionTLS12,
	})
	return s, s.HandshakeContext(ctx)
}
