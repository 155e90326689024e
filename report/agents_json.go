package report

import (
	"io"

	"github.com/robotsgate/robots/agents"
)

type jsonAgents struct {
	SchemaVersion int         `json:"schemaVersion"`
	Kind          string      `json:"kind"` // "agents"
	Agents        []jsonAgent `json:"agents"`
}

type jsonAgent struct {
	Token         string       `json:"token"`
	Aliases       []string     `json:"aliases"`
	Operator      string       `json:"operator"`
	Country       string       `json:"country"`
	Purposes      []string     `json:"purposes"` // the first is what it is for above all
	AI            bool         `json:"ai"`
	SendsRequests bool         `json:"sendsRequests"`
	NoToken       bool         `json:"noToken"`
	RFCToken      bool         `json:"rfcToken"`
	Names         []string     `json:"names"` // in the order in which it tries them
	IgnoresStar   bool         `json:"ignoresStar"`
	CrawlDelay    string       `json:"crawlDelay"`
	Respects      string       `json:"respects"`
	Evidence      jsonEvidence `json:"evidence"`
	Effect        string       `json:"effect,omitempty"`
	UserAgents    []string     `json:"userAgents"`
	Observed      []string     `json:"observed"`
	IPRanges      string       `json:"ipRanges,omitempty"`
	ReverseDNS    []string     `json:"reverseDns"`
	BotAuth       string       `json:"botAuth,omitempty"`
	Legacy        bool         `json:"legacy"`
	ReplacedBy    string       `json:"replacedBy,omitempty"`
	Note          string       `json:"note,omitempty"`
}

type jsonEvidence struct {
	Kind     string   `json:"kind"`
	Verified bool     `json:"verified"` // the operator's own word
	Date     string   `json:"date"`
	Sources  []string `json:"sources"`
}

// AgentsJSON writes entries of the catalogue by the schema agents.json.
func AgentsJSON(w io.Writer, all []agents.Agent) error {
	out := jsonAgents{SchemaVersion: SchemaVersion, Kind: "agents", Agents: []jsonAgent{}}
	list := func(all []string) []string { return append([]string{}, all...) } // never null
	for _, a := range all {
		e := a.Evidence
		out.Agents = append(out.Agents, jsonAgent{Token: a.Token, Aliases: list(a.Aliases()), Operator: a.Operator, Country: a.Country,
			Purposes: wordsOf(a.Purposes(), agents.Purpose.String), AI: a.AI, SendsRequests: a.SendsRequests, NoToken: a.NoToken,
			RFCToken: a.RFCToken(), Names: list(a.Names()), IgnoresStar: a.IgnoresStar, CrawlDelay: a.CrawlDelay.String(),
			Respects: a.Respects.String(), Evidence: jsonEvidence{e.Kind.String(), e.Kind == agents.EvidenceVendor, e.Date, list(e.Sources())},
			Effect: a.Effect, UserAgents: list(a.UserAgents()), Observed: list(a.Observed()), IPRanges: a.IPRanges,
			ReverseDNS: list(a.ReverseDNS()), BotAuth: a.BotAuth, Legacy: a.Legacy, ReplacedBy: a.ReplacedBy, Note: a.Note})
	}
	return encode(w, out)
}
