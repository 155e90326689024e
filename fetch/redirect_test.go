package fetch_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// chain redirects n times before there is a file. Each hop is on another host
// if across.
func chain(n int, across bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		at := 0
		if r.URL.Path != "/robots.txt" {
			at, _ = strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/hop/"))
		}
		if at == n {
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, rules)
			return
		}
		to := fmt.Sprintf("/hop/%d", at+1)
		if across {
			to = fmt.Sprintf("http://h%d.example%s", at+1, to)
		}
		w.Header().Set("Location", to)
		w.WriteHeader([]int{301, 302, 303, 307, 308}[at%5])
	}
}

// RFC 9309 2.3.1.2.
func TestUpToFiveRedirectsAreFollowedAlsoAcrossAuthorities(t *testing.T) {
	for n := range 6 {
		for _, across := range []bool{false, true} {
			o := get(t, hosts(serve(t, chain(n, across))), "http://first.example/page")
			want(t, o, robots.KindDocument, "")
			if len(o.Hops) != n+1 || o.Key != "http://first.example" || o.Has(fetch.NoteElsewhere) != (across && n > 0) {
				t.Errorf("%d redirects: %d hops, key %s, notes %v", n, len(o.Hops), o.Key, o.Notes)
			}
			// The rules bind the first authority and no other.
			p, file := o.Policy(), o.Key+"/robots.txt"
			if d := p.DecideURL("ExampleBot", "http://first.example/private", file); d.Verdict != robots.Disallow {
				t.Errorf("%d redirects: %v", n, d)
			}
			if d := p.DecideURL("ExampleBot", "http://h1.example/private", file); d.Verdict != robots.OutOfScope {
				t.Errorf("%d redirects: %v", n, d)
			}
		}
	}
}

// RFC 9309 2.3.1.2: more than five redirects, and the file MAY count as
// unavailable.
func TestMoreRedirectsThanTheLimitLeaveTheFileUnavailable(t *testing.T) {
	for _, c := range []struct {
		redirects, max int
		kind           robots.Kind
		class          fetch.ErrorClass
	}{
		{6, 0, robots.KindUnavailable, fetch.ClassTooManyRedirects},
		{5, 1, robots.KindDocument, ""}, // never fewer than five
		{6, 1, robots.KindUnavailable, fetch.ClassTooManyRedirects},
		{8, 8, robots.KindDocument, ""},
		{10, 10, robots.KindDocument, ""},
		{11, 10, robots.KindUnavailable, fetch.ClassTooManyRedirects},
		{11, 99, robots.KindUnavailable, fetch.ClassTooManyRedirects}, // never more than ten
	} {
		cl := hosts(serve(t, chain(c.redirects, true)))
		cl.MaxRedirects = c.max
		want(t, get(t, cl, "http://first.example"), c.kind, c.class)
	}
}

func TestLoopsEndAtTheLimit(t *testing.T) {
	asked := 0
	c := hosts(serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("Location", map[string]string{"a.example": "http://b.example/robots.txt", "b.example": "http://a.example/robots.txt"}[r.Host])
		w.WriteHeader(301)
	}))
	o := get(t, c, "http://a.example")
	want(t, o, robots.KindUnavailable, fetch.ClassRedirectLoop)
	if asked != 6 || len(o.Hops) != 6 {
		t.Errorf("%d requests, %d hops", asked, len(o.Hops))
	}
}

// A server may answer otherwise the second time, and RFC 9309 2.3.1.2 wants
// five redirects followed.
func TestARedirectToItselfMayEnd(t *testing.T) {
	asked := 0
	c := hosts(serve(t, func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 3 {
			fmt.Fprint(w, rules)
			return
		}
		w.Header().Set("Location", "/robots.txt")
		w.WriteHeader(302)
	}))
	want(t, get(t, c, "http://a.example"), robots.KindDocument, "")
}

