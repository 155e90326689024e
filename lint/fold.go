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

// nearest returns the word that the fewest letters make another of, the first
// of several.
func nearest(word string, words []string) (best string) {
	if len(word) > 64 { // no code is as long, and a line may be
		word = word[:64]
	}
	least := -1
	for _, w := range words {
		if d := slips(word, w); least < 0 || d < least {
			best, least = w, d
		}
	}
	return best
}

// slips counts the letters to change, add or drop to get from a to b.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0] // of the row above, one to the left
		row[0] = i + 1
		for j := range len(b) {
			change := last
			if a[i] != b[j] {
				change++
			}
			last = row[j+1]
			row[j+1] = min(change, last+1, row[j]+1)
		}
	}
	return row[len(b)]
}
