package cli

import "unicode/utf8"

// appendJSON appends s as a JSON string. JSON cannot hold invalid UTF-8; such
// bytes become U+FFFD, as in encoding/json, which would do the same more
// slowly and escape the angle brackets and ampersands that URLs are full of.
func appendJSON(out []byte, s string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	start := 0 // of what has not been written yet
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				out = append(append(out, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += n
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			out = append(out, s[start:i]...)
			if c < ' ' {
				out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			} else {
				out = append(out, '\\', c)
			}
			start = i + 1
		}
		i++
	}
	return append(append(out, s[start:]...), '"')
}
