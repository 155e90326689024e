package robots

import "strings"

// lineText returns the first line of the record at i without its end.
func (p *Policy) lineText(i int) string {
	raw := Record{p, i}.Raw()[p.markAt(i):]
	l := breaks{text: raw, ends: p.profile.reading().ends}
	start, end, _ := l.next()
	return raw[start:end]
}

// emptyLine reports whether a blank record holds a line without any octet.
func (p *Policy) emptyLine(i int) bool {
	l := breaks{text: Record{p, i}.Raw(), ends: p.profile.reading().ends}
	for {
		start, end, ok := l.next()
		if !ok || start == end {
			return ok
		}
	}
}

// spellOther writes one record for a dialect: in the usual spelling if the
// dialect reads it just the same, else as it stands.
func (w *writer) spellOther(r Record, sep string) string {
	p, rd := w.p, w.rd
	raw := p.lineText(r.i)
	d := r.Directive()
	if d == DirJunk {
		return raw
	}
	name, value := d.String(), r.Value()
	if d == DirUnknown {
		name = r.Key()
	}
	if p.marked {
		value = p.clean(rd, value) // what made a page of the text may go
	}
	s := name + ":"
	if value != "" {
		s += sep + value
	}
	comment, ok := r.Comment()
	switch {
	case ok && sep != "":
		if s += " #"; comment != "" {
			s += " " + comment
		}
	case value == "" && rd.swallow:
		s += " #" // or it would take the next line for its value
	}
	if n := rd.lineCap; n > 0 && len(s) > n || !w.reads(s, d, value) {
		return raw
	}
	return s
}

// reads reports whether line alone is read as a record of d with that value.
func (w *writer) reads(line string, d Directive, value string) bool {
	c := cutter{rd: w.rd, line: line}
	if w.p.marked {
		c.line = stripMarkup(line, nil)
	}
	if c.split() != cutRecord {
		return false
	}
	key := w.p.clean(w.rd, c.line[c.k0:c.k1])
	return key != "" && w.rd.keyOf(key, c.colon) == d &&
		w.p.clean(w.rd, c.line[c.v0:c.v1]) == w.p.clean(w.rd, value)
}

// swallowed reports whether a line is junk only for where it stands: because the
// next one is its value, which is written out, or because the text ends without
// a line feed. Such a line may go, and has to.
func (w *writer) swallowed(r Record) bool {
	if !w.rd.swallow && w.rd.colon != colonTokens || r.Directive() != DirJunk {
		return false
	}
	c := cutter{rd: w.rd, line: w.p.lineText(r.i)}
	return c.split() == cutRecord && c.v0 == c.v1 && known(w.rd, c)
}

// compactOther is compact for dialects. Which records end a run and which rule
// counts first differs so much among them that only lines without any meaning
// are left out.
func (w *writer) compactOther() {
	p, rd := w.p, w.rd
	keepJunk := p.marked || rd.reject&rejectEmpty != 0
	for i := range p.recs {
		r := Record{p, i}
		switch d := r.Directive(); {
		case d == DirBlank:
			if rd.runEnds&endBlank != 0 && w.b.Len() > 0 && w.last != DirBlank && p.emptyLine(i) {
				w.line("", d)
			}
		case d == DirComment, d == DirJunk && !keepJunk, w.swallowed(r):
		default:
			s := w.spellOther(r, "")
			if strings.TrimLeft(s, " \t") == "" {
				continue
			}
			w.line(s, d)
		}
	}
}
