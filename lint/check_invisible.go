package lint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// invisibleCharacter finds what nobody sees and parsers compare all the same:
// blanks that are none of ASCII, zero-width characters, marks of direction.
var invisibleCharacter = Check{
	Doc: Doc{
		Code: "invisible-character", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2",
		Before: "User-agent: *\nDisallow: /private/\u200b\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		for _, r := range p.records {
			if d := r.Directive(); d == robots.DirBlank || d == robots.DirComment {
				continue
			}
			line, _, _ := strings.Cut(r.Raw(), "#")
			if i, n := invisible(line); n > 0 {
				at := within(r.Span(), i, n)
				c, _ := utf8.DecodeRuneInString(line[i:])
				p.report(at, diag.Text("char", "U+"+hex4(c))).mend(replaced(at, blankFor(c)))
			}
		}
	},
}

// invisible returns where the first such character stands and its length. Byte
// order marks are left to the parser.
func invisible(s string) (at, n int) {
	const byteOrderMark = '\ufeff'
	for i, c := range s {
		if c >= utf8.RuneSelf && c != utf8.RuneError && c != byteOrderMark && (unicode.Is(unicode.Cf, c) || unicode.Is(unicode.Z, c)) {
			return i, utf8.RuneLen(c)
		}
	}
	return 0, 0
}

// blankFor is what to write in the place of c.
func blankFor(c rune) string {
	if unicode.Is(unicode.Z, c) {
		return " "
	}
	return ""
}

func hex4(c rune) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15]})
}
