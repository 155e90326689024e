package signals

import (
	"strings"

	"github.com/robotsgate/robots"
)

// A pathSet is a list of path patterns that are matched as Allow and Disallow
// are. Content-Usage asks for just that, and the others for something like it.
type pathSet struct {
	patterns []string
	index    map[string]int // of a pattern as written
}

// add returns the index of a pattern in s.
func (s *pathSet) add(pattern string) int {
	i, ok := s.index[pattern]
	if !ok {
		if s.index == nil {
			s.index = map[string]int{}
		}
		i = len(s.patterns)
		s.index[pattern] = i
		s.patterns = append(s.patterns, pattern)
	}
	return i
}

// match returns, for each pattern, how many octets it has if it matches target,
// and 0 if it does not.
func (s *pathSet) match(target string) []int {
	octets := make([]int, len(s.patterns))
	for i, p := range s.patterns {
		if n, ok := robots.Match(p, target); ok {
			octets[i] = n
		}
	}
	return octets
}

// normal returns each pattern as it is compared.
func (s *pathSet) normal() []string {
	all := make([]string, len(s.patterns))
	for i, p := range s.patterns {
		all[i] = robots.NormalPattern(p)
	}
	return all
}

// cutPath parts the path from the value of a record that may begin with one:
// "/a train-ai=n". at is where the rest begins.
func cutPath(value string) (path, rest string, at int) {
	if !strings.HasPrefix(value, "/") {
		return "", value, 0
	}
	i := strings.IndexAny(value, " \t")
	if i < 0 {
		return value, "", len(value)
	}
	rest = strings.TrimLeft(value[i:], " \t")
	return value[:i], rest, len(value) - len(rest)
}
