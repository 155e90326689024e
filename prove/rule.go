package prove

import (
	"strings"

	"github.com/robotsgate/robots"
)

// A rule is a pattern as a machine that reads a target octet by octet and is in
// one place at a time: how far it has got through its pieces. A piece behind a
// star is looked for as Knuth, Morris and Pratt do, and taken where it first
// ends, which is always right for whether the whole matches.
type rule struct {
	robots.Rule
	allow  bool
	head   string  // what a target must begin with
	text   string  // the pieces, one behind the other
	piece  []int32 // number of the piece at each place; the end belongs to the last
	start  []int32 // where each piece starts, and the end
	back   []int32 // place to go on from when the octet at a place does not fit
	anchor bool    // nothing may follow
	last   bool    // it is what decides if no rule does
	gone   bool    // taken out by Minimize
	id     ruleID
}

// A ruleID is equal for rules that do the same.
type ruleID struct {
	allow, last bool
	normal      string
}

// Places that are none in the text.
const (
	dead    = int32(-1) // it cannot match any more
	settled = int32(-2) // it matches whatever follows
)

func newRule(r robots.Rule) rule {
	x := rule{Rule: r, allow: r.Allow}
	body := r.Normal
	if strings.HasSuffix(body, "$") {
		body, x.anchor = body[:len(body)-1], true
	}
	if trimmed := strings.TrimRight(body, "*"); trimmed != body {
		body, x.anchor = trimmed, false // what ends in a star is open, with or without $
	}
	x.build(body)
	x.id = ruleID{allow: x.allow, normal: r.Normal}
	return x
}

// fallback is the rule that matches every target and gives way to all others.
func fallback(allow bool) rule {
	x := rule{allow: allow, last: true, id: ruleID{allow: allow, last: true}}
	x.build("/")
	return x
}

// zeros serves rules of one piece, which nearly all are: nobody writes to it.
var zeros [256]int32

func (x *rule) build(body string) {
	if n := len(body); n < len(zeros) && strings.IndexByte(body, '*') < 0 {
		x.head, x.text, x.start = body, body, []int32{0, int32(n)}
		x.piece, x.back = zeros[:n+1], zeros[:n+1]
		return
	}
	pieces := strings.Split(body, "*")
	x.head = pieces[0]
	kept := pieces[:1]
	for _, p := range pieces[1:] {
		if p != "" {
			kept = append(kept, p)
		}
	}
	x.text = strings.Join(kept, "")
	x.piece, x.back = make([]int32, len(x.text)+1), make([]int32, len(x.text)+1)
	at := int32(0)
	for k, p := range kept {
		x.start = append(x.start, at)
		for i := range p {
			x.piece[int(at)+i] = int32(k)
		}
		if k > 0 {
			x.link(at, p)
		}
		at += int32(len(p))
	}
	x.piece[at] = int32(len(kept) - 1)
	x.start = append(x.start, at)
}

// link fills in back for a piece at offset at: back[at+j] is how many octets of
// the piece its first j octets end with, other than all j.
func (x *rule) link(at int32, p string) {
	for i, k := 1, 0; i < len(p); i++ {
		for k > 0 && p[i] != p[k] {
			k = int(x.back[at+int32(k)])
		}
		if p[i] == p[k] {
			k++
		}
		x.back[at+int32(i)+1] = int32(k)
	}
}

// step returns the place behind octet c, or dead, or settled.
func (x *rule) step(at int32, c byte) int32 {
	k := x.piece[at]
	end := int32(len(x.text))
	switch {
	case at == end && !x.anchor:
		return settled // only "*" is asked this
	case k == 0 && (at == end || x.text[at] != c):
		return dead
	case k == 0:
		at++
	default:
		base := x.start[k]
		j := at - base
		for j > 0 && (at == end && j == end-base || x.text[base+j] != c) {
			j = x.back[base+j]
			at = base + j
		}
		if x.text[base+j] == c {
			j++
		}
		at = base + j
	}
	if at == end && !x.anchor {
		return settled
	}
	return at
}

// wants calls mark for every octet that moves the rule at a place on.
func (x *rule) wants(at int32, mark func(c byte)) {
	k := x.piece[at]
	end := int32(len(x.text))
	if k == 0 {
		if at < end {
			mark(x.text[at])
		}
		return
	}
	base := x.start[k]
	for j := at - base; ; j = x.back[base+j] {
		if base+j < end {
			mark(x.text[base+j])
		}
		if j == 0 {
			return
		}
	}
}

// ends reports whether the rule matches a target that ends at this place.
func (x *rule) ends(at int32) bool { return x.anchor && at == int32(len(x.text)) }

// matches reports whether the rule matches a whole target.
func (x *rule) matches(target string) bool {
	at := int32(0)
	for i := 0; i < len(target); i++ {
		switch at = x.step(at, target[i]); at {
		case dead:
			return false
		case settled:
			return true
		}
	}
	return x.ends(at)
}

// within reports whether everything that x matches is matched by y too, as far
// as a look at the two patterns tells: y must match the text of x with each star
// of x taken for an octet that only a star of y can cover.
func (x *rule) within(y *rule) bool {
	if y.anchor && !x.anchor {
		return false
	}
	const starOctet = 0x00 // in no normalised pattern
	at := int32(0)
	for k := range len(x.start) - 1 {
		if k > 0 {
			if at = y.step(at, starOctet); at < 0 {
				break
			}
		}
		for i := x.start[k]; i < x.start[k+1] && at >= 0; i++ {
			at = y.step(at, x.text[i])
		}
		if at < 0 {
			break
		}
	}
	return at == settled || at >= 0 && x.anchor && y.ends(at)
}

// meets reports whether some target may be matched by both, judged by what
// their targets must begin with.
func (x *rule) meets(y *rule) bool {
	n := min(len(x.head), len(y.head))
	return x.head[:n] == y.head[:n]
}

// fill returns a target that x matches, with each star replaced.
func (x *rule) fill(star string) string {
	var b strings.Builder
	if !strings.HasPrefix(x.head, "/") {
		b.WriteByte('/')
	}
	for k := range len(x.start) - 1 {
		if k > 0 {
			b.WriteString(star)
		}
		b.WriteString(x.text[x.start[k]:x.start[k+1]])
	}
	return b.String()
}
