package testweb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Clean returns a web of ordinary sites, h0.test and so on, each with that many
// numbered pages and a home page. Pages link to one another within and across
// sites, in all the ways in which the same URL can be written. Each robots.txt
// closes a folder, a calendar, a query, an ending and some of the numbered pages. What links
// reach and robots.txt allows is in Expected. The seed chooses links and closed pages.
//
// Both counts are at least 1; there are at most 10,000 sites and a million pages each.
func Clean(hosts, pages int, seed uint64) *Web { return newGarden("clean", hosts, pages, seed).web() }

// A garden is a set of sites that numbers generate.
type garden struct {
	name         string
	hosts, pages int
	seed         uint64
	hostile      bool
	built        *Web
}

func newGarden(name string, hosts, pages int, seed uint64) *garden {
	return &garden{name: name, hosts: min(max(hosts, 1), 10_000), pages: min(max(pages, 1), 1_000_000), seed: seed, hostile: name == "hostile"}
}

func siteName(i int) string { return "h" + strconv.Itoa(i) + ".test" }

func (g *garden) web() *Web {
	w := newWeb(g.name)
	g.built = w
	for i := range g.hosts {
		name := siteName(i)
		w.add(&host{
			name:  name,
			serve: func(x *exchange) { g.serve(x, i) },
			want:  func(token, target string) Want { return g.want(i, token, target) },
		})
		w.seeds = append(w.seeds, "http://"+name+"/")
	}
	w.expected = sync.OnceValue(g.expected)
	return w
}

