package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/msg"
)

// A Diff is what changed between two texts.
type Diff struct {
	Old, New Source
	Outcome  diff.Outcome  // of the verdicts
	Changes  []diff.Change // of the lines
	Probes   []access.Probe
	Flips    []diff.Flip // of the probes
}

// A DiffFormat writes a diff.
type DiffFormat func(w io.Writer, d Diff, o Options) error

// DiffFormats are the formats of a diff by name.
var DiffFormats = map[string]DiffFormat{"text": DiffText, "markdown": DiffMarkdown, "json": DiffJSON}

// DiffFormatNames lists the keys of DiffFormats, the default first.
var DiffFormatNames = []string{"text", "markdown", "json"}

// Bounds on what the formats for people list in full.
const (
	maxFlipRows   = 20 // of one set of crawlers
	maxChangeRows = 60
)

// title says in one sentence what became of the answers.
func (d Diff) title(l msg.Lang) string {
	n, total := 0, 0
	for _, b := range d.Outcome.Bots {
		total += len(b.Tokens)
		if b.Status == d.Outcome.Status {
			n += len(b.Tokens)
		}
	}
	return l.Text("diff.title-"+d.Outcome.Status.String(), msg.Str("old", Clean(d.Old.Name)), msg.Str("new", Clean(d.New.Name)),
		msg.Int("n", n), msg.Int("total", total))
}

