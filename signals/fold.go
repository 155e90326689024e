package signals

import "strings"

// lower folds the ASCII letters of s. Keys, tokens and rules are ASCII; folding
// all of Unicode would find equal what no reader of them does.
func lower(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' }) < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if isUpper(c) {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// trimmed returns s without the spaces and tabs around it, and how many stood
// in front.
func trimmed(s string) (string, int) {
	t := strings.TrimLeft(s, " \t")
	return strings.TrimRight(t, " \t"), len(s) - len(t)
}
