package robots

import (
	"strconv"
	"strings"
)

// A Style is a way of writing a policy down again.
type Style uint8

const (
	// Canonical has one spelling for everything: one space behind the colon,
	// usual capitals, LF, a blank line before each group and none inside its
	// user-agent lines. Comments, unknown records and lines that are no records
	// are kept.
	Canonical Style = iota

	// Compact keeps every decision and every known record in few octets: no
	// comments, blank lines, unknown records or white space, and no rules that
	// say nothing or say it twice.
	Compact

	// Annotated is canonical with comments of ours, which begin with "#~": for
	// each group whom it names and how many rules it has, and the codes of the
	// diagnostics above the lines they are about.
	Annotated
)

// String returns "canonical", "compact" or "annotated".
func (s Style) String() string {
	return [...]string{"canonical", "compact", "annotated"}[min(s, Annotated)]
}

// Format writes the policy down again in a style. Reading the result by the
// same profile gives the same decisions for every crawler and target, and
// formatting it again gives the same text. A text that the profile gives up as a
// whole is left as it is. What lies behind a limit is not
// written (see Truncated), and the result is always UTF-8 where the text was
// UTF-16.
func (p *Policy) Format(s Style) string {
	if p == nil || p.kind != KindDocument {
		return ""
	}
	if p.asIs {
		return p.text
	}
	var w writer
	w.p, w.rd = p, p.profile.reading()
	w.b.Grow(len(p.text))
	switch s {
	case Compact:
		w.compact()
	case Annotated:
		// What there is to remark on may change by formatting, so the remarks
		// are those on the formatted text: otherwise the next pass would differ.
		w.dropNotes = true
		w.canonical()
		q := Options{Profile: p.profile, Limits: Limits{Bytes: capBytes}}.Parse(w.b.String())
		w = writer{p: q, rd: w.rd}
		w.annotated()
	default:
		w.canonical()
	}
	return w.b.String()
}

// A writer puts records together to a text.
type writer struct {
	p         *Policy
	rd        *reading
	b         strings.Builder
	last      Directive // of the line before
	dropNotes bool
}

const notePrefix = "#~"

func (w *writer) line(s string, d Directive) {
	// A first octet outside ASCII could read as a byte order mark.
	if w.b.Len() == 0 && s != "" && s[0] >= 0x80 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString(s)
	w.b.WriteByte('\n')
	w.last = d
}

func (w *writer) canonical() {
	p, g := w.p, 0
	blank, comments := false, []string(nil)
	flush := func(apart bool) {
		// Comments stick to what follows them, so the blank line goes above.
		if (blank || apart) && w.b.Len() > 0 {
			w.line("", DirBlank)
		}
		for _, c := range comments {
			w.line(c, DirComment)
		}
		blank, comments = false, comments[:0]
	}
	for i := range p.recs {
		for g < len(p.groups) && i >= int(p.groups[g].end) {
			g++
		}
		inRun := g < len(p.groups) && int(p.groups[g].first) < i && i < int(p.groups[g].rules)
		opens := g < len(p.groups) && int(p.groups[g].first) == i
		switch r := (Record{p, i}); r.Directive() {
		case DirBlank:
			if len(comments) > 0 && !inRun {
				flush(false) // comments that stand by themselves
			}
			if w.rd.runEnds&endBlank != 0 {
				blank = blank || p.emptyLine(i)
			} else {
				blank = blank || !w.runGoesOn(g, i)
			}
		case DirComment:
			c := w.comment(r)
			if w.dropNotes && strings.HasPrefix(c, notePrefix) {
				continue
			}
			comments = append(comments, c)
		default:
			if w.swallowed(r) {
				continue
			}
			flush(opens)
			w.line(w.spell(r, " "), r.Directive())
		}
	}
	if len(comments) > 0 {
		flush(false)
	}
}

