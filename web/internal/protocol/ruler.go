package protocol

import (
	"unicode/utf8"

	"github.com/robotsgate/robots/diag"
)

// A ruler turns offsets in bytes into those of a script, which counts in units
// of UTF-16. Octets that are no UTF-8 count as a TextDecoder shows them: one
// U+FFFD for each part that began like a character and did not become one.
type ruler struct {
	text  string
	ascii bool  // both count alike
	marks []int // units before each stride
	at    []int // the offset of each mark: the first boundary at or behind the stride
}

const stride = 1 << 10

func newRuler(text string) *ruler {
	r := &ruler{text: text, ascii: true}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			r.ascii = false
			break
		}
	}
	if r.ascii {
		return r
	}
	units := 0
	for i := 0; i < len(text); {
		if i >= len(r.marks)*stride {
			r.marks, r.at = append(r.marks, units), append(r.at, i)
		}
		octets, n := character(text[i:])
		i += octets
		units += n
	}
	return r
}

// units returns the offset in units of UTF-16. One inside of a character is
// taken for its end.
func (r *ruler) units(offset int) int {
	offset = min(max(offset, 0), len(r.text))
	if r.ascii || len(r.marks) == 0 {
		return offset
	}
	m := min(offset/stride, len(r.marks)-1)
	for m > 0 && r.at[m] > offset {
		m--
	}
	i, units := r.at[m], r.marks[m]
	for i < offset {
		octets, n := character(r.text[i:])
		i += octets
		units += n
	}
	return units
}

// character returns how many octets the first character of s has, and how many
// units of UTF-16 it is.
func character(s string) (octets, units int) {
	c, n := utf8.DecodeRuneInString(s)
	switch {
	case c == utf8.RuneError && n == 1:
		return broken(s), 1
	case c > 0xffff:
		return n, 2
	}
	return n, 1
}

// broken returns how many octets of s are shown as one U+FFFD: as many as could
// have begun a character, and at least one.
func broken(s string) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch c := s[0]; {
	case 0xc2 <= c && c <= 0xdf:
		want = 1
	case 0xe0 <= c && c <= 0xef:
		want = 2
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	case 0xf0 <= c && c <= 0xf4:
		want = 3
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for ; n <= want && n < len(s) && low <= s[n] && s[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}

// place writes the fields of a span: line, column, offset and length in bytes,
// from and to as a script counts from the start of the text.
func (q *question) place(r *ruler, s diag.Span) {
	q.w.IntAt("line", s.Line)
	q.w.IntAt("column", s.Column)
	q.w.IntAt("offset", s.Offset)
	q.w.IntAt("length", s.Len)
	q.units(r, s)
}

func (q *question) units(r *ruler, s diag.Span) {
	from := r.units(s.Offset)
	q.w.IntAt("from", from)
	q.w.IntAt("to", max(from, r.units(s.End())))
}

func (q *question) span(r *ruler, s diag.Span) { q.w.Object(func() { q.place(r, s) }) }
