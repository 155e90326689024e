package lint

import (
	"slices"

	"github.com/robotsgate/robots"
)

// names finds the groups of a text by the names in their user-agent lines:
// tokens and whole values in lower case, which is all that RFC 9309 compares a
// crawler's name with.
type names map[string][]int

func namesOf(groups []group) names {
	n := names{}
	for i, g := range groups {
		for _, ua := range g.agents {
			n.add(ua.Token, i)
			n.add(ua.Value, i)
		}
	}
	return n
}

func (n names) add(name string, group int) {
	name = lower(name)
	if in := n[name]; name != "" && (len(in) == 0 || in[len(in)-1] != group) {
		n[name] = append(in, group)
	}
}

// sharing returns the groups that have any of the names in some user-agent
// lines, in order.
func (n names) sharing(lines []robots.UserAgent) (groups []int) {
	for _, ua := range lines {
		groups = append(groups, n[lower(ua.Token)]...)
		groups = append(groups, n[lower(ua.Value)]...)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// agentsOf returns the user-agent lines of a text.
func agentsOf(p *robots.Policy) (all []robots.UserAgent) {
	for g := range p.Groups() {
		all = slices.AppendSeq(all, g.UserAgents())
	}
	return all
}

// sameNames reports whether two texts name the same crawlers in the same ways,
// not regarding how often.
func sameNames(a, b []robots.UserAgent) bool {
	values := func(lines []robots.UserAgent) (all []string) {
		for _, ua := range lines {
			all = append(all, lower(ua.Value))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return slices.Equal(values(a), values(b)) // the value tells the token
}

// sameRecords reports whether two texts say the same besides names and rules:
// the same records in the same order, and those of groups to the same crawlers.
func sameRecords(a, b *robots.Policy, tokens []string) bool {
	of, grouped := others(a)
	if other, more := others(b); !slices.Equal(of, other) || !slices.Equal(grouped, more) {
		return false
	}
	if len(grouped) == 0 {
		return true
	}
	for _, token := range tokens {
		for _, d := range grouped {
			if !slices.Equal(spoken(a, d, token), spoken(b, d, token)) {
				return false
			}
		}
	}
	return true
}

// others lists what a text says besides names and rules, and which directives
// of it speak to the crawlers of a group.
func others(p *robots.Policy) (all []string, grouped []robots.Directive) {
	inside := "outside "
	for r := range p.Records() {
		d := r.Directive()
		if d == robots.DirUserAgent {
			inside = ""
		}
		if d <= robots.DirUserAgent || d.IsRule() {
			continue
		}
		where := ""
		if s := d.Scope(); s == robots.ScopeGroup || s == robots.ScopeBoth {
			where = inside
			if !slices.Contains(grouped, d) {
				grouped = append(grouped, d)
			}
		}
		all = append(all, where+d.String()+": "+r.Value())
	}
	return all, grouped
}

func spoken(p *robots.Policy, d robots.Directive, token string) (values []string) {
	for r := range p.Speaking(d, token) {
		values = append(values, r.Value())
	}
	return values
}
