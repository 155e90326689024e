package protocol

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/prove"
)

// OtherID stands for a crawler that the text does not name.
const OtherID = "*other*"

func botID(token string) string {
	if token == prove.Unnamed {
		return OtherID
	}
	return token
}

func (q *question) botIDsAt(key string, tokens []string) {
	q.w.ListAt(key, func() {
		for _, t := range tokens {
			q.w.String(botID(t))
		}
	})
}

func directive(allow bool) string {
	if allow {
		return robots.DirAllow.String()
	}
	return robots.DirDisallow.String()
}

// ruleFields writes a rule, with its place in the text of s.
func (q *question) ruleFields(s source, r robots.Rule) {
	w := &q.w
	w.StringAt("directive", directive(r.Allow))
	w.StringAt("pattern", r.Pattern)
	if r.Normal != r.Pattern {
		w.SomeAt("normal", r.Normal)
	}
	w.IntAt("octets", r.Octets)
	w.IntAt("line", r.Line)
	w.IntAt("column", r.Span.Column)
	q.units(s.ruler, r.Span)
}

// decisionFields writes a decision. word and because are the names of the words
// for people: a site that has no file has allowed nothing, so none of them
// says "allowed" for it.
func (q *question) decisionFields(s source, d robots.Decision) {
	w := &q.w
	w.StringAt("verdict", d.Verdict.String())
	w.StringAt("basis", d.Basis.String())
	w.StringAt("evidence", access.EvidenceOf(d).String())
	w.BoolAt("named", d.Named)
	word, because := wordOf(s.policy, d)
	w.StringAt("word", word)
	w.StringAt("because", because)
	if r, ok := d.Rule(); ok {
		w.ObjectAt("rule", func() { q.ruleFields(s, r) })
	}
	if d.Err != nil {
		w.StringAt("error", d.Err.Error())
	}
}

func (q *question) decisionAt(key string, s source, d robots.Decision) {
	q.w.ObjectAt(key, func() { q.decisionFields(s, d) })
}

// wordOf returns the keys of the sentences for a decision, below "verdict." and
// "because.": those that package report uses.
func wordOf(p *robots.Policy, d robots.Decision) (word, because string) {
	group := "star"
	if d.Named {
		group = "own"
	}
	if _, ok := p.Rejected(); ok && d.Basis == robots.ByUnreachable {
		return "rejected", "rejected"
	}
	if d.Empty() {
		return "empty", "empty"
	}
	switch d.Basis {
	case robots.ByNoGroup:
		return "unrestricted", "no-group"
	case robots.ByAbsent:
		return "absent", "absent"
	case robots.ByUnavailable:
		return "unavailable", "unavailable"
	case robots.ByUnreachable:
		return "unreachable", "unreachable"
	case robots.ByRobotsTxt:
		return "allowed", "robots-txt"
	case robots.ByInvalidURL:
		return "invalid", "invalid-url"
	case robots.ByScope:
		return "out-of-scope", "out-of-scope"
	case robots.ByNoRule:
		return "allowed", "no-rule-" + group
	case robots.ByRule:
		if d.Verdict == robots.Disallow {
			return "disallowed", "rule-" + group
		}
		return "allowed", "rule-" + group
	}
	return "none", "none"
}

// An agent is a crawler that was asked for.
type agent struct{ id, name, given string }

// agentsOf reads names of crawlers: tokens, whole headers, and "*" or OtherID
// for one that no text names.
func agentsOf(names []string, policies ...*robots.Policy) []agent {
	all := make([]agent, 0, len(names))
	for _, name := range names {
		all = append(all, agentOf(name, policies...))
	}
	return all
}

func agentOf(name string, policies ...*robots.Policy) agent {
	switch {
	case name == "*" || name == OtherID:
		return agent{id: OtherID, name: stranger(policies...)}
	case isHeader(name):
		if token := robots.Token(name); token != "" {
			return agent{token, token, name}
		}
	}
	return agent{id: name, name: name}
}

// isHeader reports whether a name looks like a User-Agent header and not like
// a token or a name of several words.
func isHeader(name string) bool { return strings.ContainsAny(name, "/();") }

// stranger returns a name that no policy names, the first if all are.
func stranger(policies ...*robots.Policy) string {
	names := [...]string{"UnnamedBot", "UnnamedBotx", "Stranger", "Qzxjkv", "Wyhfgu"}
next:
	for _, name := range names {
		for _, p := range policies {
			if p.Decide(name, "/").Named {
				continue next
			}
		}
		return name
	}
	return names[0]
}

// isPath reports whether a question is about a path and query, and not a URL.
func isPath(target string) bool { return target == "" || target[0] == '/' }
