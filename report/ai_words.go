package report

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
)

// Purpose tells in a word what a crawler is for.
func Purpose(l msg.Lang, p agents.Purpose) string { return l.Text("ai.purpose." + p.String()) }

// Sentences tell what a table comes to, the purposes first. All formats for
// people have the same ones.
func Sentences(l msg.Lang, a AI) []string {
	s := a.Summary
	all := []string{standings(l, s)}
	say := func(key string, args ...msg.Arg) { all = append(all, l.Text("ai.summary."+key, args...)) }
	switch s.Kind {
	case robots.KindAbsent, robots.KindUnavailable, robots.KindUnreachable:
		say(s.Kind.String())
	case robots.KindDocument:
		if s.Empty {
			say("empty")
		}
		if reason := a.rejected(l); reason != "" {
			say("rejected", msg.Str("reason", reason))
		}
	}
	if n := len(s.StarOnly); n > 0 {
		say("star-only", msg.Int("n", n), msg.Str("names", tokens(l, s.StarOnly)))
	}
	for _, c := range s.ClosedPaths {
		say("closed-path", msg.Str("target", short(Clean(c.Target), maxCell)), msg.Int("n", len(c.Agents)), msg.Str("names", tokens(l, c.Agents)))
	}
	for _, f := range s.Fallbacks {
		say("fallback", msg.Str("agent", Clean(f.Agent.Token)), msg.Str("name", Clean(f.Name)), msg.Int("line", f.Line))
	}
	for _, d := range s.Deaf {
		say("deaf", msg.Str("agent", Clean(d.Agent.Token)), msg.Int("line", d.Line))
	}
	if n := len(s.Controls); n > 0 {
		say("controls", msg.Int("n", n), msg.Str("names", tokens(l, s.Controls)))
	}
	if n := len(s.Unnamable); n > 0 {
		say("unnamable", msg.Int("n", n), msg.Str("names", tokens(l, s.Unnamable)))
	}
	for _, d := range s.Disobey {
		say("disobey", msg.Str("agent", Clean(d.Token)), msg.Str("evidence", d.Evidence.Kind.String()), msg.Str("date", d.Evidence.Date))
	}
	if n := len(s.Disputed); n > 0 {
		say("disputed", msg.Int("n", n), msg.Str("names", tokens(l, s.Disputed)))
	}
	if a.Table.OnlyRoot() {
		say("only-root")
	}
	if a.Table.Left > 0 {
		say("left", msg.Int("n", a.Table.Left))
	}
	return all
}

// standings is the sentence on purposes: "training closed, search open".
func standings(l msg.Lang, s ai.Summary) string {
	var all []string
	for _, st := range s.Purposes {
		if st.Purpose != agents.PurposeControl || len(s.Purposes) == 1 {
			all = append(all, l.Text("ai.standing."+st.State.String(), msg.Str("purpose", Purpose(l, st.Purpose)),
				msg.Int("open", st.Open), msg.Int("total", st.Open+st.Closed)))
		}
	}
	if len(all) == 0 {
		return l.Text("ai.standing.nobody")
	}
	return strings.Join(all, l.Text("parse.comma"))
}

// maxNames is how many crawlers a sentence names before it only counts.
const maxNames = 8

func tokens(l msg.Lang, all []agents.Agent) string {
	var names []string
	for i, a := range all {
		if i == maxNames {
			names = append(names, l.Text("ai.more", msg.Int("n", len(all)-i)))
			break
		}
		names = append(names, Clean(a.Token))
	}
	return strings.Join(names, l.Text("ai.comma"))
}
