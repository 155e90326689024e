package diff

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// An item is a line as Compare sees it.
type item struct {
	kind  Kind
	name  string // of the directive, or the key of an unknown one
	value string
	line  int
	id    string // equal for lines that say the same
}

func (x *item) text() string {
	if x.value == "" {
		return x.name + ":"
	}
	return x.name + ": " + x.value
}

func newItem(r robots.Record) item {
	d := r.Directive()
	x := item{kind: kindOf(d), name: d.String(), value: r.Value(), line: r.Line()}
	if d == robots.DirUnknown {
		x.name = r.Key()
	}
	x.id = x.text()
	if x.kind == KindAgent || d == robots.DirUnknown {
		x.id = strings.ToLower(x.id) // as crawlers compare names
	}
	return x
}

// A group is the lines that belong to one group, in their order.
type group struct {
	line    int
	agents  []string // values as written
	rules   int
	items   []item
	names   string // its agents in lower case and in order
	all     string // everything it says
	matched bool
}

func (g *group) place() Place { return Place{Line: g.line, Group: g.agents, Rules: g.rules} }

// An outline is a text without what says nothing.
type outline struct {
	groups []group
	items  []item // that belong to no group
}

func outlineOf(p *robots.Policy) outline {
	var o outline
	inside := map[int]bool{} // lines that belong to a group
	for g := range p.Groups() {
		o.groups = append(o.groups, newGroup(g, inside))
	}
	for r := range p.Records() {
		if d := r.Directive(); d >= robots.DirUnknown && !inside[r.Line()] {
			o.items = append(o.items, newItem(r))
		}
	}
	return o
}

func newGroup(from robots.Group, inside map[int]bool) group {
	g := group{line: from.Line()}
	var names, all []string
	for r := range from.Records() {
		d := r.Directive()
		if s := d.Scope(); s != robots.ScopeGroup && s != robots.ScopeBoth {
			continue
		}
		inside[r.Line()] = true
		x := newItem(r)
		switch x.kind {
		case KindAgent:
			g.agents = append(g.agents, x.value)
			names = append(names, strings.ToLower(x.value))
		case KindRule:
			g.rules++
		}
		g.items = append(g.items, x)
		all = append(all, x.id)
	}
	slices.Sort(names)
	g.names, g.all = strings.Join(slices.Compact(names), "\n"), strings.Join(all, "\n")
	return g
}

// match finds for each group of b its partner in o, -1 for none, and whether
// the two stand in the same order as the others do. Groups that say the same
// are partners, then groups of the same crawlers, then those that share the
// most. A group that shares no crawler with another is another group.
func (o *outline) match(b outline) (partners []int, still []bool) {
	partners = make([]int, len(b.groups))
	for j := range partners {
		partners[j] = -1
	}
	link := func(i, j int) {
		partners[j] = i
		o.groups[i].matched = true
	}
	for _, key := range [...]func(g *group) string{
		func(g *group) string { return g.all },
		func(g *group) string { return g.names },
	} {
		queues := map[string][]int{}
		for i := range o.groups {
			if g := &o.groups[i]; !g.matched {
				queues[key(g)] = append(queues[key(g)], i)
			}
		}
		for j := range b.groups {
			if k := key(&b.groups[j]); partners[j] < 0 && len(queues[k]) > 0 {
				link(queues[k][0], j)
				queues[k] = queues[k][1:]
			}
		}
	}
	o.matchShared(b, partners, link)
	return partners, inOrder(partners)
}

// matchShared pairs groups that are left over by how many crawlers they share.
func (o *outline) matchShared(b outline, partners []int, link func(i, j int)) {
	holders := map[string][]int{}
	for i := range o.groups {
		if g := &o.groups[i]; !g.matched {
			for name := range strings.SplitSeq(g.names, "\n") {
				holders[name] = append(holders[name], i)
			}
		}
	}
	for j := range b.groups {
		if partners[j] >= 0 {
			continue
		}
		votes, best := map[int]int{}, -1
		for name := range strings.SplitSeq(b.groups[j].names, "\n") {
			for _, i := range holders[name] {
				if o.groups[i].matched {
					continue
				}
				votes[i]++
				if best < 0 || votes[i] > votes[best] || votes[i] == votes[best] && i < best {
					best = i
				}
			}
		}
		if best >= 0 {
			link(best, j)
		}
	}
}
