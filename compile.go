package robots

import (
	"bytes"
	"math/bits"
	"slices"
)

const (
	// mostDepth is how many stars of a rule get nodes. Rules with more are rare
	// outside of attacks, and behind so many pieces few targets are left.
	mostDepth = 6

	// mostNodes bounds a matcher at about 4 MiB whatever the text: rules that
	// come too late are matched one by one, which stays linear in the target.
	mostNodes = 1 << 16
)

// An item is a rule on its way into the tree: what is left of its pattern.
type item struct {
	head   piece // up to the next star
	tail   piece // what stands behind the run of stars
	more   bool  // there is a star behind head
	anchor bool  // the pattern ends in $
	rank   int32
}

// compile makes the matcher for a reader.
func (p *Policy) compile(r *Reader) *matcher {
	m := &matcher{rd: p.profile.reading()}
	rules, size := p.rank(r)
	m.ranked = make([]ranked, len(rules))
	m.text = make([]byte, 0, size)
	items := make([]item, 0, len(rules))
	for i, rule := range rules {
		m.ranked[i] = rule.ranked
		off := len(m.text)
		m.text = append(m.text, rule.pattern...)
		it := item{rank: int32(i), anchor: len(m.text) > off && m.text[len(m.text)-1] == '$'}
		end := len(m.text)
		if it.anchor {
			end--
		}
		it.tail = piece{uint32(off), uint32(end - off)}
		items = append(items, it.next(m))
	}
	m.nodes, m.keys = make([]node, 0, len(items)), make([]uint64, 0, len(items))
	m.first = m.set(items, 0)
	if len(m.stars) >= memoStars {
		m.remember()
	}
	return m
}

// A candidate is a rule that can match, with its pattern as compared.
type candidate struct {
	ranked
	pattern string
}

// rank returns the rules of r's groups that can match anything, best first, and
// the octets of their patterns. RFC 9309 2.2.2: the most octets win, and of
// equally long patterns an allow rule; of equal ones the first is named. Where
// the profile has another order, or none, it is that of the text.
func (p *Policy) rank(r *Reader) (rules []candidate, size int) {
	rd := p.profile.reading()
	all := make([]candidate, 0, r.set)
	order := make([]uint64, 0, r.set)
	byOctets := rd.order == orderOctets && rd.ordered()
	add := func(c candidate, allow bool) {
		key := uint64(len(all))
		if byOctets {
			key |= uint64(capBytes*16-len(c.pattern)) << 32
			if !allow {
				key |= 1 << 31
			}
		}
		order = append(order, key)
		all = append(all, c)
		size += len(c.pattern)
	}
	for g := range r.groups() {
		for i := p.groups[g].rules; i < p.groups[g].end; i++ {
			rec := &p.recs[i]
			if rec.class() <= ruleNever {
				continue
			}
			pattern, _ := p.pattern(int(i))
			allow := p.allows(rd, int(i))
			add(candidate{ranked{rec: i, allow: allow}, pattern}, allow)
			for kind := asIndex; kind < variants; kind++ {
				if alt := rd.variant(kind, pattern, allow); alt != "" {
					add(candidate{ranked{i, kind, allow}, alt}, allow)
				}
			}
		}
	}
	slices.Sort(order)
	rules = make([]candidate, len(all))
	for i, key := range order {
		rules[i] = all[key&(1<<31-1)]
	}
	return rules, size
}

// next moves an item behind its star: tail is cut into head and tail.
func (it item) next(m *matcher) item {
	text := m.of(it.tail)
	star := bytes.IndexByte(text, '*')
	if star < 0 {
		it.head, it.tail, it.more = it.tail, piece{}, false
		return it
	}
	it.head = piece{it.tail.off, uint32(star)}
	for star < len(text) && text[star] == '*' {
		star++
	}
	it.tail = piece{it.tail.off + uint32(star), it.tail.len - uint32(star)}
	it.more = true
	return it
}

