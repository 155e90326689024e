package crawl

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/testweb"
)

// A site is what a host of these tests answers, by target.
type site map[string]http.HandlerFunc

func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f := s[r.URL.RequestURI()]; f != nil {
		f(w, r)
		return
	}
	http.NotFound(w, r)
}

// says answers with a body; heads are header fields, such as "Etag: x".
func says(status int, typ, body string, heads ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", typ)
		for _, h := range heads {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Add(name, value)
		}
		w.WriteHeader(status)
		w.Write([]byte(body))
	}
}

func html(body string, heads ...string) http.HandlerFunc {
	return says(200, "text/html", "<html><body>"+body+"</body></html>", heads...)
}

func text(body string) http.HandlerFunc { return says(200, "text/plain", body) }

func a(targets ...string) string {
	var b strings.Builder
	for _, t := range targets {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", t)
	}
	return b.String()
}

// crawled crawls sites from a.test on and returns what became of each address.
func crawled(t *testing.T, sites map[string]http.Handler, opt Options) (map[string]Page, *testweb.Server) {
	t.Helper()
	s := testweb.Start(t, testweb.Custom(sites))
	opt.Dir, opt.DangerouslyNoDelay = t.TempDir(), true
	opt.Fetch = client(s)
	if opt.Seeds == nil {
		opt.Seeds = []string{"http://a.test/"}
	}
	if sum := run(t, t.Context(), opt); !sum.Done {
		t.Errorf("%+v", sum)
	}
	if r := s.Judge(); r.Duplicates+r.PrivateDials > 0 || r.MaxInFlight > 1 {
		t.Errorf("duplicates %d, private %d, in flight %d", r.Duplicates, r.PrivateDials, r.MaxInFlight)
	}
	return pages(t, opt.Dir), s
}

// asked returns what a host was asked for, in order.
func asked(s *testweb.Server, host string) []string {
	var all []string
	for _, r := range s.Requests() {
		if r.Host == host {
			all = append(all, r.Target)
		}
	}
	return all
}

// became wants outcome and reason of addresses, such as "fetched" or "refused disallowed".
func became(t *testing.T, got map[string]Page, want map[string]string) {
	t.Helper()
	for u, w := range want {
		p, ok := got[u]
		is := strings.TrimSpace(string(p.Outcome) + " " + p.Reason)
		if !ok {
			is = "unknown"
		}
		if is != w {
			t.Errorf("%s: %s, want %s (%s)", u, is, w, p.Detail)
		}
	}
}

func TestPagesAreFollowedAndKeptAsTheyAsk(t *testing.T) {
	past, future := time.Now().Add(-time.Hour).UTC().Format(time.RFC850), time.Now().Add(time.Hour).UTC().Format(time.RFC850)
	asks := map[string]struct {
		head, meta string
		flags      string
		follows    bool
	}{
		"none-at-all":    {"", "", "", true},
		"noindex":        {"X-Robots-Tag: noindex", "", "noindex", true},
		"nofollow":       {"X-Robots-Tag: nofollow", "", "nofollow", false},
		"none":           {"X-Robots-Tag: none", "", "noindex nofollow", false},
		"noarchive":      {"X-Robots-Tag: noarchive", "", "noarchive", true},
		"meta-nofollow":  {"", `<meta name="robots" content="noindex, nofollow">`, "noindex nofollow", false},
		"meta-none":      {"", `<META NAME=ROBOTS CONTENT=NONE>`, "noindex nofollow", false},
		"meta-noarchive": {"", `<meta name="robots" content="noarchive">`, "noarchive", true},
		"for-us":         {"X-Robots-Tag: examplebot: nofollow", "", "nofollow", false},
		"for-another":    {"X-Robots-Tag: otherbot: nofollow", "", "", true},
		"meta-for-us":    {"", `<meta name="examplebot" content="nofollow">`, "nofollow", false},
		"meta-another":   {"", `<meta name="otherbot" content="nofollow">`, "", true},
		"joined":         {"X-Robots-Tag: noarchive", `<meta name="robots" content="nofollow">`, "nofollow noarchive", false},
		"past":           {"X-Robots-Tag: unavailable_after: " + past, "", "", false},
		"future":         {"X-Robots-Tag: unavailable_after: " + future, "", "", true},
	}
	home := site{"/robots.txt": text("User-agent: *\nDisallow:\n")}
	var links []string
	for name, ask := range asks {
		links = append(links, "/"+name)
		heads := []string{}
		if ask.head != "" {
			heads = append(heads, ask.head)
		}
		home["/"+name] = html(ask.meta+a("/from-"+name), heads...)
		home["/from-"+name] = html("")
	}
	home["/"] = html(a(links...) + `<a rel="nofollow" href="/rel">x</a><a rel="ugc noopener" href="/rel">x</a>`)
	got, s := crawled(t, map[string]http.Handler{"a.test": home}, Options{})
	for name, ask := range asks {
		p := got["http://a.test/"+name]
		if strings.Join(p.Flags, " ") != ask.flags || p.Outcome != Fetched {
			t.Errorf("%s: %v %v, want %s", name, p.Outcome, p.Flags, ask.flags)
		}
		if followed := slices.Contains(asked(s, "a.test"), "/from-"+name); followed != ask.follows {
			t.Errorf("%s: followed %v", name, followed)
		}
	}
	if p := got["http://a.test/past"]; p.Reason != "unavailable-after" {
		t.Errorf("a page of the past: %+v", p)
	}
	if slices.Contains(asked(s, "a.test"), "/rel") {
		t.Error("a link of rel=nofollow was followed")
	}
}

