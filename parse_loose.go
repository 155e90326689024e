package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// loose reads one line as google/robotstxt does. It is apart from strict, so
// that nothing forgiving can leak into the reading of the standard.
func (s *parser) loose(off, start, end int) {
	text := s.p.text
	defer s.aboutCap(start, end)
	end = s.capped(start, end)
	nul := strings.IndexByte(text[start:end], 0)
	if nul >= 0 {
		end = start + nul // Google: lines are C strings
	}
	comment := strings.IndexByte(text[start:end], '#')
	if comment >= 0 {
		end = start + comment
	}
	start, end = trim(text, start, end, s.rd.space())
	if start == end {
		switch {
		case comment >= 0:
			s.add(off, end, 0, 0, DirComment)
		case nul >= 0:
			s.add(off, end, end, 0, DirJunk)
		default:
			s.blank(off)
		}
		return
	}
	sep := strings.IndexByte(text[start:end], ':')
	colon := sep >= 0
	if !colon {
		sep = strings.IndexAny(text[start:end], " \t")
		if sep < 0 || strings.ContainsAny(strings.TrimLeft(text[start+sep:end], " \t"), " \t") {
			s.junk(off, start, end) // Google: exactly two words
			return
		}
	}
	v, e := trim(text, start+sep+1, end, s.rd.space())
	key := strings.TrimRight(text[start:start+sep], s.rd.space())
	if key == "" {
		s.junk(off, start, end)
		return
	}
	dir := s.rd.looseKey(key)
	if dir == DirUnknown {
		if !colon {
			s.junk(off, start, end)
			return
		}
		s.unknown(start, key)
	} else if !colon {
		s.note(remark{code: codeMissingColon, off: uint32(start), len: uint32(sep), rec: uint32(len(s.p.recs)), n: uint32(dir)})
	}
	var flags byte
	for i := v; i < e; i++ {
		flags |= octets[text[i]]
	}
	s.record(off, v, e, flags, dir)
}

// looseKey returns the directive a key counts as. Google compares by prefix,
// and in this order, so that "disallowed" and "Disallow-All" are rules.
func (rd *reading) looseKey(key string) Directive {
	has := func(k string) bool { return len(key) >= len(k) && urltext.EqualFold(key[:len(k)], k) }
	for _, d := range [...]Directive{DirUserAgent, DirAllow, DirDisallow, DirSitemap} {
		if has(d.String()) {
			return d
		}
		for _, t := range rd.typos {
			if t.dir == d && has(t.key) {
				return d
			}
		}
	}
	return directiveOf(key)
}

// trim narrows [start, end) by the white space at both ends.
func trim(text string, start, end int, space string) (int, int) {
	for start < end && strings.IndexByte(space, text[start]) >= 0 {
		start++
	}
	for end > start && strings.IndexByte(space, text[end-1]) >= 0 {
		end--
	}
	return start, end
}
