package robots

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// A Reader is a Policy for one crawler, made ready for many targets. It comes
// from Policy.For; a nil Reader has no answers, its methods panic. It never
// changes what it answers and may be used by many goroutines at once.
//
// Its answers are those of Policy.Decide, to the last field. The first few
// come from trying rule after rule; a Reader that is asked more often than that
// compiles its rules once, if they are Ordered, and from then on the cost of a
// decision hardly depends on how many rules there are. So a single question
// never pays for a table that it does not need.
type Reader struct {
	p    *Policy
	name string
	pick pick
	set  int // rules of the groups that apply

	work    atomic.Int64 // decisions by trying so far, long targets counting more
	once    sync.Once
	matcher atomic.Pointer[matcher]
}

// compileAfter is how many decisions by trying cost about as much as compiling:
// both grow with the number of rules, at some 4 and 200 ns a rule.
const compileAfter = 32

// For makes a Reader for the crawler with that product token. See Decide for
// how names that are no token are read.
func (p *Policy) For(token string) *Reader {
	r := &Reader{p: p, name: token}
	if p.Kind() != KindDocument {
		return r
	}
	r.pick = p.pick(token)
	for g := range r.groups() {
		r.set += int(p.groups[g].end - p.groups[g].rules)
	}
	return r
}

// groups yields the groups that apply, in the order of the text.
func (r *Reader) groups() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		k := &r.pick
		rd := r.p.profile.reading()
		for g, left := k.first, k.count; left > 0; g++ {
			if k.count == 1 || r.p.inPick(rd, g, *k) {
				left--
				if !yield(g) {
					return
				}
			}
		}
	}
}

// Decide says whether the crawler may fetch target. It is Policy.Decide for
// one crawler; once compiled it does not allocate, whatever the target is.
func (r *Reader) Decide(target string) Decision {
	m := r.matcher.Load()
	if m == nil {
		if !r.compileNow(target) {
			return r.try(target)
		}
		m = r.compiled()
	}
	if len(target) == 0 || target[0] != '/' {
		return r.p.Decide(r.name, target) // odd forms are rare; let one place know them
	}
	var room [roomBytes]byte
	var held *scratch
	q := query{best: noRank, scratch: &held}
	if 3*len(target)+padding <= roomBytes {
		q.t = m.appendTarget(room[:0], target)
	} else {
		held = m.scratch()
		held.buf = slices.Grow(m.appendTarget(held.buf[:0], target), padding)
		q.t = held.buf
	}
	var d Decision
	if len(q.t) > 0 {
		d = r.answer(m, &q)
	} else {
		d = r.try(target) // a target that the profile's parser cannot read as a URL
	}
	if held != nil {
		m.pool.Put(held)
	}
	return d
}

// compiled returns the matcher, making it if nobody has. There is none if the
// profile has no order of preference to compile by.
func (r *Reader) compiled() *matcher {
	r.once.Do(func() {
		if r.Ordered() {
			r.matcher.Store(r.p.compile(r))
		}
	})
	return r.matcher.Load()
}

// compileNow reports whether this decision is the one from which compiling
// pays, and counts it if it is not.
func (r *Reader) compileNow(target string) bool {
	if !r.Ordered() {
		return false
	}
	return r.work.Add(int64(1+len(target)>>8)) > compileAfter
}

// try is Policy.Decide with the groups already picked.
func (r *Reader) try(target string) Decision {
	target, d, done := r.p.open(target)
	if done {
		return d
	}
	d.Named, d.Groups = r.pick.how > pickStar, r.pick.count
	if d.Groups == 0 {
		d.Verdict, d.Basis = Allow, ByNoGroup
		return d
	}
	b := best{p: r.p, rd: r.p.profile.reading(), target: target}
	if b.closed(r.pick) {
		return b.decision(d)
	}
	for g := range r.groups() {
		b.group(g)
	}
	return b.decision(d)
}

func (r *Reader) answer(m *matcher, q *query) Decision {
	d := Decision{p: r.p, Verdict: Allow}
	if m.rd.robotsTxt && string(q.t) == "/robots.txt" {
		d.Basis = ByRobotsTxt
		return d
	}
	d.Named, d.Groups = r.pick.how > pickStar, r.pick.count
	m.run(q)
	if q.best == noRank {
		d.Basis = ByNoRule
		if d.Groups == 0 {
			d.Basis = ByNoGroup
		}
		return d
	}
	won := m.ranked[q.best]
	d.Basis = ByRule
	d.rule, d.alt = int(won.rec)+1, won.alt
	if !won.allow {
		d.Verdict = Disallow
	}
	return d
}

// Rules yields the rules that apply to the crawler and can match something, in
// the order in which they are preferred: the first of them that matches a
// target decides it. If the profile has no such order (see Ordered), they come
// in the order of the text. Rules without a pattern, and those that begin with neither
// "/" nor "*", are left out.
func (r *Reader) Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		if r.p.Kind() != KindDocument {
			return
		}
		rules, _ := r.p.rank(r)
		for _, c := range rules {
			rule := r.p.ruleAt(int(c.rec))
			rule.Normal, rule.Octets = c.pattern, len(c.pattern)
			if !yield(rule) {
				return
			}
		}
	}
}

// Ordered reports whether the first of Rules that matches a target decides it,
// and RFC 9309 2.2.3 says what matches. It is so for the standard and for
// Google; some profiles weigh what a rule matched, or match in ways of their
// own. There a Reader tries rule after rule like Policy.Decide.
func (r *Reader) Ordered() bool {
	return r.p.Kind() == KindDocument && r.p.rejected == "" && r.p.profile.reading().ordered()
}

// Basis says what decisions rest on when no rule matches: ByNoRule, ByNoGroup,
// or what kind of policy it is.
func (r *Reader) Basis() Basis {
	switch r.p.Kind() {
	case KindDocument:
		if r.pick.count == 0 {
			return ByNoGroup
		}
		return ByNoRule
	case KindAbsent:
		return ByAbsent
	case KindUnavailable:
		return ByUnavailable
	case KindUnreachable:
		return ByUnreachable
	}
	return 0
}