func TestARedirectIsJudgedWhereItLeads(t *testing.T) {
	moved := func(to string) http.HandlerFunc { return says(302, "text/html", "", "Location: "+to) }
	got, s := crawled(t, map[string]http.Handler{
		"a.test": site{
			"/robots.txt": text("User-agent: *\nDisallow: /closed\n"),
			"/":           html(a("/to-closed", "/to-b", "/to-b-closed", "/to-c", "/loop", "/self", "/empty", "/private", "/file", "/c0")),
			"/to-closed":  moved("/closed/x"), "/to-b": moved("http://b.test/open"), "/to-b-closed": moved("http://b.test/closed"),
			"/to-c": moved("http://c.test/"), "/loop": moved("/loop2"), "/loop2": moved("/loop"), "/self": moved("/self"), "/empty": moved(""),
			"/private": moved("http://10.0.0.1/secret"), "/file": moved("file:///etc/passwd"),
			"/c0": moved("/c1"), "/c1": moved("/c2"), "/c2": moved("/c3"), "/c3": moved("/c4"), "/c4": moved("/c5"), "/c5": moved("/c6"),
			"/c6": moved("/c7"), "/c7": moved("/c8"), "/c8": moved("/c9"), "/c9": moved("/c10"), "/c10": moved("/c11"), "/c11": html(""),
		},
		"b.test": site{"/robots.txt": text("User-agent: *\nDisallow: /closed\n"), "/open": html("")},
		"c.test": site{"/robots.txt": says(503, "text/plain", "")},
	}, Options{Plan: Plan{Scope: "any"}})
	became(t, got, map[string]string{
		"http://a.test/closed/x": "refused disallowed", "http://b.test/open": "fetched", "http://b.test/closed": "refused disallowed",
		"http://c.test/": "refused robots-unreachable", "http://a.test/loop": "fetched", "http://a.test/loop2": "fetched", "http://a.test/self": "fetched",
		"http://10.0.0.1/secret": "refused private-address", "http://a.test/c10": "fetched", "http://a.test/c11": "refused too-many-redirects",
	})
	for host, want := range map[string]string{"b.test": "/robots.txt /open", "c.test": "/robots.txt"} {
		if got := strings.Join(asked(s, host), " "); got != want {
			t.Errorf("%s was asked for %s, want %s", host, got, want)
		}
	}
	if p := got["http://a.test/closed/x"]; p.Line != 2 || p.Via != "redirect" || p.From != "http://a.test/to-closed" {
		t.Errorf("%+v", p)
	}
}

func TestAServerThatIsBusyIsAskedAgainWhenItSays(t *testing.T) {
	busy := func(status int) http.HandlerFunc {
		var n atomic.Int64
		return func(w http.ResponseWriter, _ *http.Request) {
			if n.Add(1) == 1 {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(status)
				return
			}
			w.Header().Set("Content-Type", "text/html")
		}
	}
	got, s := crawled(t, map[string]http.Handler{
		"a.test": site{"/robots.txt": text(""), "/": html(""), "/busy": busy(429)},
		"b.test": site{"/robots.txt": text(""), "/busy": busy(503)},
		"c.test": site{"/robots.txt": text(""), "/error": says(500, "text/html", ""), "/gone": says(410, "text/html", "")},
	}, Options{Seeds: []string{"http://a.test/busy", "http://b.test/busy", "http://c.test/error", "http://c.test/gone"}})
	became(t, got, map[string]string{
		"http://a.test/busy": "fetched", "http://b.test/busy": "fetched", "http://c.test/error": "fetched http-5xx", "http://c.test/gone": "fetched http-4xx",
	})
	for _, host := range []string{"a.test", "b.test"} {
		var last testweb.Request
		for _, r := range s.Requests() {
			if r.Host == host {
				last = r
			}
		}
		if p := got["http://"+host+"/busy"]; last.SinceEnd < time.Second || p.Attempts != 2 {
			t.Errorf("%s was asked again after %v, %d attempts", host, last.SinceEnd, p.Attempts)
		}
	}
}

