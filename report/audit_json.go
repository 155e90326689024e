package report

import (
	"io"
)

type jsonAudit struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "audit"
	Lang          string           `json:"lang"` // of the messages
	Source        jsonSource       `json:"source"`
	Score         *int             `json:"score"` // null if there is nothing to score
	Grade         string           `json:"grade"` // "" for none
	Failed        bool             `json:"failed"`
	Cap           *jsonCap         `json:"cap,omitempty"`
	Parts         []jsonPart       `json:"parts"`
	Notices       []jsonNotice     `json:"notices"`
	Findings      []jsonFinding    `json:"findings"`
	Suppressed    []jsonSuppressed `json:"suppressed"`
	Engines       []jsonEngine     `json:"engines"`
	Targets       []string         `json:"targets"`
	Bots          []jsonAuditBot   `json:"bots"`
	Signals       []jsonSignal     `json:"signals"`
	Sitemaps      *jsonListing     `json:"sitemaps,omitempty"`
}

type jsonCap struct {
	Why string `json:"why"`
	At  int    `json:"at"`
}

type jsonPart struct {
	Part    string       `json:"part"`
	Weight  int          `json:"weight"`
	Lost    float64      `json:"lost"` // in halves
	Charges []jsonCharge `json:"charges"`
}

type jsonCharge struct {
	Code    string  `json:"code"`
	Agent   string  `json:"agent,omitempty"`
	Hits    int     `json:"hits"`
	Line    int     `json:"line,omitempty"`
	Points  float64 `json:"points"`
	Message string  `json:"message"`
}

type jsonNotice struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Args     map[string]any `json:"args"`
	Message  string         `json:"message"`
}

type jsonEngine struct {
	Agent   string `json:"agent"`
	Profile string `json:"profile"` // by which it was asked
	State   string `json:"state"`
	jsonDecision
}

type jsonAuditBot struct {
	Agent    string     `json:"agent"`
	Purpose  string     `json:"purpose"`
	Via      string     `json:"via"`
	Explicit bool       `json:"explicit"`
	Name     string     `json:"name,omitempty"` // under which the policy was asked, where that is another
	Line     int        `json:"line,omitempty"`
	Cells    []jsonCell `json:"cells"`
}

type jsonListing struct {
	Entries    int          `json:"entries"`
	Blocked    int          `json:"blocked"` // for at least one engine
	Invalid    int          `json:"invalid"`
	OutOfScope int          `json:"outOfScope"`
	Grounds    []jsonGround `json:"grounds"`
}

// AuditJSON writes an audit by the schema audit.json.
func AuditJSON(w io.Writer, a Audit, o Options) error {
	r, l := a.Report, o.Lang
	out := jsonAudit{SchemaVersion: SchemaVersion, Kind: "audit", Lang: l.String(), Source: sourceOf(a.Source), Grade: string(r.Grade), Failed: r.Failed(),
		Parts: []jsonPart{}, Notices: []jsonNotice{}, Findings: []jsonFinding{}, Suppressed: []jsonSuppressed{}, Engines: []jsonEngine{}, Targets: append([]string{}, r.Matrix.Targets...),
		Bots: a.botsJSON(), Signals: []jsonSignal{}, Sitemaps: a.listingJSON()}
	if r.Scored {
		out.Score = &r.Score
	}
	if r.Cap.Why != "" {
		out.Cap = &jsonCap{string(r.Cap.Why), r.Cap.At}
	}
	for _, p := range r.Parts {
		j := jsonPart{string(p.ID), p.Weight, p.Lost, []jsonCharge{}}
		for _, c := range p.Charges {
			j.Charges = append(j.Charges, jsonCharge{string(c.Code), c.Token, c.Hits, c.Line, c.Points, charge(l, c)})
		}
		out.Parts = append(out.Parts, j)
	}
	for _, n := range r.Notices {
		args := map[string]any{}
		for _, arg := range n.Args {
			if args[arg.Name] = arg.Text; arg.IsInt {
				args[arg.Name] = arg.Int
			}
		}
		out.Notices = append(out.Notices, jsonNotice{string(n.Code), n.Severity.String(), args, notice(l, n)})
	}
	for _, f := range a.findings() {
		out.Findings = append(out.Findings, findingOf(a.file(), f, l))
	}
	for _, x := range r.Suppressed {
		out.Suppressed = append(out.Suppressed, jsonSuppressed{findingOf(a.file(), x.Finding, l), suppressionOf(a.file(), x.By)})
	}
	for _, e := range r.Engines {
		out.Engines = append(out.Engines, jsonEngine{e.Token, e.Profile.String(), e.State.String(), decisionOf(e.Decision)})
	}
	for _, s := range r.Signals {
		out.Signals = append(out.Signals, signalJSON(s))
	}
	return encode(w, out)
}

func (a Audit) botsJSON() []jsonAuditBot {
	all := []jsonAuditBot{}
	for i, b := range a.Report.Bots {
		j := jsonAuditBot{Agent: BotID(b.Agent.Token), Purpose: b.Agent.Purpose.String(), Via: b.Via.String(), Explicit: b.Explicit(), Line: b.Line, Cells: []jsonCell{}}
		if b.Name != b.Agent.Token {
			j.Name = b.Name
		}
		for k, c := range a.Report.Matrix.Cells[i] {
			cell := jsonCell{Target: a.Report.Matrix.Targets[k], jsonDecision: decisionOf(c.Decision), Named: c.Decision.Named}
			if c.Decision.Err != nil {
				cell.Error = c.Decision.Err.Error()
			}
			j.Cells = append(j.Cells, cell)
		}
		all = append(all, j)
	}
	return all
}

func (a Audit) listingJSON() *jsonListing {
	g := a.Report.Listing
	if g == nil {
		return nil
	}
	out := &jsonListing{g.Entries, g.Tally.Blocked, g.Tally.Invalid, g.Tally.OutOfScope, []jsonGround{}}
	for _, ground := range g.Tally.Grounds() {
		j := jsonGround{decisionOf(ground.Decision), ground.Tokens, ground.Entries, []jsonListed{}}
		for _, e := range ground.Examples {
			j.Examples = append(j.Examples, listedOf(e))
		}
		out.Grounds = append(out.Grounds, j)
	}
	return out
}
