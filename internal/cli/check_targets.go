package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// maxFamilies is how many families of rules the table shows: with "/" and the
// default crawlers it makes some fifty rows, which is what one looks through.
const maxFamilies = 6

// A family is the rules that share their first path segment.
type family struct {
	target string // one that the first of them matches
	rules  int
	first  int // order of appearance
}

// families returns "/" and one target of each of the families with the most
// rules, in the order of the file, and how many families are left out.
func families(p *robots.Policy) (targets []string, left int) {
	byKey := map[string]*family{}
	for g := range p.Groups() {
		for r := range g.Rules() {
			target := sample(r.Pattern)
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
		}
	}
	all := make([]*family, 0, len(byKey))
	for _, f := range byKey {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *family) int {
		return cmp.Or(cmp.Compare(b.rules, a.rules), cmp.Compare(a.first, b.first))
	})
	shown := all[:min(len(all), maxFamilies)]
	slices.SortFunc(shown, func(a, b *family) int { return cmp.Compare(a.first, b.first) })
	targets = []string{"/"}
	for _, f := range shown {
		targets = append(targets, f.target)
	}
	return targets, len(all) - len(shown)
}

// sample returns a target that a pattern matches: stars inside become "x", so
// that "/*.pdf$" is asked as "/x.pdf". It returns "" for a pattern that no
// target matches.
func sample(pattern string) string {
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
