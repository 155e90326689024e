package testweb

import (
	"fmt"
	"strconv"
	"strings"
)

const trapsHost = "traps.test"

func trap(name, path, does string, serve func(*exchange)) Case {
	return Case{Name: name, Host: trapsHost, Path: path, Does: does, Wants: "the crawl ends by a bound on depth, on the shape of URLs, or on pages of a host", serve: serve}
}

// below returns the path under a trap's folder, and the number it begins with.
func below(x *exchange, prefix string) (rest string, n int) {
	rest = strings.TrimPrefix(x.r.URL.Path, prefix)
	n, _ = strconv.Atoi(strings.Split(rest, "/")[0])
	return rest, n
}

func trapCases() []Case {
	return []Case{
		trap("trap-calendar", "/calendar/*", "a calendar with a page for each day, for ever in both directions", calendar),
		trap("trap-depth", "/deep/*", "each page links to one a folder deeper", func(x *exchange) {
			_, n := below(x, "/deep/")
			x.html(200, page("deep", links(strings.TrimSuffix(x.r.URL.Path, "/")+"/"+strconv.Itoa(n+1))))
		}),
		trap("trap-repeat", "/repeat/*", "a relative link that repeats a segment each time it is followed", func(x *exchange) {
			x.html(200, page("repeat", links("again/", "other/again/")))
		}),
		trap("trap-session", "/session/*", "each page links to the same two pages under a new session in the path", func(x *exchange) {
			_, n := below(x, "/session/")
			x.html(200, page("session", links(fmt.Sprintf("/session/%d/a", n+1), fmt.Sprintf("/session/%d/b", n*7+3))))
		}),
		trap("trap-session-query", "/sid*", "each page links to itself with a new session in the query", func(x *exchange) {
			n, _ := strconv.Atoi(x.r.URL.Query().Get("sid"))
			x.html(200, page("session", links(fmt.Sprintf("/sid?sid=%d", n+1), fmt.Sprintf("/sid?PHPSESSID=%032x&sid=%d", n, n+1))))
		}),
		trap("trap-permutations", "/filter*", "five filters of a shop in any order and number: 326 pages that are the same 32", func(x *exchange) {
			var to []string
			have := x.r.URL.RawQuery
			for _, f := range []string{"color=red", "size=m", "brand=x", "new=1", "sale=1"} {
				if !strings.Contains(have, f) {
					to = append(to, "/filter?"+strings.Trim(have+"&"+f, "&"))
				}
			}
			x.html(200, page("filter", links(to...)))
		}),
		trap("trap-sort", "/sort*", "sort, order, page and view as parameters that change nothing", func(x *exchange) {
			n, _ := strconv.Atoi(x.r.URL.Query().Get("page"))
			var to []string
			for _, s := range []string{"name", "price", "date"} {
				to = append(to, fmt.Sprintf("/sort?sort=%s&page=%d", s, n+1), fmt.Sprintf("/sort?page=%d&view=grid&sort=%s", n+1, s))
			}
			x.html(200, page("sort", links(to...)))
		}),
		trap("trap-case", "/Case/*", "the same page under any case of letters", func(x *exchange) {
			x.html(200, page("case", links("/Case/abc", "/Case/ABC", "/Case/aBc", "/Case/Abc")))
		}),
		trap("trap-slashes", "/slash/*", "each page links to itself with one slash more", func(x *exchange) {
			x.html(200, page("slash", links(x.r.URL.Path+"/")))
		}),
		trap("trap-encoding", "/percent/*", "each page links to itself with its escapes escaped once more", func(x *exchange) {
			x.html(200, page("percent", links(strings.ReplaceAll(x.r.URL.EscapedPath(), "%", "%25")+"%20")))
		}),
		trap("trap-many", "/many/*", "200 new links on each page", func(x *exchange) {
			_, n := below(x, "/many/")
			var to []string
			for i := range 200 {
				to = append(to, fmt.Sprintf("/many/%d", (n%1_000_000)*200+i+1))
			}
			x.html(200, page("many", links(to...)))
		}),
		trap("trap-redirects", "/onward/*", "each page redirects to a new one, without end", func(x *exchange) {
			_, n := below(x, "/onward/")
			x.redirect(302, fmt.Sprintf("/onward/%d", n+1))
		}),
		trap("trap-search", "/search*", "search results that link to searches for each of their words", func(x *exchange) {
			q := x.r.URL.Query().Get("q")
			if len(q) > 1000 {
				q = q[:1000]
			}
			var to []string
			for _, w := range []string{"red", "blue", "green"} {
				to = append(to, "/search?q="+strings.TrimPrefix(strings.ReplaceAll(q, " ", "+")+"+"+w, "+"))
			}
			x.html(200, page("search", links(to...)))
		}),
		{Name: "trap-hosts", Host: "*.wild.test", Path: "/", Does: "every name below wild.test is a host, and links to two more", Wants: "the crawl ends by a bound on hosts of a domain", serve: func(x *exchange) {
			first, _, _ := strings.Cut(x.at.name, ".")
			n, _ := strconv.Atoi(strings.TrimPrefix(first, "n"))
			x.html(200, page(first, links(
				x.url("http", fmt.Sprintf("n%d.wild.test", n*2%1_000_000+1), "/"), x.url("http", fmt.Sprintf("n%d.wild.test", n*2%1_000_000+2), "/"))))
		}},
	}
}
