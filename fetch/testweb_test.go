package fetch_test

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

// reaching is a client for a web of faults, which may dial the addresses of its
// hosts and no other; what is dialled is checked once more, and counted.
func reaching(t *testing.T, s *testweb.Server, dialled *atomic.Int64) *fetch.Client {
	hosts := netip.MustParsePrefix("127.1.0.0/16")
	return &fetch.Client{
		UserAgent: "X/1.0",
		RootCAs:   s.CertPool(),
		AllowNets: []netip.Prefix{hosts},
		Lookup: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return s.LookupNetIP(ctx, "ip", host)
		},
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled.Add(1)
			if a, err := netip.ParseAddrPort(address); err != nil || !hosts.Contains(a.Addr()) {
				t.Errorf("dialled %s", address)
			}
			return s.DialContext(ctx, network, address)
		},
	}
}

// Every fault of the test web is answered as RFC 9309 wants it, within the
// limits, by each preset that the standard permits, and no private address is
// dialled. Time is that of a bubble.
func TestEveryFaultOfTheTestWeb(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testweb.Catalogue()
		s := testweb.Start(t, web, testweb.Options{Pipe: true, Longest: 10 * time.Minute})
		var dialled atomic.Int64
		done := 0
		for _, c := range web.Cases() {
			if c.Path != "/robots.txt" {
				continue
			}
			done++
			for _, preset := range []fetch.Preset{fetch.Default, fetch.RFC} {
				cl := reaching(t, s, &dialled)
				cl.Preset = preset
				o, err := cl.Get(t.Context(), c.URL())
				if err != nil {
					t.Errorf("%s: %v", c.Name, err)
					continue
				}
				judge(t, c, o)
			}
		}
		if done < 200 || dialled.Load() < int64(done) || s.PrivateDials() != 0 {
			t.Errorf("%d cases, %d dials, %d of them private", done, dialled.Load(), s.PrivateDials())
		}
		t.Logf("%d cases, %d dials", done, dialled.Load())
	})
}

// judge holds an outcome to what a case wants.
func judge(t *testing.T, c testweb.Case, o fetch.Outcome) {
	t.Helper()
	p := o.Policy()
	for target, want := range map[string]testweb.Want{"/page": c.Page, "/private/page": c.Private} {
		if allowed := p.Decide("X", target).Allowed(); want != testweb.Open && allowed != (want == testweb.Allow) {
			t.Errorf("%s: %s allowed: %v (%v %q, status %d, %v): %s", c.Name, target, allowed, o.Kind, o.Class, o.Status, o.Err, c.Wants)
		}
	}
	if (o.Err == nil) != (o.Class == "") || o.Kind == 0 || len(o.Hops) == 0 || len(o.Hops) > 6 {
		t.Errorf("%s: outcome %+v", c.Name, o)
	}
	if len(o.Body) > o.Limit+1 || o.Took > 61*time.Second {
		t.Errorf("%s: %d octets in %v", c.Name, len(o.Body), o.Took)
	}
	for _, h := range o.Hops {
		if h.Wire > 8<<20 {
			t.Errorf("%s: %d octets over the wire", c.Name, h.Wire)
		}
	}
	if strings.HasPrefix(c.Name, "private-") || strings.HasPrefix(c.Name, "name-") && c.Name != "name-rebinds" {
		if o.Kind != robots.KindUnreachable || o.Class != fetch.ClassRefusedAddress {
			if !strings.Contains("private-loopback-decimal private-loopback-hex private-loopback-octal private-loopback-short private-localhost", c.Name) {
				t.Errorf("%s: %v %q", c.Name, o.Kind, o.Class)
			}
		}
	}
}