func TestLocations(t *testing.T) {
	for _, c := range []struct {
		location, leads string
		kind            robots.Kind
		class           fetch.ErrorClass
	}{
		{"/static/robots.txt", "http://a.example/static/robots.txt", robots.KindDocument, ""},
		{"robots_foo.txt", "http://a.example/robots_foo.txt", robots.KindDocument, ""},
		{"../../up.txt", "http://a.example/up.txt", robots.KindDocument, ""},
		{"?v=2", "http://a.example/robots.txt?v=2", robots.KindDocument, ""},
		{"//b.example/r", "http://b.example/r", robots.KindDocument, ""},
		{"HTTP://B.example:80/r#part", "http://b.example/r", robots.KindDocument, ""},
		{"http://b.example:8080/r", "http://b.example:8080/r", robots.KindDocument, ""},
		{"  /spaces  ", "http://a.example/spaces", robots.KindDocument, ""},
		{"/white space", "http://a.example/white%20space", robots.KindDocument, ""},
		{"/ä", "http://a.example/%C3%A4", robots.KindDocument, ""},
		{"http://bücher.example/r", "http://xn--bcher-kva.example/r", robots.KindDocument, ""},
		{"", "", robots.KindUnreachable, fetch.ClassLocation},
		{"http://", "", robots.KindUnreachable, fetch.ClassLocation},
		{"http:///r", "", robots.KindUnreachable, fetch.ClassLocation},
		{"http://a b/", "", robots.KindUnreachable, fetch.ClassLocation},
		{"http://[::1/", "", robots.KindUnreachable, fetch.ClassLocation},
		{"%zz", "", robots.KindUnreachable, fetch.ClassLocation},
		{"http://b.example:99999/", "", robots.KindUnreachable, fetch.ClassLocation},
		{"ftp://b.example/robots.txt", "", robots.KindUnreachable, fetch.ClassRefusedURL},
		{"file:///etc/passwd", "", robots.KindUnreachable, fetch.ClassRefusedURL},
		{"javascript:alert(1)", "", robots.KindUnreachable, fetch.ClassRefusedURL},
		{"mailto:a@b.example", "", robots.KindUnreachable, fetch.ClassRefusedURL},
		{"http://me:secret@b.example/", "", robots.KindUnreachable, fetch.ClassRefusedURL},
		{"http://a.example@b.example/", "", robots.KindUnreachable, fetch.ClassRefusedURL},
	} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			first := true
			cl := hosts(serve(t, func(w http.ResponseWriter, r *http.Request) {
				if first {
					first = false
					w.Header()["Location"] = []string{c.location}
					w.WriteHeader(status)
					return
				}
				fmt.Fprint(w, rules)
			}))
			o := get(t, cl, "http://a.example")
			want(t, o, c.kind, c.class)
			if c.leads != "" && (len(o.Hops) != 2 || o.FinalURL != c.leads) {
				t.Errorf("%q: leads to %s, want %s", c.location, o.FinalURL, c.leads)
			}
			if c.leads == "" && len(o.Hops) != 1 {
				t.Errorf("%q: was followed to %s", c.location, o.FinalURL)
			}
			if got := o.Hops[0]; got.Status != status || got.Location != strings.TrimSpace(c.location) {
				t.Errorf("%q: hop %+v", c.location, got)
			}
		}
	}
}

// RFC 9309 2.3.1.2 speaks of a file that is reached: what a chain ends with
// decides.
func TestTheLastStatusOfAChainDecides(t *testing.T) {
	for status, kind := range map[int]robots.Kind{404: robots.KindAbsent, 403: robots.KindUnavailable, 500: robots.KindUnreachable} {
		o := get(t, hosts(serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.Redirect(w, r, "/elsewhere", http.StatusMovedPermanently)
				return
			}
			w.WriteHeader(status)
		})), "http://a.example")
		want(t, o, kind, "")
		if o.Status != status || len(o.Hops) != 2 {
			t.Errorf("%+v", o)
		}
	}
}

func TestNothingIsCarriedToTheNextHop(t *testing.T) {
	c := hosts(serve(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Authorization", "Referer"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s sent to %s", name, r.Host)
			}
		}
		if r.Header.Get("User-Agent") != "ExampleBot/1.0 (+https://bot.example)" {
			t.Errorf("%s is asked by %q", r.Host, r.Header.Get("User-Agent"))
		}
		if r.Host == "a.example" {
			http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
			http.Redirect(w, r, "http://b.example/robots.txt", http.StatusFound)
			return
		}
		fmt.Fprint(w, rules)
	}))
	c.Contact = "https://bot.example"
	want(t, get(t, c, "http://a.example"), robots.KindDocument, "")
}
