// Package prove answers questions about a robots.txt that speak of every URL at
// once: whether two policies give the same answers, whether a rule ever decides
// anything, whether a crawler is shut out altogether. An answer comes with its
// evidence: a target that shows it, or a search that left none out.
//
// Every question comes down to one: is there a target that a certain rule
// decides here, and that is answered otherwise there? It is put to a dozen
// likely targets first, then to a search over all targets that the rule can
// still match, shortest first. The search drops a path as soon as a better rule
// has matched for good, so it ends after a handful of steps for nearly all
// rules that people write. Where it does not end within its bounds the answer
// is NotProven, never a guess.
package prove

import (
	"slices"

	"github.com/robotsgate/robots"
)

// An Answer is what a proof has come to. The zero Answer is NotProven.
type Answer uint8

const (
	NotProven Answer = iota // a bound was hit before the search ended
	Yes                     // proven
	No                      // refuted, by a target or by an exhaustive search
)

// String returns "not-proven", "yes" or "no".
func (a Answer) String() string { return [...]string{"not-proven", "yes", "no"}[min(a, No)] }

// Options bounds what a question may cost. A field that is zero or less takes
// its default. Real files stay far below: of 2,548 only a few come near, and
// they hold rules with many stars.
type Options struct {
	// States is how many states one search may visit; default 20,000, which
	// takes some 20 ms.
	States int

	// Cells is how many places in rules those states may hold in sum; default
	// 2,000,000, which is 16 MiB. It binds before States where thousands of
	// star rules are alive at once.
	Cells int

	// Steps is how many steps of rules all searches of one call may take in sum;
	// default 30,000,000, which takes some seconds. It binds where one call asks
	// about thousands of star rules, each of which may be in the way of each.
	Steps int

	spent *int // of Steps, by the call at hand
}

// Shared returns o with one account of Steps for all calls that are made with
// it, so that many questions about one file have a bound in sum. It is not for
// use by several goroutines.
func (o Options) Shared() Options {
	o.spent = new(int)
	return o
}

// begin starts a call: what it spends is counted from here on.
func (o Options) begin() Options {
	if o.spent == nil {
		o.spent = new(int)
	}
	if o.Steps <= 0 {
		o.Steps = 30_000_000
	}
	return o
}

func (o Options) states() int {
	if o.States <= 0 {
		return 20_000
	}
	return o.States
}

func (o Options) cells() int {
	if o.Cells <= 0 {
		return 2_000_000
	}
	return o.Cells
}

// A list is the rules of one crawler in the order of preference, with what
// decides if none of them matches as the last. Everything that package prove
// claims rests on this: the first rule of the list that matches a target
// decides it. Some profiles decide otherwise (robots.Reader.Ordered); there a
// difference can be shown, but nothing proven.
type list struct {
	reader  *robots.Reader
	rules   []rule
	heads   heads
	ranks   map[ruleID]int // by rule.id, the first of those alike
	sides   [2][]int32     // ranks of the disallow rules, and of the allow rules
	form    targets
	saved   bool // /robots.txt is decided apart
	ordered bool
}

func listOf(r *robots.Reader) *list { return listFrom(r, slices.Collect(r.Rules())) }

// ordered reports whether the first rule that matches decides. Of a text that a
// limit cut, something is not known: nothing is proven.
func ordered(r *robots.Reader) bool {
	p := r.Policy()
	return p.Kind() != robots.KindDocument || r.Ordered() && !p.Truncated()
}

func listFrom(r *robots.Reader, rules []robots.Rule) *list {
	p := r.Policy()
	l := &list{reader: r, ordered: ordered(r), rules: make([]rule, 0, len(rules)+1)}
	for _, x := range rules {
		l.rules = append(l.rules, newRule(x))
	}
	l.saved = r.Decide(robotsTxt).Basis == robots.ByRobotsTxt
	l.form = targetsOf(p.Profile())
	l.rules = append(l.rules, fallback(r.Basis() != robots.ByUnreachable && r.Basis() != 0))
	l.heads = headsOf(l.rules)
	l.ranks = make(map[ruleID]int, len(l.rules))
	for i := range l.rules {
		x := &l.rules[i]
		if _, ok := l.ranks[x.id]; !ok {
			l.ranks[x.id] = i
		}
		if x.allow {
			l.sides[1] = append(l.sides[1], int32(i))
		} else {
			l.sides[0] = append(l.sides[0], int32(i))
		}
	}
	return l
}

// of returns the ranks of the rules with one verdict.
func (l *list) of(allow bool) []int32 {
	if allow {
		return l.sides[1]
	}
	return l.sides[0]
}
