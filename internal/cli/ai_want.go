package cli

import (
	"strings"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// A purposeWant is an assertion about a purpose.
type purposeWant struct {
	purpose agents.Purpose
	state   ai.State
}

func parseWants(words []string) (all []purposeWant, err error) {
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		purpose, ok := purposeNamed(name)
		want := purposeWant{purpose: purpose}
		switch value {
		case "open":
			want.state = ai.StateOpen
		case "closed":
			want.state = ai.StateClosed
		default:
			ok = false
		}
		if !ok {
			return nil, usageErrorf("want a purpose with =open or =closed, such as training=closed; the purposes are "+list(purposeNames()), "--want %q: no such assertion", w)
		}
		all = append(all, want)
	}
	return all, nil
}

// purposeNamed returns the purpose with that name, but for the unknown one.
func purposeNamed(name string) (agents.Purpose, bool) {
	for p := agents.PurposeTraining; p <= agents.PurposeTool; p++ {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

func purposeNames() (all []string) {
	for p := agents.PurposeTraining; p <= agents.PurposeTool; p++ {
		all = append(all, p.String())
	}
	return all
}

// assertPurposes checks how things stand for each purpose, and tells of every
// answer that is not as wanted.
func (a *app) assertPurposes(r report.AI, wants []purposeWant) error {
	failed := false
	for _, w := range wants {
		var got ai.Standing
		for _, st := range r.Summary.Purposes {
			if st.Purpose == w.purpose {
				got = st
			}
		}
		if got.State == ai.StateNone {
			return usageErrorf("add crawlers that serve it, such as --panel all-ai", "--want %s=%s: none of the crawlers asked says anything of it", w.purpose, w.state)
		}
		if got.State == w.state {
			continue
		}
		failed = true
		a.say(a.lang.Text("ai.note.want-failed", msg.Str("purpose", report.Purpose(a.lang, w.purpose)),
			msg.Str("want", w.state.String()), msg.Str("state", got.State.String())))
		a.unlike(r, w)
	}
	if failed {
		return errFindings
	}
	return nil
}

// unlike lists the answers that are not as wanted.
func (a *app) unlike(r report.AI, w purposeWant) {
	for _, row := range r.Table.Rows {
		if !ai.Serves(row.Agent, w.purpose) || row.Wording == ai.RobotsTxt ||
			w.state == ai.StateOpen && row.Wording.Open() || w.state == ai.StateClosed && row.Wording.Closed() {
			continue
		}
		a.say("  " + a.lang.Text("ai.note.want-row", msg.Str("agent", report.Clean(row.Agent.Token)), msg.Str("target", report.Clean(row.Target)),
			msg.Str("access", report.Wording(a.lang, row)), msg.Int("line", row.Decision.Line())))
	}
}
