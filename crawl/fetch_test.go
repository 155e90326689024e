package crawl

import "testing"

func TestTheMediaTypeIsWhatStandsBeforeTheParameters(t *testing.T) {
	for header, want := range map[string]string{
		"text/html":                     "text/html",
		" Text/HTML ; charset=utf-8":    "text/html",
		"text/html; charset=a; charset": "text/html", // package mime gives this one up
		"text/html;;;":                  "text/html",
		"application/xhtml+xml;x=\"/\"": "application/xhtml+xml",
		"":                              "",
		"html":                          "",
		"/html":                         "",
		"text/":                         "",
		"text/html/x":                   "",
		"text html/x":                   "",
		"text/html, text/plain":         "",
	} {
		if got := mediaType(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}
