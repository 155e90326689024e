package gate

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots/fetch"
)

// cacheLifetime returns how long HTTP lets a private cache keep an answer from
// when it came on, and whether it says so: max-age less the age it had, else
// Expires less Date, and nothing for no-store and no-cache (RFC 9111 4.2). A
// gate is a private cache, so s-maxage is not for it.
func cacheLifetime(o fetch.Outcome) (time.Duration, bool) {
	control := o.Header.Values("Cache-Control")
	age := seconds(o.Header.Get("Age"))
	var said time.Duration
	found := false
	for _, line := range control {
		for d := range strings.SplitSeq(line, ",") {
			name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(d)), "=")
			switch strings.TrimSpace(name) {
			case "no-store", "no-cache":
				return 0, true
			case "max-age":
				v := seconds(strings.Trim(strings.TrimSpace(value), `"`))
				if !found || v < said { // of two, the shorter: neither is known to be right
					said, found = v, true
				}
			}
		}
	}
	if found {
		return max(said-age, 0), true
	}
	expires := o.Header.Get("Expires")
	if expires == "" {
		return 0, false
	}
	at, err := http.ParseTime(expires)
	if err != nil {
		return 0, true // RFC 9111 5.3: what is no date, as "0", is in the past
	}
	base := o.FetchedAt
	if d, err := http.ParseTime(o.Header.Get("Date")); err == nil {
		base = d
	}
	return max(at.Sub(base)-age, 0), true
}

// seconds reads a delta of RFC 9111 1.2.2. What does not fit is very long; what
// is no number is stale at once (4.2.1).
func seconds(s string) time.Duration {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n > 1<<31 {
		n = 1 << 31
	}
	return time.Duration(n) * time.Second
}
