package prove

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// A Minimal is a policy with fewer rules that answers alike, and the proof.
type Minimal struct {
	Policy  *robots.Policy
	Text    string        // of Policy: the original without the lines of Removed
	Removed []robots.Rule // in the order of their lines
	Proof   Equalities    // of the original and Policy; its Answer is Yes
}

// Minimize takes out the rules without which every crawler gets the same
// verdicts on all targets, with the default bounds. It reports false, and the
// policy as it was, if the result could not be proven equal.
func Minimize(p *robots.Policy) (Minimal, bool) { return Options{}.Minimize(p) }

// Minimize takes out the rules without which every crawler gets the same
// verdicts on all targets. A rule is kept where that could not be proven within
// a tenth of the bounds: there are many rules to try, and keeping one is safe.
//
// Rules are tried from the least preferred on, each against what is left, so
// that of two rules that make each other needless one stays. Each group keeps
// one rule, for its user-agent lines would join the next group without.
func (o Options) Minimize(p *robots.Policy) (Minimal, bool) {
	try := o.begin()
	try.States, try.Cells = o.states()/10, o.cells()/10
	c := newCache(p)
	following := map[int][]*list{}  // by the line of a rule, the crawlers it speaks to
	at := map[*list]map[int][]int{} // where each rule stands in their lists
	for _, e := range c.groups() {
		l := e.list()
		at[l] = map[int][]int{}
		for i := range l.rules[:len(l.rules)-1] {
			line := l.rules[i].Rule.Line
			if at[l][line] == nil {
				following[line] = append(following[line], l)
			}
			at[l][line] = append(at[l][line], i)
		}
	}
	removed := map[int]bool{}
	m := Minimal{Policy: p, Text: p.Text()}
	for _, g := range groupsOf(p) {
		left := len(g)
		for _, r := range g {
			if left == 1 {
				break
			}
			if try.needless(r, following[r.Line], at) {
				removed[r.Line] = true
				left--
				m.Removed = append(m.Removed, r)
				for _, l := range following[r.Line] {
					l.remove(at[l][r.Line][0])
				}
			}
		}
	}
	if len(m.Removed) == 0 {
		m.Proof = o.EqualAll(p, p)
		return m, m.Proof.Answer == Yes
	}
	slices.SortFunc(m.Removed, func(a, b robots.Rule) int { return a.Line - b.Line })
	m.Text = without(p, removed)
	m.Policy = robots.Options{Profile: p.Profile(), Limits: robots.Limits{Bytes: 1 << 24}}.Parse(m.Text)
	m.Proof = o.EqualAll(p, m.Policy)
	return m, m.Proof.Answer == Yes
}

// groupsOf returns the rules of each group, the least preferred first.
func groupsOf(p *robots.Policy) [][]robots.Rule {
	var all [][]robots.Rule
	for g := range p.Groups() {
		rules := slices.Collect(g.Rules())
		slices.SortStableFunc(rules, func(a, b robots.Rule) int {
			if a.Octets != b.Octets {
				return a.Octets - b.Octets
			}
			return b.Line - a.Line
		})
		all = append(all, rules)
	}
	return all
}

// needless reports whether no crawler would get another verdict without r.
func (o Options) needless(r robots.Rule, lists []*list, at map[*list]map[int][]int) bool {
	for _, l := range lists {
		ranks := at[l][r.Line]
		if len(ranks) > 1 {
			return false // Google derives a second pattern from an index page
		}
		i := ranks[0]
		q := question{Options: o, here: l, asked: i, there: l, skip: i, over: l.form}
		if answer, _ := q.answer(); answer != No {
			return false
		}
	}
	return true // also a rule that can match nothing
}

// remove takes the rule at rank i out of the running: its place stays, so that
// ranks do, but it matches nothing any more.
func (l *list) remove(i int) {
	x := &l.rules[i]
	ranks := l.heads.byHead[x.head]
	l.heads.byHead[x.head] = slices.DeleteFunc(slices.Clone(ranks), func(r int32) bool { return int(r) == i })
	x.gone = true
}

// without writes the text of p without the rules on some lines.
func without(p *robots.Policy, lines map[int]bool) string {
	var b strings.Builder
	for r := range p.Records() {
		if !r.Directive().IsRule() || !lines[r.Line()] {
			b.WriteString(r.Raw())
		}
	}
	return b.String()
}
