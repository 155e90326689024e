package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// A ruleClass says how the pattern of a rule is to be compared. It is found
// once, when the line is parsed, so that the four in five rules that are plain
// prefixes cost one comparison each.
type ruleClass uint8

const (
	ruleNone       ruleClass = iota // no rule, or one outside any group
	ruleEmpty                       // no pattern: no restriction
	ruleNever                       // begins with neither "/" nor "*": matches nothing
	rulePrefix                      // no wildcard, compared as written
	ruleTail                        // a prefix and only stars behind it
	ruleGlob                        // wildcards, compared as written
	ruleNormPrefix                  // no wildcard, compared in its normal form
	ruleNormGlob                    // wildcards, compared in its normal form
)

func (c ruleClass) normed() ruleClass {
	if c == rulePrefix {
		return ruleNormPrefix
	}
	return ruleNormGlob
}

// classOf finds the class of a pattern, given the flags of its octets.
func classOf(v string, flags byte) ruleClass {
	switch {
	case v == "":
		return ruleEmpty
	case v[0] != '/' && v[0] != '*':
		return ruleNever
	case flags&isStar == 0:
		if flags&isDollar != 0 && v[len(v)-1] == '$' {
			return ruleGlob
		}
		return rulePrefix
	case strings.IndexByte(strings.TrimRight(v, "*"), '*') < 0 && flags&isDollar == 0:
		return ruleTail
	}
	return ruleGlob
}

// normalPattern returns a pattern in the form in which it is compared.
func (rd *reading) normalPattern(v string) string {
	if rd.percent != percentRFC {
		return rd.otherPattern(v)
	}
	return urltext.NormalPattern(v)
}

// normalTarget returns a target in the form in which it is compared.
func (rd *reading) normalTarget(target string) string {
	if rd.percent != percentRFC {
		return rd.otherTarget(target)
	}
	return urltext.NormalTarget(target)
}

// pattern returns the pattern of the rule at record i as it is compared, and
// whether it holds wildcards.
func (p *Policy) pattern(i int) (text string, glob bool) {
	switch c := p.recs[i].class(); c {
	case ruleNormPrefix, ruleNormGlob:
		return p.normAt(uint32(i)), c == ruleNormGlob
	case ruleTail, ruleGlob:
		return p.value(i), true
	}
	return p.value(i), false
}

// normAt finds the normal form of the rule at record i; p.norms is in order.
func (p *Policy) normAt(i uint32) string {
	lo, hi := 0, len(p.norms)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); p.norms[mid].rec < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return p.norms[lo].text
}

// matches reports whether a pattern with wildcards matches target: "*" stands
// for any octets, none included, and a final "$" for the end (RFC 9309 2.2.3).
// Taking the leftmost place for each piece between stars is enough, so the
// cost is that of searching the pieces one behind the other: no backtracking.
func matches(pattern, target string) bool {
	anchored := strings.HasSuffix(pattern, "$")
	if anchored {
		pattern = pattern[:len(pattern)-1]
	}
	star := strings.IndexByte(pattern, '*')
	if star < 0 {
		return strings.HasPrefix(target, pattern) && (!anchored || len(target) == len(pattern))
	}
	if !strings.HasPrefix(target, pattern[:star]) {
		return false
	}
	target, pattern = target[star:], pattern[star+1:]
	for {
		star = strings.IndexByte(pattern, '*')
		if star < 0 {
			break
		}
		i := strings.Index(target, pattern[:star])
		if i < 0 {
			return false
		}
		target, pattern = target[i+star:], pattern[star+1:]
	}
	if anchored {
		return strings.HasSuffix(target, pattern)
	}
	return strings.Contains(target, pattern)
}

// NormalPattern returns a path pattern in the form in which it is compared, as
// Rule.Normal has it: two patterns are the same if their normal forms are.
func NormalPattern(pattern string) string { return urltext.NormalPattern(pattern) }

// Match reports whether a path pattern matches a target, both as written, by
// RFC 9309 2.2.2 and 2.2.3, and how many octets the pattern has in the form in
// which it is compared. It is for other records that hold patterns; which rule
// decides a target is for Decide. A pattern that begins with neither "/" nor
// "*" matches nothing, and nothing matches a whole URL.
func Match(pattern, target string) (octets int, ok bool) {
	normal := urltext.NormalPattern(pattern)
	if normal == "" || normal[0] != '/' && normal[0] != '*' || isWholeURL(target) {
		return len(normal), false
	}
	return len(normal), matches(normal, urltext.NormalTarget(targetOf(target)))
}
