package robots

import (
	"strings"
	"unicode/utf8"
)

// dialectPattern returns the pattern of a rule in the form in which it is
// compared, and how.
func (p *Policy) dialectPattern(rd *reading, raw string, allow bool) (string, ruleClass) {
	v := p.clean(rd, raw)
	switch {
	case v != "":
	case rd.emptyRule == emptyAll:
		return "", rulePrefix
	case rd.emptyRule == emptySlash && !allow:
		return "/", rulePrefix
	case rd.emptyRule == emptyNever:
		return "", ruleNever
	default:
		return "", ruleEmpty
	}
	if n := rd.valueCap; n > 0 && len(v) > n {
		v = replaced(v[:n])
	}
	if rd.addSlash && v[0] != '/' && v[0] != '*' {
		v = "/" + v
	}
	switch rd.cutStars {
	case cutOne:
		v = strings.TrimSuffix(v, "*")
	case cutAll:
		v = strings.TrimRight(v, "*")
	}
	if v == "" || rd.ruleCap > 0 && len(v) > rd.ruleCap || rd.percent == percentTexting && !utf8.ValidString(v) {
		return v, ruleNever
	}
	if rd.glob == globLastOnly {
		if i := strings.IndexByte(v, '$'); i >= 0 {
			if strings.Trim(v[i:], "$*") != "" {
				return rd.otherPattern(v), ruleNever
			}
			v = v[:i+1]
		}
		v = squeezeStars(v)
	}
	v = rd.normalPattern(v)
	if v == "" {
		return v, ruleNever
	}
	var flags byte
	for i := range len(v) {
		flags |= octets[v[i]]
	}
	return v, classOf(v, flags)
}

// squeezeStars makes one star of each run of stars.
func squeezeStars(v string) string {
	if !strings.Contains(v, "**") {
		return v
	}
	b := make([]byte, 0, len(v))
	for i := range len(v) {
		if v[i] != '*' || i == 0 || v[i-1] != '*' {
			b = append(b, v[i])
		}
	}
	return string(b)
}

// allows reports whether the rule at record i allows what it matches.
func (p *Policy) allows(rd *reading, i int) bool {
	r := &p.recs[i]
	return r.dir() == DirAllow || rd.emptyRule >= emptySlash && rd.emptyRule <= emptyAll && p.clean(rd, p.value(i)) == ""
}

// A rule may stand for more patterns than the one that is written.
const (
	asWritten uint8 = iota
	asIndex         // /x/ instead of /x/index.html
	asDollar        // %24 instead of $
	variants
)

// variant returns an additional pattern of a rule, or "".
func (rd *reading) variant(kind uint8, pattern string, allow bool) string {
	if kind == asDollar {
		if rd.dollarToo && strings.IndexByte(pattern, '$') >= 0 {
			return swapped(pattern, '$', "%24")
		}
		return ""
	}
	tail := ""
	switch rd.index {
	case indexGoogle:
		if allow {
			return indexPattern(pattern)
		}
		return ""
	case indexProtego:
		if !allow || !strings.HasSuffix(pattern, "/index.html") {
			return ""
		}
		tail = "index.html"
	case indexJava, indexCommons:
		for _, t := range [...]string{"index.html", "index.htm"} {
			if strings.HasSuffix(pattern, t) {
				tail = t
				break
			}
		}
		if tail == "" || rd.index == indexJava && (!allow || !strings.HasSuffix(pattern, "/"+tail)) {
			return ""
		}
	default:
		return ""
	}
	return pattern[:len(pattern)-len(tail)] + "$"
}

// other weighs the rules of group g by the order and tie of the reading.
func (b *best) other(g int) {
	p, rd, gr := b.p, b.rd, b.p.groups[g]
	if rd.order == orderFloor {
		b.floor(gr)
		return
	}
	if rd.order == orderFirst && b.rule > 0 {
		return
	}
	kinds := variants
	if rd.index == indexNone && !rd.dollarToo {
		kinds = 1
	}
	for i := int(gr.rules); i < int(gr.end); i++ {
		if p.recs[i].class() <= ruleNever {
			continue
		}
		text, _ := p.pattern(i)
		allow := p.allows(rd, i)
		for kind := asWritten; kind < kinds; kind++ {
			pattern := text
			if kind > 0 {
				if pattern = rd.variant(kind, text, allow); pattern == "" {
					continue
				}
			}
			n, ok := rd.weight(pattern, b.target)
			if !ok || b.rule > 0 && (n < b.octets || n == b.octets && !rd.wins(allow, b.allow)) {
				continue
			}
			b.rule, b.octets, b.allow, b.alt = i+1, n, allow, kind
			if rd.order == orderFirst {
				return
			}
		}
	}
}

