package crawl

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func to(location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(http.StatusFound)
	}
}

// A redirect that leads to no address is told from one whose target was refused.
func TestARedirectToNoAddressIsTold(t *testing.T) {
	got, _ := crawled(t, map[string]http.Handler{"a.test": site{
		"/robots.txt": text(""), "/": html(a("/bad", "/scheme", "/user", "/long", "/none", "/good")),
		"/bad": to("http://[::1"), "/scheme": to("mailto:x@a.test"), "/user": to("http://me:secret@a.test/"), "/long": to("/" + strings.Repeat("x", 3000)),
		"/none": says(302, "text/html", ""), "/good": to("/there"), "/there": html(""),
	}}, Options{})
	became(t, got, map[string]string{
		"http://a.test/bad": "fetched bad-url", "http://a.test/scheme": "fetched bad-url", "http://a.test/user": "fetched bad-url",
		"http://a.test/long": "fetched url-too-long", "http://a.test/none": "fetched", "http://a.test/good": "fetched", "http://a.test/there": "fetched",
	})
	if l := got["http://a.test/scheme"].Location; l != "mailto:x@a.test" {
		t.Errorf("location %q", l)
	}
}

// The same page under ever new addresses: its links are taken twenty times.
func TestAPageThatRepeatsIsNotFollowedAndSaysSo(t *testing.T) {
	var home strings.Builder
	pages := site{"/robots.txt": text("")}
	for i := range 30 {
		home.WriteString(a(fmt.Sprint("/s/", i)))
		pages[fmt.Sprint("/s/", i)] = html("the same")
	}
	pages["/"] = html(home.String())
	got, _ := crawled(t, map[string]http.Handler{"a.test": pages}, Options{})
	n := 0
	for _, p := range got {
		if p.Reason == "repeated-content" {
			n++
		}
	}
	if n != 30-maxRepeats {
		t.Errorf("%d pages were found to repeat", n)
	}
}
