package diff

import (
	"cmp"
	"slices"
)

// align compares the lines of one group, or those outside of any, in the old
// text and in the new. The names of both groups go into the changes.
func align(a, b []item, groupA, groupB []string) []Change {
	s := &sequence{a: a, b: b, of: make([]int, len(b)), edited: make([]bool, len(b)), taken: make([]bool, len(a))}
	s.same()
	s.gaps()
	s.otherVerdict()
	s.similar()
	var out []placed
	add := func(gap int, op Op, i, j int) {
		c := Change{Op: op}
		if i >= 0 {
			c.Kind, c.Old = a[i].kind, Place{Line: a[i].line, Text: a[i].text(), Group: groupA}
		}
		if j >= 0 {
			c.Kind, c.New = b[j].kind, Place{Line: b[j].line, Text: b[j].text(), Group: groupB}
		}
		out = append(out, placed{gap, c})
	}
	for i := range a {
		if !s.taken[i] {
			add(s.gapA[i], Removed, i, -1)
		}
	}
	for j := range b {
		switch i := s.of[j]; {
		case i < 0:
			add(s.gapB[j], Added, -1, j)
		case s.edited[j]:
			add(s.gapB[j], Edited, i, j)
		case !s.still[j]:
			add(s.gapB[j], Moved, i, j)
		}
	}
	// Between two lines that stayed: what went, what changed, what came.
	slices.SortStableFunc(out, func(x, y placed) int {
		return cmp.Or(cmp.Compare(x.gap, y.gap), cmp.Compare(x.Op, y.Op))
	})
	changes := make([]Change, len(out))
	for i, p := range out {
		changes[i] = p.Change
	}
	return changes
}

type placed struct {
	gap int
	Change
}

// A sequence is two lists of lines that are being matched.
type sequence struct {
	a, b   []item
	of     []int  // for each of b its partner in a, or -1
	edited []bool // the partner says something else
	still  []bool // the partner stands in the same order as the others do
	taken  []bool // of a: has a partner

	gapA, gapB []int // how many lines that stayed come before
}

func (s *sequence) link(i, j int) {
	s.of[j] = i
	s.taken[i] = true
}

// same matches lines that say the same, the first with the first.
func (s *sequence) same() {
	queues := make(map[string][]int, len(s.a))
	for i := range s.a {
		queues[s.a[i].id] = append(queues[s.a[i].id], i)
	}
	for j := range s.b {
		s.of[j] = -1
		if q := queues[s.b[j].id]; len(q) > 0 {
			s.link(q[0], j)
			queues[s.b[j].id] = q[1:]
		}
	}
	s.still = inOrder(s.of)
}

// gaps numbers the places between lines that stayed.
func (s *sequence) gaps() {
	s.gapA, s.gapB = make([]int, len(s.a)), make([]int, len(s.b))
	anchor := make([]bool, len(s.a))
	n := 0
	for j, i := range s.of {
		s.gapB[j] = n
		if s.still[j] {
			anchor[i] = true
			n++
		}
	}
	n = 0
	for i := range s.a {
		s.gapA[i] = n
		if anchor[i] {
			n++
		}
	}
}

// otherVerdict matches rules that kept their pattern, wherever they stand.
func (s *sequence) otherVerdict() {
	left := map[string][]int{}
	for i := range s.a {
		if !s.taken[i] && s.a[i].kind == KindRule && s.a[i].value != "" {
			left[s.a[i].value] = append(left[s.a[i].value], i)
		}
	}
	for j := range s.b {
		if x := &s.b[j]; s.of[j] < 0 && x.kind == KindRule && len(left[x.value]) > 0 {
			s.link(left[x.value][0], j)
			s.edited[j] = true
			left[x.value] = left[x.value][1:]
		}
	}
}

// window is how many lines of a gap are looked at for one that is similar. An
// author who edits a line leaves it about where it was; without the bound a
// list that was replaced would cost the product of both.
const window = 8

// similar matches what is left in the same gap by how similar it is. One line
// for one of the same kind is an edit whatever they say.
func (s *sequence) similar() {
	byGap := map[int][]int{}
	for i := range s.a {
		if !s.taken[i] && s.a[i].kind != KindAgent {
			byGap[s.gapA[i]] = append(byGap[s.gapA[i]], i)
		}
	}
	came := map[int]int{} // how many are new in a gap
	for j := range s.b {
		if s.of[j] < 0 && s.b[j].kind != KindAgent {
			came[s.gapB[j]]++
		}
	}
	for j := range s.b {
		gap := s.gapB[j]
		left := byGap[gap]
		if s.of[j] >= 0 || s.b[j].kind == KindAgent || len(left) == 0 {
			continue
		}
		best, most := -1, least
		if len(left) == 1 && came[gap] == 1 {
			most = 0
		}
		for k, i := range left[:min(len(left), window)] {
			if n := likeness(&s.a[i], &s.b[j]); n >= most && n > 0 && (best < 0 || n > most) {
				best, most = k, n
			}
		}
		if best >= 0 {
			s.link(left[best], j)
			s.edited[j] = true
			copy(left[1:best+1], left[:best])
			byGap[gap] = left[1:]
		}
	}
}

// least is the percentage of their octets that two lines must share at their
// ends to count as one that was edited.
const least = 50

// likeness says how similar two lines are: 0 if they are of different kinds, 1
// to 100 by how much of the longer value stands at both ends of the other.
func likeness(x, y *item) int {
	if x.kind != y.kind || x.kind != KindRule && x.name != y.name {
		return 0
	}
	p, q := x.value, y.value
	short, long := min(len(p), len(q)), max(len(p), len(q))
	if long == 0 {
		return 1
	}
	head := 0
	for head < short && p[head] == q[head] {
		head++
	}
	tail := 0
	for tail < short-head && p[len(p)-1-tail] == q[len(q)-1-tail] {
		tail++
	}
	return max(1, 100*(head+tail)/long)
}

// inOrder reports for each place whether its partner belongs to a longest run
// of partners that ascend; those that do not are what moved. A partner of -1
// does not count.
func inOrder(partners []int) []bool {
	var tails []int // the place that ends the best run of each length
	before := make([]int, len(partners))
	for j, i := range partners {
		if i < 0 {
			continue
		}
		n, _ := slices.BinarySearchFunc(tails, i, func(k, i int) int { return cmp.Compare(partners[k], i) })
		before[j] = -1
		if n > 0 {
			before[j] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, j)
		} else {
			tails[n] = j
		}
	}
	still := make([]bool, len(partners))
	if len(tails) > 0 {
		for j := tails[len(tails)-1]; j >= 0; j = before[j] {
			still[j] = true
		}
	}
	return still
}
