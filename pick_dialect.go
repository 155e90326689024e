package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// pickOther is pick for readings that compare names in another way. The token
// of the result is the form of a user-agent value by which groups were found.
func (p *Policy) pickOther(rd *reading, name string) pick {
	if rd.nameSlash && rd.match != matchWholeThenFirst {
		name, _, _ = strings.Cut(name, "/")
		name = strings.Trim(name, " \t")
	}
	name = urltext.Lower(name)
	k := pick{how: pickToken}
	found := -1
	switch rd.match {
	case matchFirstPart:
		k.who.token, found = p.firstPart(rd, name)
	case matchWholeThenFirst:
		if found = p.whole(rd, name); found >= 0 {
			k.who.token = name
		} else {
			name, _, _ = strings.Cut(name, "/")
			k.who.token, found = p.firstPart(rd, name)
		}
	default:
		k.who.token, found = p.longest(rd, name)
	}
	if found < 0 || k.who.token == "*" {
		k.how, k.who.token = pickStar, ""
	}
	for g := range p.groups {
		if !p.inPick(rd, g, k) {
			continue
		}
		if k.count == 0 || rd.merge == mergeLast {
			k.first = g
		}
		if k.count == 0 || rd.merge == mergeAll {
			k.count++
		}
		if rd.merge == mergeFirst {
			break
		}
	}
	if k.count == 0 {
		k.how = pickNone
	}
	return k
}

// whole returns the first group with a line whose value is name.
func (p *Policy) whole(rd *reading, name string) int {
	for g := range p.groups {
		for v := range p.agents(g) {
			if urltext.EqualFold(p.agentValue(rd, v), name) {
				return g
			}
		}
	}
	return -1
}

// firstPart returns the first value listed that stands in name.
func (p *Policy) firstPart(rd *reading, name string) (string, int) {
	var failed map[string]bool // or a text could have one value looked up again and again
	for g := range p.groups {
		if rd.starApart && p.names(rd, g, pickStar, "") || !p.entry(rd, g) {
			continue
		}
		for v := range p.agents(g) {
			v = p.agentValue(rd, v)
			part := urltext.Lower(v)
			if v == "*" || !strings.Contains(name, part) || failed[part] {
				continue
			}
			if p.applicable(rd, v) {
				return part, g
			}
			if failed == nil {
				failed = map[string]bool{}
			}
			failed[part] = true
		}
	}
	return "", -1
}

// applicable reports whether a value that stands in several groups stands in
// all of them in the same letters. Where CPython merges groups, only such a
// value can be found as a part of a name.
func (p *Policy) applicable(rd *reading, value string) bool {
	if rd.match != matchWholeThenFirst {
		return true
	}
	for g := range p.groups {
		named, same := false, false
		for v := range p.agents(g) {
			v = p.agentValue(rd, v)
			named = named || urltext.EqualFold(v, value)
			same = same || v == value
		}
		if named && !same {
			return false
		}
	}
	return true
}

// longest returns the longest form of a value that fits name.
func (p *Policy) longest(rd *reading, name string) (token string, found int) {
	found = -1
	for g := range p.groups {
		if !p.entry(rd, g) {
			continue
		}
		for v := range p.agents(g) {
			for _, f := range rd.forms(p.agentValue(rd, v)) {
				if len(f) <= len(token) || len(f) > len(name) || f == "*" {
					continue
				}
				f = urltext.Lower(f)
				if f == name || rd.match == matchPrefix && strings.HasPrefix(name, f) || rd.match == matchPart && strings.Contains(name, f) {
					token, found = f, g
				}
			}
		}
	}
	return token, found
}

// inPick reports whether group g is one of those that k is about.
func (p *Policy) inPick(rd *reading, g int, k pick) bool {
	if rd.match == matchToken {
		return p.applies(g, rd, k.who) == k.how
	}
	if k.how == pickToken && (!p.entry(rd, g) || rd.starApart && p.names(rd, g, pickStar, "")) {
		return false
	}
	if k.how == pickStar && rd.starApart && !p.entry(rd, g) {
		return false
	}
	return p.names(rd, g, k.how, k.who.token)
}

// names reports whether a line of group g names the token, or "*".
func (p *Policy) names(rd *reading, g int, how pickHow, token string) bool {
	lines := false
	for v := range p.agents(g) {
		lines = true
		if rd.lineNames(p.agentValue(rd, v), how, token) {
			return true
		}
	}
	return how == pickStar && rd.bareRules && !lines
}

func (rd *reading) lineNames(v string, how pickHow, token string) bool {
	if how == pickStar {
		return rd.isStar(v) || rd.form == formSlash && rd.forms(v)[0] == "*"
	}
	if rd.isStar(v) {
		return false
	}
	for _, f := range rd.forms(v) {
		if len(f) == len(token) && urltext.EqualFold(f, token) {
			return true
		}
	}
	return false
}

// agents yields the user-agent values of group g.
func (p *Policy) agents(g int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		gr := p.groups[g]
		for i := gr.first; i < gr.rules; i++ {
			if p.recs[i].dir() == DirUserAgent && !yield(p.value(int(i))) {
				return
			}
		}
	}
}

// agentValue returns a user-agent value as it counts.
func (p *Policy) agentValue(rd *reading, v string) string {
	if rd.unquoteValue {
		v = replaced(decoded(v, ""))
	}
	return p.clean(rd, v)
}

// entry reports whether group g has anything that makes an entry of it.
func (p *Policy) entry(rd *reading, g int) bool {
	if rd.entries == 0 {
		return true
	}
	gr := p.groups[g]
	for i := gr.rules; i < gr.end; i++ {
		d := p.recs[i].dir()
		if d.IsRule() || d == DirCrawlDelay && rd.entries&endDelay != 0 || d == DirRequestRate && rd.entries&endRate != 0 {
			return true
		}
	}
	return false
}

// forms returns what of a user-agent value is compared with names.
func (rd *reading) forms(v string) (forms [2]string) {
	forms[0] = v
	switch rd.form {
	case formToken:
		forms[0] = v[:rd.tokenLen(v)]
	case formBoth:
		forms[1] = v[:rd.tokenLen(v)]
	case formTokenRFC:
		n := 0
		for n < len(v) && (octets[v[n]]&(isLetter|isDigit) != 0 || strings.IndexByte("~#$%'*+.^`|", v[n]) >= 0) {
			n++
		}
		forms[0] = v[:n]
	case formSlash:
		if i := strings.IndexByte(v, '/'); i >= 0 {
			forms[0] = strings.Trim(v[:i], " \t")
		}
	case formNoStar:
		if v != "*" && strings.IndexByte(v, '*') >= 0 {
			forms[1] = swapped(v, '*', "")
		}
	}
	return forms
}

// delayed returns the Crawl-delay of the picked groups by which the profile's
// parser closes the site, as a record + 1, or 0. The first that speaks to the
// crawler counts.
func (p *Policy) delayed(rd *reading, k pick) int {
	for g, left := k.first, k.count; left > 0 && g < len(p.groups); g++ {
		if !p.inPick(rd, g, k) {
			continue
		}
		left--
		named := false
		for i := int(p.groups[g].first); i < int(p.groups[g].end); i++ {
			switch p.recs[i].dir() {
			case DirUserAgent:
				named = named || rd.lineNames(p.agentValue(rd, p.value(i)), k.how, k.who.token)
			case DirCrawlDelay:
				if d, ok := parseDelay(p.value(i)); ok && named {
					if d > Delay(rd.maxDelay)*second {
						return i + 1
					}
					return 0
				}
			}
		}
	}
	return 0
}
