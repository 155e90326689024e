package robots

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// Options changes how a text is read. The zero value follows RFC 9309 with the
// default limits.
type Options struct {
	Profile Profile
	Limits  Limits
}

// Parse reads the text of a robots.txt by RFC 9309. It never fails: whatever
// the text is, each line is tried and the usable ones count
// (RFC 9309 2.3.1.5). The policy keeps text, it does not copy it.
func Parse(text string) *Policy { return Options{}.Parse(text) }

// Parse reads the text of a robots.txt. It never fails; see Parse.
func (o Options) Parse(text string) *Policy {
	p := &Policy{kind: KindDocument, profile: o.Profile, source: len(text)}
	s := parser{p: p, rd: o.Profile.reading(), limits: o.Limits}
	s.run(text)
	for c, n := range s.counts {
		p.counts[c] = uint32(n)
	}
	return p
}

// A parser turns text into the records, groups and remarks of p. It walks the
// text once; what a line means is settled when the line is read.
type parser struct {
	p      *Policy
	rd     *reading
	limits Limits
	line   uint32 // number of the line at hand

	inRun   bool // the last group has user-agent lines and no rule yet
	between uint8
	starRun bool // the run at hand names *
	rules   int
	odd     bool // some line holds a NUL, a stray mark or invalid UTF-8
	full    bool // a limit was hit: stop
	long    bool // the line at hand is cut
	short   bool // the text was cut
	counts  [numCodes]int

	// For dialects only.
	outside bool      // an empty line has ended the group at hand
	unread  bool      // the text counts as none: every line is junk
	bare    bool      // the only group is of rules without any user-agent line
	joins   bool      // the next user-agent line joins the group before it
	items   bool      // there was a line that is neither blank nor a comment
	toFeed  bool      // what stands before the next line feed does not count
	taker   Directive // of the line that takes the next one for its value
}

// What stands between a user-agent line and the one before it in its run.
const (
	betweenNothing uint8 = iota
	betweenBlank
	betweenRecord
)

func (s *parser) run(text string) {
	p := s.p
	limit := s.limits.bytes()
	if e := encodingOf(text); e != UTF8 && s.rd.utf16 {
		// Two octets of UTF-16 become at least one, so more than this could
		// only be decoded to be cut.
		if most := 2 + 2*limit; len(text) > most {
			text, s.short = text[:most], true
		}
		text = decode16(text, e)
		p.encoding = e
	}
	if s.short = s.short || len(text) > limit; s.short {
		text = cut(text, min(limit, len(text)-1))
		p.truncated = true
	}
	p.text = text
	p.groups = p.few[:0]
	mark := p.mark()
	s.aboutText(text, mark)

	p.recs = make([]rec, 0, capacity(text))
	if s.rd.grammar == grammarOther {
		s.dialects(mark)
	} else {
		s.lines(mark)
	}
	s.finish()
}

// lines reads all lines by the grammar of the standard, or Google's.
func (s *parser) lines(mark int) {
	p := s.p
	l := linesOf(p.text)
	for !s.full {
		start, end, ok := l.next()
		if !ok {
			break
		}
		s.line++
		s.long = false
		if len(p.recs) == cap(p.recs) {
			s.grow(l)
		}
		if s.limited(start, end) {
			continue
		}
		off := start
		if start == 0 {
			start = mark
		}
		if s.rd.grammar == grammarGoogle {
			s.loose(off, start, end)
		} else {
			s.strict(off, start, end)
		}
		if s.odd && !s.full {
			s.oddBytes(start, end)
		}
	}
}

// finish closes what is still open at the end of the text.
func (s *parser) finish() {
	p, text := s.p, s.p.text
	p.rules = s.rules
	if s.full {
		// What was remarked on the record at the cut goes with it.
		last := uint32(len(p.recs) - 1)
		p.text, p.recs = text[:p.recs[last].off], p.recs[:last]
		p.remarks = slices.DeleteFunc(p.remarks, func(r remark) bool {
			if r.rec == noRec || r.rec < last {
				return false
			}
			s.counts[r.code]--
			return true
		})
	} else if s.short {
		s.note(remark{code: codeFileTruncated, off: uint32(len(text)), rec: noRec, n: uint32(s.limits.bytes())})
	}
	for i := range p.groups {
		if p.groups[i].end == 0 {
			p.groups[i].end = uint32(len(p.recs))
		}
		if g := &p.groups[i]; g.rules == 0 && !s.bare || g.rules > g.end {
			g.rules = g.end
		}
	}
}

