package report

import (
	"io"
	"strings"

	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/msg"
)

// AgentsText writes entries of the catalogue as a table, each with whose word
// it is. Of a single one it tells all that is known.
func AgentsText(w io.Writer, all []agents.Agent, o Options) error {
	if len(all) == 1 {
		return agentText(w, all[0], o)
	}
	t := &table{}
	for _, h := range [...]string{"agent", "operator", "purpose", "respects", "evidence", "date", "source"} {
		t.heads = append(t.heads, o.Lang.Text("head."+h))
	}
	for _, a := range all {
		t.add(cell{Clean(a.Token), plain}, cell{short(a.Operator, 28), plain}, cell{purposes(o.Lang, a), plain}, respects(o.Lang, a),
			evidence(o.Lang, a), cell{a.Evidence.Date, faint}, cell{firstOf(a.Evidence.Sources()), faint})
	}
	return t.write(w, o)
}

func agentText(w io.Writer, a agents.Agent, o Options) error {
	t := &table{}
	add := func(key string, c cell) {
		if c.text != "" {
			t.add(cell{o.Lang.Text("head." + key), faint}, c)
		}
	}
	text := func(s string) cell { return cell{Clean(s), plain} }
	list := func(all []string) cell { return text(strings.Join(all, o.Lang.Text("parse.comma"))) }
	add("agent", cell{Clean(a.Token), bold})
	add("aliases", list(a.Aliases()))
	if a.Country != "" {
		add("operator", text(a.Operator+" ("+a.Country+")"))
	} else {
		add("operator", text(a.Operator))
	}
	add("purpose", cell{purposes(o.Lang, a), plain})
	add("respects", respects(o.Lang, a))
	add("evidence", evidence(o.Lang, a))
	add("date", text(a.Evidence.Date))
	for _, s := range a.Evidence.Sources() {
		add("source", text(s))
	}
	add("follows", list(a.Names()))
	add("heeds", text(agentFacts(o.Lang, a)))
	add("effect", text(a.Effect))
	for _, ua := range append(a.UserAgents(), a.Observed()...) {
		add("header", text(ua))
	}
	add("addresses", text(a.IPRanges))
	add("note", text(a.Note))
	return t.write(w, o)
}

// agentFacts tells what is unusual about a crawler.
func agentFacts(l msg.Lang, a agents.Agent) string {
	var all []string
	for _, f := range [...]struct {
		so  bool
		key string
	}{{a.NoToken, "no-token"}, {!a.SendsRequests, "control"}, {a.IgnoresStar, "deaf"}, {a.Legacy, "legacy"},
		{!a.NoToken && !a.RFCToken(), "odd-token"}} {
		if f.so {
			all = append(all, l.Text("agents.fact."+f.key))
		}
	}
	if a.ReplacedBy != "" {
		all = append(all, l.Text("agents.fact.replaced", msg.Str("token", a.ReplacedBy)))
	}
	return strings.Join(all, l.Text("ai.semicolon"))
}

func purposes(l msg.Lang, a agents.Agent) string {
	var all []string
	for _, p := range a.Purposes() {
		all = append(all, Purpose(l, p))
	}
	return strings.Join(all, l.Text("parse.comma"))
}

var respectsTints = [...]tint{agents.RespectsUnknown: faint, agents.RespectsNo: red, agents.RespectsPartial: yellow,
	agents.RespectsClaims: faint, agents.RespectsYes: green}

func respects(l msg.Lang, a agents.Agent) cell {
	return cell{l.Text("agents.respects." + a.Respects.String()), respectsTints[min(a.Respects, agents.RespectsYes)]}
}

// evidence tells whose word an entry is. What is not the operator's is called
// unverified.
func evidence(l msg.Lang, a agents.Agent) cell {
	c := yellow
	if a.Evidence.Kind == agents.EvidenceVendor {
		c = plain
	}
	return cell{l.Text("agents.evidence." + a.Evidence.Kind.String()), c}
}

func firstOf(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}
