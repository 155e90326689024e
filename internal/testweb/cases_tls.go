package testweb

import "net/netip"

func tlsCases() (all []Case) {
	for _, f := range []struct {
		name, does string
		fault      tlsFault
	}{
		{"expired", "a certificate that ended yesterday", tlsExpired},
		{"future", "a certificate that begins tomorrow", tlsFuture},
		{"wrong-host", "a certificate for another host", tlsWrongHost},
		{"self-signed", "a certificate signed by itself", tlsSelf},
		{"untrusted", "a certificate of an authority that nobody knows", tlsUntrusted},
		{"old", "TLS 1.0 and nothing newer", tlsOld},
		{"alert", "an alert in place of a certificate", tlsAlert},
		{"close", "closes within the handshake", tlsClose},
		{"reset", "resets within the handshake", tlsReset},
		{"plain", "HTTP without TLS at the port for TLS", tlsPlain},
		{"hang", "no answer to the handshake", tlsHang},
	} {
		all = append(all, Case{Name: "tls-" + f.name, Scheme: "https", Does: f.does, Wants: unreachable + "; certificates are verified", Page: Disallow, Private: Disallow, fault: f.fault})
	}
	return append(all, Case{Name: "tls-fine", Scheme: "https", Does: "a good certificate, of the authority of this server", Wants: "the rules hold"})
}

// privateTargets are what no redirect may lead to.
var privateTargets = []struct{ name, url string }{
	{"loopback", "http://127.0.0.1/robots.txt"},
	{"localhost", "http://localhost/robots.txt"},
	{"loopback-v6", "http://[::1]/robots.txt"},
	{"loopback-mapped", "http://[::ffff:127.0.0.1]/robots.txt"},
	{"loopback-decimal", "http://2130706433/robots.txt"},
	{"loopback-hex", "http://0x7f.0x0.0x0.0x1/robots.txt"},
	{"loopback-octal", "http://0177.0.0.1/robots.txt"},
	{"loopback-short", "http://127.1/robots.txt"},
	{"zero", "http://0.0.0.0/robots.txt"},
	{"private-10", "http://10.0.0.1/robots.txt"},
	{"private-172", "http://172.16.0.1/robots.txt"},
	{"private-192", "http://192.168.0.1/robots.txt"},
	{"shared-100", "http://100.64.0.1/robots.txt"},
	{"link-local", "http://169.254.1.1/robots.txt"},
	{"metadata", "http://169.254.169.254/latest/meta-data/"},
	{"metadata-v6", "http://[fd00:ec2::254]/latest/meta-data/"},
	{"unique-local", "http://[fd12:3456:789a::1]/robots.txt"},
	{"link-local-v6", "http://[fe80::1]/robots.txt"},
	{"nat64", "http://[64:ff9b::7f00:1]/robots.txt"},
	{"6to4", "http://[2002:7f00:1::]/robots.txt"},
	{"multicast", "http://224.0.0.1/robots.txt"},
	{"broadcast", "http://255.255.255.255/robots.txt"},
}

func addressCases() (all []Case) {
	refuse := "the address is refused before it is dialled; no file can be had, and the standard does not say what then"
	for _, p := range privateTargets {
		all = append(all, Case{Name: "private-" + p.name, Does: "redirects to " + p.url, Wants: refuse, Page: Open, Private: Open, serve: func(x *exchange) { x.redirect(302, p.url) }})
	}
	all = append(all, Case{Name: "private-tripwire", Does: "redirects to an address of loopback that is listened at, where every connection is counted", Wants: refuse, Page: Open, Private: Open, serve: func(x *exchange) {
		x.redirect(302, "http://"+x.s.tripwire+"/robots.txt")
	}})
	for _, n := range []struct {
		name, does string
		addrs      []string
	}{
		{"name-private", "a name with the address 10.0.0.1", []string{"10.0.0.1"}},
		{"name-metadata", "a name with the address 169.254.169.254", []string{"169.254.169.254"}},
		{"name-forbidden", "a name with the address of the tripwire", []string{tripwireIP}},
		{"name-v6", "a name with the address ::1", []string{"::1"}},
		{"name-rebinds", "a name with an address of this server at first, and that of the tripwire from the second look-up on", []string{strangerIP.String(), tripwireIP}},
	} {
		c := Case{Name: n.name, Does: n.does, Wants: "the address is refused when it is dialled, whatever an earlier look-up said", Page: Open, Private: Open}
		for _, a := range n.addrs {
			c.addrs = append(c.addrs, netip.MustParseAddr(a))
		}
		all = append(all, c)
	}
	return append(all,
		Case{Name: "nxdomain", Does: "a name that does not resolve", Wants: unreachable, Page: Disallow, Private: Disallow},
		Case{Name: "dns-timeout", Does: "a name whose look-up times out", Wants: unreachable, Page: Disallow, Private: Disallow})
}