// capacity guesses how many records a text will have: one for each line feed,
// but no more than would be had at sixteen bytes a line. A guess too high
// costs memory on every file, one too low a second allocation on few.
func capacity(text string) int {
	return min(strings.Count(text, "\n")+1, len(text)/16+8)
}

// grow makes room for exactly the records that are still to come, by looking
// ahead once. Doubling instead would leave several times the text's own size
// behind on a text of very short lines.
func (s *parser) grow(l lines) {
	n, blank := 1, false
	for {
		start, end, ok := l.next()
		if !ok {
			break
		}
		if is := start == end; !is || !blank {
			n++
			blank = is
		}
	}
	recs := make([]rec, len(s.p.recs), len(s.p.recs)+n)
	copy(recs, s.p.recs)
	s.p.recs = recs
}

// strict reads one line by the grammar of RFC 9309 2.2: key, colon, value,
// with spaces and tabs around them, and a comment behind #.
func (s *parser) strict(off, start, end int) {
	text := s.p.text
	i := start
	for i < end && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	if i == end {
		s.blank(off)
		return
	}
	if text[i] == '#' {
		s.add(off, end, 0, 0, DirComment)
		return
	}
	dir, colon := fastKey(text[i:end])
	if dir == DirUnknown {
		colon = 0
		for i+colon < end && text[i+colon] != ':' {
			if text[i+colon] == '#' {
				end = i + colon
				break
			}
			colon++
		}
		if i+colon == end {
			s.junk(off, i, end)
			return
		}
		key := strings.TrimRight(text[i:i+colon], " \t")
		if key == "" {
			s.junk(off, i, end)
			return
		}
		dir = directiveOf(key)
		if dir == DirUnknown {
			s.unknown(i, key)
		}
	}
	v := i + colon + 1
	for v < end && (text[v] == ' ' || text[v] == '\t') {
		v++
	}
	var flags byte
	e := v
	for e < end {
		f := octets[text[e]]
		if f&isHash != 0 {
			break
		}
		flags |= f
		e++
	}
	for e > v && (text[e-1] == ' ' || text[e-1] == '\t') {
		e--
	}
	s.record(off, v, e, flags, dir)
}

// fastKey recognises the usual spellings of the directives that make up nearly
// all lines, and returns where the colon is. DirUnknown means: look again.
func fastKey(line string) (Directive, int) {
	if len(line) < 9 {
		if len(line) > 5 && line[5] == ':' && urltext.EqualFold(line[:5], "allow") {
			return DirAllow, 5
		}
		return DirUnknown, 0
	}
	w := uint64(line[0]) | uint64(line[1])<<8 | uint64(line[2])<<16 | uint64(line[3])<<24 |
		uint64(line[4])<<32 | uint64(line[5])<<40 | uint64(line[6])<<48 | uint64(line[7])<<56
	// Setting bit 5 folds letters to lower case. Of the other octets that do not
	// have it, only 0x0D folds to one wanted here, to "-", and it ends a line;
	// the colon is looked at by itself.
	switch w | 0x2020202020202020 {
	case 0x776f6c6c61736964: // "disallow"
		if line[8] == ':' {
			return DirDisallow, 8
		}
	case 0x3a70616d65746973: // "sitemap:"
		if line[7] == ':' {
			return DirSitemap, 7
		}
	case 0x65642d6c77617263: // "crawl-de"
		if len(line) > 11 && line[11] == ':' && urltext.EqualFold(line[8:11], "lay") {
			return DirCrawlDelay, 11
		}
	case 0x6567612d72657375: // "user-age"
		if len(line) > 10 && line[10] == ':' && line[8]|0x20 == 'n' && line[9]|0x20 == 't' {
			return DirUserAgent, 10
		}
	}
	if line[5] == ':' && line[0]|0x20 == 'a' && urltext.EqualFold(line[:5], "allow") {
		return DirAllow, 5
	}
	return DirUnknown, 0
}

// record files a well-formed record and lets it act on groups and rules.
func (s *parser) record(off, v, e int, flags byte, dir Directive) {
	switch dir {
	case DirUserAgent:
		s.userAgent(off, v, e)
	case DirAllow, DirDisallow:
		s.rule(off, v, e, flags, dir)
	default:
		// RFC 9309 2.2.4: other records MUST NOT interfere with groups.
		s.add(off, v, e, 0, dir)
		if s.inRun {
			s.between = betweenRecord
		}
		if dir > DirDisallow {
			s.extension(dir)
		}
	}
}

func (s *parser) add(off, v, e int, c ruleClass, d Directive) {
	if v > e {
		e = v
	}
	s.p.recs = append(s.p.recs, rec{off: uint32(off), line: s.line, val: uint32(v), meta: meta(e-v, c, d)})
}

