package prove

import "github.com/robotsgate/robots"

// An Equality says whether two policies give one crawler the same verdict on
// every target. What the verdict rests on, and which line decides, may differ.
type Equality struct {
	Token   string
	Answer  Answer          // Yes: equal, proven. No: Witness shows the difference
	Witness string          // a target on which they differ, a shortest one within a tenth of the bounds; "" unless No
	A, B    robots.Decision // what they say to Witness

	// Plain tells that a Yes speaks of plain targets only: those that all
	// profiles compare as they are written, with a path of letters, digits,
	// "-._~" and "/", and a query of these with "=" and "&". It is so where the
	// two policies were read by profiles that treat other octets differently.
	Plain bool
}

// Equal asks whether a and b give the crawler the same verdict on every target,
// with the default bounds.
func Equal(a, b *robots.Policy, token string) Equality { return Options{}.Equal(a, b, token) }

// Equal asks whether a and b give the crawler the same verdict on every target.
func (o Options) Equal(a, b *robots.Policy, token string) Equality {
	return o.begin().equal(pairOf(a.For(token), b.For(token)), token)
}

func (o Options) equal(p *pair, token string) Equality {
	e := Equality{Token: token, Answer: Yes, Plain: p.across && p.over == plainTargets}
	note := func(f Flip) {
		switch {
		case f.Answer == NotProven && e.Answer == Yes:
			e.Answer = NotProven
		case f.Answer == Yes && (e.Answer != No || shorter(f.Witness, e.Witness)):
			e.Answer, e.Witness, e.A, e.B = No, f.Witness, f.A, f.B
		}
	}
	// A guess is quick to find but has a tail that need not be, so once there
	// is a witness the search is for shorter ones only, and not for long.
	for _, exact := range [...]bool{false, true} {
		if exact && e.Answer != No {
			break
		}
		if exact {
			o.States, o.Cells = o.states()/10, o.cells()/10
		}
		p.each(func(s side, rank int) {
			if least := len(s.here.rules[rank].text); e.Answer != No || least < len(e.Witness) {
				q := question{Options: o, here: s.here, asked: rank, there: s.there, skip: -1, over: p.over, across: p.across, exact: exact, longest: len(e.Witness) - 1}
				note(p.flip(&q, s))
			}
		})
	}
	return e
}

// A Flip is a rule that only one of two policies has, and whether it changes
// the verdict on any target.
type Flip struct {
	Rule    robots.Rule // the zero Rule: what decides when no rule matches
	InB     bool        // the rule is b's; else it is a's, and b is without it
	Answer  Answer      // Yes: Witness got another verdict. No: it changes nothing
	Witness string      // a target that the rule decides
	A, B    robots.Decision
}

// Flips asks of every rule that only one of a and b has whether the crawler
// gets another verdict for it on some target, with the default bounds. All
// targets whose verdict changed are decided by one of these rules.
func Flips(a, b *robots.Policy, token string) []Flip { return Options{}.Flips(a, b, token) }

// Flips asks of every rule that only one of a and b has whether the crawler
// gets another verdict for it on some target.
func (o Options) Flips(a, b *robots.Policy, token string) []Flip {
	o = o.begin()
	p := pairOf(a.For(token), b.For(token))
	var all []Flip
	p.each(func(s side, rank int) {
		q := question{Options: o, here: s.here, asked: rank, there: s.there, skip: -1, over: p.over, across: p.across}
		f := p.flip(&q, s)
		if f.Answer == Yes {
			// Any target shows it; for a shorter one some effort will do.
			q.States, q.Cells = o.states()/10, o.cells()/10
			q.exact, q.longest = true, len(f.Witness)-1
			if short := p.flip(&q, s); short.Answer == Yes {
				f = short
			}
		}
		all = append(all, f)
	})
	return all
}

// A pair is the rules of one crawler by two policies. Only a target that some
// rule decides which is not in both can tell the two apart: on any other the
// best of the common rules decides here and there, as long as both prefer the
// common rules in the same order.
type pair struct {
	la, lb *list
	over   targets
	across bool // they were read by two profiles
	sorted bool // both have the common rules in the same order
}

func pairOf(ra, rb *robots.Reader) *pair { return newPair(listOf(ra), listOf(rb)) }

