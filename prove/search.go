package prove

import (
	"bytes"
	"slices"

	"github.com/robotsgate/robots"
)

// A question asks for a target that rule number asked of one list decides, and
// on which the other list gives another verdict. Without another list it asks
// for any target that the rule decides.
type question struct {
	Options
	here  *list
	asked int
	there *list
	skip  int // rule of there that is left out, or -1
	over  targets

	// across tells that the lists are of two profiles. A question over plain
	// targets then speaks of these; by itself it would claim too much.
	across bool

	exact bool // want the shortest target, so do not try likely ones first

	longest int // look at no longer targets, if not 0

	shadows map[int32]bool // rules that ended paths, filled in if not nil
}

// answer returns Yes and a target, No, or NotProven.
func (q *question) answer() (Answer, string) {
	a, t := q.find()
	if a == No && q.over == plainTargets && !q.across {
		a = NotProven
	}
	return a, t
}

func (q *question) find() (Answer, string) {
	if *q.spent > q.Steps {
		return NotProven, ""
	}
	x := &q.here.rules[q.asked]
	ordered := q.here.ordered && (q.there == nil || q.there.ordered)
	// Where a look at the patterns settles it, no target need be made up.
	if ordered && (q.shadowed(x) || q.there != nil && q.covered(x)) {
		return No, ""
	}
	if !q.exact {
		if t, ok := q.guess(x); ok {
			return Yes, t
		}
	}
	if !ordered {
		return NotProven, ""
	}
	return q.search(x)
}

// shadowed reports whether one better rule matches all that x does.
func (q *question) shadowed(x *rule) bool {
	return q.here.heads.each(x.head, func(i int32) bool {
		y := &q.here.rules[i]
		if int(i) >= q.asked || y.gone || !x.within(y) {
			return false
		}
		if q.shadows != nil {
			q.shadows[i] = true
		}
		return true
	})
}

// covered reports whether one rule of the other list alone gives everything
// that x matches the verdict of x: it holds x within, and no rule of the other
// verdict comes before it that could match some of that.
func (q *question) covered(x *rule) bool {
	limit := int32(len(q.there.rules))
	for _, i := range q.there.of(!x.allow) {
		if y := &q.there.rules[i]; q.counts(i) && y.meets(x) {
			limit = i
			break
		}
	}
	return q.there.heads.each(x.head, func(i int32) bool {
		y := &q.there.rules[i]
		return i < limit && y.allow == x.allow && q.counts(i) && x.within(y)
	})
}

// counts reports whether a rule of the other list can play a part. One that is
// left out cannot; nor can one that is better than the asked rule in its own
// list too, for a target that it matches is none of the asked rule's.
func (q *question) counts(i int32) bool {
	y := &q.there.rules[i]
	if y.gone || int(i) == q.skip {
		return false
	}
	here, ok := q.here.ranks[y.id]
	return !ok || here >= q.asked || q.here.rules[here].gone
}

// shows reports whether target answers the question.
func (q *question) shows(target string) bool {
	if target == robotsTxt && (q.here.saved || q.there != nil && q.there.saved) {
		return false
	}
	if !q.here.ordered || q.there != nil && !q.there.ordered {
		return q.decided(target)
	}
	if q.here.first(target, -1, q.spent) != q.asked {
		return false
	}
	return q.there == nil || q.there.rules[q.there.first(target, q.skip, q.spent)].allow != q.here.rules[q.asked].allow
}

const robotsTxt = "/robots.txt"

// decided is shows for lists that are in no order: it asks the readers.
func (q *question) decided(target string) bool {
	d := q.here.reader.Decide(target)
	if q.there != nil {
		return q.skip < 0 && d.Verdict != q.there.reader.Decide(target).Verdict
	}
	x := &q.here.rules[q.asked]
	return x.last && d.Line() == 0 && (d.Verdict == robots.Allow) == x.allow || !x.last && d.Line() == x.Rule.Line
}

// guess tries targets made from the rule itself: stars filled in a few ways,
// with and without something behind.
func (q *question) guess(x *rule) (string, bool) {
	fills := append(make([]string, 0, 3+mostFills), "", "q9", "/")
	tails := append(make([]string, 0, 4+mostFills), "", "q9", "/q9", "?q9")
	if q.there != nil {
		more := q.pieces(x)
		fills, tails = append(fills, more...), append(tails, more...)
	}
	if len(x.start) == 2 {
		fills = fills[:1] // no star to fill
	}
	for _, fill := range fills {
		t := x.fill(fill)
		for _, tail := range tails {
			if tail != "" && x.anchor {
				break
			}
			if q.over.has(t+tail) && q.shows(t+tail) {
				return t + tail, true
			}
		}
	}
	return "", false
}

// mostFills is how many pieces of other rules are tried.
const mostFills = 6

// pieces returns pieces of rules of the other list that come after a star and
// stand for the other verdict: what is likely to show a difference.
func (q *question) pieces(x *rule) (all []string) {
	for _, i := range q.there.of(!x.allow) {
		y := &q.there.rules[i]
		n := len(y.start)
		if n < 3 || !q.counts(i) || !y.meets(x) {
			continue
		}
		if p := y.text[y.start[n-2]:]; q.over.has("/"+p) && !slices.Contains(all, p) {
			if all = append(all, p); len(all) == mostFills {
				break
			}
		}
	}
	return all
}

// A cell is a rule and its place.
type cell struct{ rule, at int32 }

// A node is a state of the search: what the rules have come to after the octets
// that lead to it.
type node struct {
	cells  []cell // of rules that matter still: here, then there (rule | other)
	done   bool   // the asked rule matches whatever follows
	best   int32  // rank of the best rule of there that matches whatever follows
	form   form
	parent int32
	depth  int32
	by     byte
}

