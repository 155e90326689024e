package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// kinds puts the crawlers that two texts name into kinds: of one kind are those
// that the same user-agent lines of either text name, save for lines of which
// the one says what the other does. What is so of one of a kind is so of all,
// and lists of a thousand names are common.
type kinds struct {
	first []string       // one of each kind
	of    map[string]int // by name: the place in first
	names []string       // in the order of the texts, as prove.Tokens gives them
}

func kindsOf(a, b *robots.Policy) kinds {
	k := kinds{of: map[string]int{}, names: prove.Tokens(a, b)}
	if len(k.names) < 8 { // not worth the while
		k.first = k.names
		for i, name := range k.names {
			k.of[name] = i
		}
		return k
	}
	ia, ib := runsOf(a), runsOf(b)
	seen := map[string]int{}
	for _, name := range k.names {
		key := ia.naming(name) + "|" + ib.naming(name)
		i, ok := seen[key]
		if !ok {
			i = len(k.first)
			seen[key] = i
			k.first = append(k.first, name)
		}
		k.of[name] = i
	}
	return k
}

// each tells of the first crawlers whose answers differ, by what was found of
// their kinds.
func (k kinds) each(all prove.Equalities) (differ []prove.Equality) {
	for _, name := range k.names {
		if e := all.Of[k.of[name]]; e.Answer == prove.No && len(differ) < maxChanges {
			e.Token = name
			differ = append(differ, e)
		}
	}
	return differ
}

// runs finds the runs of user-agent lines by the names in them. A run ends at a
// rule, and at a record that speaks to the lines just before it; so all lines
// of one have the same rules and are spoken to by the same records.
type runs struct {
	tokens, values map[string]string // numbers of the runs, in order
}

func runsOf(p *robots.Policy) runs {
	r := runs{map[string]string{}, map[string]string{}}
	run := 0
	for g := range p.Groups() {
		lines := slices.Collect(g.UserAgents())
		after := true
		for rec := range g.Records() {
			switch d := rec.Directive(); {
			case d == robots.DirUserAgent:
				if after {
					run++
					after = false
				}
				add(r.tokens, lines[0].Token, run)
				add(r.values, lines[0].Value, run)
				lines = lines[1:]
			case d.Scope() == robots.ScopeGroup || d.Scope() == robots.ScopeBoth:
				after = true
			}
		}
	}
	return r
}

func add(to map[string]string, name string, run int) {
	if n, name := " "+strconv.Itoa(run), lower(name); name != "" && !strings.HasSuffix(to[name], n) {
		to[name] += n
	}
}

// naming returns the runs that apply to a crawler, as package robots chooses
// their groups by RFC 9309: those that have its name as a whole value, if it is
// no token; else those that have its token; else those of "*".
func (r runs) naming(name string) string {
	name = lower(name)
	token := name
	if i := strings.IndexFunc(name, outsideToken); i >= 0 {
		token = name[:i]
	}
	switch {
	case name == "*":
	case token != name && r.values[name] != "":
		return r.values[name]
	case token != "" && r.tokens[token] != "":
		return r.tokens[token]
	}
	return r.tokens["*"]
}

func outsideToken(c rune) bool {
	return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_')
}