// hash mixes numbers, the same for the same seed.
func (g *garden) hash(v ...int) uint64 {
	h := g.seed*0x9e3779b97f4a7c15 + 0x632be59bd9b4e019
	for _, x := range v {
		h = (h ^ uint64(x)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// A link is one of a page. A crawler that follows it asks host for target.
type link struct {
	href     string // as written, without scheme and host
	absolute bool   // scheme and host stand before href
	upper    bool   // and in capitals
	host     int
	target   string
	nofollow bool
	bait     bool // not part of what is expected
}

// page is the number of a page in a target, or -1.
func (g *garden) page(target string) int {
	rest, ok := strings.CutPrefix(target, "/p/")
	n, err := strconv.Atoi(rest)
	if !ok || err != nil || n < 0 || n >= g.pages || strconv.Itoa(n) != rest {
		return -1
	}
	return n
}

func pagePath(n int) string { return "/p/" + strconv.Itoa(n) }

// fanOut is how many pages each page leads to for sure, so that all are reached.
const fanOut = 8

// links returns the links of a page. The home page is -1.
func (g *garden) links(h, n int) []link {
	all := make([]link, 0, 40)
	here := func(n int) link { return link{href: pagePath(n), host: h, target: pagePath(n)} }
	if n < 0 {
		return append(all, here(0), link{href: "/private/open/1", host: h, target: "/private/open/1"})
	}
	for i := 1; i <= fanOut; i++ {
		if c := n*fanOut + i; c < g.pages {
			all = append(all, here(c))
		}
	}
	for i := range 6 {
		l := here(int(g.hash(h, n, i) % uint64(g.pages)))
		switch i {
		case 0, 1:
			l.absolute = true
		case 2:
			l.absolute, l.upper = true, true
		case 3:
			l.href += "#part"
		case 4:
			l.href = "../p/./" + l.href[len("/p/"):]
		}
		all = append(all, l)
	}
	for i := range 3 {
		o := int(g.hash(h, n, i, 1) % uint64(g.hosts))
		all = append(all, link{href: "/", absolute: true, host: o, target: "/"})
	}
	// What robots.txt closes is linked like anything else.
	for _, t := range []string{"/private/" + strconv.Itoa(n), "/cal/2026/1/" + strconv.Itoa(n%28+1), pagePath(n) + "?sort=up", "/doc-" + strconv.Itoa(n) + ".pdf"} {
		all = append(all, link{href: t, host: h, target: t})
	}
	if g.hostile {
		all = append(all, g.bait(h, n)...)
	}
	return all
}

// closedPage begins the numbers of pages that robots.txt of a site closes: 14 closes 14 and 140 to 149.
func (g *garden) closedPage(h int) int { return 10 + int(g.hash(h, -7)%10) }

// robots is the ordinary robots.txt of a site.
func (g *garden) robots(x *exchange, h int) string {
	return fmt.Sprintf("# site %d\nUser-agent: some-other-crawler\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nAllow: /private/open/\nDisallow: /cal/\nDisallow: /p/%d\nDisallow: /*?sort=\nDisallow: /*.pdf$\n\nSitemap: %s\n",
		h, g.closedPage(h), x.url(x.scheme(), siteName(h), "/sitemap.xml"))
}

// ordinary is what that file wants, read by hand.
func (g *garden) ordinary(h int, token, target string) Want {
	has := func(prefix string) bool { return strings.HasPrefix(target, prefix) }
	switch {
	case strings.EqualFold(token, "some-other-crawler"):
		return Disallow
	case has("/private/open/") && !strings.Contains(target, "?sort=") && !strings.HasSuffix(target, ".pdf"):
		return Allow
	case has("/private/"), has("/cal/"), has("/p/" + strconv.Itoa(g.closedPage(h))), strings.Contains(target, "?sort="), strings.HasSuffix(target, ".pdf"):
		return Disallow
	}
	return Allow
}

// want is what robots.txt of a site says of a target, once read to the end.
func (g *garden) want(h int, token, target string) Want {
	target = unescapeUnreserved(target)
	if step(target) {
		return Open
	}
	if g.hostile {
		return g.variant(h).want(g, h, token, target)
	}
	return g.ordinary(h, token, target)
}

// expected walks the links from the seeds. The crawler is one that no file names.
func (g *garden) expected() []string {
	type place struct {
		host   int
		target string
	}
	seen := map[place]bool{}
	var todo []place
	visit := func(p place) {
		if !seen[p] && g.want(p.host, "", p.target) == Allow {
			seen[p] = true
			todo = append(todo, p)
		}
	}
	for i := range g.hosts {
		visit(place{i, "/"})
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := g.page(p.target)
		if n < 0 && p.target != "/" {
			continue // leads nowhere
		}
		for _, l := range g.links(p.host, n) {
			if !l.nofollow && !l.bait {
				visit(place{l.host, l.target})
			}
		}
	}
	all := make([]string, 0, len(seen))
	for p := range seen { // in no order, hence the sorting
		all = append(all, "http://"+siteName(p.host)+p.target)
	}
	slices.Sort(all)
	return all
}

// serve answers for a site.
func (g *garden) serve(x *exchange, h int) {
	path := x.r.URL.Path
	switch {
	case path == "/robots.txt" && g.hostile:
		g.variant(h).serve(g, x, h)
	case path == "/robots.txt":
		x.text(200, g.robots(x, h))
	case path == "/":
		g.servePage(x, h, -1)
	case path == "/sitemap.xml":
		g.sitemap(x, h)
	case g.page(path) >= 0:
		g.servePage(x, h, g.page(path))
	case strings.HasPrefix(path, "/private/"), strings.HasPrefix(path, "/cal/") && !g.hostile, strings.HasSuffix(path, ".pdf"):
		x.html(200, page(path, ""))
	case g.hostile && g.serveBait(x, h):
	default:
		x.html(404, page("not found", ""))
	}
}

// filler is text that pages are filled up with; each begins at another place.
var filler = sync.OnceValue(func() string {
	words := strings.Fields("robots crawler policy sitemap archive frontier delay agent allow disallow record group")
	var b strings.Builder
	for x := uint32(1); b.Len() < 16<<10; x = x*1664525 + 1013904223 {
		b.WriteString(words[(x>>16)%uint32(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
})

const pageSize = 8000

func (g *garden) servePage(x *exchange, h, n int) {
	etag := fmt.Sprintf(`"%d-%d-%d"`, g.seed, h, n)
	header := x.w.Header()
	header.Set("ETag", etag)
	header.Set("Last-Modified", lastModified)
	if x.r.Header.Get("If-None-Match") == etag {
		x.w.WriteHeader(304)
		return
	}
	var b strings.Builder
	b.Grow(pageSize + 1000)
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Site %d, page %d</title></head>\n<body><nav>\n", h, n)
	for _, l := range g.links(h, n) {
		b.WriteString(`<a href="`)
		if l.absolute {
			base := x.url(x.scheme(), siteName(l.host), "")
			if l.upper {
				base = strings.ToUpper(base)
			}
			b.WriteString(base)
		}
		b.WriteString(escape(l.href))
		if l.nofollow {
			b.WriteString(`" rel="nofollow`)
		}
		b.WriteString("\">link</a>\n")
	}
	b.WriteString("</nav><main><p>")
	if rest := pageSize - b.Len(); rest > 0 {
		text := filler()
		from := int(g.hash(h, n, 2) % uint64(len(text)-pageSize))
		b.WriteString(text[from : from+rest])
	}
	b.WriteString("</p></main></body></html>\n")
	x.html(200, b.String())
}

// sitemap lists the numbered pages that are expected, so that whoever reads it
// fetches no more than whoever does not.
func (g *garden) sitemap(x *exchange, h int) {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	prefix := "http://" + siteName(h) + "/"
	all := g.built.Expected()
	from, _ := slices.BinarySearch(all, prefix)
	for _, u := range all[from:] {
		target, ok := strings.CutPrefix(u, prefix)
		if !ok {
			break
		}
		fmt.Fprintf(&b, "<url><loc>%s</loc><lastmod>2026-06-01</lastmod></url>\n", escape(x.url(x.scheme(), siteName(h), "/"+target)))
	}
	b.WriteString("</urlset>\n")
	x.body(200, "application/xml", b.String())
}

// unescapeUnreserved undoes escapes that mean the octet itself, RFC 3986 6.2.2.2.
func unescapeUnreserved(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil && unreserved(byte(v)) {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
