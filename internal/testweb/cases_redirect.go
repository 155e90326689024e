package testweb

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// hop returns how many redirects the client has followed, by the path.
func hop(x *exchange) int {
	_, rest, _ := strings.Cut(x.r.URL.Path, "/hop/")
	n, _, _ := strings.Cut(rest, "/")
	i, _ := strconv.Atoi(n)
	return max(i, 0)
}

func hopPath(n int) string { return fmt.Sprintf("/hop/%d/robots.txt", n) }

// chain returns a case with that many redirects before the file.
func chain(name string, length, status int, how string, location func(x *exchange, next string) string) Case {
	c := Case{Name: name, Does: fmt.Sprintf("%d redirects with %d, %s, then the usual file", length, status, how)}
	switch {
	case length == 0:
		c.Does = "no redirect: the usual file"
		c.Wants = "the rules hold"
	case length <= 5:
		c.Wants = "the rules hold: at least five redirects are followed, RFC 9309 2.3.1.2"
	default:
		c.Wants = "after five redirects the file may be assumed unavailable, RFC 9309 2.3.1.2; whoever follows all keeps its rules"
		c.Private = Open
		c.Page = Allow
	}
	c.serve = func(x *exchange) {
		n := hop(x)
		if n >= length {
			x.text(200, usual)
			return
		}
		x.redirect(status, location(x, hopPath(n+1)))
	}
	return c
}

func relative(_ *exchange, next string) string { return next }
func absolute(x *exchange, next string) string { return x.url(x.scheme(), x.host.name, next) }

func redirectCases() (all []Case) {
	for n := range 13 {
		all = append(all, chain(fmt.Sprintf("redirect-%d", n), n, 301, "relative", relative))
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		all = append(all, chain(fmt.Sprintf("redirect-with-%d", status), 1, status, "absolute", absolute))
	}
	for _, n := range []int{2, 5, 6} {
		all = append(all, crossHosts(n))
	}
	all = append(all, chain("redirect-mixed", 5, 302, "every other one to another scheme", func(x *exchange, next string) string {
		scheme := map[string]string{"http": "https", "https": "http"}[x.scheme()]
		return x.url(scheme, x.host.name, next)
	}))
	all = append(all, otherLocations()...)
	return append(all, redirectLoops()...)
}

// crossHosts is a chain over hosts of their own, which ends at the root file of another.
func crossHosts(n int) Case {
	c := chain(fmt.Sprintf("redirect-hosts-%d", n), n, 301, "each to another host", nil)
	c.serve = func(x *exchange) { towards(x, n-1) }
	return c
}

// towards redirects to the next of the hosts that are left, or to the file of target.test.
func towards(x *exchange, left int) {
	if left == 0 {
		x.redirect(301, x.url("http", "target.test", "/robots.txt"))
		return
	}
	x.redirect(301, x.url("http", fmt.Sprintf("n%d.hops.test", left), hopPath(left)))
}

// An oddLocation is one redirect to somewhere that is no ordinary URL.
type oddLocation struct {
	name, does, wants string
	page, private     Want
	location          func(x *exchange) string
}

func fixed(s string) func(*exchange) string { return func(*exchange) string { return s } }

const unclear = "no file can be had; the standard does not say what then. Nothing else may be asked for"

