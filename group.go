package robots

import (
	"iter"

	"github.com/robotsgate/robots/diag"
)

// grp is a group as three indexes into Policy.recs. Its user-agent lines are
// among [first, rules), its rules among [rules, end).
type grp struct{ first, rules, end uint32 }

// A Group is one or more user-agent lines and the rules under them
// (RFC 9309 2.1).
type Group struct {
	p *Policy
	i int
}

// A UserAgent is one user-agent line of a group.
type UserAgent struct {
	Value string // as written
	Token string // the product token it names: "*", or its leading token, or "" for nobody
	Line  int
	Span  diag.Span // of the value

	// Joined is the line of the user-agent line before it in the same group, if
	// something else stands between the two: a blank line or a record. It is
	// what makes people take one group for two. 0 otherwise.
	Joined int
}

// Line returns the line of the group's first user-agent line.
func (g Group) Line() int {
	if g.p == nil {
		return 0
	}
	return int(g.p.recs[g.p.groups[g.i].first].line)
}

// UserAgents yields the user-agent lines of g.
func (g Group) UserAgents() iter.Seq[UserAgent] {
	return func(yield func(UserAgent) bool) {
		if g.p == nil {
			return
		}
		gr, rd := g.p.groups[g.i], g.p.profile.reading()
		last, apart := 0, false
		for i := int(gr.first); i < int(gr.rules); i++ {
			r := &g.p.recs[i]
			if r.dir() != DirUserAgent {
				apart = apart || r.dir() != DirComment
				continue
			}
			v := g.p.value(i)
			ua := UserAgent{Value: v, Token: v[:rd.tokenLen(v)], Line: int(r.line), Span: g.p.span(i, int(r.val), len(v))}
			if rd.isStar(v) {
				ua.Token = "*"
			}
			if apart && last > 0 {
				ua.Joined = last
			}
			if !yield(ua) {
				return
			}
			last, apart = ua.Line, false
		}
	}
}

// Rules yields the rules of g in the order of their lines. Rules with an empty
// pattern are among them; they match nothing.
func (g Group) Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		if g.p == nil {
			return
		}
		gr := g.p.groups[g.i]
		for i := gr.rules; i < gr.end; i++ {
			if g.p.recs[i].dir().IsRule() && !yield(g.p.ruleAt(int(i))) {
				return
			}
		}
	}
}

// Records yields every record of g, from its first user-agent line to the line
// before the next group.
func (g Group) Records() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		if g.p == nil {
			return
		}
		gr := g.p.groups[g.i]
		for i := gr.first; i < gr.end; i++ {
			if !yield(Record{g.p, int(i)}) {
				return
			}
		}
	}
}

// A Rule is one allow or disallow line.
type Rule struct {
	Allow   bool
	Pattern string // as written
	Normal  string // as compared: escapes and octets in the one form of RFC 9309 2.2.2
	Octets  int    // of Normal, wildcards included: how specific the rule is
	Line    int
	Span    diag.Span // of the pattern
}

// String returns the rule as a line of robots.txt.
func (r Rule) String() string {
	if r.Allow {
		return "Allow: " + r.Pattern
	}
	return "Disallow: " + r.Pattern
}

func (p *Policy) ruleAt(i int) Rule {
	r := &p.recs[i]
	v := p.value(i)
	rd := p.profile.reading()
	rule := Rule{Allow: p.allows(rd, i), Pattern: v, Line: int(r.line), Span: p.span(i, int(r.val), len(v))}
	rule.Normal, _ = p.pattern(i)
	if c := r.class(); c == ruleNever || c == ruleNone {
		rule.Normal = rd.normalPattern(v)
	}
	rule.Octets = len(rule.Normal)
	return rule
}
