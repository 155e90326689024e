package prove

import "slices"

// heads finds the rules that may match a target: those whose head it begins
// with. Nearly all rules of a large file have a head of their own.
type heads struct {
	byHead  map[string][]int32 // ranks in order
	lengths []int              // of heads that occur, ascending
}

func headsOf(rules []rule) heads {
	h := heads{byHead: make(map[string][]int32, len(rules))}
	for i := range rules {
		head := rules[i].head
		if _, ok := h.byHead[head]; !ok && !slices.Contains(h.lengths, len(head)) {
			h.lengths = append(h.lengths, len(head))
		}
		h.byHead[head] = append(h.byHead[head], int32(i))
	}
	slices.Sort(h.lengths)
	return h
}

// first returns the rank of the first rule that matches target and is not skip,
// and adds the rules tried to tried.
func (l *list) first(target string, skip int, tried *int) int {
	best := len(l.rules) - 1 // the fallback
	for _, n := range l.heads.lengths {
		if n > len(target) {
			break
		}
		for _, i := range l.heads.byHead[target[:n]] {
			if int(i) >= best {
				break
			}
			*tried++
			if int(i) != skip && l.rules[i].matches(target) {
				best = int(i)
				break
			}
		}
	}
	return best
}

// each calls ask for the rank of every rule whose head text begins with, until
// ask says true, and reports whether it did.
func (h *heads) each(text string, ask func(i int32) bool) bool {
	for _, n := range h.lengths {
		if n > len(text) {
			break
		}
		if slices.ContainsFunc(h.byHead[text[:n]], ask) {
			return true
		}
	}
	return false
}

// near returns the ranks below limit of the rules that can match some target
// that x matches, judged by their heads.
func (l *list) near(x *rule, limit int) []int32 {
	var ranks []int32
	for i := range l.rules[:limit] {
		if y := &l.rules[i]; !y.gone && y.meets(x) {
			ranks = append(ranks, int32(i))
		}
	}
	return ranks
}