// wins reports whether a later rule beats an earlier one of the same weight.
func (rd *reading) wins(later, earlier bool) bool {
	return rd.tie == tieLast || rd.tie == tieAllow && later && !earlier
}

// weight reports whether a pattern matches target, and with what weight.
func (rd *reading) weight(pattern, target string) (int, bool) {
	ok := rd.globs(pattern, target)
	switch {
	case !ok:
		return 0, false
	case rd.order == orderMatched:
		return matchedLen(pattern, target), true
	case rd.order == orderRegex:
		return regexLen(pattern), true
	}
	return len(pattern), true
}

// globs reports whether a pattern matches target by the glob of the reading.
func (rd *reading) globs(pattern, target string) bool {
	switch rd.glob {
	case globNone:
		return strings.HasPrefix(target, pattern)
	case globAnchors, globFloating:
		if i := strings.IndexByte(pattern, '$'); i >= 0 {
			// Behind an end nothing can match but nothing.
			if strings.Trim(pattern[i:], "$*") != "" {
				return false
			}
			pattern = pattern[:i+1]
		}
		if rd.glob == globFloating && strings.ContainsAny(pattern, "*$") {
			pattern = "*" + pattern
		}
	case globFirst:
		if i := strings.LastIndexByte(pattern, '*'); i >= 0 && i < len(pattern)-2 && pattern[len(pattern)-1] == '$' {
			return endsFirst(pattern[:len(pattern)-1], target)
		}
	}
	return matches(pattern, target)
}

// endsFirst reports whether target ends where the pieces of pattern end, each
// taken at its first place.
func endsFirst(pattern, target string) bool {
	head, pattern, _ := strings.Cut(pattern, "*")
	if !strings.HasPrefix(target, head) {
		return false
	}
	target = target[len(head):]
	for more := true; more; {
		var piece string
		piece, pattern, more = strings.Cut(pattern, "*")
		i := strings.Index(target, piece)
		if i < 0 {
			return false
		}
		target = target[i+len(piece):]
	}
	return target == ""
}

// matchedLen returns how much of target a pattern that matches it takes, when
// its last star takes as much as it can.
func matchedLen(pattern, target string) int {
	if strings.HasSuffix(pattern, "$") {
		return len(target)
	}
	i := strings.LastIndexByte(pattern, '*')
	if i < 0 {
		return len(pattern)
	}
	return strings.LastIndex(target, pattern[i+1:]) + len(pattern) - i - 1
}

// regexLen returns how long the regular expression is that temoto/robotstxt
// makes of a pattern: plain patterns stay as they are.
func regexLen(pattern string) int {
	n := len(pattern)
	if !strings.ContainsAny(pattern, "*$") {
		return n
	}
	for i := range len(pattern) {
		if strings.IndexByte(`\.+*?()|[]{}^`, pattern[i]) >= 0 {
			n++
		}
	}
	return n
}

// floor weighs the rules of a group as Heritrix does: of the plain ones that
// disallow, and of those that allow, only the greatest that is not above the
// target is asked, so a rule in between hides the one that would match.
func (b *best) floor(gr grp) {
	p, rd := b.p, b.rd
	var floors [2]struct {
		rule int
		text string
	}
	take := func(i, n int, allow bool) {
		if n > b.octets || n == b.octets && allow && !b.allow {
			b.rule, b.octets, b.allow, b.alt = i, n, allow, asWritten
		}
	}
	for i := int(gr.rules); i < int(gr.end); i++ {
		if p.recs[i].class() <= ruleNever {
			continue
		}
		text, glob := p.pattern(i)
		allow := p.allows(rd, i)
		if glob {
			if matches(text, b.target) {
				take(i+1, len(text), allow)
			}
			continue
		}
		f := &floors[0]
		if allow {
			f = &floors[1]
		}
		if text <= b.target && (f.rule == 0 || text > f.text) {
			f.rule, f.text = i+1, text
		}
	}
	for i, f := range floors {
		if f.rule > 0 && strings.HasPrefix(b.target, f.text) {
			take(f.rule, len(f.text), i == 1)
		}
	}
}
