package robots

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/robotsgate/robots/internal/urltext"
)

// A matcher is the rules of one crawler, compiled: it finds the best of them
// for a target without trying each.
//
// Rules are ranked by what RFC 9309 2.2.2 prefers, so the answer is the lowest
// rank that matches. Each pattern is cut at its stars into pieces, and the
// pieces hang together as a tree: first pieces, which must stand at the start
// of the target, in one set; behind each star the set of the pieces that may
// come next. Taking the leftmost place for a piece is always right, so a piece
// is entered at most once for a target, however many rules share it, and the
// cost is bounded by the target times the pieces, never by their combinations.
//
// The road not taken is a lazy automaton over all rules: as fast on real files,
// but star rules multiply its states, so that it needs a budget for states and
// a second engine for the texts that exceed it. The tree has a node per piece.
type matcher struct {
	rd     *reading
	ranked []ranked
	text   []byte   // all patterns; pieces are runs of it
	nodes  []node   // of all sets
	keys   []uint64 // of all sets: eight octets of each node, see set.find
	first  set
	stars  []star
	rests  []rest
	grams  []uint64 // filters of all large sets
	memos  int      // different pieces behind stars, if they are remembered
	pool   sync.Pool
}

// A ranked is a rule in its place: the record it comes from, and whether it is
// an additional pattern that the reading derives, as from an index page.
type ranked struct {
	rec   uint32
	alt   uint8
	allow bool
}

// A star is what may stand behind a star.
type star struct {
	low   int32    // the lowest rank that can be had here
	few   set      // pieces that are searched for one by one
	many  set      // pieces of gramLen octets or more, if they are many, found by walking
	gram  uint8    // how many first octets of many are hashed for the filter
	shift uint8    // of the hash
	mask  uint64   // of the octets that are hashed
	grams int32    // where the filter begins
	rests [2]int32 // in matcher.rests, from and up to
}

// A rest is what stands behind the star of a rule that gets no more nodes: it
// has very many stars, or the budget is spent. It is matched piece by piece.
type rest struct {
	piece
	rank   int32
	anchor bool
}

// A query is one target on its way through a matcher.
type query struct {
	t     []byte // the target in its normal form
	best  int32  // the lowest rank found so far
	epoch uint32 // of scratch; 0 before marks or memos are needed

	// scratch is behind a pointer of its own, else the compiler takes t for
	// shared as well and puts every target on the heap.
	scratch **scratch
}

// A scratch is what a query may need besides the stack.
type scratch struct {
	buf   []byte   // for the normal form of a long target
	last  uint32   // number of the last query that needed marks or memos
	marks []uint32 // equal to its number: the node was found for this target
	memos []memo
}

// A memo is the first place of a piece at or behind an offset. Rules made from
// the same few pieces ask for it again and again.
type memo struct {
	epoch    uint32
	from, at int32 // at is -1 if the piece stands nowhere behind from
}

const (
	noRank    = int32(1<<31 - 1)
	roomBytes = 256 // a target whose normal form may be longer goes to the heap
	gramLen   = 4
	padding   = 8  // octets behind a target that may be read, though not relied on
	fewPieces = 3  // up to so many pieces, searching for each beats walking
	memoStars = 64 // with fewer stars, remembering costs more than it saves
)

func (m *matcher) scratch() *scratch {
	if s, ok := m.pool.Get().(*scratch); ok {
		return s
	}
	return &scratch{}
}

// begin numbers q, so that what marks and memos hold of other queries is void.
func (q *query) begin(m *matcher) {
	if *q.scratch == nil {
		*q.scratch = m.scratch()
	}
	s := *q.scratch
	if len(s.marks) == 0 {
		s.marks, s.memos = make([]uint32, len(m.nodes)), make([]memo, m.memos)
	}
	if s.last++; s.last == 0 {
		clear(s.marks)
		clear(s.memos)
		s.last = 1
	}
	q.epoch = s.last
}

// appendTarget appends target as it is compared.
func (m *matcher) appendTarget(dst []byte, target string) []byte {
	if m.rd.percent == percentRFC {
		return urltext.AppendNormalTarget(dst, target)
	}
	if i := strings.IndexByte(target, '#'); i >= 0 {
		target = target[:i]
	}
	target = m.rd.otherTarget(target)
	return append(slices.Grow(dst, len(target)+padding), target...)
}

// run finds the best rule for q.
func (m *matcher) run(q *query) {
	for i := m.first.find(m, q.t); i >= 0; i = m.nodes[i].parent {
		n := &m.nodes[i]
		if n.chain >= q.best {
			return
		}
		m.settle(q, n, int(n.len))
	}
}

