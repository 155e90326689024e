package diff

import (
	"github.com/robotsgate/robots"
)

// An Op says what became of a line or group.
type Op uint8

const (
	Removed Op = iota + 1
	Edited     // a rule got another verdict or pattern, a record another value
	Moved      // it stands behind others than before, or in another group
	Added

	numOps
)

// String returns "removed", "edited", "moved" or "added".
func (o Op) String() string {
	return [numOps]string{"none", "removed", "edited", "moved", "added"}[min(o, Added)]
}

// A Kind says what a change is about.
type Kind uint8

const (
	KindGroup   Kind = iota + 1 // with all its lines
	KindAgent                   // a user-agent line that joined a group, or left it
	KindRule                    // an allow or disallow line
	KindSitemap                 // Sitemap
	KindDelay                   // Crawl-delay, Request-rate, Visit-time
	KindHost                    // Host
	KindOther                   // any other record, known or not

	numKinds
)

// String returns the word for k, such as "rule".
func (k Kind) String() string {
	return [numKinds]string{"none", "group", "agent", "rule", "sitemap", "delay", "host", "other"}[min(k, KindOther)]
}

func kindOf(d robots.Directive) Kind {
	switch d {
	case robots.DirUserAgent:
		return KindAgent
	case robots.DirAllow, robots.DirDisallow:
		return KindRule
	case robots.DirSitemap:
		return KindSitemap
	case robots.DirCrawlDelay, robots.DirRequestRate, robots.DirVisitTime:
		return KindDelay
	case robots.DirHost:
		return KindHost
	}
	return KindOther
}

// A Change is one difference of structure. Comments, blank lines, white space
// and the spelling of names are none.
type Change struct {
	Op   Op
	Kind Kind
	Old  Place // the zero Place for Added
	New  Place // the zero Place for Removed
}

// A Place is where something stands in one of the two texts.
type Place struct {
	Line  int
	Text  string   // "Disallow: /x" in the usual spelling; "" for a group
	Group []string // user-agent values of the group; nil outside of any
	Rules int      // of a group: how many rules it has
}

// Compare returns the differences of structure between two policies: those of
// groups in the order of the new text with the lines inside each, then records
// that belong to no group, then groups that are gone.
//
// Lines are matched by what they say first, wherever in their group they stand.
// What is left over is matched with what stands in its place, if that is
// similar: an edit. The rest was removed or added. A rule that left one group
// and appears in another has moved. The time it takes grows little faster than
// the number of lines.
func Compare(old, new *robots.Policy) []Change {
	a, b := outlineOf(old), outlineOf(new)
	partners, still := a.match(b)
	var all []Change
	var loose []*Change // rules that may have moved between groups
	for j := range b.groups {
		g := &b.groups[j]
		i := partners[j]
		if i < 0 {
			all = append(all, Change{Op: Added, Kind: KindGroup, New: g.place()})
			continue
		}
		h := &a.groups[i]
		if !still[j] {
			all = append(all, Change{Op: Moved, Kind: KindGroup, Old: h.place(), New: g.place()})
		}
		all = append(all, align(h.items, g.items, h.agents, g.agents)...)
	}
	for i := range all {
		if c := &all[i]; c.Kind == KindRule && (c.Op == Removed || c.Op == Added) {
			loose = append(loose, c)
		}
	}
	all = rejoin(all, loose)
	all = append(all, align(a.items, b.items, nil, nil)...)
	for i := range a.groups {
		if !a.groups[i].matched {
			all = append(all, Change{Op: Removed, Kind: KindGroup, Old: a.groups[i].place()})
		}
	}
	return all
}

// rejoin makes one move of a rule that was removed from one group and added to
// another, and drops the removal.
func rejoin(all []Change, loose []*Change) []Change {
	gone := map[string][]*Change{}
	for _, c := range loose {
		if c.Op == Removed {
			gone[c.Old.Text] = append(gone[c.Old.Text], c)
		}
	}
	for _, c := range loose {
		if left := gone[c.New.Text]; c.Op == Added && len(left) > 0 {
			c.Op, c.Old = Moved, left[0].Old
			left[0].Op = 0
			gone[c.New.Text] = left[1:]
		}
	}
	kept := all[:0]
	for _, c := range all {
		if c.Op != 0 {
			kept = append(kept, c)
		}
	}
	return kept
}
