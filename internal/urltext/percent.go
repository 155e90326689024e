package urltext

import (
	"strings"
)

// What the comparison of RFC 9309 2.2.2 does with an octet that stands by
// itself is decided in one place, the constant octets (octets_table.go); it is
// written out in docs/rfc9309.md. A constant costs nothing at start-up and
// cannot be changed by anyone.
const (
	kept       = 1  // unreserved or reserved (RFC 3986 2.2, 2.3): compared as it is
	unreserved = 2  // ALPHA DIGIT - . _ ~: a %XX that stands for it is decoded
	marker     = 4  // * and $: special in a pattern, compared as %2A and %24 in a target
	sign       = 8  // %: begins %XX, else compared as %25
	plain      = 16 // kept, and not the # that begins a fragment
	// 0: not ASCII, or ASCII that no URI may hold raw: compared as %XX
)

const upperhex = "0123456789ABCDEF"

// unhex returns the value of a hex digit, or -1.
func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// escaped returns the octet that %XX at s[i] stands for, or -1 when the sign
// at s[i] is not followed by two hex digits.
func escaped(s string, i int) int {
	if i+2 >= len(s) {
		return -1
	}
	hi, lo := unhex(s[i+1]), unhex(s[i+2])
	if hi < 0 || lo < 0 {
		return -1
	}
	return hi<<4 | lo
}

// Clean reports whether target is compared just as it is written, so that no
// normalised copy is needed.
func Clean(target string) bool {
	for i := 0; i < len(target); i++ {
		if octets[target[i]]&kept == 0 {
			return false
		}
	}
	return true
}

// NormalTarget returns target in the form in which it is compared
// (RFC 9309 2.2.2 and 2.2.3): escapes of unreserved octets decoded, other
// escapes in upper case, octets that a URI cannot hold raw escaped, and a raw
// * or $ escaped too, since in a URL they are no wildcards.
func NormalTarget(target string) string {
	if Clean(target) {
		return target
	}
	return normal(target, false)
}

// NormalPattern returns a rule's pattern in the form in which it is compared.
// It differs from NormalTarget in one thing: a * stays a wildcard and a final
// $ stays an anchor. A $ that is not final is literal, so it becomes %24.
func NormalPattern(pattern string) string {
	for i := 0; i < len(pattern); i++ {
		c := octets[pattern[i]]
		if c == 0 || c == sign || pattern[i] == '$' && i+1 < len(pattern) {
			return normal(pattern, true)
		}
	}
	return pattern
}

func normal(s string, pattern bool) string {
	var b strings.Builder
	b.Grow(normalLen(s, pattern))
	for i := 0; i < len(s); {
		var out [3]byte
		n, used := Next(s, i, pattern, &out)
		b.Write(out[:n])
		i += used
	}
	return b.String()
}

// AppendNormalTarget appends the normal form of target to dst, up to its
// fragment, which is no part of what is compared.
func AppendNormalTarget(dst []byte, target string) []byte {
	for i := 0; i < len(target); {
		// Most targets are one run of octets that stay as they are.
		j := i
		for j+8 <= len(target) {
			w := target[j : j+8]
			if octets[w[0]]&octets[w[1]]&octets[w[2]]&octets[w[3]]&
				octets[w[4]]&octets[w[5]]&octets[w[6]]&octets[w[7]]&plain == 0 {
				break
			}
			j += 8
		}
		for j < len(target) && octets[target[j]]&plain != 0 {
			j++
		}
		dst = append(dst, target[i:j]...)
		if j == len(target) || target[j] == '#' {
			break
		}
		var out [3]byte
		n, used := Next(target, j, false, &out)
		dst = append(dst, out[:n]...)
		i = j + used
	}
	return dst
}

func normalLen(s string, pattern bool) (total int) {
	var out [3]byte
	for i := 0; i < len(s); {
		n, used := Next(s, i, pattern, &out)
		total += n
		i += used
	}
	return total
}

// Next puts into out what s holds at i in normal form, and returns how many
// octets that is (1 or 3) and how many octets of s it used (1 or 3). It lets
// a matcher walk a target without making a normalised copy.
func Next(s string, i int, pattern bool, out *[3]byte) (n, used int) {
	c := s[i]
	switch octets[c] {
	case 0:
		return put(out, c), 1
	case marker:
		if !pattern || c == '$' && i < len(s)-1 {
			return put(out, c), 1
		}
	case sign:
		v := escaped(s, i)
		if v < 0 {
			return put(out, '%'), 1
		}
		if octets[v]&unreserved != 0 {
			out[0] = byte(v)
			return 1, 3
		}
		return put(out, byte(v)), 3
	}
	out[0] = c
	return 1, 1
}

func put(out *[3]byte, c byte) int {
	out[0], out[1], out[2] = '%', upperhex[c>>4], upperhex[c&15]
	return 3
}

// BadEscape returns the offset of the first % in s that is not followed by
// two hex digits, or -1. Such a sign is compared as %25.
func BadEscape(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && escaped(s, i) < 0 {
			return i
		}
	}
	return -1
}

// EscapePattern is the treatment that google/robotstxt gives to patterns, and
// to patterns only: hex digits of escapes in upper case, octets outside ASCII
// escaped, everything else as it is.
func EscapePattern(s string) string {
	n := 0
	changed := false
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			n += 2
			changed = true
		} else if s[i] == '%' && escaped(s, i) >= 0 {
			changed = changed || isLowerHex(s[i+1]) || isLowerHex(s[i+2])
		}
	}
	if !changed {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + n)
	var out [3]byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80:
			b.Write(out[:put(&out, c)])
		case c == '%' && escaped(s, i) >= 0:
			b.Write(out[:put(&out, byte(escaped(s, i)))])
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isLowerHex(c byte) bool { return 'a' <= c && c <= 'f' }
