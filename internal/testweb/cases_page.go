package testweb

import (
	"fmt"
	"strings"
)

const (
	pagesHost  = "pages.test"
	faultsHost = "faults.test"
)

// onPage is a case on the host for pages, whose robots.txt is the usual one.
func onPage(name, path, does, wants string, serve func(*exchange)) Case {
	return Case{Name: name, Host: pagesHost, Path: path, Does: does, Wants: wants, serve: serve}
}

func pageCases() []Case {
	all := metaCases()
	all = append(all, canonicalCases()...)
	return append(all,
		onPage("link-nofollow", "/link-nofollow", "a link with rel=nofollow to /unlinked/1", "the link is not followed, or not counted for it", func(x *exchange) {
			x.html(200, page("nofollow", `<a rel="nofollow ugc" href="/unlinked/1">a</a>`))
		}),
		onPage("link-forms", "/link-forms", "links in all the ways they can be written: base, scheme-relative, dots, entities, spaces, capitals, fragments", "one fetch of /base/found/1 and one of /page, no more", func(x *exchange) {
			here := x.at.of(x.s.web, pagesHost)
			x.html(200, `<!doctype html><base href="/base/"><title>links</title><a href="found/1">a</a><A HREF='./found/1'>b</A><a href=/base/x/../found/1>c</a>`+
				`<a href="//`+here+`/base/found/1#top">d</a><a href=" /base/found/1 ">e</a><a href="/base/found&#x2f;1">f</a><a href="/b%61se/found/1">g</a>`+
				`<a href="HTTP://`+strings.ToUpper(here)+`/page">h</a><a href="/page?">i</a>`)
		}),
		onPage("link-schemes", "/link-schemes", "links to javascript:, mailto:, tel:, data:, file: and broken URLs", "none is fetched", func(x *exchange) {
			x.html(200, page("schemes", links("javascript:void(0)", "mailto:a@b.test", "tel:1", "data:text/html,x", "file:///etc/passwd", "http://", "http://[::1", "http://a b/", "//")))
		}),
		onPage("link-credentials", "/link-credentials", "a link with user name and password", "no credentials are sent", func(x *exchange) {
			x.html(200, page("credentials", links("http://user:secret@"+x.at.of(x.s.web, pagesHost)+"/page")))
		}),
		onPage("link-commented", "/link-commented", "links in a comment, a script, a template and a noscript", "/unlinked/2 is not asked for; what is in noscript may be", func(x *exchange) {
			x.html(200, page("hidden", `<!-- <a href="/unlinked/2">a</a> --><script>var s = '<a href="/unlinked/2">';</script><template><a href="/unlinked/2">a</a></template><noscript><a href="/page">b</a></noscript>`))
		}),
		onPage("meta-refresh", "/meta-refresh", "a refresh to /private/page after 0 s", "a link like others: it is closed", func(x *exchange) {
			x.html(200, `<!doctype html><meta http-equiv="refresh" content="0; url=/private/page"><title>refresh</title>`)
		}),
		onPage("redirect-to-closed", "/redirect-to-closed", "redirects to /private/page", "the target is judged again: it is closed", func(x *exchange) { x.redirect(302, "/private/page") }),
		onPage("soft-404", "/soft-404/*", "any path below answers 200 with a page that says it is not there", "noticed as the same content, or at least bounded", func(x *exchange) {
			x.html(200, page("not found", "<h1>Page not found</h1>"))
		}),
		onPage("duplicate", "/duplicate/*", "the same content at any path below", "noticed as a duplicate", func(x *exchange) {
			x.html(200, page("the same", "<p>"+strings.Repeat("The same text everywhere. ", 50)+"</p>"+links("/duplicate/1", "/duplicate/2", "/duplicate/3")))
		}),
		onPage("download", "/download", "a page as an attachment of type application/octet-stream, 1 MiB", "not parsed as a page", func(x *exchange) {
			x.w.Header().Set("Content-Disposition", `attachment; filename="../../etc/passwd"`)
			x.body(200, "application/octet-stream", noise(1<<20))
		}),
		onPage("type-missing", "/type-missing", "a page without a Content-Type", "parsed or not", func(x *exchange) {
			x.w.Header()["Content-Type"] = nil
			x.body(200, "", page("no type", links("/page")))
		}),
		onPage("big-page", "/big-page", "a page of 100 MiB with links all the way", "cut at the client's limit", func(x *exchange) {
			x.giant("text/html", "<!doctype html><title>big</title>\n", "<p><a href=\"/page\">and so on</a></p>\n", 100<<20)
		}),
		onPage("deep-markup", "/deep-markup", "a page of 500,000 nested elements", "parsed without a stack of that depth", func(x *exchange) {
			x.html(200, strings.Repeat("<div>", 500_000)+links("/page"))
		}),
		onPage("long-attribute", "/long-attribute", "a link of 4 MiB", "passed over", func(x *exchange) {
			x.html(200, page("long", `<a href="/`+strings.Repeat("a", 4<<20)+`">a</a>`))
		}),
		Case{Name: "page-faults", Host: faultsHost, Path: "/*", Does: "/NAME does for a page what the case NAME does for robots.txt, for each case of Statuses, Texts, Encodings, Transfer and Rates", Wants: "as above, for this page alone: the site's robots.txt is fine", serve: pageFault})
}