// DiffText writes a diff for people: whose answers changed, with a witness and
// the lines that decide, then the probes, then the lines.
func DiffText(w io.Writer, d Diff, o Options) error {
	var b strings.Builder
	tints := map[diff.Status]tint{diff.Unchanged: green, diff.Changed: red, diff.NotProven: yellow}
	b.WriteString(o.paint(tints[d.Outcome.Status], d.title(o.Lang)) + "\n")
	d.bots(&b, o)
	d.probes(&b, o)
	if len(d.Changes) > 0 {
		b.WriteByte('\n')
		changesTable(o.Lang, d.Changes, maxChangeRows).write(&b, o)
		more(&b, o, len(d.Changes)-maxChangeRows)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func more(b *strings.Builder, o Options, n int) {
	if n > 0 {
		b.WriteString("  " + o.paint(faint, o.Lang.Text("diff.more", msg.Int("n", n))) + "\n")
	}
}

// bots writes the flips of all crawlers as one table, so that columns line up,
// with the names of the crawlers between its rows.
func (d Diff) bots(b *strings.Builder, o Options) {
	t := &table{heads: []string{"", o.Lang.Text("head.example"), o.Lang.Text("head.before"), o.Lang.Text("head.now")}}
	for _, bots := range d.Outcome.Bots {
		for _, f := range bots.Flips[:min(len(bots.Flips), maxFlipRows)] {
			t.add(d.flipRow(o.Lang, f)...)
		}
	}
	var rows strings.Builder
	t.write(&rows, o)
	lines := strings.SplitAfter(rows.String(), "\n")
	if len(t.rows) > 0 {
		b.WriteString("\n" + lines[0])
	}
	lines = lines[1:]
	for _, bots := range d.Outcome.Bots {
		names := botNames(o.Lang, bots.Tokens)
		n := min(len(bots.Flips), maxFlipRows)
		switch bots.Status {
		case diff.Changed:
			b.WriteString(o.paint(bold, names) + "\n" + strings.Join(lines[:n], ""))
			lines = lines[n:]
			more(b, o, len(bots.Flips)-maxFlipRows)
		case diff.NotProven:
			b.WriteString("\n" + o.paint(yellow, o.Lang.Text("diff.not-proven")) + ": " + names + "\n")
		case diff.Unchanged:
			if d.Outcome.Status != diff.Unchanged {
				b.WriteString("\n" + o.paint(green, o.Lang.Text("diff.unchanged")) + ": " + names + "\n")
			}
		}
		for _, r := range bots.Open[:min(len(bots.Open), maxFlipRows)] {
			b.WriteString("  " + o.paint(yellow, open(o.Lang, r)) + "\n")
		}
		more(b, o, len(bots.Open)-maxFlipRows)
	}
}

func (d Diff) flipRow(l msg.Lang, f diff.Flip) []cell {
	word, c := "diff.closed", red
	if f.New.Allowed() {
		word, c = "diff.opened", green
	}
	return []cell{{"  " + l.Text(word), c}, {short(Clean(f.Probe.Target), maxCell), plain},
		{d.Old.grounds(l, f.Old), faint}, {d.New.grounds(l, f.New), plain}}
}

func open(l msg.Lang, r diff.Open) string {
	text := "old"
	if r.InNew {
		text = "new"
	}
	if r.Rule == (robots.Rule{}) {
		return l.Text("diff.open-rest")
	}
	return l.Text("diff.open-rule", msg.Str("text", text), msg.Int("line", r.Rule.Line), msg.Str("rule", short(Clean(r.Rule.String()), maxCell)))
}

// probes writes the probes whose answer changed.
func (d Diff) probes(b *strings.Builder, o Options) {
	if len(d.Probes) == 0 {
		return
	}
	b.WriteString("\n" + o.paint(bold, d.probesTitle(o.Lang)) + "\n")
	d.probesTable(o.Lang).write(b, o)
}

func (d Diff) probesTitle(l msg.Lang) string {
	verdicts := 0
	for _, f := range d.Flips {
		if f.Verdict() {
			verdicts++
		}
	}
	return l.Text("diff.probes", msg.Int("n", verdicts), msg.Int("basis", len(d.Flips)-verdicts), msg.Int("total", len(d.Probes)))
}

func (d Diff) probesTable(l msg.Lang) *table {
	t := &table{}
	if len(d.Flips) == 0 {
		return t
	}
	for _, h := range [...]string{"probe", "agent", "target", "change", "before", "now"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	for _, f := range d.Flips {
		word, c := l.Text("diff.evidence"), yellow
		if f.Verdict() {
			row := d.flipRow(l, f)
			word, c = strings.TrimSpace(row[0].text), row[0].tint
		}
		t.add(cell{Clean(f.Probe.Name), plain}, cell{botName(l, f.Probe.Token), plain}, cell{short(Clean(f.Probe.Target), maxCell), plain},
			cell{word, c}, cell{d.Old.grounds(l, f.Old), faint}, cell{d.New.grounds(l, f.New), plain})
	}
	return t
}

var opTints = map[diff.Op]tint{diff.Added: green, diff.Removed: red, diff.Edited: yellow, diff.Moved: faint}

// changesTable sets out at most that many changes of lines.
func changesTable(l msg.Lang, changes []diff.Change, most int) *table {
	t := &table{numbers: map[int]bool{1: true, 2: true}}
	for _, h := range [...]string{"change", "old", "new", "text", "group"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	number := func(line int) string {
		if line == 0 {
			return ""
		}
		return strconv.Itoa(line)
	}
	for _, c := range changes[:min(len(changes), most)] {
		text, group := changeText(l, c)
		t.add(cell{l.Text("diff.op." + c.Op.String()), opTints[c.Op]}, cell{number(c.Old.Line), faint}, cell{number(c.New.Line), plain},
			cell{text, opTints[c.Op]}, cell{group, faint})
	}
	return t
}

// changeText tells what changed, and in which group.
func changeText(l msg.Lang, c diff.Change) (text, group string) {
	at := c.New
	if c.Op == diff.Removed {
		at = c.Old
	}
	names := func(p diff.Place) string { return short(Clean(strings.Join(p.Group, ", ")), maxCell) }
	switch {
	case c.Kind == diff.KindGroup:
		return l.Text("diff.group", msg.Str("agents", names(at)), msg.Int("n", at.Rules)), ""
	case c.Op == diff.Edited:
		text = short(Clean(c.Old.Text), maxCell) + " → " + short(Clean(c.New.Text), maxCell)
	default:
		text = short(Clean(at.Text), maxCell)
	}
	if was := names(c.Old); c.Op == diff.Moved && was != names(at) {
		return text, was + " → " + names(at)
	}
	return text, names(at)
}
