package testweb

import (
	"fmt"
	"strings"
	"time"
)

func rateCases() (all []Case) {
	for _, status := range []int{429, 503} {
		want, wants := Open, "429 is unavailable by the letter of RFC 9309 2.3.1.3, and better treated as unreachable"
		if status == 503 {
			want, wants = Disallow, unreachable
		}
		for _, r := range []struct {
			name, value, wants string
		}{
			{"seconds", "2", "no request for 2 s"},
			{"hour", "3600", "no request for an hour"},
			{"zero", "0", "it may be asked again at once, at the usual pace"},
			{"date", "in 2 s", "no request before that time"},
			{"date-past", "Sun, 06 Nov 1994 08:49:37 GMT", "as if it were not there"},
			{"garbage", "soon", "as if it were not there"},
			{"negative", "-5", "as if it were not there"},
			{"huge", "99999999999999999999", "a cap of the client's"},
			{"decimal", "1.5", "as if it were not there"},
		} {
			all = append(all, Case{Name: fmt.Sprintf("retry-%d-%s", status, r.name), Does: fmt.Sprintf("%d with Retry-After: %s", status, r.value), Wants: wants + "; " + r.wants, Page: want, Private: want, serve: func(x *exchange) {
				value := r.value
				if value == "in 2 s" {
					value = httpDate(time.Now().Add(2 * time.Second))
				}
				x.w.Header().Set("Retry-After", value)
				x.text(status, openAll)
			}})
		}
	}
	again := func(name, does, wants string, statusOf func(n int) int) {
		all = append(all, Case{Name: name, Does: does, Wants: wants, Page: Open, Private: Open, serve: func(x *exchange) { x.content(statusOf(x.count)) }})
	}
	again("recovers", "503 twice, then the usual file", "unreachable at first; the rules hold once the file is had", func(n int) int {
		if n <= 2 {
			return 503
		}
		return 200
	})
	again("flaky", "the usual file and 500 in turn", "a copy that was had may be used for a day, RFC 9309 2.4", func(n int) int {
		return []int{500, 200}[n%2]
	})
	again("breaks", "the usual file once, then 500 for good", "the copy that was had may be used, RFC 9309 2.3.1.4", func(n int) int {
		if n == 1 {
			return 200
		}
		return 500
	})
	again("vanishes", "the usual file once, then 404", "all is allowed once the file is gone, RFC 9309 2.3.1.3", func(n int) int {
		if n == 1 {
			return 200
		}
		return 404
	})
	return all
}

