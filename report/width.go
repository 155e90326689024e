package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Clean makes foreign text safe to show: control characters, invisible and
// direction-changing ones and invalid bytes become escapes, so that a file
// cannot move the cursor, colour the terminal or turn a line around. A tab
// becomes a blank.
func Clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			b.WriteString(`\x` + hex2(s[i]))
		case r == '\t':
			b.WriteByte(' ')
		case r < utf8.RuneSelf && !unicode.IsPrint(r):
			b.WriteString(`\x` + hex2(s[i]))
		case r >= utf8.RuneSelf && !visible(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

func isClean(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// visible says which runes outside ASCII may be shown: also the joiners that
// scripts and emoji need, but no other format character.
func visible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.IsPrint(r) || r == nonJoiner || r == joiner
}

func hex2(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}

// width is how many cells s takes on a terminal; a Chinese character takes two.
func width(s string) int { return displaywidth.String(s) }

// pad fills s with blanks up to n cells.
func pad(s string, n int) string {
	if gap := n - width(s); gap > 0 {
		return s + strings.Repeat(" ", gap)
	}
	return s
}

// padLeft is pad with the blanks in front, for numbers.
func padLeft(s string, n int) string {
	if gap := n - width(s); gap > 0 {
		return strings.Repeat(" ", gap) + s
	}
	return s
}

// short cuts s to n cells and says so with an ellipsis.
func short(s string, n int) string {
	if len(s) <= n || width(s) <= n {
		return s
	}
	return displaywidth.TruncateString(s, n, "…")
}
