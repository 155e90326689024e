package robots

// Compiled makes r answer from its compiled rules from now on.
func Compiled(r *Reader) *Reader {
	if r.p.Kind() == KindDocument {
		r.compiled()
	}
	return r
}

// TableBytes returns about how much memory the compiled rules of r take.
func TableBytes(r *Reader) int {
	m := r.compiled()
	return cap(m.text) + 8*cap(m.ranked) + 36*cap(m.nodes) + 8*cap(m.keys) + 68*cap(m.stars) + 16*cap(m.rests) + 8*cap(m.grams)
}
