package address

import (
	"strconv"
	"strings"
)

// Bounds on the shape of an address. Real pages stay far below them; what goes
// beyond was made by a loop of links.
const (
	maxSegments = 32 // of a path
	maxSame     = 3  // times that a segment stands in a path
	maxPair     = 2  // times that two segments in a row stand in a path, from 6 segments on
	maxParams   = 24
	firstYear   = 1990
	yearsAhead  = 2
)

// Trap says by what an address looks endless, or "". year is the current one:
// links into calendars go on for ever, pages of the past do not.
func Trap(address string, year int) string {
	rest := address[strings.Index(address, "://")+3:]
	path, query := "", ""
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		rest, query = rest[:i], rest[i+1:]
	}
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		path = rest[i+1:]
	}
	if why := pathTrap(path, year); why != "" {
		return why
	}
	if query != "" {
		return queryTrap(query, year)
	}
	return ""
}

func pathTrap(path string, year int) string {
	var segments [maxSegments + 1]string
	n := 0
	for s := range strings.SplitSeq(path, "/") {
		if s == "" {
			continue
		}
		if n == maxSegments {
			return "more than 32 segments"
		}
		segments[n] = s
		n++
	}
	for i := range n {
		same, pairs := 1, 1
		for j := i + 1; j < n; j++ {
			if segments[j] != segments[i] {
				continue
			}
			same++
			if j+1 < n && i+1 < j && segments[j+1] == segments[i+1] {
				pairs++
			}
		}
		if same > maxSame {
			return "a segment that repeats"
		}
		if pairs > maxPair && n >= 6 {
			return "segments that repeat"
		}
		if i+1 < n && isYear(segments[i]) && isMonth(segments[i+1]) && farYear(segments[i], year) {
			return "a calendar far from today"
		}
	}
	return ""
}

func queryTrap(query string, year int) string {
	n := 0
	seen := map[string]int{}
	month := false
	far := false
	for p := range strings.SplitSeq(query, "&") {
		if n++; n > maxParams {
			return "more than 24 parameters"
		}
		if p == "" {
			continue
		}
		if seen[p]++; seen[p] > maxSame {
			return "a parameter that repeats"
		}
		name, value, _ := strings.Cut(p, "=")
		switch name = strings.ToLower(name); {
		case strings.Contains(name, "month") || strings.Contains(name, "day") || strings.Contains(name, "week"):
			month = true
		case strings.Contains(name, "year") && isYear(value):
			far = far || farYear(value, year)
		case strings.Contains(name, "date") && len(value) >= 7 && isYear(value[:4]) && !isDigit(value[4]):
			month, far = true, far || farYear(value[:4], year)
		}
	}
	if far && month {
		return "a calendar far from today"
	}
	return ""
}

func isYear(s string) bool {
	return len(s) == 4 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && isDigit(s[3])
}

func isMonth(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && len(s) <= 2 && 1 <= n && n <= 12
}

func farYear(s string, year int) bool {
	n, err := strconv.Atoi(s)
	return err == nil && (n < firstYear || n > year+yearsAhead)
}
