package robots

import (
	"strings"
	"unicode/utf8"
)

// isWhite reports whether r is white space for w.
func (w white) isWhite(r rune) bool {
	switch {
	case w == whiteJava:
		return r <= ' '
	case r == ' ' || r == '\t':
		return true
	case '\n' <= r && r <= '\r':
		return w != whiteBlank
	case r < 0x80:
		return w == whitePython && 0x1c <= r && r <= 0x1f
	case w == whiteASCII || w == whiteBlank:
		return false
	case r == 0x85:
		return w != whiteJS
	case r == 0xfeff:
		return w == whiteJS
	}
	return isUnicodeSpace(r)
}

// isUnicodeSpace knows the White_Space of Unicode above U+0085. The tables of
// package unicode would cost a page more than the whole core.
func isUnicodeSpace(r rune) bool {
	switch {
	case r == 0xa0, r == 0x1680, 0x2000 <= r && r <= 0x200a, r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}

// trim narrows [start, end) of text by the white space at both ends.
func (w white) trim(text string, start, end int) (int, int) {
	plain := func(c byte) bool { return ' ' < c && c < utf8.RuneSelf }
	if start < end && plain(text[start]) && plain(text[end-1]) {
		return start, end // nearly always
	}
	for start < end {
		r, n := utf8.DecodeRuneInString(text[start:end])
		if !w.isWhite(r) {
			break
		}
		start += n
	}
	for start < end {
		r, n := utf8.DecodeLastRuneInString(text[start:end])
		if !w.isWhite(r) {
			break
		}
		end -= n
	}
	return start, end
}

// clean returns a key or value as it counts: without markup and with octets
// that are no UTF-8 dealt with.
func (p *Policy) clean(rd *reading, v string) string {
	if p.marked {
		v = stripMarkup(v, nil)
	}
	if rd.bad != badKept && !utf8.ValidString(v) {
		v = rd.bad.fix(v)
	}
	start, end := rd.white.trim(v, 0, len(v))
	return v[start:end]
}

// fix drops or replaces each octet that is no UTF-8.
func (bad badBytes) fix(v string) string {
	var b strings.Builder
	for i := 0; i < len(v); {
		r, n := utf8.DecodeRuneInString(v[i:])
		if r != utf8.RuneError || n > 1 {
			b.WriteString(v[i : i+n])
		} else if bad == badReplaced {
			b.WriteRune(utf8.RuneError)
		}
		i += n
	}
	return b.String()
}

// stripMarkup takes "<...>" out of a line. With at, it notes there where each
// octet that stays stood.
func stripMarkup(line string, at *[]int) string {
	if strings.IndexByte(line, '<') < 0 {
		return line
	}
	var b strings.Builder
	last := strings.LastIndexByte(line, '>')
	for i := 0; i < len(line); i++ {
		if line[i] == '<' && i < last {
			if n := strings.IndexByte(line[i:], '>'); n >= 2 {
				i += n
				continue
			}
		}
		b.WriteByte(line[i])
		if at != nil {
			*at = append(*at, i)
		}
	}
	return b.String()
}

// looksLikePage reports whether text holds a tag by which crawler-commons knows
// a page: <html>, <head> or <body>, with white space before the ">" at most.
func looksLikePage(lower string) bool {
	for i := strings.IndexByte(lower, '<'); i >= 0; {
		rest := lower[i+1:]
		if len(rest) > 4 {
			switch rest[:4] {
			case "html", "head", "body":
				end := strings.IndexFunc(rest[4:], func(r rune) bool { return !whiteASCII.isWhite(r) })
				if end >= 0 && rest[4+end] == '>' {
					return true
				}
			}
		}
		j := strings.IndexByte(rest, '<')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	return false
}
