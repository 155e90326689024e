package sitemap

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// predefined are the entities of XML itself, and all there are: what a document
// declares of its own is not looked up, so that nothing can grow.
var predefined = [...]struct{ name, text string }{
	{"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", `"`}, {"apos", "'"},
}

// maxEntity is how long a name is before it is no entity but a stray "&".
const maxEntity = 32

// unescape replaces entities and character references. One that is unknown,
// such as &eacute; of HTML, stays as it is written; the first of them is
// returned too.
func unescape(s string) (text, unknown string) {
	if strings.IndexByte(s, '&') < 0 {
		return s, ""
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "&")
		b.WriteString(before)
		if !ok {
			return b.String(), unknown
		}
		if end := strings.IndexByte(after[:min(len(after), maxEntity)], ';'); end > 0 {
			value, known := entity(after[:end])
			if known {
				b.WriteString(value)
				s = after[end+1:]
				continue
			}
			if unknown == "" && !strings.ContainsAny(after[:end], "=&?/ ") {
				unknown = "&" + after[:end+1]
			}
		}
		b.WriteByte('&')
		s = after
	}
}

// entity returns what stands for a name, without "&" and ";".
func entity(name string) (string, bool) {
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil || n == 0 || n > utf8.MaxRune {
			return "", false
		}
		return string(rune(n)), true
	}
	for _, e := range predefined {
		if e.name == name {
			return e.text, true
		}
	}
	return "", false
}
