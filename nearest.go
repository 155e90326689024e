package robots

// nearest returns the directive that key is a slip of the keyboard away from:
// one letter wrong, missing, doubled or swapped in a short key, two in a long
// one. Keys of signals are left out, lest an unknown record be taken for one.
func nearest(key string) (Directive, bool) {
	for _, d := range [...]Directive{DirUserAgent, DirDisallow, DirAllow, DirSitemap, DirCrawlDelay} {
		name := d.String()
		limit := 1
		if len(name) > 7 {
			limit = 2
		}
		if diff := len(name) - len(key); diff > limit || -diff > limit {
			continue
		}
		if distance(name, key) <= limit {
			return d, true
		}
	}
	return DirUnknown, false
}

// distance counts insertions, deletions, replacements and swaps of neighbours
// between two short keys, without regard to the case of ASCII letters.
func distance(a, b string) int {
	const most = 24
	if len(a) >= most || len(b) >= most {
		return most
	}
	var before, last, row [most]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if fold(a[i-1]) == fold(b[j-1]) {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
			if i > 1 && j > 1 && fold(a[i-1]) == fold(b[j-2]) && fold(a[i-2]) == fold(b[j-1]) {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// isName reports whether key could be meant as the name of a directive: letters
// with "-", "_" or a space between. Most junk before a colon is none.
func isName(key string) bool {
	for i := 0; i < len(key); i++ {
		if octets[key[i]]&isLetter == 0 && key[i] != ' ' {
			return false
		}
	}
	return true
}
