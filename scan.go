package robots

import (
	"strings"
	"unicode/utf8"
)

// Flags of an octet in the table octets.
const (
	isHash   = 1  // begins a comment
	isStar   = 2  // wildcard in a pattern
	isDollar = 4  // anchor at the end of a pattern
	isDirty  = 8  // a pattern with it is not compared as written
	isLetter = 16 // ASCII letter, "-" or "_": may stand in a product token
	isDigit  = 32 // may stand in one by our departure; docs/design.md
)

// An Encoding is how the octets of a text stood for characters.
type Encoding uint8

const (
	UTF8    Encoding = iota // what RFC 9309 2.3 demands, or any superset of ASCII
	UTF16LE                 // found by its mark and decoded
	UTF16BE                 // found by its mark and decoded
)

// String returns "utf-8", "utf-16le" or "utf-16be".
func (e Encoding) String() string {
	return [...]string{"utf-8", "utf-16le", "utf-16be"}[min(e, UTF16BE)]
}

const bom = "\xef\xbb\xbf"

// markLen returns the length of the byte order mark that text begins with.
// RFC 9309 is silent on it; everybody who publishes one means it to be skipped.
// Google: skips as much of the mark as there is.
func markLen(text string, partial bool) int {
	n := 0
	for n < len(bom) && n < len(text) && text[n] == bom[n] {
		n++
	}
	if n == len(bom) || partial {
		return n
	}
	return 0
}

// encodingOf recognises UTF-16 by its mark, and only if a zero octet follows
// somewhere: without one the text holds no ASCII character in UTF-16, so no
// record, and the mark is a stray one before a text in UTF-8.
func encodingOf(text string) Encoding {
	switch {
	case len(text) < 2 || text[0] < 0xfe || strings.IndexByte(text, 0) < 0:
	case strings.HasPrefix(text, "\xff\xfe"):
		return UTF16LE
	case strings.HasPrefix(text, "\xfe\xff"):
		return UTF16BE
	}
	return UTF8
}

// decode16 decodes UTF-16 behind its mark. Unpaired surrogates and an odd last
// byte become U+FFFD, so the rest of the text survives (RFC 9309 2.3.1.5).
func decode16(text string, e Encoding) string {
	text = text[2:]
	unit := func(i int) rune {
		if e == UTF16LE {
			return rune(text[i]) | rune(text[i+1])<<8
		}
		return rune(text[i])<<8 | rune(text[i+1])
	}
	var b strings.Builder
	b.Grow(len(text)/2 + len(text)/8)
	i := 0
	for ; i+1 < len(text); i += 2 {
		r := unit(i)
		if 0xd800 <= r && r < 0xe000 {
			pair := rune(utf8.RuneError)
			if r < 0xdc00 && i+3 < len(text) {
				if lo := unit(i + 2); 0xdc00 <= lo && lo < 0xe000 {
					pair = 0x10000 + (r-0xd800)<<10 + (lo - 0xdc00)
					i += 2
				}
			}
			r = pair
		}
		b.WriteRune(r)
	}
	if i < len(text) {
		b.WriteRune(utf8.RuneError)
	}
	return b.String()
}

// cut returns the part of text within n bytes, up to the last line end: a rule
// cut in its middle would say something that nobody wrote.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	if text[n] == '\n' && text[n-1] == '\r' {
		n-- // not between CR and LF
	}
	return text[:strings.LastIndexAny(text[:n], "\r\n")+1]
}

// lines walks over a text line by line. CR, LF and CRLF end a line
// (RFC 9309 2.2); nothing else does.
type lines struct {
	text string
	pos  int  // where the next line begins
	lf   int  // the next LF at or behind pos, or len(text)
	cr   bool // the text holds a CR somewhere
}

func linesOf(text string) lines {
	l := lines{text: text, lf: -1, cr: strings.IndexByte(text, '\r') >= 0}
	return l
}

// next returns the bounds of the next line without its end, and false behind
// the last. An empty last line is none.
func (l *lines) next() (start, end int, ok bool) {
	if l.pos >= len(l.text) {
		return 0, 0, false
	}
	start = l.pos
	if l.lf < start {
		// Asked only when passed, so that a text of CRs alone stays linear.
		if i := strings.IndexByte(l.text[start:], '\n'); i >= 0 {
			l.lf = start + i
		} else {
			l.lf = len(l.text)
		}
	}
	end = l.lf
	l.pos = end + 1
	if l.cr {
		if i := strings.IndexByte(l.text[start:end], '\r'); i >= 0 {
			end = start + i
			if end+1 < l.lf || l.lf == len(l.text) {
				l.pos = end + 1 // a lone CR
			}
		}
	}
	return start, end, true
}