// set makes the set of the items' heads, and what hangs on it. It is best
// called with items in the order of their ranks.
func (m *matcher) set(items []item, depth int) set {
	slices.SortFunc(items, func(a, b item) int {
		if c := bytes.Compare(m.of(a.head), m.of(b.head)); c != 0 {
			return c
		}
		return int(a.rank) - int(b.rank)
	})
	s := set{first: uint32(len(m.nodes))}
	for i := range items {
		if i == 0 || !bytes.Equal(m.of(items[i].head), m.of(items[i-1].head)) {
			s.len++
		}
	}
	// The nodes of a set lie together, so their room is taken before any set
	// that hangs on them takes its own.
	m.nodes = append(m.nodes, make([]node, s.len)...)
	m.keys = append(m.keys, make([]uint64, s.len)...)
	for i, at := 0, s.first; i < len(items); at++ {
		j := i + 1
		for j < len(items) && bytes.Equal(m.of(items[j].head), m.of(items[i].head)) {
			j++
		}
		n := m.node(items[i:j], depth)
		m.nodes[at] = n
		i = j
	}
	s.link(m)
	return s
}

// node makes the node of items that have the same head.
func (m *matcher) node(items []item, depth int) node {
	n := node{piece: items[0].head, open: noRank, anchor: noRank, star: -1, low: items[0].rank}
	behind := 0
	for _, it := range items {
		switch {
		case it.more && it.tail.len > 0:
			items[behind] = it
			behind++
		case it.more || !it.anchor:
			n.open = min(n.open, it.rank) // a final star, or "*$", adds nothing
		default:
			n.anchor = min(n.anchor, it.rank)
		}
	}
	if behind > 0 {
		n.star = m.star(items[:behind], depth+1)
	}
	return n
}

// star makes what stands behind a star that these items have come to.
func (m *matcher) star(items []item, depth int) int32 {
	index := int32(len(m.stars))
	s := star{low: items[0].rank}
	m.stars = append(m.stars, s)
	if depth > mostDepth || len(m.nodes)+len(items) > mostNodes {
		s.rests[0] = int32(len(m.rests))
		for _, it := range items {
			m.rests = append(m.rests, rest{it.tail, it.rank, it.anchor})
		}
		s.rests[1] = int32(len(m.rests))
		m.stars[index] = s
		return index
	}
	// Pieces too short for the filter go to the front: they are searched for
	// one by one, as are the others if they are few.
	few := 0
	for i, it := range items {
		items[i] = it.next(m)
		if items[i].head.len < gramLen {
			items[i], items[few] = items[few], items[i]
			few++
		}
	}
	if m.few(items[few:]) {
		few = len(items)
	}
	s.few = m.set(items[:few], depth)
	if few < len(items) {
		s.many = m.set(items[few:], depth)
		s.filter(m)
	}
	m.stars[index] = s
	return index
}

// few reports whether items have at most fewPieces different heads.
func (m *matcher) few(items []item) bool {
	var heads [fewPieces]piece
	n := 0
	for _, it := range items {
		if !slices.ContainsFunc(heads[:n], func(h piece) bool { return bytes.Equal(m.of(h), m.of(it.head)) }) {
			if n == fewPieces {
				return false
			}
			heads[n] = it.head
			n++
		}
	}
	return true
}

// filter notes with which octets the pieces begin: as many octets as the
// shortest piece has, up to eight. At sixteen bits a piece it lets one place in
// sixteen through that it need not.
func (s *star) filter(m *matcher) {
	pieces := s.many.of(m)
	s.gram = padding
	for _, n := range pieces {
		s.gram = uint8(min(uint32(s.gram), n.len))
	}
	size := min(bits.Len(uint(16*len(pieces)+255)), 16)
	s.shift = uint8(64 - size)
	s.mask = ^uint64(0) >> (64 - 8*s.gram)
	s.grams = int32(len(m.grams))
	m.grams = append(m.grams, make([]uint64, 1<<size/64)...)
	grams := m.grams[s.grams:]
	for _, n := range pieces {
		var w [padding]byte
		copy(w[:], m.of(n.piece))
		h := gramHash(gram(w[:]), s.mask, s.shift)
		grams[h>>6] |= 1 << (h & 63)
	}
}

// remember numbers the different pieces, so that a query can remember where
// each was found.
func (m *matcher) remember() {
	numbers := map[string]int32{}
	for i := range m.nodes {
		n := &m.nodes[i]
		number, ok := numbers[string(m.of(n.piece))]
		if !ok {
			number = int32(len(numbers))
			numbers[string(m.of(n.piece))] = number
		}
		n.memo = number
	}
	m.memos = len(numbers)
}
