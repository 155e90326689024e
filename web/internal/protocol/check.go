package protocol

import (
	"strings"

	"github.com/robotsgate/robots"
)

// check asks every crawler about every target. With explain each answer comes
// with the way to it.
func check(q *question) {
	s := q.source()
	names, targets, traced := q.texts("agents"), q.texts("targets"), q.flag("explain")
	if !q.answers(len(names) * len(targets)) {
		return
	}
	q.head("check")
	q.sourceAt("source", s)
	q.w.ListAt("answers", func() {
		for _, a := range agentsOf(names, s.policy) {
			token := tokenOf(s.policy.Profile(), a.name)
			for _, target := range targets {
				q.w.Object(func() { q.checked(s, a, token, target, traced) })
			}
		}
	})
}

// answers refuses tables that are too large, and reports whether to go on.
func (q *question) answers(n int) bool {
	const most = 20_000
	if n > most {
		q.fail(tooLarge("targets", n, most))
	}
	return q.wrong == nil
}

func (q *question) checked(s source, a agent, token, target string, traced bool) {
	w := &q.w
	t := judge(s, a.name, target, traced)
	w.StringAt("agent", a.id)
	w.StringAt("token", token)
	w.SomeAt("given", a.given)
	w.StringAt("target", target)
	q.decisionFields(s, t.Decision)
	if traced {
		w.ObjectAt("trace", func() { q.trace(s, t) })
	}
}

func judge(s source, name, target string, traced bool) robots.Trace {
	p := s.policy
	switch path := isPath(target); {
	case traced && path:
		return p.Explain(name, target)
	case traced:
		return p.ExplainURL(name, target, s.fileURL)
	case path:
		return robots.Trace{Decision: p.Decide(name, target)}
	}
	return robots.Trace{Decision: p.DecideURL(name, target, s.fileURL)}
}

// tokenOf returns the token by which a profile compares the name of a crawler.
func tokenOf(p robots.Profile, name string) string {
	return robots.Options{Profile: p}.Parse("").Explain(name, "/").Token
}

func (q *question) trace(s source, t robots.Trace) {
	w := &q.w
	w.StringAt("name", t.Name)
	w.StringAt("token", t.Token)
	w.BoolAt("whole", t.Whole)
	w.BoolAt("star", t.Star)
	w.StringAt("target", t.Target)
	w.StringAt("normal", t.Normal)
	w.BoolAt("dots", t.Dots)
	w.BoolAt("otherStar", otherStar(s.policy, t))
	w.ListAt("groups", func() {
		for _, g := range t.Groups {
			w.Object(func() {
				w.IntAt("line", g.Line())
				w.IntAt("endLine", lastLine(g))
				for ua := range g.UserAgents() {
					if speaksTo(ua, t) {
						w.ObjectAt("userAgent", func() {
							w.StringAt("value", ua.Value)
							w.IntAt("line", ua.Line)
						})
						break
					}
				}
			})
		}
	})
	w.ListAt("joins", func() {
		for _, j := range t.Joins {
			w.Object(func() {
				w.IntAt("line", j.Line)
				w.IntAt("with", j.With)
			})
		}
	})
	misses := 0
	w.ListAt("weighed", func() {
		for _, x := range t.Rules {
			if x.Fate == robots.FateNoMatch {
				if misses++; misses > maxMisses {
					continue
				}
			}
			w.Object(func() {
				q.ruleFields(s, x.Rule)
				w.BoolAt("matches", x.Matches)
				w.StringAt("fate", x.Fate.String())
			})
		}
	})
	w.IntAt("missesLeft", max(misses-maxMisses, 0))
}

// maxMisses is how many rules that do not match a trace lists: a large file has
// thousands, and to show them all would take longer than to find the answer.
const maxMisses = 200

// speaksTo finds again the line that the core has found; it is for showing.
func speaksTo(ua robots.UserAgent, t robots.Trace) bool {
	switch {
	case t.Star:
		return ua.Token == "*"
	case t.Whole:
		return strings.EqualFold(ua.Value, t.Name)
	}
	return strings.EqualFold(ua.Token, t.Token)
}

// otherStar reports whether there is a group of * that does not apply, because
// the crawler is named elsewhere. It is what people stumble over most.
func otherStar(p *robots.Policy, t robots.Trace) bool {
	if len(t.Groups) == 0 {
		return false
	}
	applies := map[int]bool{}
	for _, g := range t.Groups {
		applies[g.Line()] = true
	}
	for g := range p.Groups() {
		for ua := range g.UserAgents() {
			if ua.Token == "*" && !applies[g.Line()] {
				return true
			}
		}
	}
	return false
}

// engines tells what every profile makes of one question.
func engines(q *question) {
	s := q.source()
	name, target := q.text("agent"), q.text("target")
	if q.wrong != nil {
		return
	}
	a := agentOf(name, s.policy)
	ours := judge(s, a.name, target, false).Decision
	w := &q.w
	q.head("engines")
	q.sourceAt("source", s)
	w.StringAt("agent", a.id)
	w.StringAt("target", target)
	w.ListAt("engines", func() {
		for _, p := range robots.Profiles() {
			w.Object(func() { q.engine(s, p, a, target, ours) })
		}
	})
}

func (q *question) engine(s source, p robots.Profile, a agent, target string, ours robots.Decision) {
	there := s
	if s.policy.Kind() == robots.KindDocument && p != s.policy.Profile() {
		there.policy = robots.Options{Profile: p}.Parse(q.octets("robots"))
		if there.policy.Text() != s.policy.Text() {
			there.ruler = newRuler(there.policy.Text())
		}
	}
	d := judge(there, a.name, target, false).Decision
	q.w.StringAt("profile", p.String())
	q.w.StringAt("title", p.Title())
	q.w.StringAt("source", p.Source())
	q.w.StringAt("token", tokenOf(p, a.name))
	q.w.BoolAt("same", d.Verdict == ours.Verdict)
	q.decisionFields(there, d)
	if reason, ok := there.policy.Rejected(); ok {
		q.w.StringAt("rejected", reason)
	}
}