const other = int32(1) << 30 // marks cells of the other list

type search struct {
	*question
	x     *rule
	nodes []node
	seen  map[string]bool
	key   []byte
	cells int
}

// search looks at targets octet by octet, shortest first.
func (q *question) search(x *rule) (Answer, string) {
	s := search{question: q, x: x, seen: map[string]bool{}}
	start := node{best: -1, parent: -1}
	for _, i := range q.here.near(x, q.asked) {
		start.cells = append(start.cells, cell{i, 0})
	}
	start.cells = append(start.cells, cell{int32(q.asked), 0})
	if q.there != nil {
		start.best = int32(len(q.there.rules))
		for _, i := range q.there.near(x, len(q.there.rules)) {
			if q.counts(i) {
				start.cells = append(start.cells, cell{i | other, 0})
			}
		}
	}
	// A target begins with a slash.
	s.push(&start, '/', -1)
	for h := 0; h < len(s.nodes); h++ {
		if s.accepts(&s.nodes[h]) {
			return Yes, s.target(h)
		}
		*q.spent += len(s.nodes[h].cells)
		if len(s.nodes) > q.states() || s.cells > q.cells() || *q.spent > q.Steps {
			return NotProven, ""
		}
		n := s.nodes[h]
		if q.longest > 0 && int(n.depth) >= q.longest {
			continue
		}
		for _, c := range s.octets(&n) {
			*q.spent += len(n.cells)
			s.push(&n, c, int32(h))
		}
	}
	return No, ""
}

// push adds the state behind n and octet c, unless nothing can come of it.
func (s *search) push(n *node, c byte, parent int32) {
	f, ok := n.form.next(c, s.over)
	if !ok {
		return
	}
	to := node{done: n.done, best: n.best, form: f, parent: parent, depth: n.depth + 1, by: c}
	alive := n.done
	for _, k := range n.cells {
		there := k.rule&other != 0
		rank := k.rule &^ other
		l := s.here
		if there {
			if l = s.there; rank >= to.best {
				continue
			}
		}
		at := l.rules[rank].step(k.at, c)
		switch {
		case at == dead:
		case there && at == settled:
			to.best = rank
		case there:
			to.cells = append(to.cells, cell{k.rule, at})
		case int(rank) == s.asked:
			alive = true
			if to.done = at == settled; !to.done {
				to.cells = append(to.cells, cell{rank, at})
			}
		case at == settled:
			if s.shadows != nil {
				s.shadows[rank] = true
			}
			return // a better rule decides all that follows
		default:
			to.cells = append(to.cells, cell{rank, at})
		}
	}
	if !alive || !s.open(&to) {
		return
	}
	if !s.known(&to) {
		s.cells += len(to.cells)
		s.nodes = append(s.nodes, to)
	}
}

// open drops cells of the other list that cannot change its verdict, and
// reports whether that verdict can still be the one wanted.
func (s *search) open(n *node) bool {
	if s.there == nil {
		return true
	}
	verdict := func(rank int32) bool { return s.there.rules[rank].allow }
	if int(n.best) == len(s.there.rules) {
		return true // only before the first slash
	}
	first := slices.IndexFunc(n.cells, func(k cell) bool { return k.rule&other != 0 })
	if first < 0 {
		return verdict(n.best) != s.x.allow
	}
	// From the worst to the best: as long as all agree with what is settled,
	// they change nothing.
	keep := len(n.cells)
	for keep > first {
		rank := n.cells[keep-1].rule &^ other
		if rank < n.best && verdict(rank) != verdict(n.best) {
			break
		}
		keep--
	}
	n.cells = n.cells[:keep]
	return keep > first || verdict(n.best) != s.x.allow
}

// accepts reports whether a target that ends here answers the question.
func (s *search) accepts(n *node) bool {
	if !n.form.whole() || int(n.form.robots) == len(robotsTxt) && (s.here.saved || s.there != nil && s.there.saved) {
		return false
	}
	hit, best := n.done, n.best
	for _, k := range n.cells {
		rank := k.rule &^ other
		switch {
		case k.rule&other != 0:
			if rank < best && s.there.rules[rank].ends(k.at) {
				best = rank
			}
		case int(rank) == s.asked:
			hit = s.x.ends(k.at)
		case s.here.rules[rank].ends(k.at):
			if s.shadows != nil {
				s.shadows[rank] = true
			}
			return false
		}
	}
	return hit && (s.there == nil || s.there.rules[best].allow != s.x.allow)
}

// known reports whether a state like n was met, and notes it.
func (s *search) known(n *node) bool {
	form := n.form.key()
	k := append(append(s.key[:0], form[:]...), boolByte(n.done))
	k = appendInt(k, n.best)
	for _, c := range n.cells {
		k = appendInt(appendInt(k, c.rule), c.at)
	}
	s.key = k
	if s.seen[string(k)] {
		return true
	}
	s.seen[string(k)] = true
	return false
}

func appendInt(b []byte, n int32) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// octets returns those octets to go on with that make a difference: what some
// rule waits for, and one that none does.
func (s *search) octets(n *node) []byte {
	var wanted [256]bool
	for _, k := range n.cells {
		l := s.here
		if k.rule&other != 0 {
			l = s.there
		}
		l.rules[k.rule&^other].wants(k.at, func(c byte) { wanted[c] = true })
	}
	return n.form.choices(&wanted, s.over)
}

// target puts the octets together that lead to node h.
func (s *search) target(h int) string {
	var b []byte
	for i := int32(h); i >= 0; i = s.nodes[i].parent {
		b = append(b, s.nodes[i].by)
	}
	slices.Reverse(b)
	return string(bytes.Clone(b))
}
