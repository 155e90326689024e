package report

import (
	"encoding/csv"
	"io"
	"strconv"
)

// CSV writes a check by RFC 4180, with a head. Verdicts and bases are the
// words for machines, in every language the same. The head and the order of
// the columns are a contract; new columns are added behind the last.
func CSV(w io.Writer, c Check, _ Options) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"agent", "token", "target", "verdict", "basis", "named", "directive", "pattern", "line", "error"}}
	for _, a := range c.Answers {
		d := a.Trace.Decision
		row := []string{a.Agent.ID, a.Trace.Token, a.Target, d.Verdict.String(), d.Basis.String(), strconv.FormatBool(d.Named), "", "", "", ""}
		if r, ok := d.Rule(); ok {
			row[6], row[7], row[8] = directive(r.Allow), r.Pattern, strconv.Itoa(r.Line)
		}
		if d.Err != nil {
			row[9] = d.Err.Error()
		}
		rows = append(rows, row)
	}
	return out.WriteAll(rows)
}
