package robots

import (
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots/internal/urltext"
)

// breaks walks over a text line by line like lines, for readings that know more
// line ends.
type breaks struct {
	text string
	ends string // besides CR, LF and CRLF
	pos  int
}

func (b *breaks) next() (start, end int, ok bool) {
	if b.pos >= len(b.text) {
		return 0, 0, false
	}
	start = b.pos
	for i := start; i < len(b.text); i++ {
		c, n := b.text[i], 1
		switch {
		case c == '\n':
		case c == '\r':
			if i+1 < len(b.text) && b.text[i+1] == '\n' {
				n = 2
			}
		case c < ' ' && strings.IndexByte(b.ends, c) >= 0:
		case c >= utf8.RuneSelf && b.ends != "":
			var r rune
			if r, n = utf8.DecodeRuneInString(b.text[i:]); r == utf8.RuneError || !strings.ContainsRune(b.ends, r) {
				i += n - 1
				continue
			}
		default:
			continue
		}
		b.pos = i + n
		return start, i, true
	}
	b.pos = len(b.text)
	return start, b.pos, true
}

// dialects reads all lines by the knobs of the reading.
func (s *parser) dialects(mark int) {
	p, rd := s.p, s.rd
	text := p.text
	if rd.markup == markupOfPages {
		if lower := urltext.Lower(text); looksLikePage(lower) {
			p.marked = true
			s.unread = !strings.Contains(lower, "user-agent:") // a page is no robots.txt
		}
	}
	p.marked = p.marked || rd.markup == markupGone
	s.unread = s.unread || rd.openAbove > 0 && p.source > rd.openAbove
	if rd.reject&rejectUTF8 != 0 && !utf8.ValidString(text) {
		s.giveUp("an octet that is no UTF-8")
	}
	l := breaks{text: text, ends: rd.ends}
	for !s.full {
		start, end, ok := l.next()
		if !ok {
			break
		}
		s.line++
		s.long = false
		if s.limited(start, end) {
			continue
		}
		off := start
		if start == 0 {
			start = mark
		}
		s.dialect(off, start, end)
		if s.odd && !s.full {
			s.oddBytes(start, end)
		}
	}
	if rd.reject&rejectEmpty != 0 && !s.items {
		s.giveUp("no line but blank ones and comments")
	}
	p.asIs = p.rejected != "" || s.unread
}

// giveUp notes why the parser of this reading would reject the file. The lines
// are read all the same, so that there is something to show.
func (s *parser) giveUp(reason string) {
	if s.p.rejected == "" {
		s.p.rejected = reason
	}
}

// dialect reads one line.
func (s *parser) dialect(off, start, end int) {
	p, rd := s.p, s.rd
	defer s.aboutCap(start, end)
	end = s.capped(start, end)
	if start == end && rd.runEnds&endBlank != 0 {
		s.closeGroup()
	}
	c := cutter{rd: rd, base: start, line: p.text[start:end]}
	if p.marked {
		if plain := stripMarkup(c.line, &c.at); len(plain) < len(c.line) {
			c.line = plain
		} else {
			c.at = nil
		}
	}
	what := c.split()
	if rd.swallow {
		// Comments and lines it does not know end at a line feed only.
		if s.toFeed && what != cutBlank {
			what = cutComment
		}
		s.items = s.items || what == cutRecord || what == cutJunk
		feed := end == len(p.text) || p.text[end] == '\n' || strings.HasPrefix(p.text[end:], "\r\n")
		s.toFeed = !feed && (s.toFeed || c.hash || what == cutJunk || what == cutRecord && !known(rd, c))
	}
	if s.unread && what != cutBlank && what != cutComment {
		what = cutJunk
	}
	if s.taker != 0 && what != cutBlank {
		s.take(off, &c, what)
		return
	}
	switch what {
	case cutBlank:
		s.blank(off)
		return
	case cutComment:
		s.add(off, end, 0, 0, DirComment)
		return
	case cutJunk:
		s.junk(off, start, end)
		return
	}
	if rd.reject&rejectStray != 0 && c.extra != 0 && (len(p.groups) == 0 || c.extra == DirCrawlDelay && !isFloat(c.line[c.x0:c.x1])) {
		s.giveUp("a rule or Crawl-delay before any user-agent line")
	}
	key := p.clean(rd, c.line[c.k0:c.k1])
	k, kend := c.span(c.k0, c.k1)
	v, e := c.span(c.v0, c.v1)
	dir := rd.keyOf(key, c.colon)
	empty := v == e || p.clean(rd, p.text[v:e]) == ""
	switch {
	case key == "", dir == DirUnknown && !c.colon, rd.colon == colonTokens && empty && end == len(p.text) && dir != DirUnknown:
		s.junk(off, start, end)
		return
	case rd.swallow && v == e && DirUserAgent <= dir && dir <= DirSitemap && swallows(p.text, v, end):
		s.junk(off, start, end)
		s.taker = dir
		return
	case dir == DirUnknown:
		s.unknown(k, p.text[k:kend])
	case !c.colon:
		s.note(remark{code: codeMissingColon, off: uint32(k), len: uint32(kend - k), rec: uint32(len(p.recs)), n: uint32(dir)})
	}
	s.file(off, v, e, dir, empty)
}

