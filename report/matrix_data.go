package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/robotsgate/robots/access"
)

// MatrixCSV writes the cells of a matrix by RFC 4180, one a row, with a head.
// The words, the head and the order of the columns are a contract; new columns
// are added behind the last.
func MatrixCSV(w io.Writer, m Matrix, _ Options) error {
	rows := [][]string{{"agent", "target", "verdict", "evidence", "named", "directive", "pattern", "line", "probe", "error"}}
	for i, cells := range m.Matrix.Cells {
		for j, c := range cells {
			if !c.Asked {
				continue
			}
			d := c.Decision
			row := []string{m.Agents[i].ID, m.Matrix.Targets[j], d.Verdict.String(), c.Evidence.String(), strconv.FormatBool(d.Named), "", "", "", c.Name, ""}
			if r, ok := d.Rule(); ok {
				row[5], row[6], row[7] = directive(r.Allow), r.Pattern, strconv.Itoa(r.Line)
			}
			if d.Err != nil {
				row[9] = d.Err.Error()
			}
			rows = append(rows, row)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

type jsonMatrix struct {
	SchemaVersion int         `json:"schemaVersion"`
	Kind          string      `json:"kind"` // "matrix"
	Source        jsonSource  `json:"source"`
	Targets       []string    `json:"targets"`
	Rows          []jsonRow   `json:"rows"`
	Counts        []jsonCount `json:"counts"`
}

type jsonRow struct {
	Agent string     `json:"agent"`
	Cells []jsonCell `json:"cells"`
}

type jsonCell struct {
	Target string `json:"target"`
	Probe  string `json:"probe,omitempty"`
	jsonDecision
	Named bool   `json:"named"`
	Error string `json:"error,omitempty"`
}

type jsonCount struct {
	Evidence string `json:"evidence"`
	Cells    int    `json:"cells"`
}

// MatrixJSON writes a matrix by the schema matrix.json. It is in no language.
func MatrixJSON(w io.Writer, m Matrix, _ Options) error {
	out := jsonMatrix{SchemaVersion: SchemaVersion, Kind: "matrix", Source: sourceOf(m.Source),
		Targets: append([]string{}, m.Matrix.Targets...), Rows: []jsonRow{}, Counts: []jsonCount{}}
	for i, cells := range m.Matrix.Cells {
		row := jsonRow{m.Agents[i].ID, []jsonCell{}}
		for j, c := range cells {
			if !c.Asked {
				continue
			}
			x := jsonCell{Target: m.Matrix.Targets[j], Probe: c.Name, jsonDecision: decisionOf(c.Decision), Named: c.Decision.Named}
			if c.Decision.Err != nil {
				x.Error = c.Decision.Err.Error()
			}
			row.Cells = append(row.Cells, x)
		}
		out.Rows = append(out.Rows, row)
	}
	counts := m.Matrix.Count()
	for _, e := range append(access.Evidences(), 0) {
		if counts[e] > 0 {
			out.Counts = append(out.Counts, jsonCount{e.String(), counts[e]})
		}
	}
	return encode(w, out)
}
