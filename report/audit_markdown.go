package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// AuditMarkdown writes an audit in the GitHub manner, for the summary of a CI
// run or a comment on a change.
func AuditMarkdown(w io.Writer, a Audit, o Options) error {
	var b strings.Builder
	l := o.Lang
	name := ""
	if a.Name != "" {
		name = code(a.Name) + ": "
	}
	fmt.Fprintf(&b, "## %s%s\n", name, escape(a.headline(l)))
	for _, n := range a.Report.Notices {
		fmt.Fprintf(&b, "\n> **%s**: %s\n", l.Text("severity."+n.Severity.String()), escape(notice(l, n)))
	}
	section := func(key string) { b.WriteString("\n### " + l.Text("audit.head."+key) + "\n") }
	if a.Report.Scored {
		section("score")
		columns(&b, l, "part", "points", "lost")
		for _, p := range a.Report.Parts {
			var why []string
			for i := range p.Charges {
				why = append(why, escape(lost(l, p, i).text))
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Text("audit.part."+string(p.ID)+".name"), kept(l, p), strings.Join(why, "<br>"))
		}
	}
	a.findingsMarkdown(&b, l, section)
	section("crawlers")
	b.WriteByte('\n')
	if err := MatrixMarkdown(&b, a.grid(), o); err != nil {
		return err
	}
	b.WriteByte('\n')
	for _, s := range a.addressed(l) {
		b.WriteString("- " + escape(s) + "\n")
	}
	if said := a.said(l); said != nil {
		section("use")
		heads(&b, l, "line", "text")
		for _, s := range said {
			fmt.Fprintf(&b, "| %s | %s |\n", s[0], escape(s[1]))
		}
		b.WriteString("\n" + l.Text("audit.use-note") + "\n")
	}
	if s := a.listed(l); s != "" {
		section("listed")
		b.WriteString("\n" + escape(s) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// findingsMarkdown writes a row for each kind of finding.
func (a Audit) findingsMarkdown(b *strings.Builder, l msg.Lang, section func(string)) {
	if a.Policy.Kind() != robots.KindDocument {
		return
	}
	section("findings")
	kinds := a.kinds()
	if len(kinds) == 0 {
		b.WriteString("\n" + l.Text("audit.clean") + "\n")
	} else {
		heads(b, l, "line", "text", "diagnostics", "note")
	}
	for _, k := range kinds {
		f := k.all[0]
		line, _, _ := excerpt(a.Policy.Text(), f.Span)
		fmt.Fprintf(b, "| %s | %s | %s: %s [`%s`](%s) | %s |\n", k.lines(l), code(line), l.Text("severity."+k.Severity.String()),
			escape(Message(l, f.Diagnostic)), k.Code, checkPage(k.all[0]), escape(Fix(l, f.Diagnostic)))
	}
	if s := a.suppressed(l); s != "" {
		b.WriteString("\n" + escape(s) + "\n")
	}
}

// columns writes the head of a table of an audit.
func columns(b *strings.Builder, l msg.Lang, names ...string) {
	b.WriteByte('\n')
	for _, n := range names {
		b.WriteString("| " + l.Text("audit.head."+n) + " ")
	}
	b.WriteString("|\n" + strings.Repeat("| --- ", len(names)) + "|\n")
}

// checkPage is where a kind of finding is documented.
func checkPage(f lint.Finding) string {
	return projectURL + "/blob/main/docs/checks.md#" + string(f.Code)
}

// WeightsMarkdown writes the table of all weights with the reason for each, the
// heart of docs/audit.md.
func WeightsMarkdown(w io.Writer, o Options) error {
	var b strings.Builder
	l := o.Lang
	t := func(key string) string { return l.Text("audit." + key) }
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	head := func(cells ...string) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		row(cells...)
		b.WriteString(strings.Repeat("| --- ", len(cells)) + "|\n")
	}
	head(t("head.part"), t("head.points"), t("weights.why"))
	for _, p := range audit.Parts() {
		row(t("part."+string(p.ID)+".name"), fmt.Sprint(p.Weight), escape(sentence(t("part."+string(p.ID)+".why"), stop(l))))
	}
	head(t("weights.price"), t("head.points"), t("weights.why"))
	for _, p := range audit.Prices() {
		row(t("price."+p.Name+".name"), fmt.Sprint(p.Points), escape(sentence(t("price."+p.Name+".why"), stop(l))))
	}
	head(t("weights.when"), t("head.points"), t("weights.why"))
	for _, x := range audit.Shares() {
		cost := points(x.Most)
		if x.Least > 0 {
			cost = points(x.Least) + "–" + cost
		}
		row(t("share."+string(x.Code)+".name"), cost, escape(sentence(t("share."+string(x.Code)+".why"), stop(l))))
	}
	head(t("weights.when"), t("weights.cap"), t("weights.why"))
	for _, c := range audit.Caps() {
		row(t("cap."+string(c.Why)+".name"), fmt.Sprint(c.At), escape(sentence(t("cap."+string(c.Why)+".why"), stop(l))))
	}
	head(t("weights.grade"), t("weights.from"))
	for _, g := range audit.Grades() {
		row(string(g.Grade), fmt.Sprint(g.From))
	}
	head(t("head.part"), t("weights.price"), t("weights.codes"))
	for _, x := range audit.Weighed() {
		var links []string
		for _, c := range x.Codes {
			links = append(links, fmt.Sprintf("[%s](checks.md#%s)", c, c))
		}
		row(t("part."+string(x.Part)+".name"), t("price."+x.Price.Name+".name"), strings.Join(links, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
