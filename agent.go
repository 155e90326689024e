package robots

import "github.com/robotsgate/robots/internal/urltext"

// space is the white space that may stand around keys and values.
func (rd *reading) space() string {
	if rd.cString || rd.grammar == grammarOther {
		return " \t\v\f\r\n"
	}
	return " \t" // RFC 9309 2.2: WS = %x20 / %x09
}

// isStar reports whether a user-agent value means every crawler.
func (rd *reading) isStar(v string) bool {
	if v == "*" {
		return true
	}
	// Google: "* text" is still everybody.
	return rd.starTrailer && len(v) > 1 && v[0] == '*' && (v[1] == ' ' || '\t' <= v[1] && v[1] <= '\r' ||
		rd.white == whiteUnicode && (v[1] == 0x85 || v[1] == 0xa0))
}

// tokenLen returns how many octets of a user-agent value are its product token:
// everything up to the first octet that cannot stand in one. RFC 9309 2.2.1
// allows letters, "_" and "-" only; digits are our departure, since thousands
// of files name crawlers such as MJ12bot and mean just them.
func (rd *reading) tokenLen(v string) int {
	mask := byte(isLetter)
	if rd.tokenDigits {
		mask |= isDigit
	}
	n := 0
	for n < len(v) && octets[v[n]]&mask != 0 {
		n++
	}
	return n
}

// A who is the name of a crawler, made ready to be compared with the
// user-agent lines of a policy.
type who struct {
	whole string // compared with whole values first; "" if the name is a token
	token string // compared with the tokens of values; "" fits none
}

func (rd *reading) who(name string) who {
	n := rd.tokenLen(name)
	switch {
	case name == "*":
		return who{} // everybody is nobody in particular: the groups of "*" answer
	case n == len(name):
		return who{token: name}
	case rd.wholeValue:
		return who{whole: name, token: name[:n]}
	}
	return who{} // Google: a name that is no token fits no line
}

// names reports whether the value of a user-agent line names w.
func (rd *reading) names(v string, w who, whole bool) bool {
	if whole {
		return urltext.EqualFold(v, w.whole)
	}
	// Where the first octets are those of the token, it is the whole token of v
	// if no further octet of one follows.
	n := len(w.token)
	return n > 0 && len(v) >= n && v[0]|0x20 == w.token[0]|0x20 && rd.tokenLen(v[n:]) == 0 && urltext.EqualFold(v[:n], w.token)
}

// A pick is the groups of a policy that apply to one crawler, without a list
// of them: which user-agent lines count is told by how they were compared.
type pick struct {
	how   pickHow
	who   who
	count int // groups that apply
	first int // the first of them
}

type pickHow uint8

const (
	pickNone  pickHow = iota // no group applies
	pickStar                 // the groups of "*"
	pickToken                // the groups that name the crawler, by token
	pickWhole                // the groups that name the crawler, by whole value: before token
)

// pick finds the groups for the crawler with that name. RFC 9309 2.2.1: those
// whose user-agent line names it, case-insensitively, all of them; only if
// there is none, those of "*". Nothing is ever added to a named group.
func (p *Policy) pick(name string) pick {
	rd := p.profile.reading()
	if rd.match != matchToken {
		return p.pickOther(rd, name)
	}
	w := rd.who(name)
	best := pick{who: w}
	for g := range p.groups {
		how := p.applies(g, rd, w)
		if how > best.how {
			best.how, best.count, best.first = how, 0, g
		}
		if how != pickNone && how == best.how {
			best.count++
		}
	}
	return best
}

// applies says in which way group g speaks to w, by the strongest of its lines.
func (p *Policy) applies(g int, rd *reading, w who) pickHow {
	gr := p.groups[g]
	how := pickNone
	for i := gr.first; i < gr.rules; i++ {
		r := &p.recs[i]
		if r.dir() != DirUserAgent {
			continue
		}
		v := p.text[r.val : int(r.val)+r.vlen()]
		switch {
		case w.whole != "" && rd.names(v, w, true):
			return pickWhole
		case how < pickToken && rd.names(v, w, false):
			if how = pickToken; w.whole == "" {
				return how
			}
		case how == pickNone && rd.isStar(v):
			how = pickStar
		}
	}
	return how
}
