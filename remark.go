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

// A remark is a diagnostic as the parser notes it: where, and a number. The
// rest can be told from the text, and is, when somebody asks (diagnose.go).
type remark struct {
	off, len uint32 // of what it is about
	rec      uint32 // the record it stands in, or noRec
	n        uint32 // what it means depends on the code
	code     code
	severity diag.Severity // where it is not the usual one
	limit    limitKind     // for codeLimitReached
}

// A limitKind is one of the Limits besides Bytes.
type limitKind uint8

const (
	limitLineBytes limitKind = iota
	limitLines
	limitGroups
	limitRules
)

var limitNames = [...]string{"line-bytes", "lines", "groups", "rules"}

const noRec = 1<<32 - 1

// remark notes a remark with code c about n bytes at off, in the record that
// was added last.
func (s *parser) remark(c code, off, n int) {
	s.note(remark{code: c, off: uint32(off), len: uint32(n), rec: uint32(len(s.p.recs) - 1)})
}

// note is rarely called and from many places: inlined into each it would make
// up a tenth of the WebAssembly build.
//
//go:noinline
func (s *parser) note(r remark) {
	s.counts[r.code]++
	// Texts of junk meet the same code on every line: keep some, count all.
	if s.counts[r.code] <= maxPerCode {
		if s.p.remarks == nil {
			s.p.remarks = make([]remark, 0, 8) // few texts need more
		}
		s.p.remarks = append(s.p.remarks, r)
	}
}

// aboutText remarks on what concerns the text as a whole, and finds out
// whether its lines need a closer look for odd octets.
func (s *parser) aboutText(text string, mark int) {
	about := func(c code, off, n int, number int) {
		s.note(remark{code: c, off: uint32(off), len: uint32(n), rec: noRec, n: uint32(number)})
	}
	if s.p.encoding != UTF8 {
		about(codeUTF16, 0, 0, 0)
	}
	if mark > 0 {
		about(codeByteOrderMark, 0, mark, 0)
	}
	s.odd = strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text) || strings.Contains(text[mark:], bom)
	if looksLikeHTML(text[mark:]) {
		about(codeHTML, mark, 0, 0)
	}
	if n := s.p.source; n >= googleBytes/5*4 {
		about(codeNearLimit, 0, 0, n)
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
	if i := strings.IndexByte(line, 0); i >= 0 {
		s.remark(codeNUL, start+i, 1)
	}
	if i := strings.Index(line, bom); i >= 0 {
		s.remark(codeMarkInside, start+i, len(bom))
	}
	if !utf8.ValidString(line) {
		i := 0
		for r, n := utf8.DecodeRuneInString(line); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(line[i:]) {
			i += n
		}
		s.remark(codeInvalidUTF8, start+i, 1)
	}
}

// junk files a line that is no record, and says what its author may have meant.
func (s *parser) junk(off, start, end int) {
	text := s.p.text
	for end > start && (text[end-1] == ' ' || text[end-1] == '\t') {
		end--
	}
	s.add(off, start, end, 0, DirJunk)
	if s.inRun {
		s.between = betweenRecord
	}
	n := start
	for n < end && octets[text[n]]&isLetter != 0 {
		n++
	}
	if n == end || text[n] == ' ' || text[n] == '\t' {
		if d := directiveOf(text[start:n]); d.IsRule() || d == DirUserAgent || d == DirSitemap {
			s.note(remark{code: codeMissingColon, off: uint32(start), len: uint32(n - start), rec: uint32(len(s.p.recs) - 1), n: uint32(d)})
			return
		}
	}
	s.remark(codeUnparsable, start, end-start)
}

// unknown remarks on a record whose key nobody documents, which is about to be
// added. It is information only, unless the key is a near miss of one that
// decides something.
func (s *parser) unknown(start int, key string) {
	r := remark{code: codeUnknown, off: uint32(start), len: uint32(len(key)), rec: uint32(len(s.p.recs))}
	if isName(key) {
		if d, ok := nearest(key); ok {
			r.code, r.n = codeMisspelt, uint32(d)
		}
	}
	s.note(r)
}

// joined remarks that the user-agent line at record i joins the run before it,
// though something that is no rule stands between (RFC 9309 2.2.4).
func (s *parser) joined(i int, star bool) {
	p := s.p
	first := p.groups[len(p.groups)-1].first
	r := remark{code: codeImplicitMerge, off: p.recs[i].off, rec: uint32(i), n: first}
	r.len = p.recs[i].val + uint32(p.recs[i].vlen()) - r.off
	switch {
	case s.between == betweenBlank:
		r.severity = diag.Info
	case star || s.starRun:
		r.severity = diag.Error
	}
	s.note(r)
}

// aboutToken remarks on the value of the user-agent line at record i.
func (s *parser) aboutToken(i int) {
	value, at := s.p.value(i), int(s.p.recs[i].val)
	if value == "*" {
		return
	}
	var all byte
	for j := 0; j < len(value); j++ {
		f := octets[value[j]] & (isLetter | isDigit)
		if f == 0 {
			s.remark(codeTokenGrammar, at, len(value))
			return
		}
		all |= f
	}
	switch {
	case value == "":
		s.remark(codeEmptyUserAgent, at, 0)
	case all&isDigit != 0:
		s.remark(codeTokenDigits, at, len(value))
	}
}

// aboutRule remarks on the pattern of the rule at record i.
func (s *parser) aboutRule(i int) {
	value, at := s.p.value(i), int(s.p.recs[i].val)
	if s.p.recs[i].class() == ruleNever {
		s.remark(codeNoSlash, at, len(value))
	}
	if j := strings.IndexByte(value, '$'); j >= 0 && j < len(value)-1 {
		s.remark(codeDollarInside, at+j, 1)
	}
	if j := urltext.BadEscape(value); j >= 0 {
		s.remark(codeBadEscape, at+j, 1)
	}
}

// extension remarks on the record of another directive that was just added.
func (s *parser) extension(d Directive) {
	i := len(s.p.recs) - 1
	value, at := s.p.value(i), int(s.p.recs[i].val)
	if d.Scope() == ScopeGroup && len(s.p.groups) == 0 {
		s.remark(codeRecordBeforeGroup, at, len(value))
	}
	switch d {
	case DirCrawlDelay:
		if _, ok := parseDelay(value); !ok {
			s.remark(codeBadDelay, at, len(value))
		}
	case DirRequestRate:
		if _, ok := parseRate(value); !ok {
			s.remark(codeBadRate, at, len(value))
		}
	}
}
