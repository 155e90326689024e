package robots

import (
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/urltext"
)

// A code is an index into remarks, the table of everything the parser remarks
// on. Texts for people are in package msg, by the same names.
type code uint8

const (
	codeMissingColon code = iota
	codeMisspelt
	codeUnknown
	codeUnparsable
	codeRuleBeforeGroup
	codeRecordBeforeGroup
	codeImplicitMerge
	codeEmptyUserAgent
	codeTokenDigits
	codeTokenGrammar
	codeNoSlash
	codeDollarInside
	codeBadEscape
	codeBadDelay
	codeBadRate
	codeByteOrderMark
	codeMarkInside
	codeUTF16
	codeNUL
	codeInvalidUTF8
	codeHTML
	codeFileTruncated
	codeLimitReached
	codeNearLimit
	codeLineCut

	numCodes
)

var remarks = [numCodes]struct {
	name     diag.Code
	severity diag.Severity
}{
	codeMissingColon:      {"missing-colon", diag.Warning},
	codeMisspelt:          {"misspelt-directive", diag.Warning},
	codeUnknown:           {"info-unknown-directive", diag.Info},
	codeUnparsable:        {"unparsable-line", diag.Info},
	codeRuleBeforeGroup:   {"rule-before-group", diag.Warning},
	codeRecordBeforeGroup: {"record-before-group", diag.Info},
	codeImplicitMerge:     {"implicit-group-merge", diag.Warning},
	codeEmptyUserAgent:    {"empty-user-agent", diag.Warning},
	codeTokenDigits:       {"token-with-digits", diag.Info},
	codeTokenGrammar:      {"token-outside-grammar", diag.Warning},
	codeNoSlash:           {"rule-without-slash", diag.Warning},
	codeDollarInside:      {"dollar-inside-pattern", diag.Warning},
	codeBadEscape:         {"bad-percent-escape", diag.Warning},
	codeBadDelay:          {"bad-crawl-delay", diag.Warning},
	codeBadRate:           {"bad-request-rate", diag.Warning},
	codeByteOrderMark:     {"byte-order-mark", diag.Info},
	codeMarkInside:        {"byte-order-mark-inside", diag.Warning},
	codeUTF16:             {"utf-16", diag.Error},
	codeNUL:               {"nul-octet", diag.Warning},
	codeInvalidUTF8:       {"invalid-utf-8", diag.Warning},
	codeHTML:              {"html-served", diag.Error},
	codeFileTruncated:     {"file-truncated", diag.Error},
	codeLimitReached:      {"limit-reached", diag.Error},
	codeNearLimit:         {"file-size-near-limit", diag.Warning},
	codeLineCut:           {"line-cut", diag.Warning},
}

// Codes returns the codes of all diagnostics that Parse can make, with their
// usual severity.
func Codes() []diag.Diagnostic {
	all := make([]diag.Diagnostic, numCodes)
	for i, r := range remarks {
		all[i] = diag.Diagnostic{Code: r.name, Severity: r.severity}
	}
	return all
}

func (s *parser) remark(c code, at diag.Span, args ...diag.Arg) *diag.Diagnostic {
	s.counts[c]++
	if s.counts[c] > maxPerCode {
		return nil
	}
	s.diags = append(s.diags, diag.Diagnostic{Code: remarks[c].name, Severity: remarks[c].severity, Span: at, Args: args})
	return &s.diags[len(s.diags)-1]
}

// quiet reports whether a further remark with c would only be counted, so that
// a caller need not work out its details.
func (s *parser) quiet(c code) bool { return s.counts[c] >= maxPerCode }

func (s *parser) counted() []diag.Count {
	n := 0
	for _, seen := range s.counts {
		if seen > 0 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	all := make([]diag.Count, 0, n)
	for c, seen := range s.counts {
		if seen > 0 {
			all = append(all, diag.Count{Code: remarks[c].name, Seen: seen})
		}
	}
	return all
}

// at makes a Span of n bytes at pos in the line that begins at off.
func (s *parser) at(off, pos, n int) diag.Span {
	return diag.Span{Offset: pos, Len: n, Line: int(s.line), Column: pos - off + 1}
}

// aboutText remarks on what concerns the text as a whole, and finds out
// whether its lines need a closer look for odd octets.
func (s *parser) aboutText(text string, mark int) {
	if s.p.encoding != UTF8 {
		s.remark(codeUTF16, diag.Span{Line: 1, Column: 1}, diag.Text("encoding", s.p.encoding.String()))
	}
	if mark > 0 {
		s.remark(codeByteOrderMark, diag.Span{Len: mark, Line: 1, Column: 1})
	}
	s.odd = strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text) || strings.Contains(text[mark:], bom)
	if looksLikeHTML(text[mark:]) {
		s.remark(codeHTML, diag.Span{Offset: mark, Line: 1, Column: mark + 1})
	}
	if n := s.p.source; n >= googleBytes/5*4 {
		s.remark(codeNearLimit, diag.Span{Line: 1, Column: 1}, diag.Int("size", n), diag.Int("limit", googleBytes))
	}
}

// looksLikeHTML recognises a page that was served in place of a robots.txt by
// how it begins. Its lines are read all the same (RFC 9309 2.3.1.1 and 2.3.1.5).
func looksLikeHTML(text string) bool {
	text = strings.TrimLeft(text[:min(len(text), 1024)], " \t\r\n")
	if text == "" || text[0] != '<' {
		return false
	}
	for _, tag := range [...]string{"<!doctype", "<html", "<head", "<body", "<?xml", "<script", "<title", "<meta", "<!--", "<div", "<br", "<p>", "<h1", "<pre", "<center", "<link", "<style", "<svg"} {
		if len(text) >= len(tag) && urltext.EqualFold(text[:len(tag)], tag) {
			return true
		}
	}
	return false
}

