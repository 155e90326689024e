package report

import (
	"io"
	"strconv"

	"github.com/robotsgate/robots/conformance"
)

// SelftestText writes the counts of a conformance run by clause, and each
// vector that failed.
func SelftestText(w io.Writer, r conformance.Report, o Options) error {
	t := &table{numbers: map[int]bool{1: true, 2: true}}
	for _, h := range [...]string{"clause", "passed", "total"} {
		t.heads = append(t.heads, o.Lang.Text("head."+h))
	}
	for _, c := range r.ByClause {
		tint := green
		if c.Passed < c.Total {
			tint = red
		}
		t.add(cell{"RFC 9309 " + c.Clause, plain}, cell{strconv.Itoa(c.Passed), tint}, cell{strconv.Itoa(c.Total), plain})
	}
	if err := t.write(w, o); err != nil {
		return err
	}
	for _, f := range r.Failures {
		if _, err := io.WriteString(w, o.paint(red, f.String())+"\n"); err != nil {
			return err
		}
	}
	return nil
}

type jsonSelftest struct {
	SchemaVersion int           `json:"schemaVersion"`
	Kind          string        `json:"kind"` // "selftest"
	Total         int           `json:"total"`
	Passed        int           `json:"passed"`
	ByClause      []jsonClause  `json:"byClause"`
	Failures      []jsonFailure `json:"failures"`
}

type jsonClause struct {
	Clause string `json:"clause"`
	Total  int    `json:"total"`
	Passed int    `json:"passed"`
}

type jsonFailure struct {
	ID     string `json:"id"`
	Clause string `json:"clause"`
	Title  string `json:"title"`
	What   string `json:"what"`
}

// SelftestJSON writes a conformance run by the schema selftest.json.
func SelftestJSON(w io.Writer, r conformance.Report) error {
	out := jsonSelftest{SchemaVersion: SchemaVersion, Kind: "selftest", Total: r.Total, Passed: r.Passed,
		ByClause: []jsonClause{}, Failures: []jsonFailure{}}
	for _, c := range r.ByClause {
		out.ByClause = append(out.ByClause, jsonClause(c))
	}
	for _, f := range r.Failures {
		out.Failures = append(out.Failures, jsonFailure{f.Vector.ID, f.Vector.Clause, f.Vector.Title, f.What})
	}
	return encode(w, out)
}
