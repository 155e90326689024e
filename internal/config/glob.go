package config

import "strings"

// Glob reports whether a path, with slashes and from the folder of the
// configuration, is meant by a pattern: * and ? stand for characters but the
// slash, ** also for slashes. A pattern without a slash is held against the last
// part of the path. There is no pattern that is wrong.
func Glob(pattern, path string) bool {
	if !strings.Contains(pattern, "/") {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	return glob([]rune(strings.TrimPrefix(pattern, "./")), []rune(path))
}

// glob keeps, for each end of the pattern read so far, which ends of the path it
// can stand for: its time is the product of the two lengths, whatever the stars.
func glob(pattern, path []rune) bool {
	reach := make([]bool, len(path)+1)
	reach[0] = true
	for i := 0; i < len(pattern); i++ {
		next := make([]bool, len(path)+1)
		switch c := pattern[i]; c {
		case '*':
			deep := i+1 < len(pattern) && pattern[i+1] == '*'
			for j := range reach {
				next[j] = reach[j] || j > 0 && next[j-1] && (deep || path[j-1] != '/')
			}
			if deep {
				i++
				if i+1 < len(pattern) && pattern[i+1] == '/' { // "**/" stands for no folder too
					i++
					for j := range next {
						next[j] = reach[j] || j > 0 && next[j] && path[j-1] == '/'
					}
				}
			}
		default:
			for j := range path {
				next[j+1] = reach[j] && (path[j] == c || c == '?' && path[j] != '/')
			}
		}
		reach = next
	}
	return reach[len(path)]
}
