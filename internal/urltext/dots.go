package urltext

import (
	"bytes"
	"strings"
)

// HasDots reports whether the path of target holds a segment "." or "..",
// also where the dots are written %2E.
func HasDots(target string) bool {
	path, _, _ := strings.Cut(target, "?")
	for path != "" {
		segment, rest, _ := strings.Cut(path, "/")
		if dots(segment) > 0 {
			return true
		}
		path = rest
	}
	return false
}

// RemoveDots resolves the segments "." and ".." of target's path
// (RFC 3986 5.2.4). Everything else stays as written: doubled slashes, the
// query, a trailing "?".
func RemoveDots(target string) string {
	if !HasDots(target) {
		return target
	}
	path, query := target, ""
	if i := strings.IndexByte(target, '?'); i >= 0 {
		path, query = target[:i], target[i:]
	}
	out := make([]byte, 0, len(target))
	for rest, more := strings.TrimPrefix(path, "/"), true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		switch dots(segment) {
		case 0:
			out = append(append(out, '/'), segment...)
			continue
		case 2:
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
		}
		if !more {
			out = append(out, '/') // "/a/.." is "/", not ""
		}
	}
	return string(append(out, query...))
}

// dots returns 1 for ".", 2 for "..", and 0 for any other segment.
func dots(segment string) int {
	n := 0
	for i := 0; i < len(segment); n++ {
		switch {
		case segment[i] == '.':
			i++
		case segment[i] == '%' && escaped(segment, i) == '.':
			i += 3
		default:
			return 0
		}
		if n == 2 {
			return 0
		}
	}
	return n
}
