package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/msg"
)

// DiffMarkdown writes a diff for a comment on a change: tables in the GitHub
// manner.
func DiffMarkdown(w io.Writer, d Diff, o Options) error {
	var b strings.Builder
	l := o.Lang
	b.WriteString("**" + escape(d.title(l)) + "**\n")
	headed := false
	for _, bots := range d.Outcome.Bots {
		names := escape(botNames(l, bots.Tokens))
		for i, f := range bots.Flips {
			if !headed {
				heads(&b, l, "bots", "change", "example", "before", "now")
				headed = true
			}
			if i == maxFlipRows {
				fmt.Fprintf(&b, "| %s | %s | | | |\n", names, l.Text("diff.more", msg.Int("n", len(bots.Flips)-i)))
				break
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", names, strings.TrimSpace(d.flipRow(l, f)[0].text), code(f.Probe.Target), d.Old.cited(l, f.Old), d.New.cited(l, f.New))
		}
	}
	d.settled(&b, l)
	if len(d.Probes) > 0 {
		b.WriteString("\n" + escape(d.probesTitle(l)) + "\n")
		markdownTable(&b, d.probesTable(l))
	}
	if len(d.Changes) > 0 {
		markdownTable(&b, changesTable(l, d.Changes, maxChangeRows))
		if n := len(d.Changes) - maxChangeRows; n > 0 {
			b.WriteString("\n" + l.Text("diff.more", msg.Int("n", n)) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// settled lists those crawlers of which there is nothing to show.
func (d Diff) settled(b *strings.Builder, l msg.Lang) {
	for _, bots := range d.Outcome.Bots {
		switch {
		case bots.Status == diff.NotProven:
			b.WriteString("\n" + l.Text("diff.not-proven") + ": " + escape(botNames(l, bots.Tokens)) + "\n")
		case bots.Status == diff.Unchanged && d.Outcome.Status != diff.Unchanged:
			b.WriteString("\n" + l.Text("diff.unchanged") + ": " + escape(botNames(l, bots.Tokens)) + "\n")
		}
		for i, r := range bots.Open[:min(len(bots.Open), maxFlipRows)] {
			if i == 0 {
				b.WriteByte('\n')
			}
			b.WriteString("- " + escape(open(l, r)) + "\n")
		}
	}
}

// cited is grounds with the rule as code.
func (s Source) cited(l msg.Lang, d robots.Decision) string {
	if r, ok := d.Rule(); ok {
		return l.Text("trace.rule-line", msg.Int("line", r.Line)) + ": " + code(r.String())
	}
	return escape(s.Because(l, d))
}

func heads(b *strings.Builder, l msg.Lang, names ...string) {
	b.WriteByte('\n')
	for _, n := range names {
		b.WriteString("| " + l.Text("head."+n) + " ")
	}
	b.WriteString("|\n" + strings.Repeat("| --- ", len(names)) + "|\n")
}

// markdownTable writes a table of text, without the columns that are empty.
func markdownTable(b *strings.Builder, t *table) {
	if len(t.rows) == 0 {
		return
	}
	widths := t.widths()
	b.WriteByte('\n')
	rule := ""
	for i, h := range t.heads {
		switch {
		case widths[i] == 0:
		case t.numbers[i]:
			b.WriteString("| " + escape(h) + " ")
			rule += "| ---: "
		default:
			b.WriteString("| " + escape(h) + " ")
			rule += "| --- "
		}
	}
	b.WriteString("|\n" + rule + "|\n")
	for _, row := range t.rows {
		for i, c := range row {
			if widths[i] > 0 {
				b.WriteString("| " + escape(strings.TrimSpace(c.text)) + " ")
			}
		}
		b.WriteString("|\n")
	}
}
