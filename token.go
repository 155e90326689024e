package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// Token returns the product token under which the sender of a User-Agent
// header would be named in a robots.txt: "Googlebot" for
// "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)".
// It returns "" when the header holds no token.
//
// RFC 9309 2.2.1 wants a crawler to know its own token, so this is a guess for
// those who have only a header, and a step of its own: Decide never makes it.
// The guess: a header that begins like a browser's ("Mozilla/") names its
// crawler behind "compatible;", else in the first product that is no part of a
// browser; any other header names it at the start.
func Token(userAgent string) string {
	ua := strings.Trim(userAgent, " \t\r\n")
	first := ua[:tokenEnd(ua)]
	if !strings.HasPrefix(ua[len(first):], "/") || !urltext.EqualFold(first, "mozilla") {
		return first
	}
	if _, after, ok := cutFold(ua, "compatible;"); ok {
		after = strings.TrimLeft(after, " \t")
		if t := after[:tokenEnd(after)]; t != "" && !browserWord(t) {
			return t
		}
	}
	for rest := ua[len(first):]; rest != ""; {
		n := tokenEnd(rest)
		if n == 0 {
			rest = rest[1:]
			continue
		}
		if t := rest[:n]; strings.HasPrefix(rest[n:], "/") && isLetterByte(t[0]) && !browserWord(t) {
			return t
		}
		// Step over the version or comment word, so that "1.0" in "Foo/1.0" and
		// the parts of a URL are not taken for products.
		rest = rest[n:]
		if i := strings.IndexAny(rest, " ;()"); i >= 0 {
			rest = rest[i:]
		} else {
			rest = ""
		}
	}
	return first
}

func tokenEnd(s string) int { return RFC9309.reading().tokenLen(s) }

func isLetterByte(c byte) bool { return octets[c]&isLetter != 0 }

// browserWords are products that browsers put into their headers, and that
// crawlers copy from them.
const browserWords = " mozilla applewebkit webkit khtml gecko chrome chromium crios safari mobile version firefox fxios edg edge edga edgios opr opera presto trident msie headlesschrome samsungbrowser build like u linux android "

func browserWord(t string) bool {
	return strings.Contains(browserWords, " "+urltext.Lower(t)+" ")
}

// cutFold is strings.Cut without regard to the case of ASCII letters in s; sep
// is in lower case.
func cutFold(s, sep string) (before, after string, ok bool) {
	if i := strings.Index(urltext.Lower(s), sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// IsToken reports whether s is a product token by the letter of RFC 9309 2.2.1:
// one or more of A-Z, a-z, "_" and "-".
func IsToken(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLetterByte(s[i]) {
			return false
		}
	}
	return s != ""
}
