package sitemap

import (
	"cmp"
	"slices"

	"github.com/robotsgate/robots"
)

// MaxExamples is how many entries a Tally keeps for each ground.
const MaxExamples = 3

// A Ground is what keeps crawlers from listed URLs: a rule, or that the
// robots.txt could not be had.
type Ground struct {
	Decision robots.Decision
	Tokens   []string  // the crawlers it keeps out, in the order in which they were met
	Entries  int       // how many
	Examples []Example // the first ones
}

// An Example is an entry and the file that lists it.
type Example struct {
	File  string
	Entry Entry
}

// A Tally counts conflicts. Its size does not grow with their number. The zero
// Tally is empty.
type Tally struct {
	Blocked    int // entries that a robots.txt closes to a crawler
	Invalid    int // entries that are no URL it could govern
	OutOfScope int // entries of other sites
	PerToken   map[string]int

	grounds map[ground]*Ground
}

// A ground is what makes two denials the same.
type ground struct {
	line  int
	basis robots.Basis
}

// Add counts a conflict that was met in that file.
func (t *Tally) Add(file string, c Conflict) {
	switch c.Denials[0].Decision.Verdict {
	case robots.Invalid:
		t.Invalid++
		return
	case robots.OutOfScope:
		t.OutOfScope++
		return
	}
	if t.grounds == nil {
		t.grounds, t.PerToken = map[ground]*Ground{}, map[string]int{}
	}
	t.Blocked++
	for i, d := range c.Denials {
		t.PerToken[d.Token]++
		g := t.ground(d)
		if repeated(c.Denials[:i], d) {
			continue
		}
		g.Entries++
		if len(g.Examples) < MaxExamples {
			g.Examples = append(g.Examples, Example{file, c.Entry})
		}
	}
}

// ground returns the ground of a denial, with its crawler noted.
func (t *Tally) ground(d Denial) *Ground {
	key := keyOf(d)
	g := t.grounds[key]
	if g == nil {
		g = &Ground{Decision: d.Decision}
		t.grounds[key] = g
	}
	if !slices.Contains(g.Tokens, d.Token) {
		g.Tokens = append(g.Tokens, d.Token)
	}
	return g
}

func keyOf(d Denial) ground { return ground{d.Decision.Line(), d.Decision.Basis} }

// repeated reports whether an earlier denial of the same entry has the ground
// of d: crawlers that share a group do not make one URL count twice.
func repeated(before []Denial, d Denial) bool {
	return slices.ContainsFunc(before, func(b Denial) bool { return keyOf(b) == keyOf(d) })
}

// Grounds returns what was counted, that with the most entries first.
func (t *Tally) Grounds() []Ground {
	all := make([]Ground, 0, len(t.grounds))
	for _, g := range t.grounds {
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Ground) int {
		return cmp.Or(b.Entries-a.Entries, a.Decision.Line()-b.Decision.Line(), int(a.Decision.Basis)-int(b.Decision.Basis))
	})
	return all
}
