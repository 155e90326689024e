package testweb

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// A Want is what a crawler may do with a page, given the robots.txt of its host.
type Want string

// What may be wanted.
const (
	Allow    Want = "allow"    // it may be fetched
	Disallow Want = "disallow" // it must not be fetched
	Open     Want = "open"     // the standard leaves it to the crawler
)

// A Case is one row of the catalogue: a URL with a fault behind it.
type Case struct {
	Name    string // such as "redirect-5"; its host is Name + ".test" unless Host says otherwise
	Section string // heading in the documents
	Host    string // with ".test"
	Path    string // "/robots.txt" unless the fault is in a page
	Scheme  string // "http" or "https"
	Does    string // what the server does
	Wants   string // what RFC 9309 or common sense wants, in words
	Page    Want   // whether /page of the host may then be fetched
	Private Want   // whether /private/page may then be fetched; the usual file closes it

	serve func(*exchange)
	fault tlsFault
	addrs []netip.Addr
	h2    bool
}

// URL returns the URL of the case, without a port.
func (c Case) URL() string { return c.Scheme + "://" + c.Host + c.Path }

// A Web is a set of virtual hosts and what they answer. It holds no state of a
// server, so that one web may be served twice at once.
type Web struct {
	name     string
	cases    []Case
	hosts    map[string]*host
	order    []string // host names; the place is the number in 127.1.0.0/16
	seeds    []string
	expected func() []string
}

// A host is one virtual host.
type host struct {
	name  string
	index int
	serve func(*exchange)
	want  func(token, target string) Want // nil: all is open
	fault tlsFault
	addrs []netip.Addr // what the name resolves to; none: the server
	h2    bool
	site  *site // of the catalogue
}

func newWeb(name string) *Web {
	return &Web{name: name, hosts: map[string]*host{}}
}

// add puts a host into the web, in place of one of that name.
func (w *Web) add(h *host) {
	if old, ok := w.hosts[h.name]; ok {
		h.index = old.index
	} else {
		h.index = len(w.order)
		w.order = append(w.order, h.name)
	}
	w.hosts[h.name] = h
}

// Custom returns a web of these handlers by host name, such as "a.test". Nothing
// is known of what they allow, so the judge takes all as open.
func Custom(hosts map[string]http.Handler) *Web {
	w := newWeb("custom")
	var names []string
	for name := range hosts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		handler := hosts[name]
		w.add(&host{name: strings.ToLower(name), h2: true, serve: func(x *exchange) { handler.ServeHTTP(x.w, x.r) }})
	}
	return w
}

// Name returns "catalogue", "clean", "hostile" or "custom".
func (w *Web) Name() string { return w.name }

// Cases returns the rows of the catalogue; other webs have none.
func (w *Web) Cases() []Case { return slices.Clone(w.cases) }

// Case returns the case of that name, or false.
func (w *Web) Case(name string) (Case, bool) {
	for _, c := range w.cases {
		if c.Name == name {
			return c, true
		}
	}
	return Case{}, false
}

// Hosts returns the names of all virtual hosts.
func (w *Web) Hosts() []string { return slices.Clone(w.order) }

// Seeds returns the URLs that a crawl of the web begins with.
func (w *Web) Seeds() []string { return slices.Clone(w.seeds) }

// Expected returns the URLs that a crawl from the seeds has to fetch, sorted:
// all that links reach and robots.txt allows, robots.txt itself not among them.
// It is empty for the catalogue and for custom webs. On the hostile web more is
// allowed than is expected, since some of it has no end.
func (w *Web) Expected() []string {
	if w.expected == nil {
		return nil
	}
	return w.expected()
}

// Want returns whether a crawler with that product token may fetch target, a path
// with its query, from a host of the web. It is Open for hosts that are not in it.
func (w *Web) Want(token, hostName, target string) Want {
	h := w.hosts[hostName]
	switch {
	case h == nil || h.want == nil:
		return Open
	case target == "/robots.txt":
		return Allow
	}
	return h.want(token, target)
}
