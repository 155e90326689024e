package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/signals"
)

// AIMarkdown writes the table in the GitHub manner, with what it comes to as a
// list below.
func AIMarkdown(w io.Writer, a AI, o Options) error {
	var b strings.Builder
	for _, h := range aiHeads {
		b.WriteString("| " + o.Lang.Text("head."+h) + " ")
	}
	b.WriteString("|\n| --- | --- | --- | --- | --- | ---: | --- |\n")
	for _, r := range a.Table.Rows {
		rule, line := aiRule(r)
		if rule != "" {
			rule = code(rule)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", escape(Clean(r.Agent.Token)), Purpose(o.Lang, r.Agent.Purpose),
			code(r.Target), escape(a.wording(o.Lang, r)), rule, line, escape(Usage(o.Lang, r)))
	}
	b.WriteByte('\n')
	for _, s := range Sentences(o.Lang, a) {
		b.WriteString("- " + escape(s) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// AICSV writes the table by RFC 4180, with a head. Like that of CSV, head and
// columns are a contract. The last two columns hold lists, parted by ";".
func AICSV(w io.Writer, a AI, _ Options) error {
	rows := [][]string{{"agent", "purpose", "target", "access", "verdict", "basis", "via", "name", "directive", "pattern", "line", "signals", "contradicts"}}
	for _, r := range a.Table.Rows {
		d := r.Decision
		row := []string{r.Agent.Token, r.Agent.Purpose.String(), r.Target, r.Wording.String(), d.Verdict.String(), d.Basis.String(),
			r.Via.String(), r.Name, "", "", "", joined(r.Signals, stated), joined(r.Contradicts, signals.Use.String)}
		if rule, ok := d.Rule(); ok {
			row[8], row[9], row[10] = directive(rule.Allow), rule.Pattern, strconv.Itoa(rule.Line)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// stated is a statement for programs: "content-signal train=refused".
func stated(s signals.Statement) string {
	return s.Signal.String() + " " + s.Use.String() + "=" + s.Value.String()
}

func joined[T any](all []T, word func(T) string) string {
	var words []string
	for _, x := range all {
		words = append(words, word(x))
	}
	return strings.Join(words, ";")
}
