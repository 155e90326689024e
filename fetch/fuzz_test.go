package fetch_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/fetch"
)

// Wherever a redirect leads, it is http or https, to a host in ASCII and a port
// in range, and asks for nothing that was not in the URL.
func FuzzLocation(f *testing.F) {
	for _, s := range []string{"", "/x", "x", "?q", "#f", "//b.example", "http://b.example:99999/", "http://me:x@b.example", "HTTPS://Ü.example/ä",
		"javascript:x", "http://[::1]:80/", "http://[fe80::1%25eth0]/", "http://b.example:080/", "\\\\b.example\\x", "http:b.example", "http://a%2eb/", "a:b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, to string) {
		u, err := fetch.Location("http://a.example/robots.txt", to)
		if err != nil {
			return
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Hostname() == "" || u.Fragment != "" {
			t.Errorf("%q leads to %q", to, u)
		}
		if p := u.Port(); p != "" {
			if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
				t.Errorf("%q leads to %q", to, u)
			}
		}
		if strings.ContainsFunc(u.Host, func(r rune) bool { return r >= 0x80 || r <= ' ' }) {
			t.Errorf("%q leads to the host %q", to, u.Host)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "")
	f.Add("Fri, 02 Jan 2026 03:04:05 GMT", "Fri, 02 Jan 2026 03:04:04 GMT")
	f.Fuzz(func(t *testing.T, value, date string) {
		o := fetch.Outcome{Header: http.Header{"Retry-After": {value}, "Date": {date}}, FetchedAt: time.Unix(0, 0)}
		if d, ok := o.RetryAfter(); d < 0 || d > 365*24*time.Hour || !ok && d != 0 {
			t.Errorf("%q, %q: %v %v", value, date, d, ok)
		}
	})
}
