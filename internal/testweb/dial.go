package testweb

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
)

// DialContext connects to the server whatever the host's name, as long as it ends
// in ".test" or ".localhost", and whatever the port. It is made for http.Transport.
// Names that do not resolve fail as DNS would; addresses that are not the
// server's are counted as private dials and refused, never dialled.
func (s *Server) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	name, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		if !s.own(ip, addr) {
			s.private.Add(1)
			return nil, fmt.Errorf("dial %s: %w", addr, errPrivate)
		}
	} else {
		found, err := s.LookupNetIP(ctx, "ip", name)
		if err != nil {
			return nil, err
		}
		if !s.own(found[0], "") {
			s.private.Add(1)
			return nil, fmt.Errorf("dial %s at %s: %w", addr, found[0], errPrivate)
		}
	}
	if s.listeners != nil {
		return new(net.Dialer).DialContext(ctx, "tcp", s.addr)
	}
	client, server := net.Pipe()
	s.in.take(server, strings.ToLower(name)) // by number too, for TLS without a name
	return client, nil
}

var errPrivate = fmt.Errorf("the test web counts this address as private")

// own reports whether an address leads to the server: one of its hosts has it, or
// it is that of the server with its port.
func (s *Server) own(ip netip.Addr, addr string) bool {
	_, ok := hostNumber(ip)
	return ok || addr == s.addr
}

// strangerIP is the address of names that are no host: the server says so there.
var strangerIP = netip.AddrFrom4([4]byte{127, 1, 255, perBlock})

// LookupNetIP resolves names as [net.Resolver] does, for clients that check
// addresses before they dial. Each host has an address in 127.1.0.0/16, which
// DialContext takes, but some have private ones, or change from one look-up to
// the next. A client under test is allowed that network and nothing else.
func (s *Server) LookupNetIP(_ context.Context, _, name string) ([]netip.Addr, error) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if base, ok := strings.CutSuffix(name, ".localhost"); ok {
		name = base + ".test"
	}
	if !strings.HasSuffix(name, ".test") || name == "nxdomain.test" {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	if name == "dns-timeout.test" {
		return nil, &net.DNSError{Err: "i/o timeout", Name: name, IsTimeout: true, IsTemporary: true}
	}
	h := s.web.named(name)
	switch {
	case h == nil:
		return []netip.Addr{strangerIP}, nil
	case len(h.addrs) == 0:
		return []netip.Addr{hostAddr(h.index)}, nil
	}
	n, _ := s.looked.LoadOrStore(name, new(atomic.Int64))
	i := int(n.(*atomic.Int64).Add(1) - 1)
	return []netip.Addr{h.addrs[min(i, len(h.addrs)-1)]}, nil
}

// CertPool returns the authority that signs the certificates without fault.
func (s *Server) CertPool() *x509.CertPool { return s.certs.pool() }

// Transport returns a transport that reaches all hosts of the web and trusts its
// authority.
func (s *Server) Transport() *http.Transport {
	return &http.Transport{
		DialContext:       s.DialContext,
		TLSClientConfig:   &tls.Config{RootCAs: s.CertPool()},
		ForceAttemptHTTP2: true,
	}
}

// Client returns a client that reaches all hosts of the web, trusts its authority
// and follows no redirect.
func (s *Server) Client() *http.Client {
	return &http.Client{
		Transport:     s.Transport(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// connect answers a CONNECT to the proxy. Nothing is dialled: the rest of the
// connection is served as if it had been made to that host.
func (s *Server) connect(c *conn) bool {
	line, err := c.r.ReadSlice('\n')
	fields := strings.Fields(string(line))
	if err != nil || len(fields) != 3 || fields[0] != http.MethodConnect {
		return false
	}
	const maxFields = 100
	for i := 0; len(strings.TrimRight(string(line), "\r\n")) > 0; i++ {
		if line, err = c.r.ReadSlice('\n'); err != nil || i > maxFields {
			return false
		}
	}
	name, _, _ := net.SplitHostPort(fields[1])
	if ip, err := netip.ParseAddr(name); err == nil && !s.own(ip, fields[1]) {
		s.private.Add(1)
		io.WriteString(c.Conn, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
		return false
	}
	c.server = strings.ToLower(name)
	_, err = io.WriteString(c.Conn, "HTTP/1.1 200 Connection established\r\n\r\n")
	return err == nil
}
