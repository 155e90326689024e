package jsontext

import (
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a string. A script may hold half of a surrogate pair, which
// UTF-8 cannot: each becomes U+FFFD, one character for one.
func (r *reader) string() string {
	r.take('"')
	from := r.at
	for c := r.peek(); c >= ' ' && c != '"' && c != '\\'; c = r.peek() {
		r.at++
	}
	if r.peek() == '"' { // the usual case: nothing is escaped
		r.at++
		return string(r.text[from : r.at-1])
	}
	out := append([]byte(nil), r.text[from:r.at]...)
	for {
		switch c := r.peek(); {
		case c == '"':
			r.at++
			return string(out)
		case c == '\\':
			r.at++
			out = r.escape(out)
		case c >= ' ':
			out = append(out, c)
			r.at++
		default:
			r.fail(ErrSyntax)
			return ""
		}
	}
}

const (
	escapes = `"\/bfnrt`
	meant   = "\"\\/\b\f\n\r\t"
)

// escape appends what the escape behind a backslash means.
func (r *reader) escape(out []byte) []byte {
	c := r.peek()
	r.at++
	if c == 'u' {
		return utf8.AppendRune(out, r.escaped())
	}
	for i := range len(escapes) {
		if escapes[i] == c {
			return append(out, meant[i])
		}
	}
	r.at--
	r.fail(ErrSyntax)
	return out
}

// escaped reads the digits of an escape, and those of the second half of a pair.
func (r *reader) escaped() rune {
	first := r.hex()
	if !utf16.IsSurrogate(first) {
		return first
	}
	at := r.at
	if r.word(`\u`) {
		if pair := utf16.DecodeRune(first, r.hex()); pair != utf8.RuneError || r.err != nil {
			return pair
		}
		r.at = at // the second is no half of this pair
	}
	return utf8.RuneError
}

func (r *reader) hex() (n rune) {
	for range 4 {
		c := r.peek()
		switch {
		case '0' <= c && c <= '9':
			n = n<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			n = n<<4 | rune(c|0x20-'a'+10)
		default:
			r.fail(ErrSyntax)
			return utf8.RuneError
		}
		r.at++
	}
	return n
}