func otherLocations() (all []Case) {
	for _, o := range []oddLocation{
		{"redirect-scheme-relative", "redirects to //target.test/robots.txt", "the rules hold, RFC 3986 5.2", Allow, Disallow, func(x *exchange) string { return "//" + x.at.of(x.s.web, "target.test") + "/robots.txt" }},
		{"redirect-path-relative", "redirects to hop/1/robots.txt, without a slash in front", "the rules hold, RFC 3986 5.2", Allow, Disallow, fixed("hop/1/robots.txt")},
		{"redirect-dots", "redirects to /a/../hop/1/./robots.txt", "the rules hold, RFC 3986 5.2.4", Allow, Disallow, fixed("/a/../hop/1/./robots.txt")},
		{"redirect-fragment", "redirects to a URL with a fragment", "the rules hold; the fragment is not sent", Allow, Disallow, fixed("/hop/1/robots.txt#top")},
		{"redirect-query", "redirects to a URL with a query", "the rules hold", Allow, Disallow, fixed("/hop/1/robots.txt?a=b")},
		{"redirect-spaces", "a Location with spaces around it", "the rules hold; RFC 9110 5.5 strips the spaces", Allow, Disallow, fixed("  /hop/1/robots.txt  ")},
		{"redirect-upper", "redirects to a URL with scheme and host in capitals", "the rules hold", Allow, Disallow, func(x *exchange) string {
			return strings.ToUpper("http://"+x.at.of(x.s.web, "target.test")) + "/robots.txt"
		}},
		{"redirect-utf8", "a Location with raw UTF-8", "the rules hold", Allow, Disallow, fixed("/hop/1/ä/robots.txt")},
		{"redirect-empty", "a Location that is empty", "the URL itself, RFC 3986 5.2, hence a loop: " + unclear, Open, Open, fixed("")},
		{"redirect-broken", "a Location that is no URL", unclear, Open, Open, fixed("http://[::1/robots.txt")},
		{"redirect-bad-port", "a Location with port 99999", unclear, Open, Open, fixed("http://target.test:99999/robots.txt")},
		{"redirect-no-host", "a Location without a host", unclear, Open, Open, fixed("http:///robots.txt")},
		{"redirect-bad-escape", "a Location with %zz in its path", unclear + ", unless the client repairs the URL", Open, Open, fixed("/hop/1/%zz/robots.txt")},
		{"redirect-javascript", "redirects to javascript:", unclear, Open, Open, fixed("javascript:alert(1)")},
		{"redirect-data", "redirects to data: with a file that opens all", unclear, Open, Open, fixed("data:text/plain,User-agent:*%0AAllow:/")},
		{"redirect-file", "redirects to file:", unclear + "; least of all a local file", Open, Open, fixed("file:///etc/passwd")},
		{"redirect-ftp", "redirects to ftp:", unclear + ", unless the client speaks it", Open, Open, fixed("ftp://target.test/robots.txt")},
		{"redirect-gopher", "redirects to gopher:", unclear, Open, Open, fixed("gopher://target.test/1robots.txt")},
		{"redirect-credentials", "redirects to a URL with user name and password", "the credentials are not sent: they came from a stranger", Open, Open, func(x *exchange) string {
			return "http://user:secret@" + x.at.of(x.s.web, "target.test") + "/robots.txt"
		}},
		{"redirect-long", "a Location of 100,000 octets", unclear, Open, Open, fixed("/hop/1/" + strings.Repeat("a", 100_000) + "/robots.txt")},
		{"redirect-to-404", "redirects to a file that is not there", "unavailable: all is allowed, RFC 9309 2.3.1.3", Allow, Allow, fixed("/nothing-here")},
		{"redirect-to-page", "redirects to the home page, a habit of some hosts", "HTML without a rule: all is allowed, RFC 9309 2.3.1.5", Allow, Allow, fixed("/")},
	} {
		all = append(all, Case{Name: o.name, Does: o.does, Wants: o.wants, Page: o.page, Private: o.private, serve: func(x *exchange) {
			if hop(x) > 0 {
				x.text(200, usual)
				return
			}
			x.redirect(http.StatusFound, o.location(x))
		}})
	}
	two := Case{Name: "redirect-two-locations", Does: "two Location fields, of which the first leads to the usual file", Wants: "either the first is followed or no file is had", Page: Allow, Private: Open}
	two.serve = func(x *exchange) {
		if hop(x) > 0 {
			x.text(200, usual)
			return
		}
		x.say(302, head(302, "Location: /hop/1/robots.txt", "Location: /nothing-here", "Content-Length: 0", "Connection: close"))
	}
	gone := Case{Name: "redirect-to-500", Does: "redirects to a server error", Wants: "unreachable: all is disallowed, RFC 9309 2.3.1.4", Page: Disallow, Private: Disallow}
	gone.serve = func(x *exchange) {
		if hop(x) > 0 {
			x.text(500, openAll)
			return
		}
		x.redirect(302, hopPath(1))
	}
	refresh := Case{Name: "redirect-refresh", Does: "200 with a Refresh field and an HTML page that refreshes to a file that closes all", Wants: "no redirect of HTTP: the page is the file, and holds no rule", Page: Allow, Private: Allow}
	refresh.serve = func(x *exchange) {
		if hop(x) > 0 {
			x.text(200, closeAll)
			return
		}
		x.w.Header().Set("Refresh", "0; url=/hop/1/robots.txt")
		x.html(200, `<!doctype html><meta http-equiv="refresh" content="0; url=/hop/1/robots.txt">`)
	}
	return append(all, two, gone, refresh)
}

func redirectLoops() []Case {
	loop := "a loop is noticed or ends by the limit of hops; then the file may be assumed unavailable, RFC 9309 2.3.1.2"
	return []Case{
		{Name: "loop-self", Does: "redirects to itself", Wants: loop, Page: Allow, Private: Open, serve: func(x *exchange) { x.redirect(302, "/robots.txt") }},
		{Name: "loop-two", Does: "two URLs that redirect to one another", Wants: loop, Page: Allow, Private: Open, serve: func(x *exchange) {
			x.redirect(302, hopPath(hop(x)%2+1))
		}},
		{Name: "loop-scheme", Does: "http redirects to https, and https to http", Wants: loop, Page: Allow, Private: Open, serve: func(x *exchange) {
			x.redirect(302, x.url(map[string]string{"http": "https", "https": "http"}[x.scheme()], x.host.name, "/robots.txt"))
		}},
		{Name: "loop-endless", Does: "redirects to a new URL without end", Wants: loop, Page: Allow, Private: Open, serve: func(x *exchange) { x.redirect(302, hopPath(hop(x)+1)) }},
		{Name: "loop-growing", Does: "redirects without end, to a URL that grows", Wants: loop, Page: Allow, Private: Open, serve: func(x *exchange) {
			x.redirect(302, x.r.URL.RequestURI()+"?")
		}},
		{Name: "loop-cookie", Does: "redirects to itself until a cookie comes back", Wants: "no cookie is kept, so it is a loop: " + loop, Page: Allow, Private: Open, serve: func(x *exchange) {
			if x.r.Header.Get("Cookie") != "" {
				x.text(200, closeAll)
				return
			}
			x.w.Header().Set("Set-Cookie", "seen=1; Path=/")
			x.redirect(302, "/robots.txt")
		}},
	}
}
