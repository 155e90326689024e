package testweb

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
)

// An authority is how a client names a host: "a.test", "a.test:8080",
// "a.localhost:8080", or an address in 127.1.0.0/16 with a port.
type authority struct {
	name    string // with ".test"; "" if it is no host of a web
	suffix  string // ".test" or ".localhost"
	numeric bool
	port    string // with ":", or ""
}

// parseAuthority reads a Host header.
func parseAuthority(w *Web, hostport string) authority {
	a := authority{suffix: ".test"}
	name, port, err := net.SplitHostPort(hostport)
	if err != nil {
		name = hostport
	} else {
		a.port = ":" + port
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ip, err := netip.ParseAddr(name); err == nil {
		i, ok := hostNumber(ip)
		if ok && i < len(w.order) {
			a.numeric, a.name = true, w.order[i]
		}
		return a
	}
	if base, ok := strings.CutSuffix(name, ".localhost"); ok {
		a.suffix, name = ".localhost", base+".test"
	}
	if name != "localhost" {
		a.name = name
	}
	return a
}

// of names another host in the same way.
func (a authority) of(w *Web, name string) string {
	switch h := w.hosts[name]; {
	case a.numeric && h != nil:
		return hostAddr(h.index).String() + a.port
	case a.suffix == ".localhost":
		return strings.TrimSuffix(name, ".test") + ".localhost" + a.port
	}
	return name + a.port
}

const perBlock = 250 // addresses used of each 127.1.x.0/24

// hostAddr returns the address of the host with that number.
func hostAddr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, 1, byte(i / perBlock), byte(i%perBlock + 1)})
}

// hostNumber is the inverse of hostAddr.
func hostNumber(ip netip.Addr) (int, bool) {
	b := ip.Unmap()
	if !b.Is4() {
		return 0, false
	}
	v := b.As4()
	if v[0] != 127 || v[1] != 1 || v[3] < 1 || v[3] > perBlock {
		return 0, false
	}
	return int(v[2])*perBlock + int(v[3]) - 1, true
}

// loopback returns addr if it names a loopback address and a port.
func loopback(addr string) (string, error) {
	name, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("listen on %q: %w", addr, err)
	}
	if name == "localhost" {
		return net.JoinHostPort("127.0.0.1", port), nil
	}
	ip, err := netip.ParseAddr(name)
	if err != nil || !ip.IsLoopback() {
		return "", fmt.Errorf("listen on %q: %w", addr, ErrNotLoopback)
	}
	return addr, nil
}
