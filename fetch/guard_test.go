package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// public and private are addresses on both sides of the guard.
var (
	public = strings.Fields("1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 " +
		"192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 11.0.0.0 126.255.255.255 128.0.0.0 169.253.255.255 " +
		"2606:4700::1111 2a00:1450::1 2001:4860:4860::8888 2400::1 " +
		"64:ff9b::8.8.8.8 2002:808:808::1 ::ffff:8.8.8.8")
	private = strings.Fields("0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.255 " +
		"169.254.169.254 169.254.170.2 172.16.0.0 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 " +
		"198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 " +
		":: ::1 ::2 ::127.0.0.1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 2001::1 2001:db8::1 3fff::1 5f00::1 " +
		"::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::127.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::1 " +
		"2002:7f00:1::1 2002:a9fe:a9fe::1 2002:a00:1::")
)

// dials is a client whose lookups give addresses, and which records what it
// would dial instead of doing so.
func dials(addresses ...string) (*fetch.Client, func() []string) {
	var mu sync.Mutex
	var all []string
	c := &fetch.Client{UserAgent: "ExampleBot/1.0"}
	c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		var as []netip.Addr
		for _, a := range addresses {
			as = append(as, netip.MustParseAddr(a))
		}
		return as, nil
	}
	c.Dial = func(_ context.Context, _, address string) (net.Conn, error) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, address)
		return nil, &net.OpError{Op: "dial", Err: errors.New("not in a test")}
	}
	return c, func() []string { mu.Lock(); defer mu.Unlock(); return all }
}

func TestPrivateAddressesAreNotDialled(t *testing.T) {
	for _, a := range private {
		c, dialled := dials(a)
		o := get(t, c, "http://inside.example")
		want(t, o, robots.KindUnreachable, fetch.ClassRefusedAddress)
		var e *fetch.AddressError
		if !errors.As(o.Err, &e) || e.What == "" {
			t.Errorf("%s: %v", a, o.Err)
		}
		if len(dialled()) != 0 {
			t.Errorf("%s: dialled %v", a, dialled())
		}
	}
	for _, a := range public {
		c, dialled := dials(a)
		want(t, get(t, c, "http://outside.example"), robots.KindUnreachable, fetch.ClassNetwork)
		if len(dialled()) != 1 {
			t.Errorf("%s: not dialled", a)
		}
	}
}

func TestAddressesInURLsAreGuardedInEachSpelling(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "[::1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "169.254.169.254", "localhost", "LOCALHOST", "[64:ff9b::7f00:1]"} {
		c := &fetch.Client{UserAgent: "ExampleBot/1.0"}
		o := get(t, c, "http://"+host+":1/")
		want(t, o, robots.KindUnreachable, fetch.ClassRefusedAddress)
	}
	// Numbers that are no address are names, and what they lead to is guarded.
	for _, host := range []string{"2130706433", "0x7f000001", "127.1", "0177.0.0.1"} {
		c, dialled := dials("127.0.0.1")
		want(t, get(t, c, "http://"+host), robots.KindUnreachable, fetch.ClassRefusedAddress)
		if len(dialled()) != 0 {
			t.Errorf("%s: dialled %v", host, dialled())
		}
	}
}

func TestAnAllowedNetworkOpensNoOther(t *testing.T) {
	net8 := netip.MustParsePrefix("127.0.0.0/8")
	for _, c := range []struct {
		allow   netip.Prefix
		address string
		dialled bool
	}{
		{net8, "127.0.0.1", true},
		{net8, "::ffff:127.0.0.1", true}, // the same address
		{netip.MustParsePrefix("::ffff:127.0.0.0/104"), "127.0.0.1", true},
		{net8, "::1", false},
		{net8, "10.0.0.1", false},
		{net8, "169.254.169.254", false},
		{net8, "64:ff9b::127.0.0.1", false},
		{net8, "2002:7f00:1::1", false},
		{netip.MustParsePrefix("10.1.2.0/24"), "10.1.2.3", true},
		{netip.MustParsePrefix("10.1.2.0/24"), "10.1.3.3", false},
		{netip.MustParsePrefix("fd00::/16"), "fd00:ec2::254", true},
		{netip.MustParsePrefix("fd01::/16"), "fd00:ec2::254", false},
		{netip.Prefix{}, "127.0.0.1", false},
		{net8, "1.1.1.1", true},
	} {
		cl, dialled := dials(c.address)
		cl.AllowNets = []netip.Prefix{c.allow}
		get(t, cl, "http://a.example")
		if got := len(dialled()) > 0; got != c.dialled {
			t.Errorf("%v allowed, %s: dialled %v", c.allow, c.address, got)
		}
	}
	for _, a := range private {
		cl, dialled := dials(a)
		cl.DangerouslyReachPrivateHosts = true
		get(t, cl, "http://a.example")
		if len(dialled()) != 1 {
			t.Errorf("%s: not dialled though everything is open", a)
		}
	}
}

