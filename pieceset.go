package robots

import "bytes"

// A piece is a run of a matcher's text.
type piece struct{ off, len uint32 }

func (m *matcher) of(p piece) []byte { return m.text[p.off : p.off+p.len] }

// A set is pieces in the order of their octets: a run of a matcher's nodes. It
// finds all that a text begins with by one binary search: the longest, and from
// there the shorter ones by their links.
type set struct {
	first, len uint32
	common     piece // all begin with it
}

// A node is a piece, and what a rule offers that has got this far.
type node struct {
	piece
	parent int32 // the longest other piece of the set that this one begins with, or -1
	open   int32 // lowest rank of the rules that match whatever follows
	anchor int32 // lowest rank of the rules that match if nothing follows
	star   int32 // what stands behind a star here, or -1
	low    int32 // lowest rank to be had from this node
	chain  int32 // the same for it and its parents
	memo   int32 // number of the piece, if places are remembered
}

func (s *set) of(m *matcher) []node { return m.nodes[s.first : s.first+s.len] }

// link fills in what find needs, once all nodes are there in order.
func (s *set) link(m *matcher) {
	nodes := s.of(m)
	if len(nodes) == 0 {
		return
	}
	s.common = nodes[0].piece
	s.common.len = uint32(common(m.of(s.common), m.of(nodes[len(nodes)-1].piece)))
	for i := range nodes {
		n := &nodes[i]
		text := m.of(n.piece)
		m.keys[int(s.first)+i] = key8(text[s.common.len:])
		n.parent, n.chain = -1, n.low
		if i == 0 {
			continue
		}
		n.parent = int32(s.first) + int32(i) - 1
		for n.parent >= 0 && !bytes.HasPrefix(text, m.of(m.nodes[n.parent].piece)) {
			n.parent = m.nodes[n.parent].parent
		}
		if n.parent >= 0 {
			n.chain = min(n.low, m.nodes[n.parent].chain)
		}
	}
}

// find returns the longest piece that t begins with, or -1.
func (s *set) find(m *matcher, t []byte) int32 {
	if !bytes.HasPrefix(t, m.of(s.common)) {
		return -1
	}
	skip := int(s.common.len)
	key := key8(t[skip:])
	lo, hi := int(s.first), int(s.first+s.len)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		k := m.keys[mid]
		if k < key || k == key && bytes.Compare(m.of(m.nodes[mid].piece)[skip:], t[skip:]) <= 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == int(s.first) {
		return -1
	}
	// The greatest piece not above t, or one that it begins with: any piece
	// that t begins with lies between, so the greatest begins with it too.
	i := int32(lo - 1)
	same := common(m.of(m.nodes[i].piece), t)
	for i >= 0 && int(m.nodes[i].len) > same {
		i = m.nodes[i].parent
	}
	return i
}

// key8 returns the first eight octets of t as a number that sorts as they do.
func key8(t []byte) (k uint64) {
	if len(t) >= 8 {
		return uint64(t[7]) | uint64(t[6])<<8 | uint64(t[5])<<16 | uint64(t[4])<<24 |
			uint64(t[3])<<32 | uint64(t[2])<<40 | uint64(t[1])<<48 | uint64(t[0])<<56
	}
	for i, c := range t {
		k |= uint64(c) << (56 - 8*i)
	}
	return k
}

// common returns how many octets a and b have in common at their start.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n && key8(a[i:i+8]) == key8(b[i:i+8]) {
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