// swallows reports whether a line that ends at end, with nothing but white space
// behind its colon at v, takes a later one for its value. What looks for the
// value there goes over line feeds, but not over a CR that follows one.
func swallows(text string, v, end int) bool {
	feed := false
	for v < len(text) {
		r, n := utf8.DecodeRuneInString(text[v:])
		switch {
		case r == '\n':
			feed = true
		case feed && r != ' ' && r != '\t', !whiteUnicode.isWhite(r):
			return v > end && strings.IndexByte(controls+"\r", text[v]) < 0
		default:
			feed = false
		}
		v += n
	}
	return false
}

func known(rd *reading, c cutter) bool {
	return rd.keyOf(c.line[c.k0:c.k1], c.colon) != DirUnknown
}

// take files a line as the value that a line before it was left without.
func (s *parser) take(off int, c *cutter, what cutKind) {
	dir := s.taker
	s.taker = 0
	if what == cutComment {
		c.t0 = len(c.line)
		c.t1 = c.t0
	}
	v, e := c.span(c.t0, c.t1)
	s.file(off, v, e, dir, v == e)
}

// file files a well-formed record and lets it act on groups and rules.
func (s *parser) file(off, v, e int, dir Directive, empty bool) {
	if s.rd.reject&rejectValue != 0 && dir.IsRule() && !utf8.ValidString(s.p.text[v:e]) {
		s.giveUp("a pattern that is no UTF-8")
	}
	if dir == DirUserAgent {
		s.dialectAgent(off, v, e, empty)
		return
	}
	s.joins = false
	if dir.IsRule() {
		s.dialectRule(off, v, e, dir)
		return
	}
	i := len(s.p.recs)
	s.add(off, v, e, 0, dir)
	if s.rd.reject&rejectStray != 0 && dir == DirCrawlDelay && (len(s.p.groups) == 0 || !isFloat(s.p.value(i))) {
		s.giveUp("a Crawl-delay before any user-agent line, or one that is no number")
	}
	if s.inRun {
		s.between = betweenRecord
		if s.ends(dir, s.p.value(i)) {
			s.endRun(i)
		}
	}
	if dir > DirDisallow {
		s.extension(dir)
	}
}

// ends reports whether a record ends the run of user-agent lines.
func (s *parser) ends(dir Directive, value string) bool {
	ends := s.rd.runEnds
	switch dir {
	case DirSitemap:
		return ends&endSitemap != 0
	case DirCrawlDelay:
		return ends&endDelay != 0 || ends&endNumber != 0 && isFloat(value)
	case DirRequestRate:
		return ends&endRate != 0
	}
	return ends&endOther != 0
}

func (s *parser) endRun(i int) {
	s.p.groups[len(s.p.groups)-1].rules = uint32(i)
	s.inRun, s.between = false, betweenNothing
}

