package report

import (
	"io"

	"github.com/robotsgate/robots/plan"
)

type jsonPlan struct {
	SchemaVersion int           `json:"schemaVersion"`
	Kind          string        `json:"kind"` // "plan"
	Robots        jsonSource    `json:"robots"`
	Agent         string        `json:"agent"`
	Tasks         int           `json:"tasks"`
	Seconds       float64       `json:"seconds"`
	Bytes         int64         `json:"bytes"`
	Hosts         []jsonHost    `json:"hosts"`
	Steps         []jsonStep    `json:"steps"`
	Refusals      []jsonRefusal `json:"refusals"`
}

type jsonHost struct {
	Site     string  `json:"site"`
	Requests int     `json:"requests"`
	Bytes    int64   `json:"bytes"`
	Delay    float64 `json:"delay"`   // in seconds
	Asked    bool    `json:"asked"`   // by the robots.txt
	Seconds  float64 `json:"seconds"` // until it may be asked again
}

type jsonTask struct {
	Task     int     `json:"task"` // number in the input, from 0
	URL      string  `json:"url"`
	Priority float64 `json:"priority"`
	Depth    int     `json:"depth"`
	Bytes    int64   `json:"bytes"`
	Origin   string  `json:"origin,omitempty"`
}

type jsonStep struct {
	jsonTask
	Site      string       `json:"site"`
	NotBefore float64      `json:"notBefore"` // in seconds from the start
	Decision  jsonDecision `json:"decision"`
}

type jsonRefusal struct {
	jsonTask
	Reason   string        `json:"reason"`
	Decision *jsonDecision `json:"decision,omitempty"`
	First    *int          `json:"first,omitempty"` // the task of which this is a duplicate
	Error    string        `json:"error,omitempty"`
}

// PlanJSON writes a plan by the schema plan.json. It is in no language.
func PlanJSON(w io.Writer, p Plan, _ Options) error {
	out := jsonPlan{SchemaVersion: SchemaVersion, Kind: "plan", Robots: sourceOf(p.Source), Agent: p.Agent.ID, Tasks: len(p.Tasks),
		Seconds: p.Plan.Total.Seconds(), Bytes: p.Plan.Bytes, Hosts: []jsonHost{}, Steps: []jsonStep{}, Refusals: []jsonRefusal{}}
	for _, h := range p.Plan.Hosts {
		out.Hosts = append(out.Hosts, jsonHost{h.Site, h.Requests, h.Bytes, h.Delay.Seconds(), h.Asked, h.Total().Seconds()})
	}
	for _, s := range p.Plan.Steps {
		out.Steps = append(out.Steps, jsonStep{p.taskOf(s.Task), p.Plan.Hosts[s.Host].Site, s.NotBefore.Seconds(), decisionOf(s.Decision)})
	}
	for i := range p.Plan.Refusals {
		out.Refusals = append(out.Refusals, p.refusalOf(&p.Plan.Refusals[i]))
	}
	return encode(w, out)
}

func (p Plan) taskOf(i int) jsonTask {
	t := p.Tasks[i]
	return jsonTask{i, t.URL, t.Priority, t.Depth, t.Bytes, t.Origin}
}

func (p Plan) refusalOf(r *plan.Refusal) jsonRefusal {
	out := jsonRefusal{jsonTask: p.taskOf(r.Task), Reason: r.Reason.String()}
	switch {
	case r.Reason == plan.Duplicate:
		out.First = &r.First
	case r.Err != nil:
		out.Error = r.Err.Error()
	case r.Decision.Verdict != 0:
		d := decisionOf(r.Decision)
		out.Decision = &d
	}
	return out
}
