package prove

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
)

// A cache keeps the rules of crawlers by the groups that apply to them: many
// names often share the same ones.
type cache struct {
	p        *robots.Policy
	byGroups map[string]*entry
	index    *index // nil if a reader must be asked which groups apply
}

// An entry is the rules of all crawlers with the same groups.
type entry struct {
	p      *robots.Policy
	token  string         // of one of these crawlers
	groups []robots.Group // that apply to it
	made   *robots.Reader // nil until asked for
	found  []robots.Rule  // of the reader; nil until asked for
	rules  *list          // nil until asked for
}

func (e *entry) reader() *robots.Reader {
	if e.made == nil {
		e.made = e.p.For(e.token)
	}
	return e.made
}

func (e *entry) all() []robots.Rule {
	if e.found == nil {
		e.found = slices.AppendSeq([]robots.Rule{}, e.reader().Rules())
	}
	return e.found
}

func (e *entry) list() *list {
	if e.rules == nil {
		e.rules = listFrom(e.reader(), e.all())
	}
	return e.rules
}

// written yields the rules of the groups as they stand in the text.
func (e *entry) written() iter.Seq[robots.Rule] {
	return func(yield func(robots.Rule) bool) {
		for _, g := range e.groups {
			for r := range g.Rules() {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// alike reports whether two entries are equal without a search: two documents,
// read by one profile, with the same rules in the same order, of the text or at
// least of preference.
func (e *entry) alike(f *entry) bool {
	if e.p.Kind() != robots.KindDocument || f.p.Kind() != e.p.Kind() || f.p.Profile() != e.p.Profile() {
		return false
	}
	if e.p.Profile() == robots.RFC9309 {
		if e.p.Truncated() || f.p.Truncated() {
			return false
		}
		if sameRules(e.written(), f.written()) {
			return true
		}
	}
	return ordered(e.reader()) && ordered(f.reader()) && sameRules(slices.Values(e.all()), slices.Values(f.all()))
}

func sameRules(a, b iter.Seq[robots.Rule]) bool {
	next, stop := iter.Pull(b)
	defer stop()
	for x := range a {
		if y, ok := next(); !ok || x.Allow != y.Allow || x.Normal != y.Normal {
			return false
		}
	}
	_, more := next()
	return !more
}

func newCache(p *robots.Policy) *cache {
	c := &cache{p: p, byGroups: map[string]*entry{}}
	if p.Kind() == robots.KindDocument && p.Profile() == robots.RFC9309 {
		c.index = indexOf(p)
	}
	return c
}

func (c *cache) entry(token string) *entry {
	e := &entry{p: c.p, token: token}
	if c.index != nil {
		e.groups = c.index.groups(token)
	} else {
		e.groups = slices.Collect(e.reader().Groups())
	}
	var key []byte
	for _, g := range e.groups {
		key = strconv.AppendInt(append(key, ' '), int64(g.Line()), 10)
	}
	if known := c.byGroups[string(key)]; known != nil {
		return known
	}
	c.byGroups[string(key)] = e
	return e
}

// groups returns the crawlers that are told apart, one of each kind.
func (c *cache) groups() []*entry {
	var all []*entry
	seen := map[*entry]bool{}
	for _, token := range Tokens(c.p) {
		if e := c.entry(token); !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	return all
}

// An index finds the groups that apply to a crawler by its name, as RFC 9309
// 2.2.1 has it. A reader finds them too, but looks at every line for it, and a
// file may name as many crawlers as it has lines.
type index struct{ values, tokens map[string][]robots.Group }

func indexOf(p *robots.Policy) *index {
	x := &index{map[string][]robots.Group{}, map[string][]robots.Group{}}
	for g := range p.Groups() {
		for ua := range g.UserAgents() {
			note(x.values, ua.Value, g)
			note(x.tokens, ua.Token, g)
		}
	}
	return x
}

func note(to map[string][]robots.Group, name string, g robots.Group) {
	name = lower(name)
	if in := to[name]; len(in) == 0 || in[len(in)-1] != g {
		to[name] = append(in, g)
	}
}

// groups returns the groups that have a name, which is no token, for a whole
// value; else those that have its token; else those of "*".
func (x *index) groups(name string) []robots.Group {
	name = lower(name)
	token := name
	if i := strings.IndexFunc(name, func(c rune) bool {
		return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_')
	}); i >= 0 {
		token = name[:i]
	}
	if name != "*" && token != name && len(x.values[name]) > 0 {
		return x.values[name]
	}
	if token != "" && len(x.tokens[token]) > 0 {
		return x.tokens[token]
	}
	return x.tokens["*"]
}
