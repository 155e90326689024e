package ai

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/prove"
)

// An Effect is what a draft does to one crawler, over all targets.
type Effect struct {
	Before, After Access
	Equal         prove.Answer // whether it gets the same verdict on every target
	Closed        prove.Answer // whether it may fetch nothing but /robots.txt afterwards
	Flips         []Flip       // what changes: a witness for each rule that changes something, the shortest first
}

// A Flip is a target on which a draft changes the verdict.
type Flip struct {
	Target        string
	Before, After robots.Decision
}

// A comparison asks what a new policy does to crawlers as they read it. A
// crawler may have read the old one under another name than the new one, which
// no proof about one name covers. So each side is brought into a policy that
// holds nothing but the rules that speak to the crawler, and these are compared.
type comparison struct {
	old, new *robots.Policy
	parts    map[part]*robots.Policy
	known    map[[2]*robots.Policy]prove.Answer
}

// A part is some groups of a policy, by their lines.
type part struct {
	policy *robots.Policy
	groups string
}

func (c *comparison) effect(a agents.Agent) Effect {
	e := Effect{Before: Resolve(c.old, a), After: Resolve(c.new, a)}
	was, is := c.alone(c.old, e.Before), c.alone(c.new, e.After)
	e.Equal = c.equal(was, is)
	e.Closed = prove.BlocksAll(is, "*").Answer
	if e.Equal == prove.Yes {
		return e
	}
	for _, f := range prove.Flips(was, is, "*") {
		seen := slices.ContainsFunc(e.Flips, func(g Flip) bool { return g.Target == f.Witness })
		if f.Answer == prove.Yes && !seen {
			e.Flips = append(e.Flips, Flip{f.Witness, e.Before.Decide(f.Witness), e.After.Decide(f.Witness)})
		}
	}
	slices.SortStableFunc(e.Flips, func(a, b Flip) int { return len(a.Target) - len(b.Target) })
	return e
}

func (c *comparison) equal(was, is *robots.Policy) prove.Answer {
	key := [2]*robots.Policy{was, is}
	answer, ok := c.known[key]
	if !ok {
		answer = prove.Equal(was, is, "*").Answer
		c.known[key] = answer
	}
	return answer
}

// alone returns a policy that says to everybody what p says to one crawler.
func (c *comparison) alone(p *robots.Policy, a Access) *robots.Policy {
	if p.Kind() != robots.KindDocument {
		return p
	}
	key := part{policy: p}
	for g := range a.Groups() {
		key.groups += " " + strconv.Itoa(g.Line())
	}
	if q := c.parts[key]; q != nil {
		return q
	}
	var text strings.Builder
	text.WriteString("User-agent: *\nDisallow:\n")
	for g := range a.Groups() {
		for r := range g.Rules() {
			text.WriteString(r.String() + "\n")
		}
	}
	q := robots.Options{Profile: p.Profile(), Limits: robots.Limits{Bytes: 1 << 24}}.Parse(text.String())
	c.parts[key] = q
	return q
}

// others returns the effects on crawlers not meant: those of the catalogue as
// they read a policy, and every other name in either text. A crawler that no
// line can name is like any other one, for which prove.Unnamed stands.
func (c *comparison) others(meant map[string]bool) (all []Effect) {
	done := map[string]bool{}
	ask := func(a agents.Agent) {
		if id := fold(a.Token); !meant[id] && !done[id] {
			done[id] = true
			if e := c.effect(a); e.Equal != prove.Yes {
				all = append(all, e)
			}
		}
	}
	names := prove.Tokens(c.old, c.new)
	for i := range names {
		names[i] = fold(names[i])
	}
	for a := range agents.All() {
		if slices.ContainsFunc(a.Names(), func(name string) bool { return namedIn(names, fold(name)) }) {
			ask(a)
		}
	}
	for _, e := range prove.EqualAll(c.old, c.new).Of {
		if e.Answer != prove.Yes && !isHead(e.Token, meant) {
			ask(agents.Agent{Token: e.Token})
		}
	}
	return all
}

// namedIn reports whether a line with one of names may speak to a crawler: by
// its name, or by a token that the name begins with.
func namedIn(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(name, n) })
}

// isHead reports whether a name is only how a name that is meant begins: in
// "Sogou web spider" a parser takes "Sogou" for the token.
func isHead(name string, meant map[string]bool) bool {
	for m := range meant {
		if strings.HasPrefix(m, fold(name)+" ") {
			return true
		}
	}
	return false
}
