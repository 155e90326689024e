package fetch

import (
	"fmt"
	"net/netip"
)

// refusedNets are the networks that are no part of the public internet, with
// what they are: IANA's special-purpose registries, and what clouds use for
// metadata. IPv6 needs few rows, since all outside 2000::/3 is refused.
var refusedNets = [...]struct {
	net  netip.Prefix
	what string
}{
	{prefix("0.0.0.0/8"), "this host"},
	{prefix("10.0.0.0/8"), "private"},
	{prefix("100.64.0.0/10"), "shared by a carrier's customers"},
	{prefix("127.0.0.0/8"), "loopback"},
	{prefix("169.254.0.0/16"), "link-local, where clouds keep metadata"},
	{prefix("172.16.0.0/12"), "private"},
	{prefix("192.0.0.0/24"), "for protocols"},
	{prefix("192.0.2.0/24"), "for documentation"},
	{prefix("192.88.99.0/24"), "a relay of 6to4"},
	{prefix("192.168.0.0/16"), "private"},
	{prefix("198.18.0.0/15"), "for benchmarks"},
	{prefix("198.51.100.0/24"), "for documentation"},
	{prefix("203.0.113.0/24"), "for documentation"},
	{prefix("224.0.0.0/4"), "multicast"},
	{prefix("240.0.0.0/4"), "reserved"},
	{prefix("168.63.129.16/32"), "a cloud's metadata"},
	{prefix("::/128"), "this host"},
	{prefix("::1/128"), "loopback"},
	{prefix("fc00::/7"), "private"},
	{prefix("fe80::/10"), "link-local"},
	{prefix("ff00::/8"), "multicast"},
	{prefix("2001::/23"), "for protocols, Teredo among them"},
	{prefix("2001:db8::/32"), "for documentation"},
	{prefix("3fff::/20"), "for documentation"},
}

var (
	publicV6 = prefix("2000::/3")     // all of IPv6 that is given out
	nat64    = prefix("64:ff9b::/96") // IPv4 in the last 32 bits (RFC 6052)
	sixToFo  = prefix("2002::/16")    // IPv4 in bits 16 to 48 (RFC 3056)
)

func prefix(s string) netip.Prefix { return netip.MustParsePrefix(s) }

// An AddressError is an address that is not dialled.
type AddressError struct {
	Addr netip.Addr
	What string // what it is, such as "loopback"
}

func (e *AddressError) Error() string {
	return fmt.Sprintf("address %s is %s, and not dialled: allow its network by name if it is yours", e.Addr, e.What)
}

// guard returns why a is not dialled, or nil. An allowed network is compared
// with the address as it is dialled, so that 127.0.0.0/8 opens ::ffff:127.0.0.1,
// which is the same address, but no other that leads there.
func (c *Client) guard(a netip.Addr) error {
	a = a.Unmap()
	if c.DangerouslyReachPrivateHosts {
		return nil
	}
	for _, n := range c.AllowNets {
		if n.Contains(a) || n.Addr().Is4In6() && n.Bits() >= 96 && netip.PrefixFrom(n.Addr().Unmap(), n.Bits()-96).Contains(a) {
			return nil
		}
	}
	if what := special(a); what != "" {
		return &AddressError{a, what}
	}
	return nil
}

// special says what a is if it is no public address, or "".
func special(a netip.Addr) string {
	a = a.Unmap()
	if !a.IsValid() {
		return "no address"
	}
	if a.Zone() != "" {
		return "of one link only"
	}
	for _, r := range refusedNets {
		if r.net.Contains(a) {
			return r.what
		}
	}
	if a.Is4() {
		return ""
	}
	b := a.As16()
	inner := func(v4 []byte, how string) string {
		in, _ := netip.AddrFromSlice(v4)
		if what := special(in); what != "" {
			return what + ", " + how + " of " + in.String()
		}
		return ""
	}
	switch {
	case nat64.Contains(a):
		return inner(b[12:16], "the NAT64 form")
	case sixToFo.Contains(a):
		return inner(b[2:6], "the 6to4 form")
	case !publicV6.Contains(a):
		return "outside what is given out"
	}
	return ""
}
