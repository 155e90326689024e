package report

import (
	"io"
	"strings"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

// Draft tells what a drafted robots.txt changes and for whom, what is proven
// unchanged, and what else changes that nobody has asked for.
func Draft(w io.Writer, d ai.Draft, o Options) error {
	t := &draftText{Options: o}
	t.effects("refused", green, d.Refused, func(e ai.Effect) bool { return e.Closed == prove.Yes })
	t.effects("kept", green, d.Kept, func(e ai.Effect) bool { return e.Equal == prove.Yes })
	t.names("torn", d.Torn)
	t.names("unnamable", d.Unnamable)
	t.names("disobey", filter(d.Refused, func(a agents.Agent) bool { return a.Respects == agents.RespectsNo }))
	t.names("odd-token", filter(append(d.Refused, d.Kept...), func(a agents.Agent) bool { return !a.RFCToken() }))
	if d.SignalStands > 0 {
		t.line(yellow, o.Lang.Text("draft.signal-stands", msg.Int("line", d.SignalStands)))
	}
	if len(d.Others) == 0 {
		t.line(green, o.Lang.Text("draft.others-none"))
	} else {
		t.line(yellow, o.Lang.Text("draft.others", msg.Int("n", len(d.Others))))
		for _, e := range d.Others {
			t.effect(e, maxFlips)
		}
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

type draftText struct {
	Options
	b strings.Builder
}

func (t *draftText) line(c tint, s string) { t.b.WriteString(t.paint(c, s) + "\n") }

// effects tells in one sentence of all crawlers for which a proof has come out
// as it should, and of each other one what it changes.
func (t *draftText) effects(key string, c tint, all []ai.Effect, proven func(ai.Effect) bool) {
	var good []agents.Agent
	for _, e := range all {
		if proven(e) {
			good = append(good, e.Before.Agent)
		}
	}
	if len(good) > 0 {
		t.line(c, t.Lang.Text("draft."+key, msg.Int("n", len(good)), msg.Str("names", tokens(t.Lang, good))))
	}
	for _, e := range all {
		if !proven(e) {
			t.line(yellow, t.Lang.Text("draft."+key+"-not", msg.Str("agent", Clean(e.Before.Agent.Token))))
		}
		switch {
		case !proven(e):
			t.effect(e, maxFlips)
		case key == "refused":
			t.effect(e, 1) // that all is closed is told above; this is what it was
		}
	}
}

// maxFlips is how many targets are shown for one crawler.
const maxFlips = 3

func (t *draftText) effect(e ai.Effect, most int) {
	name := Clean(e.Before.Agent.Token)
	if e.Before.Agent.Token == prove.Unnamed {
		name = t.Lang.Text("agent.other")
	}
	if len(e.Flips) == 0 {
		key := "draft.unchanged"
		if e.Equal != prove.Yes {
			key = "draft.not-proven"
		}
		t.line(faint, "  "+t.Lang.Text(key, msg.Str("agent", name)))
	}
	for i, f := range e.Flips {
		if i == most {
			if most > 1 {
				t.line(faint, "  "+t.Lang.Text("draft.more-flips", msg.Str("agent", name), msg.Int("n", len(e.Flips)-i)))
			}
			break
		}
		was, is := ai.Row{Access: e.Before, Wording: e.Before.Wording(f.Before)}, ai.Row{Access: e.After, Wording: e.After.Wording(f.After)}
		t.line(plain, "  "+t.Lang.Text("draft.flip", msg.Str("agent", name), msg.Str("target", short(Clean(f.Target), maxCell)),
			msg.Str("was", Wording(t.Lang, was)), msg.Str("is", Wording(t.Lang, is)), msg.Int("line", f.After.Line())))
	}
}

func (t *draftText) names(key string, all []agents.Agent) {
	if len(all) > 0 {
		t.line(yellow, t.Lang.Text("draft."+key, msg.Int("n", len(all)), msg.Str("names", tokens(t.Lang, all))))
	}
}

func filter(effects []ai.Effect, keep func(agents.Agent) bool) (all []agents.Agent) {
	for _, e := range effects {
		if a := e.Before.Agent; keep(a) {
			all = append(all, a)
		}
	}
	return all
}
