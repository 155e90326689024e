package address

import (
	"slices"
	"strings"
)

// SessionParams are parameters that name a visit and not a page, in small
// letters. With them one page has as many addresses as there are visits.
var SessionParams = []string{"phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id", "sid", "cfid", "cftoken", "zenid", "osid"}

// sessionValue is how long the value of a session parameter is at the least;
// what is shorter may be the number of a section.
const sessionValue = 12

// clean drops session ids and the parameters that the caller named. q is where
// the question mark stands.
func (b *Base) clean(u string, q int) string {
	if len(b.drop) == 0 && !strings.ContainsAny(u[q:], "sSjJpPaAcCzZoO") {
		return u
	}
	query := u[q+1:]
	dropped := false
	for p := range strings.SplitSeq(query, "&") {
		dropped = dropped || b.drops(p)
	}
	if !dropped {
		return u
	}
	keep := make([]string, 0, 8)
	for p := range strings.SplitSeq(query, "&") {
		if !b.drops(p) {
			keep = append(keep, p)
		}
	}
	if len(keep) == 0 {
		return u[:q]
	}
	return u[:q+1] + strings.Join(keep, "&")
}

func (b *Base) drops(param string) bool {
	name, value, _ := strings.Cut(param, "=")
	if slices.Contains(b.drop, name) {
		return true
	}
	return len(value) >= sessionValue && len(name) <= 24 && slices.Contains(SessionParams, strings.ToLower(name))
}

// dropJSession drops ";jsessionid=..." from a path: what Java servers write
// there when a client takes no cookies.
func dropJSession(u string) string {
	i := strings.IndexByte(u, ';')
	if i < 0 {
		return u
	}
	const name = ";jsessionid="
	for ; i >= 0 && i < len(u); i++ {
		if u[i] == '?' {
			return u
		}
		if u[i] == ';' && len(u) >= i+len(name) && strings.EqualFold(u[i:i+len(name)], name) {
			end := i + len(name)
			for end < len(u) && !strings.ContainsRune("/?;", rune(u[end])) {
				end++
			}
			return u[:i] + u[end:]
		}
	}
	return u
}
