package robots

// NearWrap gives r a scratch whose number wraps around with the next query, and
// whose marks and memos would be taken for those of that query.
func NearWrap(r *Reader) {
	m := r.compiled()
	s := &scratch{last: ^uint32(0), marks: make([]uint32, len(m.nodes)), memos: make([]memo, m.memos)}
	for i := range s.marks {
		s.marks[i] = 1 // as if found by that query
	}
	for i := range s.memos {
		s.memos[i] = memo{epoch: 1, at: -1} // as if nowhere in its target
	}
	m.pool.Put(s)
}
