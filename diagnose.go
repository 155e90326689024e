package robots

import "github.com/robotsgate/robots/diag"

// Diagnostics returns what there is to say about the text, in the order of its
// lines. Of one code at most 100 are kept; Counts has the full numbers.
func (p *Policy) Diagnostics() []diag.Diagnostic {
	if p == nil || len(p.remarks) == 0 {
		return nil
	}
	all := make([]diag.Diagnostic, len(p.remarks))
	for i, r := range p.remarks {
		all[i] = p.diagnose(r)
	}
	return all
}

// Counts returns how often each code was met, for the codes that were.
func (p *Policy) Counts() []diag.Count {
	if p == nil {
		return nil
	}
	var all []diag.Count
	for c, seen := range p.counts {
		if seen > 0 {
			all = append(all, diag.Count{Code: remarks[c].name, Seen: int(seen)})
		}
	}
	return all
}

// diagnose makes a diagnostic of a remark: it finds its place in line and
// column, and tells its details from the text.
func (p *Policy) diagnose(r remark) diag.Diagnostic {
	d := diag.Diagnostic{Code: remarks[r.code].name, Severity: remarks[r.code].severity}
	if r.severity != 0 {
		d.Severity = r.severity
	}
	d.Span = diag.Span{Offset: int(r.off), Len: int(r.len), Line: 1, Column: int(r.off) + 1}
	switch {
	case r.rec != noRec:
		d.Span = p.span(int(r.rec), int(r.off), int(r.len))
	case r.off > 0 && int(r.off) == len(p.text):
		d.Span.Line, d.Span.Column = p.endLine(), 1
	}
	about := p.text[r.off : r.off+r.len]
	text := func(name, value string) { d.Args = append(d.Args, diag.Text(name, value)) }
	number := func(name string, value int) { d.Args = append(d.Args, diag.Int(name, value)) }
	switch r.code {
	case codeMissingColon:
		text("directive", Directive(r.n).String())
		text("profile", p.profile.String())
	case codeMisspelt:
		text("key", about)
		text("directive", Directive(r.n).String())
	case codeUnknown:
		text("key", about)
	case codeRuleBeforeGroup:
		text("rule", p.recs[r.rec].dir().String()+": "+about)
	case codeRecordBeforeGroup:
		text("directive", p.recs[r.rec].dir().String())
	case codeImplicitMerge:
		first := int(r.n)
		number("line", int(p.recs[first].line))
		text("between", map[bool]string{true: "blank", false: "record"}[r.severity == diag.Info])
		d.Related = []diag.Span{p.span(first, int(p.recs[first].val), p.recs[first].vlen())}
	case codeTokenDigits:
		text("token", about)
	case codeTokenGrammar:
		text("value", about)
		text("token", about[:p.profile.reading().tokenLen(about)])
	case codeNoSlash, codeDollarInside, codeBadEscape:
		text("pattern", p.value(int(r.rec)))
	case codeBadDelay, codeBadRate:
		text("value", about)
	case codeUTF16:
		text("encoding", p.encoding.String())
	case codeFileTruncated:
		number("limit", int(r.n))
		number("size", p.source)
	case codeLimitReached:
		text("what", limitNames[r.limit])
		number("limit", int(r.n))
	case codeNearLimit:
		number("size", int(r.n))
		number("limit", googleBytes)
	case codeLineCut:
		number("limit", p.profile.reading().lineCap)
	}
	return d
}

// endLine returns the number of the line that would begin behind the text.
func (p *Policy) endLine() int {
	if len(p.recs) == 0 {
		return 1
	}
	last := Record{p, len(p.recs) - 1}
	l, n := linesOf(last.Raw()), last.Line()
	for _, _, ok := l.next(); ok; _, _, ok = l.next() {
		n++
	}
	return n
}
