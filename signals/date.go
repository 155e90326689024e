package signals

import "strings"

const (
	months   = " jan feb mar apr may jun jul aug sep oct nov dec "
	weekdays = " mon tue wed thu fri sat sun "
)

// isDate reports whether s is a date, with or without a time, in one of the
// forms that Google names for unavailable_after: RFC 822, RFC 850, ISO 8601. It
// looks at the form only. What the date means needs a clock, which this package
// does not have.
func isDate(s string) bool {
	if len(s) >= 10 && s[4] == '-' && s[7] == '-' {
		day, rest := s[:10], s[10:]
		return inRange(day[:4], 1, 9999) && inRange(day[5:7], 1, 12) && inRange(day[8:], 1, 31) &&
			(rest == "" || (rest[0] == 'T' || rest[0] == ' ') && isTime(isoFields(rest[1:])))
	}
	f := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	if len(f) > 0 && isName(f[0], weekdays) {
		f = f[1:]
	}
	if len(f) > 0 && strings.Count(f[0], "-") == 2 { // RFC 850: 25-Jun-10
		f = append(strings.Split(f[0], "-"), f[1:]...)
	}
	if len(f) < 3 {
		return false
	}
	if isName(f[0], months) { // "Jun 25 2010" is in no standard and in many pages
		f[0], f[1] = f[1], f[0]
	}
	return inRange(f[0], 1, 31) && isName(f[1], months) && (len(f[2]) == 2 || len(f[2]) == 4) &&
		inRange(f[2], 0, 9999) && (len(f) == 3 || isTime(f[3:]))
}

// isoFields parts the zone of an ISO 8601 time from the time.
func isoFields(s string) []string {
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, "Zz+-"); i > 0 {
		return []string{s[:i], s[i:]}
	}
	return strings.Fields(s)
}

// isTime wants a time and at most one word for the zone.
func isTime(f []string) bool {
	if len(f) < 1 || len(f) > 2 || len(f) == 2 && !isZone(f[1]) {
		return false
	}
	clock, fraction, decimal := strings.Cut(f[0], ".")
	parts := strings.Split(clock, ":")
	if len(parts) < 2 || len(parts) > 3 || decimal && !inRange(fraction, 0, 999_999_999) {
		return false
	}
	return inRange(parts[0], 0, 24) && inRange(parts[1], 0, 59) && (len(parts) == 2 || inRange(parts[2], 0, 60))
}

// isZone accepts "Z", "PST", "+0200" and "+02:00".
func isZone(s string) bool {
	if s[0] == '+' || s[0] == '-' {
		return len(s) <= 6 && inRange(strings.Replace(s[1:], ":", "", 1), 0, 2359)
	}
	return len(s) <= 5 && strings.TrimFunc(s, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }) == ""
}

// isName reports whether s is one of a list of names, or begins with it: full
// names and their first three letters are both used.
func isName(s, list string) bool {
	return len(s) >= 3 && !strings.Contains(s[:3], " ") && strings.Contains(list, " "+lower(s[:3])+" ")
}

func inRange(s string, low, high int) bool {
	if s == "" || len(s) > 9 {
		return false
	}
	n := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
		n = n*10 + int(s[i]-'0')
	}
	return low <= n && n <= high
}
