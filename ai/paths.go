package ai

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
)

// maxFamilies is how many families of rules Paths takes: with "/" and five
// crawlers they make some forty rows, which is what one looks through.
const maxFamilies = 6

// A family is the rules that share their first path segment.
type family struct {
	target string // one that the first of them matches
	named  bool   // a group that names one of the crawlers holds one of them
	rules  int
	first  int // order of appearance
}

// Paths returns what is worth asking for some crawlers: "/", and a path of each
// of the largest families of rules that speak to them. Families of groups that
// name one of the crawlers come before those that only "*" has. left is how
// many families had no room.
func Paths(p *robots.Policy, bots []agents.Agent) (paths []string, left int) {
	named, star := map[int]bool{}, map[int]bool{}
	for _, bot := range bots {
		a := Resolve(p, bot)
		for g := range a.Groups() {
			star[g.Line()] = true
			named[g.Line()] = named[g.Line()] || a.Via != ViaStar
		}
	}
	byKey := map[string]*family{}
	for g := range p.Groups() {
		if !star[g.Line()] {
			continue
		}
		for r := range g.Rules() {
			target := sample(r.Pattern)
			if target == "" || target == "/" || target == "/robots.txt" {
				continue
			}
			f := byKey[segment(target)]
			if f == nil {
				f = &family{target: target, first: len(byKey)}
				byKey[segment(target)] = f
			}
			f.rules++
			f.named = f.named || named[g.Line()]
		}
	}
	return choose(byKey)
}

func choose(byKey map[string]*family) (paths []string, left int) {
	all := make([]*family, 0, len(byKey))
	for _, f := range byKey {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *family) int {
		if a.named != b.named {
			if a.named {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.rules, a.rules), cmp.Compare(a.first, b.first))
	})
	shown := all[:min(len(all), maxFamilies)]
	slices.SortFunc(shown, func(a, b *family) int { return cmp.Compare(a.first, b.first) })
	paths = []string{"/"}
	for _, f := range shown {
		paths = append(paths, f.target)
	}
	return paths, len(all) - len(shown)
}

// sample returns a target that a pattern matches, with "x" for a star inside
// it, or "" if none does.
func sample(pattern string) string {
	if pattern == "" || pattern[0] != '/' && pattern[0] != '*' {
		return ""
	}
	pattern = strings.TrimRight(strings.TrimSuffix(pattern, "$"), "*")
	if pattern == "" {
		return "/"
	}
	if pattern[0] == '*' {
		if pattern = "/" + pattern; strings.HasPrefix(pattern, "/*/") {
			pattern = pattern[2:]
		}
	}
	target, _, _ := strings.Cut(strings.ReplaceAll(pattern, "*", "x"), "#")
	return target
}

// segment returns a target up to where its second path segment begins.
func segment(target string) string {
	if i := strings.IndexAny(target[1:], "/?"); i >= 0 {
		return target[:i+1]
	}
	return target
}
