package cli

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// assert checks that every answer is the wanted one, and tells of each that is
// not, with the line that makes it so.
func (a *app) assert(c report.Check, want string) error {
	word := a.lang.Text("verdict." + want + "ed")
	failed := 0
	for _, answer := range c.Answers {
		d := answer.Trace.Decision
		if wanted(d, want) {
			continue
		}
		failed++
		name := answer.Agent.ID
		if answer.Agent.Other() {
			name = a.lang.Text("agent.other")
		}
		a.say(a.lang.Text("note.want-failed", msg.Str("want", word), msg.Str("agent", report.Clean(name)),
			msg.Str("target", report.Clean(answer.Target)), msg.Str("verdict", c.Verdict(a.lang, d)),
			msg.Str("because", c.Because(a.lang, d))))
		if r, ok := d.Rule(); ok {
			a.say("  " + a.lang.Text("note.want-line", msg.Int("line", r.Line), msg.Str("rule", report.Clean(r.String()))))
		}
	}
	if failed == 0 {
		return nil
	}
	a.say(a.lang.Text("note.want-count", msg.Int("failed", failed), msg.Int("total", len(c.Answers)), msg.Str("want", word)))
	return errFindings
}

// wanted holds an answer against what is wanted. A site that has no file has
// allowed nothing, so "allow" asks for more than the Verdict.
func wanted(d robots.Decision, want string) bool {
	if want == "disallow" {
		return d.Verdict == robots.Disallow
	}
	return d.Allowed() && d.Basis != robots.ByAbsent && d.Basis != robots.ByUnavailable
}
