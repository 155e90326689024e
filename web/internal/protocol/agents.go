package protocol

import "github.com/robotsgate/robots/agents"

// listAgents tells who crawlers are: those of a panel or named, else all.
func listAgents(q *question) {
	bots := q.bots("")
	if q.wrong != nil {
		return
	}
	w := &q.w
	q.head("agents")
	w.ListAt("agents", func() {
		for _, a := range bots {
			w.Object(func() { q.agent(a) })
		}
	})
	w.ListAt("panels", func() {
		for name := range agents.Panels() {
			w.String(name)
		}
	})
}

func (q *question) agent(a agents.Agent) {
	w, e := &q.w, a.Evidence
	w.StringAt("token", a.Token)
	w.StringsAt("aliases", a.Aliases())
	w.StringAt("operator", a.Operator)
	w.StringAt("country", a.Country)
	q.purposesAt("purposes", a.Purposes())
	w.BoolAt("ai", a.AI)
	w.BoolAt("sendsRequests", a.SendsRequests)
	w.BoolAt("noToken", a.NoToken)
	w.BoolAt("rfcToken", a.RFCToken())
	w.StringsAt("names", a.Names())
	w.BoolAt("ignoresStar", a.IgnoresStar)
	w.StringAt("crawlDelay", a.CrawlDelay.String())
	w.StringAt("respects", a.Respects.String())
	w.ObjectAt("evidence", func() {
		w.StringAt("kind", e.Kind.String())
		w.BoolAt("verified", e.Kind == agents.EvidenceVendor)
		w.StringAt("date", e.Date)
		w.StringsAt("sources", e.Sources())
	})
	w.SomeAt("effect", a.Effect)
	w.StringsAt("userAgents", a.UserAgents())
	w.StringsAt("observed", a.Observed())
	w.SomeAt("ipRanges", a.IPRanges)
	w.StringsAt("reverseDns", a.ReverseDNS())
	w.SomeAt("botAuth", a.BotAuth)
	w.BoolAt("legacy", a.Legacy)
	w.SomeAt("replacedBy", a.ReplacedBy)
	w.SomeAt("note", a.Note)
}