func (s *parser) blank(off int) {
	if s.inRun && s.between == betweenNothing {
		s.between = betweenBlank
	}
	// A run of blank lines is one record, unless there may be something to say
	// about a single one.
	plain := !s.odd && !s.long || off == len(s.p.text) || s.p.text[off] == '\n' || s.p.text[off] == '\r'
	if n := len(s.p.recs); n > 0 && s.p.recs[n-1].dir() == DirBlank && plain {
		return
	}
	s.add(off, off, off, 0, DirBlank)
}

// userAgent opens a group, or joins the run of user-agent lines that the group
// at hand begins with: RFC 9309 2.1 lets only a rule end that run.
func (s *parser) userAgent(off, v, e int) {
	p := s.p
	i := len(p.recs)
	s.add(off, v, e, 0, DirUserAgent)
	star := s.rd.isStar(p.text[v:e])
	if !s.inRun {
		if n := s.limits.Groups; n > 0 && len(p.groups) >= n {
			s.hit(limitGroups, n)
			return
		}
		if n := len(p.groups); n > 0 {
			p.groups[n-1].end = uint32(i)
		}
		p.groups = append(p.groups, grp{first: uint32(i)})
		s.inRun, s.starRun = true, star
	} else {
		if s.between != betweenNothing {
			s.joined(i, star)
		}
		s.starRun = s.starRun || star
	}
	s.between = betweenNothing
	s.aboutToken(i)
}

// rule files an allow or disallow line. RFC 9309 2.2.2: rules outside any
// group are ignored.
func (s *parser) rule(off, v, e int, flags byte, d Directive) {
	p := s.p
	if n := s.limits.Rules; n > 0 && s.rules >= n {
		s.add(off, v, e, 0, d)
		s.hit(limitRules, n)
		return
	}
	i := len(p.recs)
	c := classOf(p.text[v:e], flags)
	if len(p.groups) == 0 {
		s.add(off, v, e, ruleNone, d)
		s.remark(codeRuleBeforeGroup, v, e-v)
		return
	}
	if flags&(isDirty|isDollar) != 0 && c > ruleNever {
		if text := s.rd.normalPattern(p.text[v:e]); text != p.text[v:e] {
			s.norm(norm{uint32(i), text})
			c = c.normed()
		}
	}
	s.add(off, v, e, c, d)
	s.rules++
	if s.inRun {
		p.groups[len(p.groups)-1].rules = uint32(i)
		s.inRun, s.between = false, betweenNothing
	}
	if c == ruleNever || flags&(isDirty|isDollar) != 0 {
		s.aboutRule(i)
	}
}

// norm keeps the normal form of a rule. A text with very many gets room for all
// that may still come at once, for the reason that grow gives.
func (s *parser) norm(n norm) {
	p := s.p
	if len(p.norms) == cap(p.norms) && len(p.norms) >= 1<<10 {
		p.norms = slices.Grow(p.norms, max(1, cap(p.recs)-len(p.recs)))
	}
	p.norms = append(p.norms, n)
}

// limited applies the limits on lines and on the length of a line.
func (s *parser) limited(start, end int) bool {
	if n := s.limits.Lines; n > 0 && int(s.line) > n {
		s.add(start, end, end, 0, DirJunk)
		s.hit(limitLines, n)
		return true
	}
	if n := s.limits.LineBytes; n > 0 && end-start > n {
		s.add(start, end, end, 0, DirJunk)
		s.p.truncated = true
		s.note(remark{code: codeLimitReached, off: uint32(start), len: uint32(end - start), rec: uint32(len(s.p.recs) - 1), n: uint32(n)})
		return true
	}
	return false
}

// capped returns where the part of a line ends that is read. What is behind the
// cap is gone, the front of the line counts, and a rule cut short covers more
// than its author wrote.
func (s *parser) capped(start, end int) int {
	if n := s.rd.lineCap; n > 0 && end-start > n {
		s.long = true
		return start + n
	}
	return end
}

// aboutCap remarks on a line that was cut, once it is filed.
//
//go:noinline
func (s *parser) aboutCap(start, end int) {
	if s.long && !s.full {
		s.remark(codeLineCut, start+s.rd.lineCap, end-start-s.rd.lineCap)
	}
}

// hit stops the parser before the record it has just added.
func (s *parser) hit(what limitKind, n int) {
	s.full, s.p.truncated = true, true
	off := s.p.recs[len(s.p.recs)-1].off
	s.note(remark{code: codeLimitReached, off: off, rec: noRec, n: uint32(n), limit: what})
}
