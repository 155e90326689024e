package verb

import (
	"io"
	"strings"

	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

// Check asks what crawlers may fetch, and by which line: check.json.
type Check struct {
	Source
	Crawlers
	Language
	Explain bool `json:"explain,omitempty" doc:"also tell step by step how each answer was found"`
}

// Answer is as for all questions.
func (q Check) Answer(w io.Writer, _ Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	agents, targets := Agents(q.Agents, s.Policy), q.Targets
	if len(targets) == 0 {
		targets, _ = access.Families(s.Policy, Families)
	}
	if err := fits(len(agents), len(targets), 1, MaxCells, "ask for fewer at once"); err != nil {
		return err
	}
	if q.Explain {
		if err := fits(len(agents), len(targets), 1+strings.Count(s.Policy.Text(), "\n"), MaxTraced, "ask for fewer at once, or without explain"); err != nil {
			return err
		}
	}
	return report.JSON(w, report.Check{Source: s, Answers: Ask(s, agents, targets, q.Explain), Explain: q.Explain}, q.options())
}

// Parse asks what a text is read as: parse.json.
type Parse struct {
	Source
	Language
}

// Answer is as for all questions.
func (q Parse) Answer(w io.Writer, _ Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	return report.ParseJSON(w, s, q.options())
}

// Matrix asks for crawlers by targets as a grid: matrix.json.
type Matrix struct {
	Source
	Crawlers
}

// Answer is as for all questions.
func (q Matrix) Answer(w io.Writer, _ Setting) error {
	s, _, err := q.Source.Source()
	if err != nil {
		return err
	}
	var targets []string
	for _, u := range q.Targets {
		t, err := TargetOf(u)
		if err != nil {
			return badTarget(err)
		}
		targets = append(targets, t)
	}
	if len(targets) == 0 {
		targets, _ = access.Families(s.Policy, Families)
	}
	agents := Agents(q.Agents, s.Policy)
	if err := fits(len(agents), len(targets), 1, MaxCells, "ask for fewer at once"); err != nil {
		return err
	}
	m := report.Matrix{Source: s}
	m.Agents, m.Matrix = Grid(s, agents, targets)
	return report.MatrixJSON(w, m, report.Options{})
}

// Grid asks every crawler about every target, each crawler once.
func Grid(s report.Source, agents []report.Agent, targets []string) ([]report.Agent, access.Matrix) {
	var rows []report.Agent
	var tokens []string
	seen := map[string]bool{}
	for _, agent := range agents {
		if !seen[agent.Name] {
			seen[agent.Name] = true
			rows, tokens = append(rows, agent), append(tokens, agent.Name)
		}
	}
	return rows, access.Ask(s.Policy, tokens, targets)
}

// Diff asks whose answers change between two files: diff.json.
type Diff struct {
	Old    Source   `json:"old" doc:"the file as it was"`
	New    Source   `json:"new" doc:"the file as it is to be"`
	Agents []string `json:"agents,omitempty" maxItems:"2000" nullable:"false" doc:"crawlers to compare, all that either file names by default"`
}

// Answer is as for all questions.
func (q Diff) Answer(w io.Writer, _ Setting) error {
	var d report.Diff
	for _, side := range []struct {
		to  *report.Source
		of  Source
		key string
	}{{&d.Old, q.Old, "old"}, {&d.New, q.New, "new"}} {
		s, _, err := side.of.Source()
		if wrong, ok := IsWrong(err); ok {
			return &Wrong{side.key + "." + wrong.Key, wrong.What, wrong.Fix}
		}
		*side.to = s
	}
	o := diff.Options{Tokens: provenTokens(q.Agents, d.New)}
	d.Outcome, d.Changes = o.Behaviour(d.Old.Policy, d.New.Policy), diff.Compare(d.Old.Policy, d.New.Policy)
	return report.DiffJSON(w, d, report.Options{})
}

// provenTokens returns the crawlers as package prove knows them; none means all
// that the texts tell apart.
func provenTokens(names []string, s report.Source) []string {
	var all []string
	for _, name := range names {
		agent := Agent(name, s.Policy)
		if agent.Other() {
			agent.Name = prove.Unnamed
		}
		all = append(all, agent.Name)
	}
	return all
}
