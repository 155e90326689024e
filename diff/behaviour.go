package diff

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/prove"
)

// A Status says what is known of the answers before and now. The zero Status is
// NotProven.
type Status uint8

const (
	NotProven Status = iota // a bound was hit, or the profile cannot be reasoned about
	Unchanged               // the same verdict on every target: proven
	Changed                 // a witness shows it
)

// String returns "not-proven", "unchanged" or "changed".
func (s Status) String() string {
	return [...]string{"not-proven", "unchanged", "changed"}[min(s, Changed)]
}

// An Outcome is what became of the verdicts of all crawlers on all targets.
type Outcome struct {
	Status Status // Unchanged only if all bots are, Changed if any is
	Bots   []Bots // changed ones first, then those not proven, then unchanged ones
}

// Bots are crawlers for which the very same has changed.
type Bots struct {
	Tokens []string // in the order of the texts; "*" and prove.Unnamed among them
	Status Status

	// Flips are the changes of verdict, those that close something first, each
	// for the rule that caused it: a rule that only one of the policies has. Its
	// target is a witness for what may be many. Two rules that cause a change
	// together, the old one and the one in its place, have one flip.
	Flips []Flip

	// Open are rules of which it is not known whether they change a verdict.
	Open []Open
}

// Open is a rule that only one of the policies has, and on which a search
// ended early. The zero Rule stands for what decides when no rule does.
type Open struct {
	Rule  robots.Rule
	InNew bool
}

// Options bounds the proofs and names the crawlers.
type Options struct {
	prove.Options
	Tokens []string // crawlers to ask for; nil for all that the two texts tell apart
}

// Behaviour compares the verdicts of two policies for every crawler that they
// tell apart, with the default bounds.
func Behaviour(old, new *robots.Policy) Outcome { return Options{}.Behaviour(old, new) }

// Behaviour compares the verdicts of two policies. Only verdicts count: an
// answer that rests on other evidence than before is unchanged.
func (o Options) Behaviour(old, new *robots.Policy) Outcome {
	tokens := o.Tokens
	if len(tokens) == 0 {
		tokens = prove.Tokens(old, new)
	}
	same := identical(old, new)
	outcomes := map[string]int{}
	var out Outcome
	for _, part := range access.Alike(tokens, old, new) {
		b := Bots{Status: Unchanged}
		if !same {
			b = o.bots(old, new, part[0])
		}
		id := b.id()
		at, ok := outcomes[id]
		if !ok {
			at = len(out.Bots)
			outcomes[id] = at
			out.Bots = append(out.Bots, b)
		}
		out.Bots[at].Tokens = append(out.Bots[at].Tokens, part...)
	}
	slices.SortStableFunc(out.Bots, func(a, b Bots) int { return cmp.Compare(urgency(a.Status), urgency(b.Status)) })
	out.Status = Unchanged
	if len(out.Bots) > 0 {
		out.Status = out.Bots[0].Status
	}
	return out
}

// urgency is the order in which one wants to know of things.
func urgency(s Status) int { return [...]int{NotProven: 1, Unchanged: 2, Changed: 0}[s] }

// identical reports whether two policies are one, so that nothing is to prove.
func identical(old, new *robots.Policy) bool {
	return old.Kind() == new.Kind() && old.Profile() == new.Profile() && old.Text() == new.Text() &&
		!old.Truncated() && !new.Truncated()
}

// bots compares the verdicts for one crawler.
func (o Options) bots(old, new *robots.Policy, token string) Bots {
	found, open := flipSet{}, []Open(nil)
	for _, f := range o.flips(old, new, token) {
		switch f.Answer {
		case prove.Yes:
			found.add(token, f.Witness, f.A, f.B)
		case prove.NotProven:
			open = append(open, Open{f.Rule, f.InB})
		}
	}
	if len(found) == 0 {
		switch e := o.Equal(old, new, token); e.Answer {
		case prove.Yes:
			return Bots{Status: Unchanged}
		case prove.No:
			found.add(token, e.Witness, e.A, e.B)
		}
	}
	return found.bots(open)
}

// flips asks for the flips within a tenth of the bounds, and within all of them
// only if that leaves something open. Nearly all of what the bounds allow goes
// into finding a shortest witness among many star rules, where another serves
// as well.
func (o Options) flips(old, new *robots.Policy, token string) []prove.Flip {
	few := prove.Options{States: 2_000, Cells: 200_000}
	if o.States > 0 {
		few.States = max(1, o.States/10)
	}
	if o.Cells > 0 {
		few.Cells = max(1, o.Cells/10)
	}
	all := few.Flips(old, new, token)
	if slices.ContainsFunc(all, func(f prove.Flip) bool { return f.Answer == prove.NotProven }) {
		return o.Flips(old, new, token)
	}
	return all
}

// A flipSet is flips by the lines that decide, before and now.
type flipSet map[[2]int]Flip

// add notes a flip, unless the same two lines have caused one that has a
// shorter witness.
func (s flipSet) add(token, target string, old, new robots.Decision) {
	lines := [...]int{old.Line(), new.Line()}
	if f, ok := s[lines]; !ok || len(target) < len(f.Probe.Target) {
		s[lines] = Flip{access.Probe{Token: token, Target: target}, old, new}
	}
}

func (s flipSet) bots(open []Open) Bots {
	b := Bots{Flips: make([]Flip, 0, len(s)), Open: open}
	for _, f := range s {
		b.Status = Changed
		b.Flips = append(b.Flips, f)
	}
	slices.SortFunc(b.Flips, func(x, y Flip) int {
		return cmp.Or(cmp.Compare(y.New.Verdict, x.New.Verdict), cmp.Compare(x.New.Line(), y.New.Line()), cmp.Compare(x.Old.Line(), y.Old.Line()))
	})
	return b
}

// id is equal for crawlers for which the same has changed.
func (b *Bots) id() string {
	key := []byte(b.Status.String())
	for _, f := range b.Flips {
		key = append(append(key, ' '), f.Probe.Target...)
		key = append(key, f.Old.Verdict.String()...)
		key = strconv.AppendInt(append(key, ' '), int64(f.Old.Line()), 10)
		key = strconv.AppendInt(append(key, ' '), int64(f.New.Line()), 10)
	}
	for _, r := range b.Open {
		key = strconv.AppendBool(append(key, ' '), r.InNew)
		key = strconv.AppendInt(key, int64(r.Rule.Line), 10)
	}
	return string(key)
}
