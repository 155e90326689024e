package verb

import (
	"io"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/report"
)

// AI asks what AI crawlers may fetch, and what that leaves open: ai.json.
type AI struct {
	Source
	Crawlers
	Language
	Panels []string `json:"panels,omitempty" maxItems:"50" nullable:"false" doc:"panels of crawlers to ask for; the panel five if neither panels nor agents are given"`
}

// Answer is as for all questions.
func (q AI) Answer(w io.Writer, _ Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	bots, err := q.bots()
	if err != nil {
		return err
	}
	targets, err := TargetsOf(s, q.Targets)
	if err != nil {
		return badTarget(err)
	}
	if err := fits(len(bots), len(targets), 1, MaxCells, "ask for fewer at once"); err != nil {
		return err
	}
	table := ai.Ask(s.Policy, bots, targets...)
	return report.AIJSON(w, report.AI{Source: s, Table: table, Summary: table.Summary()}, q.options())
}

// bots returns the crawlers of the panels and those named, each once.
func (q AI) bots() (all []agents.Agent, err error) {
	panels := q.Panels
	if len(panels) == 0 && len(q.Agents) == 0 {
		panels = []string{"five"}
	}
	for _, name := range panels {
		panel, ok := agents.Panel(name)
		if !ok {
			return nil, &Wrong{"panels", "no such panel", "want " + List(panelNames())}
		}
		all = append(all, panel...)
	}
	for _, name := range q.Agents {
		all = append(all, Bot(name))
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(b agents.Agent) bool {
		id := strings.ToLower(b.Token)
		was := seen[id]
		seen[id] = true
		return was
	}), nil
}

// Bot returns the crawler of that name or header. One that the catalogue does
// not know is asked for all the same: as RFC 9309 has it, by its token alone.
func Bot(name string) agents.Agent {
	if found, ok := agents.Lookup(name); ok {
		return found
	}
	if token := robots.Token(name); IsHeader(name) && token != "" {
		if found, ok := agents.Lookup(token); ok {
			return found
		}
		name = token
	}
	return agents.Agent{Token: name, SendsRequests: true}
}

func panelNames() (all []string) {
	for name := range agents.Panels() {
		all = append(all, name)
	}
	return all
}

// Audit asks for a score and all there is to say: audit.json.
type Audit struct {
	Source
	Crawlers
	Language
	Engines []string `json:"engines,omitempty" maxItems:"50" nullable:"false" doc:"tokens of search engines that must get in; none for a site that is meant to be closed"`
	Least   string   `json:"min_severity,omitempty" enum:"error,warning,info" doc:"least severity of the findings shown, info by default"`
}

// Answer is as for all questions.
func (q Audit) Answer(w io.Writer, set Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	o := audit.Options{}
	o.FileURL, o.Today = s.FileURL, set.Today
	if o.Engines, err = q.engines(); err != nil {
		return err
	}
	for _, name := range q.Agents {
		if name == "*" {
			o.Bots = append(o.Bots, audit.Anybody())
		} else {
			o.Bots = append(o.Bots, Bot(name))
		}
	}
	if o.Paths, err = TargetsOf(s, q.Targets); err != nil {
		return badTarget(err)
	}
	if err := fits(max(len(o.Bots), 20), len(o.Paths), 1, MaxCells, "ask for fewer at once"); err != nil {
		return err
	}
	least := diag.Info
	for _, sev := range []diag.Severity{diag.Error, diag.Warning} {
		if sev.String() == q.Least {
			least = sev
		}
	}
	return report.AuditJSON(w, report.Audit{Source: s, Report: audit.Run(s.Policy, o), Least: least}, q.options())
}

// engines returns nil for the default ones, and an empty slice for none.
func (q Audit) engines() ([]string, error) {
	if len(q.Engines) == 0 {
		return audit.DefaultEngines, nil
	}
	all := []string{}
	if len(q.Engines) == 1 && strings.EqualFold(q.Engines[0], "none") {
		return all, nil
	}
	for _, token := range q.Engines {
		agent, known := agents.Lookup(token)
		if !known {
			return nil, &Wrong{"engines", "not in the catalogue: " + token, "none is for a site that is meant to be closed"}
		}
		all = append(all, agent.Token)
	}
	return all, nil
}
