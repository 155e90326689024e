package testweb

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Hostile returns the sites of [Clean] with traps, bombs and faults among their
// pages, and with a robots.txt that is had, or not, in 24 ways, which take turns.
// Expected has the ordinary pages alone; pages that only links with nofollow lead
// to lie below /nofollow/.
func Hostile(hosts, pages int, seed uint64) *Web {
	return newGarden("hostile", hosts, pages, seed).web()
}

// A variant is one way in which a site serves its robots.txt.
type variant struct {
	name  string
	serve func(g *garden, x *exchange, h int)
	want  func(g *garden, h int, token, target string) Want
}

func (g *garden) variant(h int) variant { return variants[h%len(variants)] }

func all(w Want) func(*garden, int, string, string) Want {
	return func(*garden, int, string, string) Want { return w }
}

// maybe is for files that need not be had: what they allow is allowed in any case.
func maybe(g *garden, h int, token, target string) Want {
	if w := g.ordinary(h, token, target); w == Allow {
		return Allow
	}
	return Open
}

// strict is for files that may count as had or as unreachable: what they close is closed in any case.
func strict(g *garden, h int, token, target string) Want {
	if w := g.ordinary(h, token, target); w == Disallow {
		return Disallow
	}
	return Open
}

func status(code int, text string) func(*garden, *exchange, int) {
	return func(_ *garden, x *exchange, _ int) { x.text(code, text) }
}

// hops redirects n times before the ordinary file, across sites if asked.
func hops(n int, across bool) func(*garden, *exchange, int) {
	return func(g *garden, x *exchange, h int) {
		at := h
		if across {
			at = (h + 1) % g.hosts
		}
		x.redirect(301, x.url(x.scheme(), siteName(at), fmt.Sprintf("/hop/%d/of/%d/for/%d/robots.txt", 1, n, h)))
	}
}

// serveHop serves the steps of hops.
func (g *garden) serveHop(x *exchange, h int) {
	var i, n, site int
	if _, err := fmt.Sscanf(x.r.URL.Path, "/hop/%d/of/%d/for/%d/robots.txt", &i, &n, &site); err != nil || site < 0 || site >= g.hosts {
		x.html(404, page("not found", ""))
		return
	}
	if i >= n {
		x.text(200, g.robots(x, site))
		return
	}
	x.redirect(301, x.url(x.scheme(), siteName(h), fmt.Sprintf("/hop/%d/of/%d/for/%d/robots.txt", i+1, n, site)))
}

// fault serves robots.txt as a case of the catalogue does.
func fault(name string) func(*garden, *exchange, int) {
	return func(_ *garden, x *exchange, _ int) {
		if c, ok := Catalogue().Case(name); ok {
			c.serve(x)
		}
	}
}

// The usual file of the catalogue closes /private/ and nothing else.
func usualWant(_ *garden, _ int, _, target string) Want {
	if strings.HasPrefix(target, "/private/") {
		return Disallow
	}
	return Allow
}

