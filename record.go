package robots

import (
	"strings"

	"github.com/robotsgate/robots/diag"
)

// rec is a line of the text in 16 bytes. A policy is little more than a slice
// of these: groups are ranges of it, rules are elements of it, so that a group
// with thousands of agents and thousands of rules costs no product of the two.
type rec struct {
	off  uint32 // where the line begins
	line uint32 // its number, from 1
	val  uint32 // where the value begins
	meta uint32 // length of the value <<8 | ruleClass <<5 | Directive
}

func (r *rec) dir() Directive   { return Directive(r.meta & 31) }
func (r *rec) class() ruleClass { return ruleClass(r.meta >> 5 & 7) }
func (r *rec) vlen() int        { return int(r.meta >> 8) }

func meta(vlen int, c ruleClass, d Directive) uint32 {
	return uint32(vlen)<<8 | uint32(c)<<5 | uint32(d)
}

// A norm is the normal form of one rule's pattern, kept where it differs from
// the pattern as written.
type norm struct {
	rec  uint32
	text string
}

// A Record is one line of the text, or a run of blank lines.
type Record struct {
	p *Policy
	i int
}

// Directive says what kind of record r is.
func (r Record) Directive() Directive {
	if r.p == nil {
		return DirBlank
	}
	return r.p.recs[r.i].dir()
}

// Raw returns the record as it stands in the text, with its line end.
func (r Record) Raw() string {
	if r.p == nil {
		return ""
	}
	return r.p.text[r.p.recs[r.i].off:r.end()]
}

func (r Record) end() int {
	if r.i+1 < len(r.p.recs) {
		return int(r.p.recs[r.i+1].off)
	}
	return len(r.p.text)
}

// Line returns the number of the record's (first) line, from 1.
func (r Record) Line() int {
	if r.p == nil {
		return 0
	}
	return int(r.p.recs[r.i].line)
}

// Key returns the name in front of the colon as written; "" for blank lines,
// comments and lines that have none.
func (r Record) Key() string {
	if r.p == nil || r.Directive() < DirUnknown {
		return ""
	}
	rc := &r.p.recs[r.i]
	key := r.p.text[rc.off:rc.val]
	if i := strings.IndexByte(key, ':'); i >= 0 {
		key = key[:i]
	}
	if rc.off == 0 {
		key = key[r.p.mark():]
	}
	if rd := r.p.profile.reading(); rd.grammar == grammarOther {
		return r.p.clean(rd, key)
	}
	return strings.Trim(key, r.p.profile.reading().space())
}

// Value returns what stands behind the colon, without the white space around
// it and without the comment.
func (r Record) Value() string {
	if r.p == nil {
		return ""
	}
	return r.p.value(r.i)
}

// Comment returns the text behind the first # of the record, without white
// space around it, and whether there is a #.
func (r Record) Comment() (string, bool) {
	raw := r.Raw()
	if r.p != nil && r.p.profile.reading().grammar == grammarOther {
		// Not every # begins one there, but none before the end of a value does.
		rc := &r.p.recs[r.i]
		raw = r.p.lineText(r.i)
		if d := rc.dir(); d >= DirUnknown {
			raw = raw[min(len(raw), max(0, int(rc.val)+rc.vlen()-int(rc.off)-r.p.markAt(r.i))):]
		}
	}
	_, after, ok := strings.Cut(raw, "#")
	return strings.Trim(after, " \t\r\n"), ok
}

// Span returns where the whole record stands, without its line end.
func (r Record) Span() diag.Span {
	if r.p == nil {
		return diag.Span{}
	}
	n := len(strings.TrimRight(r.Raw(), "\r\n"))
	if r.p.profile.reading().grammar == grammarOther {
		n = len(r.p.lineText(r.i)) + r.p.markAt(r.i)
	}
	return r.p.span(r.i, int(r.p.recs[r.i].off), n)
}

// ValueSpan returns where the value stands.
func (r Record) ValueSpan() diag.Span {
	if r.p == nil {
		return diag.Span{}
	}
	rc := &r.p.recs[r.i]
	return r.p.span(r.i, int(rc.val), rc.vlen())
}

func (p *Policy) value(i int) string {
	r := &p.recs[i]
	return p.text[r.val : int(r.val)+r.vlen()]
}

// span makes a Span of n bytes at off in the line of record i.
func (p *Policy) span(i, off, n int) diag.Span {
	r := &p.recs[i]
	return diag.Span{Offset: off, Len: n, Line: int(r.line), Column: off - int(r.off) + 1}
}

// markAt returns how many bytes of byte order mark record i begins with.
func (p *Policy) markAt(i int) int {
	if p.recs[i].off > 0 {
		return 0
	}
	return p.mark()
}

// mark returns how many bytes of byte order mark the text begins with.
func (p *Policy) mark() int {
	rd := p.profile.reading()
	if rd.markKept {
		return 0
	}
	return markLen(p.text, rd.partialBOM)
}
