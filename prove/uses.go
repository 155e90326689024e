package prove

import (
	"slices"

	"github.com/robotsgate/robots"
)

// A Use says whether a rule ever decides anything for a crawler.
type Use struct {
	Rule    robots.Rule
	Decides Answer          // Yes: Witness is decided by it. No: it is dead
	Witness string          // a target that the rule decides
	Decided robots.Decision // what is said to Witness
	Shadows []robots.Rule   // if dead: the better rules that take everything from it
}

// Uses asks of every rule of a crawler whether it decides any target, best rule
// first, with the default bounds. Rules that can match nothing at all are not
// among them.
func Uses(p *robots.Policy, token string) []Use { return Options{}.Uses(p, token) }

// Uses asks of every rule of a crawler whether it decides any target.
func (o Options) Uses(p *robots.Policy, token string) []Use {
	o = o.begin()
	r := p.For(token)
	l := listOf(r)
	var all []Use
	for i := range l.rules[:len(l.rules)-1] {
		all = append(all, o.use(r, l, i, false))
	}
	return all
}

func (o Options) use(r *robots.Reader, l *list, i int, exact bool) Use {
	q := question{Options: o, here: l, asked: i, skip: -1, over: l.form, exact: exact, shadows: map[int32]bool{}}
	u := Use{Rule: l.rules[i].Rule}
	u.Decides, u.Witness = q.answer()
	switch u.Decides {
	case Yes:
		u.Decided = r.Decide(u.Witness)
	case No:
		for rank := range q.shadows {
			u.Shadows = append(u.Shadows, l.rules[rank].Rule)
		}
		slices.SortFunc(u.Shadows, func(a, b robots.Rule) int { return a.Line - b.Line })
	}
	return u
}

// Dead returns the rules of a crawler that decide no target, with those that
// shadow them, in the order of their lines, with the default bounds. A rule on
// which the search was cut short is not among them.
func Dead(p *robots.Policy, token string) []Use { return Options{}.Dead(p, token) }

// Dead returns the rules of a crawler that decide no target.
func (o Options) Dead(p *robots.Policy, token string) []Use {
	uses := slices.DeleteFunc(o.Uses(p, token), func(u Use) bool { return u.Decides != No })
	slices.SortFunc(uses, func(a, b Use) int { return a.Rule.Line - b.Rule.Line })
	return uses
}

// Reach asks for a shortest target that the rule on a line decides for a
// crawler, with the default bounds. It reports false if the crawler follows no
// rule on that line that can match anything.
func Reach(p *robots.Policy, token string, line int) (Use, bool) {
	return Options{}.Reach(p, token, line)
}

// Reach asks for a shortest target that the rule on a line decides.
func (o Options) Reach(p *robots.Policy, token string, line int) (Use, bool) {
	o = o.begin()
	r := p.For(token)
	l := listOf(r)
	for i := range l.rules[:len(l.rules)-1] {
		if l.rules[i].Rule.Line != line {
			continue
		}
		u := o.use(r, l, i, true)
		if u.Decides == NotProven {
			u = o.use(r, l, i, false) // then any target will do
		}
		return u, true
	}
	return Use{}, false
}