func httpDate(t time.Time) string { return t.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") }

const lastModified = "Mon, 01 Jun 2026 00:00:00 GMT"

func cacheCases() (all []Case) {
	all = validatorCases()
	for _, f := range []struct{ name, does, wants string }{
		{"max-age-0", "Cache-Control: max-age=0", "not one fetch for each page: a floor of the client's"},
		{"max-age-60", "Cache-Control: max-age=60", "a new fetch after a minute, or later by a floor of the client's"},
		{"max-age-month", "Cache-Control: max-age=2592000", "a new fetch after 24 hours all the same, RFC 9309 2.4"},
		{"max-age-garbage", "Cache-Control: max-age=soon", "as if it were not there; at most 24 hours"},
		{"max-age-huge", "Cache-Control: max-age=99999999999999999999", "at most 24 hours, RFC 9309 2.4"},
		{"max-age-negative", "Cache-Control: max-age=-1", "not one fetch for each page"},
		{"max-age-two", "Cache-Control: max-age=60, max-age=2592000", "at most 24 hours, RFC 9309 2.4"},
		{"s-maxage", "Cache-Control: s-maxage=2592000, max-age=60", "at most 24 hours, RFC 9309 2.4"},
		{"no-store", "Cache-Control: no-store", "not one fetch for each page"},
		{"no-cache", "Cache-Control: no-cache", "not one fetch for each page"},
		{"must-revalidate", "Cache-Control: max-age=60, must-revalidate", "a new fetch after a minute, or later by a floor of the client's"},
		{"immutable", "Cache-Control: max-age=31536000, immutable", "a new fetch after 24 hours all the same, RFC 9309 2.4"},
		{"stale-if-error", "Cache-Control: max-age=60, stale-if-error=2592000", "as RFC 5861 says, within RFC 9309 2.3.1.4"},
		{"pragma", "Pragma: no-cache", "not one fetch for each page"},
		{"expires-past", "Expires: Sun, 06 Nov 1994 08:49:37 GMT", "not one fetch for each page"},
		{"expires-far", "Expires: Fri, 31 Dec 2099 23:59:59 GMT", "at most 24 hours, RFC 9309 2.4"},
		{"expires-zero", "Expires: 0", "not one fetch for each page"},
		{"age", "Age: 86400", "the file is a day old when it arrives; at most 24 hours from now"},
		{"vary", "Vary: User-Agent", "one crawler, one name, one file"},
		{"date-future", "Date: Fri, 31 Dec 2099 23:59:59 GMT", "the client's own clock counts"},
	} {
		all = append(all, Case{Name: "cache-" + f.name, Does: "the usual file with " + f.does, Wants: "the rules hold; " + f.wants, serve: func(x *exchange) {
			name, value, _ := strings.Cut(f.does, ": ")
			x.w.Header().Set(name, value)
			x.content(200)
		}})
	}
	return append(all, changingCases()...)
}

func validatorCases() []Case {
	conditional := func(name, value, question string) func(*exchange) {
		return func(x *exchange) {
			x.w.Header().Set(name, value)
			if x.r.Header.Get(question) == value {
				x.w.WriteHeader(304)
				return
			}
			x.content(200)
		}
	}
	same := "the rules hold; a later fetch may be conditional, and 304 renews the copy"
	return []Case{
		{Name: "etag", Does: "an ETag, and 304 to whoever has it", Wants: same, serve: conditional("Etag", `"v1"`, "If-None-Match")},
		{Name: "etag-weak", Does: "a weak ETag, and 304 to whoever has it", Wants: same, serve: conditional("Etag", `W/"v1"`, "If-None-Match")},
		{Name: "last-modified", Does: "Last-Modified, and 304 to whoever has that", Wants: same, serve: conditional("Last-Modified", lastModified, "If-Modified-Since")},
		{Name: "etag-lies", Does: "the same ETag for a file that closes all from the second fetch on, but never 304", Wants: "what comes with 200 holds", Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.w.Header().Set("ETag", `"v1"`)
			if x.count > 1 {
				x.text(200, closeAll)
				return
			}
			x.content(200)
		}},
		{Name: "etag-always-304", Does: "an ETag at first, then 304 to all, with or without a condition", Wants: "304 without a condition is no file; the standard does not say what then", Page: Open, Private: Open, serve: func(x *exchange) {
			x.w.Header().Set("ETag", `"v1"`)
			if x.count > 1 {
				x.w.WriteHeader(304)
				return
			}
			x.content(200)
		}},
		{Name: "etag-garbage", Does: "an ETag without quotes, of 8,000 octets", Wants: "the rules hold", serve: func(x *exchange) {
			x.w.Header().Set("ETag", strings.Repeat("e", 8000))
			x.content(200)
		}},
	}
}

func changingCases() []Case {
	day := "each copy holds for at most 24 hours, RFC 9309 2.4"
	return []Case{
		{Name: "changing", Does: "another file each time: the n-th closes /n/ beside the usual", Wants: day, serve: func(x *exchange) {
			x.text(200, fmt.Sprintf("%sDisallow: /%d/\n", usual, x.count))
		}},
		{Name: "changing-closes", Does: "the usual file once, then one that closes all", Wants: day, Page: Open, serve: func(x *exchange) {
			if x.count > 1 {
				x.text(200, closeAll)
				return
			}
			x.content(200)
		}, Private: Disallow},
		{Name: "changing-by-agent", Does: "closes all to those who call themselves bot, crawler or spider, and opens all to others", Wants: "what was served to this crawler, by its own name, holds", Page: Open, Private: Open, serve: func(x *exchange) {
			ua := strings.ToLower(x.r.UserAgent())
			if strings.Contains(ua, "bot") || strings.Contains(ua, "crawl") || strings.Contains(ua, "spider") {
				x.text(200, closeAll)
				return
			}
			x.text(200, openAll)
		}},
		{Name: "changing-by-scheme", Does: "the usual file over http, one that closes all over https", Wants: "each scheme has a file of its own, RFC 9309 2.3", serve: func(x *exchange) {
			if x.scheme() == "https" {
				x.text(200, closeAll)
				return
			}
			x.content(200)
		}},
	}
}
