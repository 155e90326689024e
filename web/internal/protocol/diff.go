package protocol

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/prove"
)

// compare tells what changed between two texts: answers, and lines.
func compare(q *question) {
	profile, names := q.profile(), q.texts("agents")
	side := func(key string) source {
		s := source{name: key, policy: q.desk.parse(q.octets(key), profile)}
		s.ruler = newRuler(s.policy.Text())
		return s
	}
	before, after := side("old"), side("new")
	if q.wrong != nil {
		return
	}
	var tokens []string
	for _, a := range agentsOf(names, after.policy) {
		if a.id == OtherID {
			a.name = prove.Unnamed
		}
		tokens = append(tokens, a.name)
	}
	outcome := diff.Options{Tokens: tokens}.Behaviour(before.policy, after.policy)
	w := &q.w
	q.head("diff")
	q.sourceAt("old", before)
	q.sourceAt("new", after)
	w.StringAt("answer", outcome.Status.String())
	w.ListAt("bots", func() {
		for _, b := range outcome.Bots {
			w.Object(func() { q.changedBots(before, after, b) })
		}
	})
	w.ListAt("structure", func() {
		for _, c := range diff.Compare(before.policy, after.policy) {
			w.Object(func() {
				w.StringAt("change", c.Op.String())
				w.StringAt("of", c.Kind.String())
				q.sideAt("old", c.Kind, c.Old)
				q.sideAt("new", c.Kind, c.New)
			})
		}
	})
}

func (q *question) changedBots(before, after source, b diff.Bots) {
	w := &q.w
	q.botIDsAt("agents", b.Tokens)
	w.StringAt("answer", b.Status.String())
	w.ListAt("flips", func() {
		for _, f := range b.Flips {
			w.Object(func() {
				w.StringAt("became", f.New.Verdict.String())
				w.StringAt("witness", f.Probe.Target)
				q.decisionAt("old", before, f.Old)
				q.decisionAt("new", after, f.New)
			})
		}
	})
	w.ListAt("open", func() {
		for _, r := range b.Open {
			w.Object(func() {
				in, s := "old", before
				if r.InNew {
					in, s = "new", after
				}
				w.StringAt("in", in)
				if r.Rule != (robots.Rule{}) {
					w.ObjectAt("rule", func() { q.ruleFields(s, r.Rule) })
				}
			})
		}
	})
}

// sideAt writes where something stands in one of the texts, if it does.
func (q *question) sideAt(key string, k diff.Kind, p diff.Place) {
	if p.Line == 0 {
		return
	}
	w := &q.w
	w.ObjectAt(key, func() {
		w.IntAt("line", p.Line)
		w.SomeAt("text", p.Text)
		w.StringsAt("group", p.Group)
		if k == diff.KindGroup {
			w.IntAt("rules", p.Rules)
		}
	})
}