func TestPrivateAddressesAmongOthersArePassedOver(t *testing.T) {
	c, dialled := dials("127.0.0.1", "1.1.1.1", "::1", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1")
	o := get(t, c, "http://a.example")
	want(t, o, robots.KindUnreachable, fetch.ClassNetwork)
	if got := strings.Join(dialled(), " "); got != "1.1.1.1:80 [2606:4700::1111]:80" || !o.Has(fetch.NoteSkipped) {
		t.Errorf("dialled %s, notes %v", got, o.Notes)
	}
	// A name with very many addresses is not a list of things to try.
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("1.1.1.%d", i))
	}
	c, dialled = dials(many...)
	get(t, c, "http://a.example")
	if len(dialled()) != 8 {
		t.Errorf("%d addresses dialled", len(dialled()))
	}
}

// Case B214: a redirect into a private network closes the site, whatever the
// preset makes of network errors.
func TestRedirectsIntoPrivateNetworksAreRefusedByEveryPreset(t *testing.T) {
	inside := 0
	private := serve(t, func(http.ResponseWriter, *http.Request) { inside++ })
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, map[string]string{
			"a.example": "http://169.254.169.254/latest/meta-data/",
			"b.example": private.URL,
			"c.example": "http://name-of-inside.example/",
		}[r.Host], http.StatusFound)
	})
	for _, p := range fetch.Presets() {
		for _, key := range []string{"http://a.example", "http://b.example", "http://c.example"} {
			c := &fetch.Client{UserAgent: "ExampleBot/1.0", Preset: p}
			c.Lookup = func(_ context.Context, host string) ([]netip.Addr, error) {
				if strings.HasPrefix(host, "name-of") {
					return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
				}
				return []netip.Addr{netip.MustParseAddr("1.1.1.1")}, nil
			}
			c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				if address != "1.1.1.1:80" {
					t.Errorf("%v, %s: dialled %s", p, key, address)
				}
				return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
			}
			o := get(t, c, key)
			want(t, o, robots.KindUnreachable, fetch.ClassRefusedAddress)
			if len(o.Hops) != 2 || o.Policy().Decide("x", "/").Allowed() {
				t.Errorf("%v, %s: %+v", p, key, o)
			}
		}
	}
	if inside != 0 {
		t.Errorf("%d requests came inside", inside)
	}
}

// A name that changes its address between two lookups gains nothing: each hop
// dials what it looked up, and looks at what it dials.
func TestDNSRebinding(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
	lookups := 0
	c := &fetch.Client{UserAgent: "ExampleBot/1.0"}
	c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		if lookups++; lookups == 1 {
			return []netip.Addr{netip.MustParseAddr("1.1.1.1")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address != "1.1.1.1:80" {
			t.Errorf("dialled %s", address)
		}
		return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
	}
	o := get(t, c, "http://rebind.example")
	want(t, o, robots.KindUnreachable, fetch.ClassRefusedAddress)
	if lookups != 2 || len(o.Hops) != 2 {
		t.Errorf("%d lookups, %d hops", lookups, len(o.Hops))
	}
}

// The dialer itself refuses, as the last one to look.
func TestTheDialerLooksAtWhatItDials(t *testing.T) {
	c := &fetch.Client{UserAgent: "ExampleBot/1.0"}
	for _, a := range private {
		if addr := netip.MustParseAddr(a); c.Control("tcp", netip.AddrPortFrom(addr, 80).String(), nil) == nil {
			t.Errorf("%s passes", a)
		}
	}
	for _, a := range public {
		if err := c.Control("tcp", netip.AddrPortFrom(netip.MustParseAddr(a), 80).String(), nil); err != nil {
			t.Errorf("%s: %v", a, err)
		}
	}
	if c.Control("unix", "/run/x.sock", nil) == nil {
		t.Error("what is no address passes")
	}
}

// A proxy would look names up where the guard cannot see it.
func TestProxiesOfTheEnvironmentAreIgnored(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Errorf("the proxy was asked for %s", r.URL) })
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		t.Setenv(name, proxy.URL)
	}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, rules) })
	want(t, get(t, hosts(s), "http://a.example"), robots.KindDocument, "")
}