func TestAnUnreachableRobotsFileClosesTheSiteUnlessThatIsWaived(t *testing.T) {
	sites := map[string]http.Handler{
		"a.test": site{"/robots.txt": says(500, "text/plain", ""), "/": html(a("/1")), "/1": html("")},
		"b.test": site{"/": html("")}, // absent: 404
		"c.test": site{"/robots.txt": says(403, "text/plain", ""), "/": html("")},
	}
	seeds := []string{"http://a.test/", "http://b.test/", "http://c.test/"}
	got, s := crawled(t, sites, Options{Seeds: seeds})
	became(t, got, map[string]string{"http://a.test/": "refused robots-unreachable", "http://b.test/": "fetched", "http://c.test/": "fetched"})
	if all := asked(s, "a.test"); len(all) != 1 {
		t.Errorf("a.test was asked for %v", all)
	}
	got, _ = crawled(t, sites, Options{Seeds: seeds, Rules: gate.Rules{DangerouslyAllowUnreachable: true}})
	became(t, got, map[string]string{"http://a.test/": "fetched", "http://a.test/1": "fetched"})
	sites["a.test"] = site{"/robots.txt": text("User-agent: *\nDisallow: /"), "/": html("")}
	got, _ = crawled(t, sites, Options{Seeds: seeds, Rules: gate.Rules{DangerouslyAllowUnreachable: true}})
	became(t, got, map[string]string{"http://a.test/": "refused disallowed"})
}

func packed(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

func TestSitemapsOfRobotsFilesAreReadWhereverTheyLie(t *testing.T) {
	urls := func(all ...string) string {
		return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` + strings.Join(all, "</loc></url><url><loc>") + "</loc></url></urlset>"
	}
	sites := map[string]http.Handler{
		"a.test": site{
			"/robots.txt": text("User-agent: *\nDisallow: /closed\nSitemap: http://a.test/index.xml\nSitemap: http://a.test/packed.xml.gz\nSitemap: http://b.test/a.xml\nSitemap: http://c.test/closed.xml\nSitemap: http://a.test/list.txt\n"),
			"/":           html(""),
			"/index.xml":  says(200, "application/xml", `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://a.test/one.xml</loc></sitemap><sitemap><loc>http://a.test/index.xml</loc></sitemap></sitemapindex>`),
			"/one.xml":    says(200, "application/xml", urls("http://a.test/1", "http://a.test/closed/1", "http://other.test/1")), "/1": html(""),
			"/packed.xml.gz": says(200, "application/gzip", packed(urls("http://a.test/2"))), "/2": html(""),
			"/list.txt": text("http://a.test/4\n"), "/3": html(""), "/4": html(""),
		},
		"b.test": site{"/robots.txt": text(""), "/a.xml": says(200, "application/xml", urls("http://a.test/3"))},
		"c.test": site{"/robots.txt": text("User-agent: *\nDisallow: /closed.xml\n")},
	}
	got, _ := crawled(t, sites, Options{})
	became(t, got, map[string]string{
		"http://a.test/1": "fetched", "http://a.test/2": "fetched", "http://a.test/3": "fetched", "http://a.test/4": "fetched",
		"http://a.test/closed/1": "refused disallowed", "http://other.test/1": "refused out-of-scope", "http://c.test/closed.xml": "refused disallowed",
		"http://a.test/one.xml": "fetched", "http://b.test/a.xml": "fetched",
	})
	if p := got["http://a.test/1"]; p.Via != "sitemap" || p.From != "http://a.test/one.xml" {
		t.Errorf("%+v", p)
	}
	got, s := crawled(t, sites, Options{Plan: Plan{NoSitemaps: true}})
	if len(got) != 1 || len(asked(s, "b.test")) > 0 {
		t.Errorf("sitemaps that were not wanted: %v", got)
	}
}

