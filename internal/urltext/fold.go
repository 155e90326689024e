package urltext

// Lower folds the ASCII letters of s to lower case and leaves every other
// octet alone: full Unicode folding can change the length of a text, and with
// it every position behind (U+0130 grows when it is folded).
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// EqualFold reports whether a and b are equal but for the case of ASCII letters.
func EqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		if x, y := a[i], b[i]; x != y {
			if x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z' {
				return false
			}
		}
	}
	return true
}