// closeGroup ends the group at hand: until the next user-agent line, rules
// stand outside any group.
func (s *parser) closeGroup() {
	p := s.p
	if n := len(p.groups); n > 0 && p.groups[n-1].end == 0 {
		p.groups[n-1].end = uint32(len(p.recs))
		if s.inRun {
			p.groups[n-1].rules = p.groups[n-1].end
		}
		s.outside = true
	}
	s.inRun, s.between = false, betweenNothing
}

func (s *parser) dialectAgent(off, v, e int, empty bool) {
	p, rd := s.p, s.rd
	i := len(p.recs)
	s.add(off, v, e, 0, DirUserAgent)
	if s.bare {
		s.dropBare()
	}
	if rd.emptyJoins && empty {
		s.joins = s.joins || !s.inRun && len(p.groups) > 0
		s.aboutToken(i)
		return
	}
	star := rd.isStar(p.text[v:e])
	if !s.inRun {
		if n := s.limits.Groups; n > 0 && len(p.groups) >= n {
			s.hit(limitGroups, n)
			return
		}
		g := grp{first: uint32(i)}
		if n := len(p.groups); n > 0 {
			if p.groups[n-1].end == 0 {
				p.groups[n-1].end = uint32(i)
			}
			if s.joins {
				g.first = p.groups[n-1].first
			}
		}
		p.groups = append(p.groups, g)
		s.inRun, s.starRun, s.outside = true, star, false
	} else {
		if s.between != betweenNothing {
			s.joined(i, star)
		}
		s.starRun = s.starRun || star
	}
	s.between, s.joins = betweenNothing, false
	s.aboutToken(i)
}

// dropBare takes back the rules that stood for everybody as long as no
// user-agent line had come.
func (s *parser) dropBare() {
	p := s.p
	s.bare = false
	p.groups, s.rules = p.groups[:0], 0
	for i := range p.recs {
		r := &p.recs[i]
		if r.dir().IsRule() {
			r.meta = meta(r.vlen(), ruleNone, r.dir())
		}
	}
}

func (s *parser) dialectRule(off, v, e int, d Directive) {
	p, rd := s.p, s.rd
	if n := s.limits.Rules; n > 0 && s.rules >= n {
		s.add(off, v, e, 0, d)
		s.hit(limitRules, n)
		return
	}
	i := len(p.recs)
	if len(p.groups) == 0 && rd.bareRules && !s.agents() {
		p.groups = append(p.groups, grp{rules: uint32(i)})
		s.bare = true
	}
	if len(p.groups) == 0 || s.outside {
		s.add(off, v, e, ruleNone, d)
		s.remark(codeRuleBeforeGroup, v, e-v)
		if rd.reject&rejectStray != 0 {
			s.giveUp("a rule before any user-agent line")
		}
		return
	}
	pattern, c := p.dialectPattern(rd, p.text[v:e], d == DirAllow)
	if n := rd.ruleCount; n > 0 && s.rules >= n && c > ruleNever {
		c = ruleNever
	}
	if c > ruleNever && pattern != p.text[v:e] {
		s.norm(norm{uint32(i), pattern})
		c = c.normed()
	}
	s.add(off, v, e, c, d)
	s.rules++
	if s.inRun {
		s.endRun(i)
	}
	s.aboutRule(i)
}

// agents reports whether a user-agent line was read.
func (s *parser) agents() bool { return len(s.p.groups) > 0 && !s.bare }

// isFloat reports whether strconv.ParseFloat would take v and find it in range;
// hexadecimal numbers, which it takes too, are not worth their code.
func isFloat(v string) bool {
	v = strings.TrimPrefix(strings.TrimPrefix(v, "+"), "-")
	if w := urltext.Lower(v); w == "inf" || w == "infinity" || w == "nan" {
		return true
	}
	digits := func() (n int) {
		for n < len(v) && '0' <= v[n] && v[n] <= '9' {
			n++
		}
		v = v[n:]
		return n
	}
	n := digits()
	if strings.HasPrefix(v, ".") {
		v = v[1:]
		n += digits()
	}
	if n == 0 || n > 300 {
		return false
	}
	if v != "" && v[0]|0x20 == 'e' {
		v = strings.TrimLeft(v[1:], "+-")
		if n = digits(); n == 0 || n > 2 {
			return false
		}
	}
	return v == ""
}
