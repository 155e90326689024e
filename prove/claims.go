package prove

import "github.com/robotsgate/robots"

// A Claim is a statement about all targets of a crawler, and what settled it.
type Claim struct {
	Answer  Answer
	Witness string          // for Some: a target that shows it; for the others: one that refutes it
	Decided robots.Decision // what is said to Witness
}

// Some asks whether any target gets a verdict, robots.Allow or robots.Disallow,
// with the default bounds. /robots.txt itself, which is always allowed, does
// not count.
func Some(p *robots.Policy, token string, v robots.Verdict) Claim {
	return Options{}.Some(p, token, v)
}

// Some asks whether any target gets a verdict.
func (o Options) Some(p *robots.Policy, token string, v robots.Verdict) Claim {
	o = o.begin()
	r := p.For(token)
	if r.Basis() == 0 {
		return Claim{Answer: No} // the zero policy gives no verdict
	}
	l := listOf(r)
	c := Claim{Answer: No}
	if !l.ordered {
		c.Answer = NotProven
	}
	for i := range l.rules {
		if l.rules[i].allow != (v == robots.Allow) {
			continue
		}
		q := question{Options: o, here: l, asked: i, skip: -1, over: l.form}
		switch answer, t := q.answer(); {
		case answer == Yes && (c.Answer != Yes || shorter(t, c.Witness)):
			c = Claim{Yes, t, r.Decide(t)}
		case answer == NotProven && c.Answer == No:
			c.Answer = NotProven
		}
	}
	return c
}

// BlocksAll asks whether a crawler may fetch nothing but /robots.txt, with the
// default bounds. If not, Witness is a target that it may fetch.
func BlocksAll(p *robots.Policy, token string) Claim { return Options{}.BlocksAll(p, token) }

// BlocksAll asks whether a crawler may fetch nothing but /robots.txt.
func (o Options) BlocksAll(p *robots.Policy, token string) Claim {
	return o.none(p, token, robots.Allow)
}

// AllowsAll asks whether a crawler may fetch everything, with the default
// bounds. If not, Witness is a target that it may not.
func AllowsAll(p *robots.Policy, token string) Claim { return Options{}.AllowsAll(p, token) }

// AllowsAll asks whether a crawler may fetch everything.
func (o Options) AllowsAll(p *robots.Policy, token string) Claim {
	return o.none(p, token, robots.Disallow)
}

// none turns Some around: no target gets v.
func (o Options) none(p *robots.Policy, token string, v robots.Verdict) Claim {
	if p.Kind() == 0 {
		return Claim{Answer: No}
	}
	c := o.Some(p, token, v)
	switch c.Answer {
	case Yes:
		c.Answer = No
	case No:
		c.Answer = Yes
	}
	return c
}