// runGoesOn reports whether record i stands among the user-agent lines of
// group g with more of the group to come, where a blank line would suggest an
// end that is none.
func (w *writer) runGoesOn(g, i int) bool {
	if g >= len(w.p.groups) {
		return false
	}
	gr := w.p.groups[g]
	if i < int(gr.first) || i >= int(gr.rules) {
		return false
	}
	for j := i; j < int(gr.end) && j <= int(gr.rules); j++ {
		if d := w.p.recs[j].dir(); d == DirUserAgent || d.IsRule() {
			return true
		}
	}
	return false
}

// comment returns a comment line without the white space around it.
func (w *writer) comment(r Record) string {
	raw := r.Raw()
	if w.rd.grammar == grammarOther {
		raw = w.p.lineText(r.i)
	}
	i := strings.IndexByte(raw, '#')
	if i < 0 {
		return "#"
	}
	return strings.TrimRight(raw[i:], " \t\r\n")
}

// spell writes one record in the usual spelling; sep goes behind the colon.
func (w *writer) spell(r Record, sep string) string {
	if w.rd.grammar == grammarOther {
		return w.spellOther(r, sep)
	}
	raw := strings.Trim(r.Raw(), " \t\r\n")
	if w.p.recs[r.i].off == 0 {
		raw = strings.Trim(r.Raw()[w.p.mark():], " \t\r\n")
	}
	name := r.Directive().String()
	switch r.Directive() {
	case DirJunk:
		return raw
	case DirUnknown:
		name = r.Key()
	}
	s := name + ":"
	if v := r.Value(); v != "" {
		s += sep + v
	}
	if c, ok := r.Comment(); ok && sep != "" {
		s += " #"
		if c != "" {
			s += " " + c
		}
	}
	if n := w.rd.lineCap; n > 0 && len(s) > n {
		return raw // a longer key would push the end of the value over the cap
	}
	return s
}

func (w *writer) compact() {
	p := w.p
	if w.rd.grammar == grammarOther {
		w.compactOther()
		return
	}
	g := 0
	seen := map[string]bool{}
	for i := range p.recs {
		for g < len(p.groups) && i >= int(p.groups[g].end) {
			g++
			clear(seen)
		}
		r := Record{p, i}
		d := r.Directive()
		switch {
		case d <= DirUnknown:
			continue
		case d.IsRule():
			c := p.recs[i].class()
			if c == ruleNone {
				continue
			}
			key := "+"
			if rule := p.ruleAt(i); c > ruleNever {
				key = strconv.FormatBool(rule.Allow) + rule.Normal
			} else if w.speaks(g) {
				continue
			}
			if seen[key] {
				continue
			}
			if key == "+" {
				w.line("Disallow:", d)
				seen[key] = true
				continue
			}
			seen[key] = true
		}
		w.line(w.spell(r, ""), d)
	}
}

// speaks reports whether group g has a rule that can match anything, so that
// those which cannot may go. Otherwise one must stay: it ends the run.
func (w *writer) speaks(g int) bool {
	gr := w.p.groups[g]
	for i := gr.rules; i < gr.end; i++ {
		if w.p.recs[i].class() > ruleNever {
			return true
		}
	}
	return false
}

func (w *writer) annotated() {
	p := w.p
	notes := map[int]string{}
	for _, d := range p.Diagnostics() {
		if d.Span.Offset > 0 || d.Span.Len > 0 {
			notes[d.Span.Line] += notePrefix + " " + string(d.Code) + "\n"
		}
	}
	g := 0
	for i := range p.recs {
		if g < len(p.groups) && int(p.groups[g].first) == i {
			w.b.WriteString(groupNote(Group{p, g}))
			g++
		}
		r := Record{p, i}
		w.b.WriteString(notes[r.Line()])
		w.b.WriteString(r.Raw())
	}
}

// groupNote describes a group in one comment.
func groupNote(g Group) string {
	agents, rules := 0, 0
	names := ""
	for ua := range g.UserAgents() {
		if agents++; agents <= 5 {
			names += " " + ua.Value
		}
	}
	for range g.Rules() {
		rules++
	}
	if agents > 5 {
		names += " and " + strconv.Itoa(agents-5) + " more"
	}
	return notePrefix + " group of" + names + ": " + strconv.Itoa(rules) + map[bool]string{true: " rule\n", false: " rules\n"}[rules == 1]
}
