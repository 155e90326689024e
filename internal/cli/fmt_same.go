package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
)

// differs returns a question that two policies answer otherwise, or "". It
// compares the rules that each crawler named in either of them is to follow.
// Where these are the same, so is every decision; where they are not (a
// formatter may leave out what says nothing), the targets made of all rules
// are asked of both.
func differs(a, b *robots.Policy) string {
	for _, name := range names(a, b) {
		ra, rb := follows(a, name), follows(b, name)
		if slices.Equal(ra, rb) {
			continue
		}
		askA, askB := a.For(name), b.For(name)
		for _, r := range slices.Concat(ra, rb) {
			for _, target := range probes(r.pattern) {
				if askA.Decide(target).Verdict != askB.Decide(target).Verdict {
					return fmt.Sprintf("%s for %s", target, name)
				}
			}
		}
	}
	return ""
}

// names returns one crawler of each kind that the policies could tell apart,
// and one that none of them names. Two crawlers that are named in the same
// groups follow the same rules, so a group of thousands costs no more than one
// of them.
func names(policies ...*robots.Policy) []string {
	groups := map[string][]byte{} // by value and by token: where it stands
	var agents []robots.UserAgent
	n := 0
	for _, p := range policies {
		for g := range p.Groups() {
			n++
			for ua := range g.UserAgents() {
				agents = append(agents, ua)
				for _, name := range slices.Compact([]string{ua.Value, ua.Token}) {
					name = strings.ToLower(name)
					groups[name] = strconv.AppendInt(append(groups[name], ' '), int64(n), 10)
				}
			}
		}
	}
	all, seen := []string{}, map[string]bool{}
	for _, ua := range agents {
		token := groups[strings.ToLower(ua.Token)]
		for _, name := range []string{ua.Value, ua.Token} {
			if kind := string(groups[strings.ToLower(name)]) + "|" + string(token); !seen[kind] {
				seen[kind] = true
				all = append(all, name)
			}
		}
	}
	for _, p := range policies {
		all = append(all, unnamed(p))
	}
	return all
}

// A followed is a rule as far as it decides anything.
type followed struct {
	pattern string // in its normal form
	allow   bool
}

func (f followed) rank() int {
	if f.allow {
		return 0
	}
	return 1
}

// follows returns the rules that a crawler is to follow, without those that
// restrict nothing, each once, in a fixed order.
func follows(p *robots.Policy, name string) []followed {
	var all []followed
	for _, w := range p.Explain(name, "/").Rules {
		if w.Fate != robots.FateEmpty && w.Fate != robots.FateNever {
			all = append(all, followed{w.Rule.Normal, w.Rule.Allow})
		}
	}
	slices.SortFunc(all, func(a, b followed) int {
		return cmp.Or(cmp.Compare(a.pattern, b.pattern), cmp.Compare(a.rank(), b.rank()))
	})
	return slices.Compact(all)
}

// probes returns targets at and near the edge of what a pattern matches.
func probes(pattern string) []string {
	target := sample(pattern)
	if target == "" {
		return nil
	}
	return []string{target, target + "x", target + "/", target[:len(target)-1], "/"}
}