// pageFault serves a page as another case serves its robots.txt.
func pageFault(x *exchange) {
	name := strings.TrimPrefix(x.r.URL.Path, "/")
	for _, c := range x.s.web.cases {
		switch c.Section {
		case "Statuses", "Texts", "Encodings", "Transfer", "Rates":
			if c.Name == name {
				c.serve(x)
				return
			}
		}
	}
	x.html(404, page("not found", ""))
}

func metaCases() (all []Case) {
	for _, m := range []struct{ name, content, wants string }{
		{"noindex", "noindex", "not kept; its links are followed"},
		{"nofollow", "nofollow", "kept; its links are not followed"},
		{"none", "none", "neither kept nor followed"},
		{"both", "noindex, nofollow", "neither kept nor followed"},
		{"upper", "NOINDEX,NOFOLLOW", "neither kept nor followed: case does not count"},
		{"noarchive", "noarchive", "no copy is shown"},
		{"all", "all", "as if it were not there"},
		{"unavailable-past", "unavailable_after: 2020-01-01", "no longer kept"},
		{"unavailable-future", "unavailable_after: 2099-12-31", "kept"},
		{"garbage", "nofollowing, no-index", "as if it were not there"},
	} {
		path := "/meta-" + m.name
		all = append(all, onPage("meta-"+m.name, path, fmt.Sprintf("robots meta %q, with a link to /unlinked%s", m.content, path), m.wants, func(x *exchange) {
			x.html(200, metaPage(m.content, links("/unlinked"+path)))
		}))
	}
	for _, h := range []struct {
		name   string
		values []string
		wants  string
	}{
		{"noindex", []string{"noindex"}, "not kept; its links are followed"},
		{"nofollow", []string{"nofollow"}, "kept; its links are not followed"},
		{"none", []string{"none"}, "neither kept nor followed"},
		{"two", []string{"noindex", "nofollow"}, "neither kept nor followed: all fields count"},
		{"for-others", []string{"some-other-crawler: none"}, "speaks to others"},
		{"for-testbot", []string{"testbot: none"}, "speaks to testbot"},
		{"mixed", []string{"testbot: nofollow", "noindex"}, "not kept by anybody, and not followed by testbot"},
		{"unavailable", []string{"unavailable_after: Wed, 01 Jan 2020 00:00:00 GMT"}, "no longer kept; the comma is within the date"},
	} {
		path := "/x-robots-" + h.name
		all = append(all, onPage("x-robots-"+h.name, path, fmt.Sprintf("X-Robots-Tag %q, with a link to /unlinked%s", strings.Join(h.values, "; "), path), h.wants, func(x *exchange) {
			x.w.Header()["X-Robots-Tag"] = h.values
			x.html(200, page("header", links("/unlinked"+path)))
		}))
	}
	return append(all,
		onPage("meta-for-testbot", "/meta-for-testbot", "a meta of the name testbot with none, and one of the name robots with all", "binds testbot", func(x *exchange) {
			x.html(200, strings.Replace(metaPage("all", links("/unlinked/meta-for-testbot")), "<meta name=\"robots\"", "<meta name=\"testbot\" content=\"none\"><meta name=\"robots\"", 1))
		}),
		onPage("unlinked", "/unlinked/*", "pages that are linked only where nobody should follow, or where that is the question", "fetched or not as the page that links here says", func(x *exchange) {
			x.html(200, page(x.r.URL.Path, ""))
		}))
}

func canonicalCases() (all []Case) {
	for _, c := range []struct {
		name, does, wants string
		href              func(x *exchange) string
		header            bool
	}{
		{"self", "canonical is the page itself", "as if it were not there", fixed("/canonical-self"), false},
		{"other", "canonical is /page", "a hint; /page is fetched once", fixed("/page"), false},
		{"header", "canonical is /page, by a Link header", "a hint; /page is fetched once", fixed("/page"), true},
		{"closed", "canonical is /private/page", "judged like a link: it is closed", fixed("/private/page"), false},
		{"host", "canonical is on target.test", "judged like a link, by the file of that host", func(x *exchange) string { return x.url("http", "target.test", "/page") }, false},
		{"missing", "canonical is not there", "a hint to nowhere", fixed("/nothing-here"), false},
		{"broken", "canonical is no URL", "as if it were not there", fixed("http://[::1"), false},
		{"loop-a", "canonical is /canonical-loop-b, whose canonical is this page", "ends", fixed("/canonical-loop-b"), false},
		{"loop-b", "canonical is /canonical-loop-a", "ends", fixed("/canonical-loop-a"), false},
	} {
		path := "/canonical-" + c.name
		all = append(all, onPage("canonical-"+c.name, path, c.does, c.wants, func(x *exchange) {
			text := page("canonical", "")
			if c.header {
				x.w.Header().Set("Link", "<"+c.href(x)+`>; rel="canonical"`)
			} else {
				text = strings.Replace(text, "</title>", `</title><link rel="canonical" href="`+escape(c.href(x))+`">`, 1)
			}
			x.html(200, text)
		}))
	}
	return all
}