func TestALaterVisitAsksForWhatChanged(t *testing.T) {
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"a.test": site{
		"/robots.txt": text("User-agent: *\nDisallow:\n"),
		"/": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"1"`)
			w.Header().Set("Content-Type", "text/html")
			if r.Header.Get("If-None-Match") == `"1"` {
				w.WriteHeader(304)
				return
			}
			fmt.Fprint(w, a("/dated", "/plain"))
		},
		"/dated": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Last-Modified", "Mon, 01 Jun 2026 00:00:00 GMT")
			if r.Header.Get("If-Modified-Since") == "Mon, 01 Jun 2026 00:00:00 GMT" {
				w.WriteHeader(304)
			}
		},
		"/plain": html(""),
	}}))
	opt := Options{Dir: t.TempDir(), Seeds: []string{"http://a.test/"}, Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{Recrawl: time.Second}}
	for range 3 {
		if sum := run(t, t.Context(), opt); !sum.Done {
			t.Errorf("%+v", sum)
		}
		time.Sleep(1100 * time.Millisecond)
	}
	got := pages(t, opt.Dir)
	for u, flags := range map[string]string{"http://a.test/": "not-modified", "http://a.test/dated": "not-modified", "http://a.test/plain": "revisit"} {
		if p := got[u]; p.Attempts < 3 || strings.Join(p.Flags, " ") != flags && u != "http://a.test/plain" || p.Outcome != Fetched {
			t.Errorf("%s: %d visits, %v, want 3 or more and %s", u, p.Attempts, p.Flags, flags)
		}
	}
	if n := s.Judge().RobotsMost; n != 1 {
		t.Errorf("robots.txt was fetched %d times in one day", n)
	}
	proven(t, opt.Dir)
}

func TestParametersOfCleanParamNameOnePage(t *testing.T) {
	sites := map[string]http.Handler{"a.test": site{
		"/robots.txt": text("User-agent: *\nDisallow:\nClean-param: ref&from /item\n"),
		"/":           html(a("/item?id=1&ref=a", "/item?id=1&ref=b", "/item?from=x&id=1", "/other?ref=a")),
		"/item?id=1":  html(""), "/other?ref=a": html(""),
	}}
	got, s := crawled(t, sites, Options{Plan: Plan{CleanParam: true}})
	became(t, got, map[string]string{"http://a.test/item?id=1": "fetched", "http://a.test/item?id=1&ref=a": "refused clean-param", "http://a.test/other?ref=a": "fetched"})
	if all := asked(s, "a.test"); len(all) != 4 {
		t.Errorf("asked for %v", all)
	}
}

func TestTypesSizesAndCopiesAreToldFromPages(t *testing.T) {
	home := site{
		"/robots.txt": text(""),
		"/":           html(a("/page", "/image", "/long", "/longer", "/text", "/untyped", "/copy") + `<link rel="canonical" href="/canonical">`),
		"/page":       html(a("/1")), "/copy": html(a("/1")), "/1": html(""), "/canonical": html(""),
		"/image": says(200, "image/png", "<a href=/never>"), "/text": text("<a href=/never>"), "/untyped": says(200, "", "<html><a href=/typed>"), "/typed": html(""),
		"/long":   says(200, "text/html", a("/kept")+strings.Repeat(" ", 5000)+a("/never")),
		"/longer": says(200, "text/html", strings.Repeat("x", 50_000), "Content-Length: 50000"),
		"/kept":   html(""),
	}
	got, s := crawled(t, map[string]http.Handler{"a.test": home}, Options{Plan: Plan{MaxBody: 4000, Types: []string{"text/", "application/xhtml"}}})
	became(t, got, map[string]string{
		"http://a.test/image": "fetched content-type", "http://a.test/long": "fetched", "http://a.test/longer": "fetched too-large", "http://a.test/kept": "fetched",
		"http://a.test/canonical": "fetched", "http://a.test/1": "fetched", "http://a.test/text": "fetched",
	})
	if slices.Contains(asked(s, "a.test"), "/never") {
		t.Error("a link in what is no page, or behind the limit, was followed")
	}
	if !slices.Contains(got["http://a.test/long"].Flags, "truncated") {
		t.Errorf("cut at a limit: %v", got["http://a.test/long"].Flags)
	}
	one, two := got["http://a.test/page"], got["http://a.test/copy"]
	if !bytes.Equal(one.Digest, two.Digest) || slices.Contains(one.Flags, "revisit") == slices.Contains(two.Flags, "revisit") {
		t.Errorf("a copy: %v and %v", one.Flags, two.Flags)
	}
	if p := got["http://a.test/canonical"]; p.Via != "canonical" {
		t.Errorf("%+v", p)
	}
}

func TestPagesOverHTTPSHaveARobotsFileOfTheirOwn(t *testing.T) {
	var serve http.HandlerFunc = func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt" && r.TLS != nil:
			fmt.Fprint(w, "User-agent: *\nDisallow: /secure-closed\n")
		case r.URL.Path == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /plain-closed\n")
		case r.URL.Path == "/" && r.TLS == nil:
			html(a("https://a.test/", "https://a.test/secure-closed", "https://a.test/plain-closed", "/plain-closed", "/secure-closed"))(w, r)
		default:
			html("")(w, r)
		}
	}
	got, _ := crawled(t, map[string]http.Handler{"a.test": serve}, Options{})
	became(t, got, map[string]string{
		"https://a.test/": "fetched", "https://a.test/secure-closed": "refused disallowed", "https://a.test/plain-closed": "fetched",
		"http://a.test/plain-closed": "refused disallowed", "http://a.test/secure-closed": "fetched",
	})
}
