package robots

import (
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots/internal/urltext"
)

const upperHex = "0123456789ABCDEF"

// unreservedMarks are the unreserved octets of RFC 3986 besides letters and digits.
const unreservedMarks = "-._~"

func isUnreserved(c byte) bool {
	return octets[c]&(isLetter|isDigit) != 0 || strings.IndexByte(unreservedMarks, c) >= 0
}

// escapedAt returns the octet that %XX at s[i] stands for, or -1.
func escapedAt(s string, i int) int {
	if s[i] != '%' || i+2 >= len(s) {
		return -1
	}
	v := 0
	for _, c := range []byte(s[i+1 : i+3]) {
		switch {
		case '0' <= c && c <= '9':
			v = v<<4 | int(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return v
}

// decoded decodes every %XX of s but those of the octets in but, whose hex
// digits are put into upper case.
func decoded(s, but string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		v := escapedAt(s, i)
		switch {
		case v < 0:
			b.WriteByte(s[i])
			continue
		case strings.IndexByte(but, byte(v)) >= 0:
			writeEscape(&b, byte(v))
		default:
			b.WriteByte(byte(v))
		}
		i += 2
	}
	return b.String()
}

// encoded escapes every octet of s that is neither unreserved nor among safe.
func encoded(s, safe string) string {
	return encodedIf(s, func(c byte) bool { return !isUnreserved(c) && strings.IndexByte(safe, c) < 0 })
}

func encodedIf(s string, bad func(c byte) bool) string {
	i := 0
	for i < len(s) && !bad(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		if bad(s[i]) {
			writeEscape(&b, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func writeEscape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

// replaced is s with U+FFFD for what is no UTF-8, as decoders leave it.
func replaced(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return badReplaced.fix(s)
}

// pieces applies f to each run of octets of s that are not among stops.
func pieces(s, stops string, f func(string) string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, stops)
		if i < 0 {
			i = len(s)
		}
		b.WriteString(f(s[:i]))
		if i < len(s) {
			b.WriteByte(s[i])
			i++
		}
		s = s[i:]
	}
	return b.String()
}

// swapped puts with in place of each octet old.
func swapped(s string, old byte, with string) string {
	if strings.IndexByte(s, old) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == old {
			b.WriteString(with)
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// upperEscapes puts the hex digits of escapes into upper case.
func upperEscapes(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := []byte(s)
	for i := range b {
		if v := escapedAt(s, i); v >= 0 {
			b[i+1], b[i+2] = upperHex[v>>4], upperHex[v&15]
		}
	}
	return string(b)
}

// grobEscapes is EscapePattern with a slip: where anything has to be rewritten,
// "upper case" clears a bit of the digits of all escapes as well.
func grobEscapes(v string) string {
	w := urltext.EscapePattern(v)
	if w == v {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case escapedAt(v, i) >= 0:
			b.WriteByte('%')
			b.WriteByte(v[i+1] &^ 0x20)
			b.WriteByte(v[i+2] &^ 0x20)
			i += 2
		case v[i] >= utf8.RuneSelf:
			writeEscape(&b, v[i])
		default:
			b.WriteByte(v[i])
		}
	}
	return b.String()
}

// cutURL cuts a reference where Python's urlparse does: what is the path, and
// what is parameters, query and fragment.
func cutURL(s string) (path, rest string) {
	path = s
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		path, rest = s[:i], s[i:]
	}
	slash := strings.LastIndexByte(path, '/') + 1
	if i := strings.IndexByte(path[slash:], ';'); i >= 0 {
		i += slash
		path, rest = path[:i], path[i:]+rest
	}
	return path, rest
}

// dropEmpty leaves out a query, parameters or fragment that are empty, as
// urlunparse does.
func dropEmpty(rest string) string {
	if len(rest) == 1 {
		return ""
	}
	return strings.TrimSuffix(rest, "#")
}

// commonsForm is the form in which crawler-commons compares: special are the
// octets that it escapes besides those that no URI may hold raw.
func commonsForm(s, special string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch v := escapedAt(s, i); {
		case v >= 0:
			if isUnreserved(byte(v)) {
				b.WriteByte(byte(v))
			} else {
				writeEscape(&b, byte(v))
			}
			i += 2
		case c <= ' ' || c >= 0x7f || strings.IndexByte("%\"#<>[]^`{|}", c) >= 0 || strings.IndexByte(special, c) >= 0:
			writeEscape(&b, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// browserTarget writes a target as the URL standard serialises it: backslashes
// of the path are slashes, dots are resolved, odd octets escaped.
func browserTarget(target string) string {
	path, query, ok := strings.Cut(target, "?")
	path = urltext.RemoveDots(swapped(path, '\\', "/"))
	path = encodedIf(path, func(c byte) bool { return c <= ' ' || c >= 0x7f || strings.IndexByte("\"#<>?`{}", c) >= 0 })
	if !ok {
		return path
	}
	return path + "?" + encodedIf(query, func(c byte) bool { return c <= ' ' || c >= 0x7f || strings.IndexByte("\"#<>'", c) >= 0 })
}

// escapedPath escapes the path of a target as URL.EscapedPath of Go does: not
// at all if it holds nothing odd.
func escapedPath(target string) string {
	path, query, ok := strings.Cut(target, "?")
	const valid = "!$&'()*+,;=:@[]/%"
	if escaped := encoded(path, valid); escaped != path {
		path = encoded(decoded(path, ""), "$&+,/:;=@")
	}
	if ok {
		path += "?" + query
	}
	return path
}

// otherPattern returns a pattern in the form in which dialects compare it.
func (rd *reading) otherPattern(v string) string {
	switch rd.percent {
	case percentGoogle:
		return urltext.EscapePattern(v)
	case percentGrob:
		return grobEscapes(v)
	case percentTexting:
		return encodedIf(v, func(c byte) bool { return c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>`", c) >= 0 })
	case percentNode:
		return upperEscapes(encoded(v, ";,/?:@&=+$!*'()#%"))
	case percentProtego:
		return protegoPattern(v)
	case percentPython:
		path, query, ok := strings.Cut(v, "?")
		again := func(s string) string { return encoded(decoded(s, ""), "/") }
		path = pieces(path, "*$", again)
		if ok {
			path += "?" + pieces(query, "=&*$", again)
		}
		return path
	case percentPyLegacy:
		path, rest := cutURL(replaced(decoded(v, "")))
		return encoded(path+dropEmpty(rest), "/")
	case percentCommons:
		return commonsForm(v, "")
	}
	return v // percentNone, percentGoURL
}

// protegoPattern takes a pattern apart as Protego does: what is in its path is
// decoded and encoded again, what is behind stays as it is.
func protegoPattern(v string) string {
	last := ""
	if n := len(v) - 1; n >= 0 && strings.IndexByte("?;$", v[n]) >= 0 {
		v, last = v[:n], v[n:]
	}
	path, rest := cutURL(v)
	return encoded(replaced(decoded(path, "/*$%")), "/*%=") + last + dropEmpty(rest)
}

// otherTarget returns a target in the form in which dialects compare it, or ""
// for one that the parser cannot read as a URL.
func (rd *reading) otherTarget(target string) string {
	switch rd.percent {
	case percentTexting:
		return browserTarget(target)
	case percentNode:
		return upperEscapes(strings.TrimSuffix(browserTarget(target), "?"))
	case percentProtego:
		path, rest := cutURL(target)
		if path = encoded(replaced(decoded(path, "/%")), "/%") + dropEmpty(rest); path == "" {
			return "/"
		}
		return path
	case percentPython:
		path, query, ok := strings.Cut(target, "?")
		again := func(s string) string { return encoded(decoded(s, ""), "/") }
		path = again(path)
		if ok {
			path += "?" + pieces(query, "=&", again)
		}
		return path
	case percentPyLegacy:
		path, rest := cutURL(replaced(decoded(target, "")))
		return encoded(path+dropEmpty(rest), "/")
	case percentGoURL:
		path, query, _ := strings.Cut(target, "?")
		if urltext.BadEscape(path) >= 0 {
			return "" // net/url does not parse it, so no rule is asked
		}
		if path = decoded(path, ""); query != "" {
			path += "?" + query
		}
		return path
	case percentCommons:
		if path, _, _ := strings.Cut(target, "?"); urltext.BadEscape(path) >= 0 {
			return "/" // what it does with a URL that does not parse
		}
		return commonsForm(target, "*$")
	case percentGrob:
		if path, _, _ := strings.Cut(target, "?"); urltext.BadEscape(path) >= 0 {
			return ""
		}
		return escapedPath(target)
	}
	return target // patterns only, or none
}
