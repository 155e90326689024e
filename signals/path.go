package signals

import (
	"strings"

	"github.com/robotsgate/robots"
)

// A pathSet is a list of path patterns that are matched as Allow and Disallow
// are. Content-Usage asks for just that, and the others for something like it,
// so package robots is asked: the patterns are the rules of a policy that is
// made for the purpose, and the line of a rule tells which pattern it is.
type pathSet struct {
	policy *robots.Policy
	index  map[string]int // of a pattern as written
	lines  strings.Builder
}

// add returns the index of a pattern in s.
func (s *pathSet) add(pattern string) int {
	i, ok := s.index[pattern]
	if !ok {
		if s.index == nil {
			s.index = map[string]int{}
		}
		i = len(s.index)
		s.index[pattern] = i
		s.lines.WriteString("Disallow: ")
		writePattern(&s.lines, pattern)
		s.lines.WriteByte('\n')
	}
	return i
}

// writePattern writes what cannot stand in a line of robots.txt as an escape.
// Only the patterns of a tdmrep.json can hold such octets.
func writePattern(b *strings.Builder, pattern string) {
	const hex = "0123456789ABCDEF"
	for i := range len(pattern) {
		if c := pattern[i]; c <= ' ' || c == '#' || c == 0x7f {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
}

// done ends adding.
func (s *pathSet) done(profile robots.Profile) {
	const most = 1 << 24 // robots.Limits has no more; what is left out matches nothing
	o := robots.Options{Profile: profile, Limits: robots.Limits{Bytes: most}}
	s.policy = o.Parse("User-agent: *\n" + s.lines.String())
	s.lines.Reset()
}

// match returns, for each pattern, how many octets it has if it matches target,
// and 0 if it does not.
func (s *pathSet) match(target string) []int {
	octets := make([]int, len(s.index))
	for _, w := range s.policy.Explain("*", target).Rules {
		if w.Matches {
			octets[w.Rule.Line-2] = w.Rule.Octets
		}
	}
	return octets
}

// normal returns each pattern as it is compared.
func (s *pathSet) normal() []string {
	all := make([]string, len(s.index))
	for g := range s.policy.Groups() {
		for r := range g.Rules() {
			all[r.Line-2] = r.Normal
		}
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