// settle takes what node n offers when its piece ends at offset end.
func (m *matcher) settle(q *query, n *node, end int) {
	q.best = min(q.best, n.open)
	if n.anchor < q.best && end == len(q.t) {
		q.best = n.anchor
	}
	if n.star >= 0 && m.stars[n.star].low < q.best {
		m.follow(q, &m.stars[n.star], end)
	}
}

// follow takes what stands behind a star that begins at pos.
func (m *matcher) follow(q *query, s *star, pos int) {
	m.search(q, &s.few, pos)
	if s.many.len > 0 {
		m.walk(q, s, pos)
	}
	for i := s.rests[0]; i < s.rests[1]; i++ {
		if r := &m.rests[i]; r.rank < q.best && m.matchRest(r, q.t[pos:]) {
			q.best = r.rank
		}
	}
}

// search looks for each piece of a set by itself.
func (m *matcher) search(q *query, s *set, pos int) {
	for i := range s.of(m) {
		n := &m.nodes[int(s.first)+i]
		if n.low >= q.best {
			continue
		}
		if n.anchor < q.best && bytes.HasSuffix(q.t[pos:], m.of(n.piece)) {
			q.best = n.anchor
		}
		if n.open >= q.best && (n.star < 0 || m.stars[n.star].low >= q.best) {
			continue
		}
		if j := m.index(q, n, pos); j >= 0 {
			m.settle(q, n, j+int(n.len))
		}
	}
}

// index returns the first place of n's piece at or behind pos, or -1.
func (m *matcher) index(q *query, n *node, pos int) int {
	if m.memos > 0 {
		if q.epoch == 0 {
			q.begin(m)
		}
		k := &(*q.scratch).memos[n.memo]
		if k.epoch == q.epoch && int(k.from) <= pos && (k.at < 0 || int(k.at) >= pos) {
			return int(k.at)
		}
		*k = memo{q.epoch, int32(pos), int32(indexFrom(q.t, m.of(n.piece), pos))}
		return int(k.at)
	}
	return indexFrom(q.t, m.of(n.piece), pos)
}

func indexFrom(t, piece []byte, pos int) int {
	if i := bytes.Index(t[pos:], piece); i >= 0 {
		return pos + i
	}
	return -1
}

// walk goes over the target and looks pieces up only where the next octets are
// some with which a piece begins.
func (m *matcher) walk(q *query, s *star, pos int) {
	grams := m.grams[s.grams : s.grams+1<<(58-s.shift)]
	last := len(q.t) - int(s.gram)
	t := q.t[:len(q.t)+padding]
	mask, shift := s.mask, s.shift
	for p := pos; p <= last; p++ {
		h := gramHash(gram(t[p:p+8:p+8]), mask, shift)
		if grams[h>>6]>>(h&63)&1 != 0 {
			m.pieceAt(q, &s.many, p)
		}
	}
}

// gram returns the next eight octets.
func gram(t []byte) uint64 {
	_ = t[7]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// gramHash hashes those octets of a gram that mask keeps.
func gramHash(w, mask uint64, shift uint8) uint64 {
	return w & mask * 0x9e3779b97f4a7c15 >> (shift & 63)
}

// pieceAt takes all pieces of a set that stand at p and were not found before
// p: only the leftmost place of a piece matters, except for a final one.
func (m *matcher) pieceAt(q *query, s *set, p int) {
	for i := s.find(m, q.t[p:]); i >= 0; i = m.nodes[i].parent {
		n := &m.nodes[i]
		if n.chain >= q.best {
			return
		}
		end := p + int(n.len)
		if n.anchor < q.best && end == len(q.t) {
			q.best = n.anchor
		}
		if q.epoch == 0 {
			q.begin(m)
		}
		if (*q.scratch).marks[i] != q.epoch {
			(*q.scratch).marks[i] = q.epoch
			m.settle(q, n, end)
		}
	}
}

// matchRest reports whether t matches what stands behind the star of r.
func (m *matcher) matchRest(r *rest, t []byte) bool {
	pattern := m.of(r.piece)
	for {
		star := bytes.IndexByte(pattern, '*')
		if star < 0 {
			break
		}
		i := bytes.Index(t, pattern[:star])
		if i < 0 {
			return false
		}
		t, pattern = t[i+star:], pattern[star+1:]
	}
	if r.anchor {
		return bytes.HasSuffix(t, pattern)
	}
	return bytes.Contains(t, pattern)
}