var variants = []variant{
	{"an ordinary file", (*garden).plainFile, (*garden).ordinary},
	{"404", status(404, closeAll), all(Allow)},
	{"503", status(503, openAll), all(Disallow)},
	{"five redirects", hops(5, false), (*garden).ordinary},
	{"six redirects over two sites", hops(6, true), maybe},
	{"all is closed", status(200, closeAll), all(Disallow)},
	{"closed, but for testbot", status(200, "User-agent: *\nDisallow: /\n\nUser-agent: testbot\nDisallow: /private/\n"), func(g *garden, h int, token, target string) Want {
		if strings.EqualFold(token, "testbot") {
			return usualWant(g, h, token, target)
		}
		return Disallow
	}},
	{"the longest match", status(200, "User-agent: *\nDisallow: /p/\nAllow: /p/1\n"), func(_ *garden, _ int, _, target string) Want {
		if strings.HasPrefix(target, "/p/") && !strings.HasPrefix(target, "/p/1") {
			return Disallow
		}
		return Allow
	}},
	{"Crawl-delay: 1", status(200, "User-agent: *\nCrawl-delay: 1\nDisallow: /private/\n"), usualWant},
	{"600 KiB", status(200, padded(600<<10)), func(_ *garden, _ int, _, target string) Want {
		switch {
		case strings.HasPrefix(target, "/filler/"):
			return Disallow
		case strings.HasPrefix(target, "/private/"):
			return Open
		}
		return Allow
	}},
	{"a page in place of the file", func(_ *garden, x *exchange, _ int) { x.html(200, htmlPage) }, all(Allow)},
	{"a mark, and CR LF", func(g *garden, x *exchange, h int) {
		x.text(200, "\ufeff"+strings.ReplaceAll(g.robots(x, h), "\n", "\r\n"))
	}, (*garden).ordinary},
	{"the connection is closed", fault("close-at-once"), all(Disallow)},
	{"403", status(403, closeAll), all(Allow)},
	{"429 with Retry-After", fault("retry-429-seconds"), all(Open)},
	{"a rule about a query", status(200, "User-agent: *\nDisallow: /*?sid=\nDisallow: /private/\n"), func(g *garden, h int, token, target string) Want {
		if strings.Contains(target, "?sid=") {
			return Disallow
		}
		return usualWant(g, h, token, target)
	}},
	{"the connection is reset", fault("reset-at-once"), all(Disallow)},
	{"gzip", func(g *garden, x *exchange, h int) {
		x.w.Header().Set("Content-Encoding", "gzip")
		x.body(200, plainUTF8, packGzip(g.robots(x, h)))
	}, (*garden).ordinary},
	{"a bomb in gzip", fault("bomb-gzip"), all(Open)},
	{"a file without end", fault("endless-body"), usualWant},
	{"a redirect to an address that nobody may dial", fault("private-tripwire"), all(Open)},
	{"no answer", fault("hang"), all(Disallow)},
	{"a loop of redirects", fault("loop-self"), all(Open)},
	{"a body that ends too early", func(g *garden, x *exchange, h int) {
		text := g.robots(x, h)
		x.say(200, ok11+textType+"Content-Length: 50000\r\n\r\n"+text)
	}, strict},
}

func (g *garden) plainFile(x *exchange, h int) { x.text(200, g.robots(x, h)) }

// bait returns what a page of the hostile web links to beside the ordinary.
func (g *garden) bait(h, n int) (all []link) {
	add := func(href string) { all = append(all, link{href: href, host: h, target: href, bait: true}) }
	id := strconv.Itoa(n)
	for _, href := range []string{
		"/open-cal/2026/1/" + strconv.Itoa(n%28+1),
		"/p/" + id + "?sid=" + strconv.FormatUint(g.hash(h, n, 3)>>32, 16),
		"/p/" + id + "?utm_source=a&b=2", "/p/" + id + "?b=2&utm_source=a", "/%70/" + id,
	} {
		add(href)
	}
	all = append(all, link{href: "/nofollow/" + id, host: h, target: "/nofollow/" + id, nofollow: true, bait: true})
	if i := n % (len(baits) + 8); i < len(baits) { // some pages have none
		for _, href := range baits[i] {
			add(strings.ReplaceAll(href, "N", id))
		}
	}
	return all
}

// baits are sets of links, of which pages take turns. N is the number of the page.
var baits = [][]string{
	{"/r/N"}, {"/loop/1"}, {"/chain/1"}, {"/missing/N"}, {"/err/N"}, {"/retry/1"},
	{"/fault/slow-body"}, {"/fault/endless-drip"}, {"/fault/endless-body"}, {"/fault/bomb-gzip"}, {"/fault/bomb-br"}, {"/fault/bomb-zstd"},
	{"/fault/bomb-nested"}, {"/fault/header-many"}, {"/fault/endless-header"}, {"/fault/hang"}, {"/fault/hang-in-body"}, {"/fault/reset-in-body"},
	{"/fault/close-at-once"}, {"/fault/length-short"}, {"/fault/chunks-cut"}, {"/fault/gzip-not"}, {"/fault/status-500"}, {"/fault/retry-503-seconds"},
	{"/x-robots/N"}, {"/meta-nofollow/N"}, {"/deep/a/b/a/b"}, {"/s/0/start"}, {"/many/1"},
	{"/closed-elsewhere/N"}, {"/tripwire", "/cred"}, {"javascript:void(0)", "mailto:a@b.test", "data:text/html,x", "tel:1", "http://", "http://[::1", "//", "?", "#"},
	{"/file.zip"}, {"/soft-404/N"}, {"/canonical/N"},
}

