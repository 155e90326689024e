package report

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

// BotID returns how machine formats name a crawler of package prove: as it is
// named in the text, or OtherID for one that no text names.
func BotID(token string) string {
	if token == prove.Unnamed {
		return OtherID
	}
	return token
}

func botIDs(tokens []string) []string {
	ids := make([]string, len(tokens))
	for i, t := range tokens {
		ids[i] = BotID(t)
	}
	return ids
}

// botName is how people see a crawler of package prove.
func botName(l msg.Lang, token string) string {
	if token == prove.Unnamed || token == OtherID {
		return l.Text("agent.other")
	}
	return Clean(token)
}

// maxBotNames is how wide a list of names may grow before the rest is counted.
const maxBotNames = 72

// botNames lists crawlers for people, the first ones by name.
func botNames(l msg.Lang, tokens []string) string {
	var b strings.Builder
	for i, t := range tokens {
		name := short(botName(l, t), maxBotNames)
		if i > 0 && width(b.String())+width(name) > maxBotNames {
			return b.String() + l.Text("bots.more", msg.Int("n", len(tokens)-i))
		}
		if i > 0 {
			b.WriteString(l.Text("parse.comma"))
		}
		b.WriteString(name)
	}
	return b.String()
}

// grounds tells what a decision rests on in one cell: the rule and its line, or
// why there is none.
func (s Source) grounds(l msg.Lang, d robots.Decision) string {
	if r, ok := d.Rule(); ok {
		return ruleAt(l, r)
	}
	return s.Because(l, d)
}

func ruleAt(l msg.Lang, r robots.Rule) string {
	return l.Text("trace.rule-line", msg.Int("line", r.Line)) + "  " + short(Clean(r.String()), maxCell)
}

type jsonDecision struct {
	Verdict  string    `json:"verdict"`
	Basis    string    `json:"basis"`
	Evidence string    `json:"evidence"`
	Rule     *jsonRule `json:"rule,omitempty"`
}

func decisionOf(d robots.Decision) jsonDecision {
	out := jsonDecision{Verdict: d.Verdict.String(), Basis: d.Basis.String(), Evidence: access.EvidenceOf(d).String()}
	if r, ok := d.Rule(); ok {
		rule := ruleOf(r)
		out.Rule = &rule
	}
	return out
}
