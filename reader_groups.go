package robots

import "iter"

// Groups yields the groups that apply to the crawler, to be read as one
// (RFC 9309 2.2.1), in the order of the text.
func (r *Reader) Groups() iter.Seq[Group] {
	return func(yield func(Group) bool) {
		if r.p.Kind() != KindDocument {
			return
		}
		for g := range r.groups() {
			if !yield(Group{r.p, g}) {
				return
			}
		}
	}
}

// Policy returns the policy that r reads.
func (r *Reader) Policy() *Policy { return r.p }
