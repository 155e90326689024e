package testweb

import (
	"fmt"
	"strings"
)

const (
	mapsHost = "sitemaps.test"
	mapHead  = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	mapSpace = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	xmlType  = "application/xml"
)

// urlset returns a sitemap of these URLs.
func urlset(urls ...string) string {
	var b strings.Builder
	b.WriteString(mapHead + "<urlset" + mapSpace + ">\n")
	for _, u := range urls {
		b.WriteString("<url><loc>" + escape(u) + "</loc></url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.String()
}

func sitemapIndex(urls ...string) string {
	s := strings.NewReplacer("<urlset", "<sitemapindex", "</urlset", "</sitemapindex", "<url>", "<sitemap>", "</url>", "</sitemap>")
	return s.Replace(urlset(urls...))
}

// xml is a case whose body depends on nothing but the way the client asked.
func xml(name, does, wants string, text func(at func(path string) string) string) Case {
	return Case{Name: name, Host: mapsHost, Path: "/" + name + ".xml", Does: does, Wants: wants, serve: func(x *exchange) {
		x.body(200, xmlType, text(func(p string) string { return x.url(x.scheme(), mapsHost, p) }))
	}}
}

func sitemapCases() []Case {
	all := []Case{
		{Name: "sitemap-robots", Host: mapsHost, Does: "a robots.txt that lists all sitemaps of this host, one of another host, a relative one and one that is not there", Wants: "the rules hold; the sitemaps are read within limits", serve: func(x *exchange) {
			var b strings.Builder
			b.WriteString(usual + "\n")
			for _, c := range x.s.web.cases {
				if c.Host == mapsHost && c.Path != "/robots.txt" {
					fmt.Fprintf(&b, "Sitemap: %s\n", x.url(x.scheme(), mapsHost, c.Path))
				}
			}
			fmt.Fprintf(&b, "Sitemap: %s\nSitemap: /sitemap-plain.xml\nSitemap: %s\n", x.url("http", "target.test", "/sitemap.xml"), x.url("http", mapsHost, "/missing.xml"))
			x.text(200, b.String())
		}},
		xml("sitemap-plain", "two pages, one of them closed", "the open one is fetched", func(at func(string) string) string { return urlset(at("/page"), at("/private/page")) }),
		xml("sitemap-index", "an index of two sitemaps", "both are read", func(at func(string) string) string {
			return sitemapIndex(at("/sitemap-plain.xml"), at("/sitemap-gzip.xml.gz"))
		}),
		xml("sitemap-index-deep", "an index of an index", "the protocol allows none; read or not, it ends", func(at func(string) string) string { return sitemapIndex(at("/sitemap-index.xml")) }),
		xml("sitemap-index-loop", "an index that lists itself", "ends", func(at func(string) string) string { return sitemapIndex(at("/sitemap-index-loop.xml")) }),
		xml("sitemap-foreign", "pages of another host", "not believed without a proof, or judged by that host's robots.txt", func(at func(string) string) string {
			return urlset("http://target.test/page", "http://169.254.169.254/latest/meta-data/")
		}),
		xml("sitemap-not", "an HTML page", "no sitemap", func(func(string) string) string { return htmlPage }),
		xml("sitemap-cut", "XML that ends in the middle", "what came before may be used", func(at func(string) string) string {
			s := urlset(at("/page"), at("/page-2"))
			return s[:len(s)-40]
		}),
		xml("sitemap-entities", "a document type with entities that grow a billion times", "entities are not expanded", func(at func(string) string) string {
			var b strings.Builder
			b.WriteString(mapHead + "<!DOCTYPE urlset [<!ENTITY e0 \"ha\">")
			for i := 1; i < 10; i++ {
				fmt.Fprintf(&b, "<!ENTITY e%d \"%s\">", i, strings.Repeat(fmt.Sprintf("&e%d;", i-1), 10))
			}
			return b.String() + "]>\n<urlset" + mapSpace + "><url><loc>" + at("/") + "&e9;</loc></url></urlset>\n"
		}),
		xml("sitemap-external", "a document type with an external entity", "nothing is fetched for it", func(at func(string) string) string {
			return mapHead + `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset` + mapSpace + "><url><loc>&x;</loc></url></urlset>\n"
		}),
		xml("sitemap-deep", "100,000 nested elements", "read without a stack of that depth", func(func(string) string) string { return mapHead + strings.Repeat("<urlset>", 100_000) }),
	}
	return append(all,
		Case{Name: "sitemap-text", Host: mapsHost, Path: "/sitemap.txt", Does: "a list of URLs as text", Wants: "read", serve: func(x *exchange) {
			x.text(200, x.url(x.scheme(), mapsHost, "/page")+"\n")
		}},
		Case{Name: "sitemap-gzip", Host: mapsHost, Path: "/sitemap-gzip.xml.gz", Does: "a sitemap in gzip, as application/gzip", Wants: "unpacked and read", serve: func(x *exchange) {
			x.body(200, "application/gzip", packGzip(urlset(x.url(x.scheme(), mapsHost, "/page"))))
		}},
		Case{Name: "sitemap-bomb", Host: mapsHost, Path: "/sitemap-bomb.xml.gz", Does: "1 GiB of zeros in gzip", Wants: bombWant, serve: func(x *exchange) {
			x.w.Header().Set("Content-Type", "application/gzip")
			bombGzip().write(x.w, 1<<10, func() bool { return x.r.Context().Err() != nil })
		}},
		Case{Name: "sitemap-huge", Host: mapsHost, Path: "/sitemap-huge.xml", Does: "a million URLs, where 50,000 are allowed", Wants: "read to a limit", serve: func(x *exchange) {
			x.w.Header().Set("Content-Type", xmlType)
			x.w.Write([]byte(mapHead + "<urlset" + mapSpace + ">\n"))
			base := escape(x.url(x.scheme(), mapsHost, "/listed/"))
			for i := range 1_000_000 {
				if _, err := fmt.Fprintf(x.w, "<url><loc>%s%d</loc></url>\n", base, i); err != nil || x.r.Context().Err() != nil {
					return
				}
			}
			x.w.Write([]byte("</urlset>\n"))
		}},
		Case{Name: "sitemap-index-endless", Host: mapsHost, Path: "/index/*", Does: "each index lists ten more, without end", Wants: "read to a limit", serve: func(x *exchange) {
			_, n := below(x, "/index/")
			var to []string
			for i := range 10 {
				to = append(to, x.url(x.scheme(), mapsHost, fmt.Sprintf("/index/%d", (n%1_000_000)*10+i+1)))
			}
			x.body(200, xmlType, sitemapIndex(to...))
		}},
		Case{Name: "sitemap-listed", Host: mapsHost, Path: "/listed/*", Does: "the pages that the huge sitemap lists", Wants: "no more of them than the limit", serve: func(x *exchange) { x.html(200, page(x.r.URL.Path, "")) }})
}