func newPair(la, lb *list) *pair {
	p := &pair{la: la, lb: lb, over: plainTargets, sorted: true}
	if la.form == lb.form {
		p.over = la.form
	}
	p.across = la.reader.Policy().Profile() != lb.reader.Policy().Profile()
	last := -1
	for i := range la.rules {
		x := &la.rules[i]
		if rank, both := lb.ranks[x.id]; both && la.ranks[x.id] == i {
			p.sorted = p.sorted && rank > last
			last = rank
		}
	}
	return p
}

type side struct {
	here, there *list
	inB         bool
}

// each calls ask for every rule that may tell the two apart.
func (p *pair) each(ask func(s side, rank int)) {
	for _, s := range [...]side{{p.la, p.lb, false}, {p.lb, p.la, true}} {
		for i := range s.here.rules {
			id := s.here.rules[i].id
			if _, both := s.there.ranks[id]; s.here.ranks[id] == i && !(both && p.sorted && p.la.ordered && p.lb.ordered) {
				ask(s, i)
			}
		}
	}
}

// flip puts a question and holds the answer against the policies themselves.
func (p *pair) flip(q *question, s side) Flip {
	f := Flip{Rule: s.here.rules[q.asked].Rule, InB: s.inB}
	f.Answer, f.Witness = q.answer()
	if f.Answer == Yes {
		f.A, f.B = p.la.reader.Decide(f.Witness), p.lb.reader.Decide(f.Witness)
		if f.A.Verdict == f.B.Verdict {
			return Flip{Rule: f.Rule, InB: f.InB} // no proof: the readers know better
		}
	}
	return f
}

// shorter prefers fewer octets, then the order of the alphabet.
func shorter(s, t string) bool {
	if len(s) != len(t) {
		return len(s) < len(t)
	}
	return s < t
}

// Equalities are the answers for every crawler that two policies tell apart.
type Equalities struct {
	Answer Answer // Yes only if all are
	Of     []Equality
}

// EqualAll is Equal for every name in either file, for "*" and for a crawler
// that no file names, with the default bounds.
func EqualAll(a, b *robots.Policy) Equalities { return Options{}.EqualAll(a, b) }

// EqualAll is Equal for every name in either file, for "*" and for a crawler
// that no file names.
func (o Options) EqualAll(a, b *robots.Policy) Equalities { return o.EqualEach(a, b, Tokens(a, b)) }

// EqualEach is Equal for each of some crawlers.
func (o Options) EqualEach(a, b *robots.Policy, tokens []string) Equalities {
	o = o.begin()
	all := Equalities{Answer: Yes}
	ca, cb := newCache(a), newCache(b)
	known := map[[2]*entry]Equality{}
	for _, token := range tokens {
		ea, eb := ca.entry(token), cb.entry(token)
		e, ok := known[[2]*entry{ea, eb}]
		if !ok {
			if e = (Equality{Answer: Yes}); !ea.alike(eb) {
				e = o.equal(newPair(ea.list(), eb.list()), token)
			}
			known[[2]*entry{ea, eb}] = e
		}
		e.Token = token
		all.Of = append(all.Of, e)
		switch {
		case e.Answer == No:
			all.Answer = No
		case e.Answer == NotProven && all.Answer == Yes:
			all.Answer = NotProven
		}
	}
	return all
}

// Unnamed is a name for a crawler that no file names: it holds an octet that no
// user-agent line can.
const Unnamed = "any other crawler\n"

// Tokens returns the names by which policies tell crawlers apart, each once:
// the tokens and whole values of their user-agent lines in the order of the
// text, then "*", and Unnamed.
func Tokens(policies ...*robots.Policy) []string {
	var all []string
	seen := map[string]bool{"": true, "*": true}
	add := func(name string) {
		if id := lower(name); !seen[id] {
			seen[id] = true
			all = append(all, name)
		}
	}
	for _, p := range policies {
		for g := range p.Groups() {
			for ua := range g.UserAgents() {
				add(ua.Token)
				add(ua.Value)
			}
		}
	}
	return append(all, "*", Unnamed)
}

// lower folds ASCII letters, as user-agent lines are compared, and keeps all
// other octets, also of what is no UTF-8.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