// serveBait answers for what is on the hostile web alone, and returns false for the rest.
func (g *garden) serveBait(x *exchange, h int) bool {
	part := strings.Split(strings.TrimPrefix(x.r.URL.Path, "/"), "/")
	arg := ""
	if len(part) > 1 {
		arg = part[1]
	}
	n, _ := strconv.Atoi(arg)
	switch part[0] {
	case "hop":
		g.serveHop(x, h)
	case "fault":
		c, ok := Catalogue().Case(arg)
		if !ok {
			return false
		}
		c.serve(x)
	case "cal", "open-cal":
		calendar(x)
	case "deep":
		x.html(200, page("deeper", links(x.r.URL.Path+"/a/b")))
	case "s":
		x.html(200, page("session", links(fmt.Sprintf("/s/%d/start", n+1), fmt.Sprintf("/s/%d/other", n+1))))
	case "many":
		var to []string
		for i := range 200 {
			to = append(to, fmt.Sprintf("/many/%d", (n*31+i*17)%1_000_000))
		}
		x.html(200, page("many", links(to...)))
	case "r":
		x.redirect(302, pagePath(n%g.pages))
	case "closed-elsewhere":
		x.redirect(302, x.url(x.scheme(), siteName(h/len(variants)*len(variants)), "/private/by-redirect"))
	case "tripwire":
		x.redirect(302, "http://"+x.s.tripwire+"/internal/")
	case "loop":
		x.redirect(302, "/loop/"+strconv.Itoa(3-n))
	case "chain":
		if n > 30 {
			x.html(200, page("end", ""))
			return true
		}
		x.redirect(302, "/chain/"+strconv.Itoa(n+1))
	case "err":
		x.html(500, page("error", ""))
	case "retry":
		x.w.Header().Set("Retry-After", "2")
		x.html(503, page("later", ""))
	case "nofollow", "soft-404", "cred":
		x.html(200, page("page not found", ""))
	case "x-robots":
		x.w.Header().Set("X-Robots-Tag", "noindex, nofollow")
		x.html(200, page("x", links("/nofollow/x-robots")))
	case "meta-nofollow":
		x.html(200, metaPage("noindex, nofollow", links("/nofollow/meta")))
	case "canonical":
		x.w.Header().Set("Link", "<"+x.url(x.scheme(), siteName(h), pagePath(n%g.pages))+`>; rel="canonical"`)
		x.html(200, page("a copy", ""))
	case "file.zip":
		x.body(200, "application/zip", "PK\x03\x04"+noise(1<<20))
	default:
		return false
	}
	return true
}

// metaPage returns a page with that robots meta.
func metaPage(content, body string) string {
	return strings.Replace(page("meta", body), "</title>", "</title><meta name=\"robots\" content=\""+escape(content)+"\">", 1)
}

// calendar links to the next day and month of the day in the path, for ever.
func calendar(x *exchange) {
	part := strings.Split(strings.Trim(x.r.URL.Path, "/"), "/")
	var v [3]int
	for i := range v {
		if i+1 < len(part) {
			v[i], _ = strconv.Atoi(part[i+1])
		}
	}
	day := time.Date(v[0], time.Month(v[1]), v[2], 0, 0, 0, 0, time.UTC)
	var to []string
	for _, d := range []time.Time{day.AddDate(0, 0, 1), day.AddDate(0, 1, 0), day.AddDate(-1, 0, 0)} {
		to = append(to, fmt.Sprintf("/%s/%d/%d/%d", part[0], d.Year(), int(d.Month()), d.Day()))
	}
	x.html(200, page(day.Format("2006-01-02"), links(to...)))
}
