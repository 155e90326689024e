package ai

import (
	"iter"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
)

// A Via says how a policy reaches a crawler.
type Via uint8

const (
	ViaNone     Via = iota // no group speaks to it, or there is no file
	ViaOwn                 // a group names it
	ViaFallback            // no group names it, but one names a crawler whose group it then follows
	ViaStar                // no group names it, so those of "*" serve
	ViaDeaf                // there are groups of "*" only, and it does not heed them
)

// String returns "none", "own", "fallback", "star" or "deaf".
func (v Via) String() string {
	return [...]string{"none", "own", "fallback", "star", "deaf"}[min(v, ViaDeaf)]
}

// Access is a policy as one crawler reads it. The zero Access answers nothing.
type Access struct {
	Agent agents.Agent
	Name  string // the policy is asked with it: the first of Agent.Names that a group names, else its token
	Via   Via
	Line  int // of the user-agent line by which it is reached; for ViaDeaf, of the one that it does not heed; or 0

	reader *robots.Reader
	whole  bool   // its group was found by the whole name
	token  string // by which it was, otherwise
}

// Resolve finds out how a policy reaches a crawler. Its names are tried in
// their order, and the first that a group names is the one that counts, as
// operators document it: Applebot follows the group of Googlebot where none
// names Applebot. A control token is judged like any other name, though nobody
// sends requests under it. A crawler without a token can only be reached by
// "*".
func Resolve(p *robots.Policy, a agents.Agent) Access {
	names := a.Names()
	if names == nil {
		names = []string{"*"}
	}
	for i, name := range names {
		if t := p.Explain(name, "/"); len(t.Groups) > 0 && !t.Star {
			via := ViaOwn
			if i > 0 {
				via = ViaFallback
			}
			return accessOf(p, a, via, t)
		}
	}
	t, via := p.Explain(names[0], "/"), ViaNone
	switch {
	case len(t.Groups) == 0:
	case a.IgnoresStar:
		via = ViaDeaf
	default:
		via = ViaStar
	}
	return accessOf(p, a, via, t)
}

func accessOf(p *robots.Policy, a agents.Agent, via Via, t robots.Trace) Access {
	out := Access{Agent: a, Name: t.Name, Via: via, reader: p.For(t.Name), whole: t.Whole, token: t.Token}
	for _, g := range t.Groups {
		for ua := range g.UserAgents() {
			if out.Line == 0 && out.named(ua) {
				out.Line = ua.Line
			}
		}
	}
	if out.Line == 0 && len(t.Groups) > 0 {
		out.Line = t.Groups[0].Line() // some profiles compare names in ways of their own
	}
	return out
}

// named reports whether a user-agent line is one by which the crawler is
// reached. The policy has found its groups already; this tells the lines apart.
func (a Access) named(ua robots.UserAgent) bool {
	switch {
	case a.Via == ViaStar || a.Via == ViaDeaf:
		return ua.Token == "*"
	case a.whole:
		return strings.EqualFold(ua.Value, a.Name)
	}
	return strings.EqualFold(ua.Token, a.token)
}

// Decide says whether the crawler may fetch target. It is the decision of the
// policy for Name, but for ViaDeaf: what "*" says does not speak to the crawler,
// so no group applies.
func (a Access) Decide(target string) robots.Decision {
	if a.reader == nil {
		return robots.Decision{}
	}
	d := a.reader.Decide(target)
	if a.Via == ViaDeaf && (d.Basis == robots.ByRule || d.Basis == robots.ByNoRule) {
		return robots.Decision{Verdict: robots.Allow, Basis: robots.ByNoGroup}
	}
	return d
}

// Groups yields the groups that speak to the crawler.
func (a Access) Groups() iter.Seq[robots.Group] {
	if a.reader == nil || a.Via == ViaDeaf {
		return func(func(robots.Group) bool) {}
	}
	return a.reader.Groups()
}