// oddBytes remarks on octets of a line that no text file should hold. They
// count as they are: an odd octet in a rule is compared like any other.
func (s *parser) oddBytes(start, end int) {
	line := s.p.text[start:end]
	off := start
	if off > 0 && off == s.p.mark() {
		off = 0
	}
	if i := strings.IndexByte(line, 0); i >= 0 {
		s.remark(codeNUL, s.at(off, start+i, 1))
	}
	if i := strings.Index(line, bom); i >= 0 {
		s.remark(codeMarkInside, s.at(off, start+i, len(bom)))
	}
	if !utf8.ValidString(line) {
		i := 0
		for r, n := utf8.DecodeRuneInString(line); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(line[i:]) {
			i += n
		}
		s.remark(codeInvalidUTF8, s.at(off, start+i, 1))
	}
}

// junk files a line that is no record, and says what its author may have meant.
func (s *parser) junk(off, start, end int) {
	line := strings.TrimRight(s.p.text[start:end], " \t")
	s.add(off, start, start+len(line), 0, DirJunk)
	if s.inRun {
		s.between = betweenRecord
	}
	word := line
	if i := strings.IndexAny(word, " \t"); i >= 0 {
		word = word[:i]
	}
	if word != "" && len(word) < 20 {
		if d := directiveOf(word); d.IsRule() || d == DirUserAgent || d == DirSitemap {
			s.remark(codeMissingColon, s.at(off, start, len(word)), diag.Text("directive", d.String()), diag.Text("profile", s.rd.id))
			return
		}
	}
	s.remark(codeUnparsable, s.at(off, start, len(line)))
}

// unknown remarks on a record whose key nobody documents. It is information
// only, unless the key is a near miss of one that decides something.
func (s *parser) unknown(off, start int, key string) {
	if !s.quiet(codeMisspelt) && len(key) < 24 {
		if d, ok := nearest(key); ok {
			s.remark(codeMisspelt, s.at(off, start, len(key)), diag.Text("key", key), diag.Text("directive", d.String()))
			return
		}
	}
	s.remark(codeUnknown, s.at(off, start, len(key)), diag.Text("key", key))
}

// joined remarks that the user-agent line at record i joins the run before it,
// though something that is no rule stands between (RFC 9309 2.2.4).
func (s *parser) joined(i int, star bool) {
	first := s.firstOfRun()
	d := s.remark(codeImplicitMerge, s.p.span(i, int(s.p.recs[i].off), int(s.p.recs[i].val)+s.p.recs[i].vlen()-int(s.p.recs[i].off)),
		diag.Int("line", s.seenLine), diag.Text("between", [...]string{"", "blank", "record"}[s.between]))
	if d == nil {
		return
	}
	d.Related = []diag.Span{s.p.span(first, int(s.p.recs[first].val), s.p.recs[first].vlen())}
	switch {
	case s.between == betweenBlank:
		d.Severity = diag.Info
	case star || s.starRun:
		d.Severity = diag.Error
	}
}

func (s *parser) firstOfRun() int { return int(s.p.groups[len(s.p.groups)-1].first) }

// aboutToken remarks on the value of the user-agent line at record i.
func (s *parser) aboutToken(i int) {
	value := s.p.value(i)
	if value == "*" {
		return
	}
	n, digits := 0, false
	for n < len(value) && octets[value[n]]&(isLetter|isDigit) != 0 {
		digits = digits || octets[value[n]]&isDigit != 0
		n++
	}
	at := s.p.span(i, int(s.p.recs[i].val), len(value))
	switch {
	case value == "":
		s.remark(codeEmptyUserAgent, at)
	case n < len(value):
		s.remark(codeTokenGrammar, at, diag.Text("value", value), diag.Text("token", value[:s.rd.tokenLen(value)]))
	case digits:
		s.remark(codeTokenDigits, at, diag.Text("token", value))
	}
}

// aboutRule remarks on the pattern of the rule at record i.
func (s *parser) aboutRule(i int) {
	p := s.p
	value, at := p.value(i), int(p.recs[i].val)
	if p.recs[i].class() == ruleNever {
		s.remark(codeNoSlash, p.span(i, at, len(value)), diag.Text("pattern", value))
	}
	if j := strings.IndexByte(value, '$'); j >= 0 && j < len(value)-1 {
		s.remark(codeDollarInside, p.span(i, at+j, 1), diag.Text("pattern", value))
	}
	if j := urltext.BadEscape(value); j >= 0 {
		s.remark(codeBadEscape, p.span(i, at+j, 1), diag.Text("pattern", value))
	}
}

// extension remarks on the record of another directive that was just added.
func (s *parser) extension(d Directive) {
	i := len(s.p.recs) - 1
	if d.Scope() == ScopeGroup && len(s.p.groups) == 0 {
		s.remark(codeRecordBeforeGroup, s.p.span(i, int(s.p.recs[i].val), s.p.recs[i].vlen()), diag.Text("directive", d.String()))
	}
	switch value := s.p.value(i); d {
	case DirCrawlDelay:
		if _, ok := parseDelay(value); !ok {
			s.remark(codeBadDelay, s.p.span(i, int(s.p.recs[i].val), len(value)), diag.Text("value", value))
		}
	case DirRequestRate:
		if _, ok := parseRate(value); !ok {
			s.remark(codeBadRate, s.p.span(i, int(s.p.recs[i].val), len(value)), diag.Text("value", value))
		}
	}
}
