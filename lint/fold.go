package lint

// lower puts ASCII letters into lower case, as names are compared, and leaves
// every other octet where it is: offsets into the result hold for s.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
