package testweb

import (
	"slices"
	"strings"
	"sync"
)

// Catalogue returns the web of faults: one host for each fault in robots.txt, and
// a few hosts with faults in pages.
func Catalogue() *Web { return catalogue() }

var catalogue = sync.OnceValue(func() *Web {
	w := newWeb("catalogue")
	for _, section := range sections() {
		for _, c := range section.cases {
			c.Section = section.name
			w.addCase(c)
		}
	}
	w.plain("target.test")
	w.add(&host{name: "*.hops.test", serve: func(x *exchange) { towards(x, hop(x)-1) }})
	for _, name := range w.order {
		if strings.HasPrefix(name, "*") {
			continue
		}
		w.seeds = append(w.seeds, w.hosts[name].scheme()+"://"+name+"/")
	}
	return w
})

// A section is a heading of the documents and the cases under it.
type section struct {
	name  string
	intro string
	cases []Case
}

func sections() []section {
	return []section{
		{"Statuses", "Bodies of answers that are no success say the opposite of what the status means, to catch those who read them: with 4xx they close the site, with others they open it.", statusCases()},
		{"Redirects", "The file at the end is the usual one. `/page` of `target.test` is allowed in any case: rules are those of the authority that was asked first.", redirectCases()},
		{"Texts", "", textCases()},
		{"Encodings", "", encodingCases()},
		{"Transfer", "", transferCases()},
		{"TLS", "", tlsCases()},
		{"Names and addresses", "These show through the look-up and dial functions in Go, and to all in the redirects; nothing outside loopback is ever reached.", addressCases()},
		{"Rates", "", rateCases()},
		{"Caching", "", cacheCases()},
		{"Pages", "On `pages.test`, whose robots.txt is the usual one.", pageCases()},
		{"Traps", "On `traps.test`, whose robots.txt is the usual one. Nothing here is closed, and none of it ends.", trapCases()},
		{"Sitemaps", "On `sitemaps.test`.", sitemapCases()},
	}
}

// A site is a host of the catalogue: the paths of its cases, and around them a
// few pages, one of them in a closed folder.
type site struct {
	paths map[string]func(*exchange)
	under []folder // paths that stand for all below them, and are reached only if no other fits
	links []string
	page  Want
	priv  Want
	https bool
}

type folder struct {
	prefix string
	serve  func(*exchange)
}

// addCase adds a row and what it serves. A path that ends in "*" stands for all
// that begins so. What a robots.txt redirects to lies below /hop/.
func (w *Web) addCase(c Case) {
	if c.Host == "" {
		c.Host = c.Name + ".test"
	}
	if c.Path == "" {
		c.Path = "/robots.txt"
	}
	if c.Scheme == "" {
		c.Scheme = "http"
	}
	if c.Page == "" {
		c.Page, c.Private = Allow, Disallow
	}
	h := w.hosts[c.Host]
	if h == nil {
		h = w.plain(c.Host)
		h.site.page, h.site.priv, h.site.https = c.Page, c.Private, c.Scheme == "https"
		h.fault, h.addrs, h.h2 = c.fault, c.addrs, c.h2
	}
	if c.serve == nil {
		c.serve = func(x *exchange) { x.content(200) }
	}
	if prefix, ok := strings.CutSuffix(c.Path, "*"); ok {
		h.site.under = append(h.site.under, folder{prefix, c.serve})
		c.Path = prefix
	} else {
		h.site.paths[c.Path] = c.serve
	}
	if c.Path == "/robots.txt" {
		h.site.under = append(h.site.under, folder{"/hop/", c.serve})
	} else {
		h.site.links = append(h.site.links, c.Path)
	}
	w.cases = append(w.cases, c)
}

// plain adds a host without faults.
func (w *Web) plain(name string) *host {
	s := &site{paths: map[string]func(*exchange){}, page: Allow, priv: Disallow}
	h := &host{name: name, site: s, serve: s.serve, want: s.want}
	w.add(h)
	return h
}

func (h *host) scheme() string {
	if h.site != nil && h.site.https {
		return "https"
	}
	return "http"
}

func (s *site) want(_, target string) Want {
	switch {
	case strings.HasPrefix(target, "/private/"):
		return s.priv
	case step(target):
		return Open
	}
	return s.page
}

func (s *site) serve(x *exchange) {
	path := x.r.URL.Path
	if serve := s.paths[path]; serve != nil {
		serve(x)
		return
	}
	switch {
	case path == "/":
		x.html(200, page(x.host.name, links(slices.Concat([]string{"/page", "/private/page"}, s.links)...)))
	case path == "/robots.txt" || path == "/page" || path == "/base/found/1" || strings.HasPrefix(path, "/private/"):
		x.content(200)
	default:
		s.serveFolder(x)
	}
}

func (s *site) serveFolder(x *exchange) {
	path := x.r.URL.Path
	for _, f := range s.under {
		if strings.HasPrefix(path, f.prefix) {
			f.serve(x)
			return
		}
	}
	x.html(404, page("not found", ""))
}

// links returns a list of links.
func links(targets ...string) string {
	var b strings.Builder
	for _, t := range targets {
		b.WriteString("<p><a href=\"" + escape(t) + "\">" + escape(t) + "</a></p>\n")
	}
	return b.String()
}
