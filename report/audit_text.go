package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/msg"
)

// maxKinds is how many kinds of findings are shown with their line: what is
// more is for lint.
const maxKinds = 12

// AuditText writes an audit for people: how it stands, where points were lost,
// what was found, and who may fetch what.
func AuditText(w io.Writer, a Audit, o Options) error {
	var b strings.Builder
	l := o.Lang
	if a.Name != "" {
		b.WriteString(o.paint(bold, Clean(a.Name)) + ": ")
	}
	b.WriteString(o.paint(gradeTints[a.Report.Grade], a.headline(l)) + "\n")
	for _, n := range a.Report.Notices {
		b.WriteString(o.paint(severityTints[n.Severity], l.Text("severity."+n.Severity.String())+": ") + notice(l, n) + "\n")
	}
	a.partsText(&b, o)
	a.findingsText(&b, o)
	o.title(&b, "crawlers")
	if err := MatrixText(&b, a.grid(), o); err != nil {
		return err
	}
	if a.Report.Left > 0 {
		b.WriteString(o.paint(faint, l.Text("note.families", msg.Int("n", a.Report.Left))) + "\n")
	}
	for i, s := range a.addressed(l) {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(s + "\n")
	}
	if said := a.said(l); said != nil {
		o.title(&b, "use")
		t := &table{numbers: map[int]bool{0: true}}
		for _, s := range said {
			t.add(cell{s[0], faint}, cell{s[1], plain})
		}
		t.write(&b, o)
		b.WriteString(o.paint(faint, l.Text("audit.use-note")) + "\n")
	}
	if s := a.listed(l); s != "" {
		o.title(&b, "listed")
		b.WriteString(s + "\n")
		a.groundsText(&b, o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o Options) title(b *strings.Builder, head string) {
	b.WriteString("\n" + o.paint(bold, o.Lang.Text("audit.head."+head)) + "\n")
}

// partsText writes a bar for each part, and what it lost points for.
func (a Audit) partsText(b *strings.Builder, o Options) {
	if !a.Report.Scored {
		return
	}
	o.title(b, "score")
	t := &table{numbers: map[int]bool{}}
	for _, p := range a.Report.Parts {
		name := cell{o.Lang.Text("audit.part." + string(p.ID) + ".name"), plain}
		t.add(name, cell{bar(p), partTint(p)}, cell{kept(o.Lang, p), plain}, lost(o.Lang, p, 0))
		for i := range p.Charges {
			if i > 0 {
				t.add(cell{}, cell{}, cell{}, lost(o.Lang, p, i))
			}
		}
	}
	t.write(b, o)
}

// lost tells what a part lost points for in one place.
func lost(l msg.Lang, p audit.Part, i int) cell {
	if i >= len(p.Charges) {
		return cell{}
	}
	return cell{"−" + points(p.Charges[i].Points) + "  " + charge(l, p.Charges[i]), faint}
}

func partTint(p audit.Part) tint {
	switch {
	case p.Lost == 0:
		return green
	case p.Lost < float64(p.Weight)/2:
		return yellow
	}
	return red
}

// bar draws how much of its points a part has, five points in two cells. It is
// full only if nothing was lost.
func bar(p audit.Part) string {
	cells := p.Weight * 2 / 5
	full := int((float64(p.Weight) - p.Lost) * 2 / 5)
	return strings.Repeat("█", full) + strings.Repeat("░", cells-full)
}

// findingsText shows the first finding of each kind, and only counts those that
// are information.
func (a Audit) findingsText(b *strings.Builder, o Options) {
	if a.Policy.Kind() != robots.KindDocument {
		return
	}
	l := o.Lang
	o.title(b, "findings")
	var also []string
	shown := 0
	kinds := a.kinds()
	for _, k := range kinds {
		if k.Severity == diag.Info {
			also = append(also, l.Text("audit.times", msg.Str("text", string(k.Code)), msg.Int("n", len(k.all))))
			continue
		}
		if shown++; shown > maxKinds {
			continue
		}
		o.headline(b, a.file(), k.all[0])
		o.snippet(b, a.Policy.Text(), k.all[0].Diagnostic)
		if n := len(k.all); n > 1 {
			b.WriteString("  " + o.paint(faint, l.Text("audit.lines", msg.Int("n", n), msg.Str("list", k.lines(l)))) + "\n")
		}
	}
	if shown == 0 {
		b.WriteString(o.paint(green, l.Text("audit.clean")) + "\n")
	}
	if n := shown - maxKinds; n > 0 {
		b.WriteString(o.paint(faint, l.Text("ai.more", msg.Int("n", n))) + "\n")
	}
	if also != nil {
		b.WriteString(o.paint(faint, l.Text("audit.also", msg.Str("list", strings.Join(also, l.Text("ai.comma"))))) + "\n")
	}
	if s := a.suppressed(l); s != "" {
		b.WriteString(o.paint(faint, s) + "\n")
	}
	if len(kinds) > 0 {
		b.WriteString(o.paint(faint, l.Text("audit.next")) + "\n")
	}
}

// groundsText lists the rules that close listed URLs.
func (a Audit) groundsText(b *strings.Builder, o Options) {
	t := &table{numbers: map[int]bool{0: true}}
	for _, g := range a.Report.Listing.Tally.Grounds() {
		t.add(cell{strconv.Itoa(g.Entries), red}, cell{a.grounds(o.Lang, g.Decision), plain}, cell{botNames(o.Lang, g.Tokens), plain},
			cell{short(Clean(g.Examples[0].Entry.URL), maxCell), faint})
	}
	t.write(b, o)
}
