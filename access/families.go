package access

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// A family is the rules that share their first path segment.
type family struct {
	target string // one that the first of them matches
	weight int    // the largest of a group that holds one of them
	rules  int
	first  int // order of appearance
}

// Families returns targets that are worth asking a policy about: "/", and one
// target of each of the families of rules with the most rules, in the order of
// the file. A family is the rules with the same first path segment. It takes at
// most that many families and tells how many are left out.
func Families(p *robots.Policy, most int) (targets []string, left int) {
	return Weighed(p, most, func(robots.Group) int { return 0 })
}

// Weighed is Families where some groups matter more than others: families with
// a rule in a group of a larger weight come first, and groups of a weight below
// zero have none.
func Weighed(p *robots.Policy, most int, weigh func(robots.Group) int) (targets []string, left int) {
	byKey := map[string]*family{}
	for g := range p.Groups() {
		weight := weigh(g)
		if weight < 0 {
			continue
		}
		for r := range g.Rules() {
			target := Sample(r.Pattern)
			if target == "" || target == "/" || target == "/robots.txt" {
				continue
			}
			key := segment(target)
			f := byKey[key]
			if f == nil {
				f = &family{target: target, first: len(byKey)}
				byKey[key] = f
			}
			f.rules++
			f.weight = max(f.weight, weight)
		}
	}
	all := make([]*family, 0, len(byKey))
	for _, f := range byKey {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *family) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.rules, a.rules), cmp.Compare(a.first, b.first))
	})
	shown := all[:min(len(all), most)]
	slices.SortFunc(shown, func(a, b *family) int { return cmp.Compare(a.first, b.first) })
	targets = []string{"/"}
	for _, f := range shown {
		targets = append(targets, f.target)
	}
	return targets, len(all) - len(shown)
}

// Sample returns a target that a pattern matches: stars inside become "x", so
// that "/*.pdf$" is asked as "/x.pdf". It returns "" for a pattern that no
// target matches.
func Sample(pattern string) string {
	if pattern == "" || pattern[0] != '/' && pattern[0] != '*' {
		return ""
	}
	pattern = strings.TrimRight(strings.TrimSuffix(pattern, "$"), "*")
	if pattern == "" {
		return "/"
	}
	if pattern[0] == '*' {
		pattern = "/" + pattern
		if strings.HasPrefix(pattern, "/*/") {
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
