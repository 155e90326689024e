package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/dialect"
	"github.com/robotsgate/robots/msg"
)

// Dialects is a text with the questions that not all profiles answer alike.
type Dialects struct {
	Source      // as RFC 9309 reads it
	Agents      []Agent
	Targets     []string
	Differences []dialect.Difference
}

// DialectFormats are the formats of Dialects by the name that --format knows
// them by.
var DialectFormats = map[string]func(w io.Writer, d Dialects, o Options) error{
	"text":     DialectsText,
	"json":     DialectsJSON,
	"markdown": DialectsMarkdown,
}

// DialectFormatNames lists the keys of DialectFormats, the default first.
var DialectFormatNames = []string{"text", "json", "markdown"}

// title says how many profiles differ from the first.
func (d Dialects) title(l msg.Lang) string {
	seen := map[robots.Profile]bool{}
	for _, x := range d.Differences {
		for _, p := range x.Profiles {
			seen[p] = true
		}
	}
	all, questions := len(robots.Profiles()), msg.Int("questions", len(d.Agents)*len(d.Targets))
	if len(seen) == 0 {
		return l.Text("dialect.none", msg.Str("file", Clean(d.Name)), msg.Int("n", all), questions)
	}
	return l.Text("dialect.some", msg.Str("file", Clean(d.Name)), msg.Int("n", len(seen)), msg.Int("total", all-1), questions)
}

// A dialectRow is differences that only their crawlers and targets tell apart.
type dialectRow struct {
	engines, agents, targets []string
	theirs, ours             string
	cause                    int
	open                     bool // they may fetch, and RFC 9309 says no
}

// A cause is an excerpt that some rows share.
type cause struct {
	lines   []dialect.Line
	minimal bool
}

// rows folds differences: into one row for all crawlers that are told the same
// about a target, and then for all targets about which these are. The rows of
// one cause stand together.
func (d Dialects) rows(l msg.Lang) (rows []dialectRow, causes []cause) {
	for _, x := range d.Differences {
		row := dialectRow{agents: []string{d.label(l, x.Token)}, targets: []string{x.Target}, open: x.Theirs.Allowed(),
			theirs: said(l, x.Theirs, x.Rejected), ours: said(l, x.Ours, "")}
		for _, p := range x.Profiles {
			row.engines = append(row.engines, p.String())
		}
		row.cause = slices.IndexFunc(causes, func(c cause) bool { return c.minimal == x.Minimal && slices.Equal(c.lines, x.Excerpt) })
		if row.cause < 0 {
			row.cause = len(causes)
			causes = append(causes, cause{x.Excerpt, x.Minimal})
		}
		rows = append(rows, row)
	}
	rows = fold(rows, func(a, b *dialectRow) (same bool) {
		if same = slices.Equal(a.targets, b.targets); same {
			a.agents = append(a.agents, b.agents...)
		}
		return same
	})
	rows = fold(rows, func(a, b *dialectRow) (same bool) {
		if same = slices.Equal(a.agents, b.agents); same {
			a.targets = append(a.targets, b.targets...)
		}
		return same
	})
	slices.SortStableFunc(rows, func(a, b dialectRow) int { return a.cause - b.cause })
	return rows, causes
}

// fold leaves out rows that join takes into one before them.
func fold(rows []dialectRow, join func(into, row *dialectRow) bool) []dialectRow {
	var kept []dialectRow
next:
	for _, b := range rows {
		for i := range kept {
			a := &kept[i]
			if a.cause == b.cause && a.theirs == b.theirs && a.ours == b.ours && slices.Equal(a.engines, b.engines) && join(a, &b) {
				continue next
			}
		}
		kept = append(kept, b)
	}
	return kept
}

// label is how people see the crawler of a token.
func (d Dialects) label(l msg.Lang, token string) string {
	i := slices.IndexFunc(d.Agents, func(a Agent) bool { return a.Name == token })
	return d.Agents[i].label(l)
}

// said tells a verdict and the line it comes from, or what else it rests on.
func said(l msg.Lang, d robots.Decision, rejected string) string {
	if rejected != "" {
		return l.Text("trace.final-other", msg.Str("verdict", l.Text("verdict.rejected")), msg.Str("because", rejection(l, rejected)))
	}
	verdict := msg.Str("verdict", Verdict(l, d))
	if line := d.Line(); line > 0 {
		return l.Text("trace.final-rule", verdict, msg.Int("line", line))
	}
	return l.Text("trace.final-other", verdict, msg.Str("because", Because(l, d)))
}

var dialectHeads = [...]string{"engines", "agent", "target", "theirs", "ours", "cause"}

// maxList is how wide a list in a table may be before it goes on below, and
// maxListRows how often it may.
const (
	maxList     = 30
	maxListRows = 6
)

// DialectsText writes the differences for people: who differs on what, and
// below the lines of the file that make it so.
func DialectsText(w io.Writer, d Dialects, o Options) error {
	var b strings.Builder
	l := o.Lang
	if len(d.Differences) == 0 {
		b.WriteString(o.paint(green, d.title(l)) + "\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString(o.paint(bold, d.title(l)) + "\n\n")
	rows, causes := d.rows(l)
	t := &table{numbers: map[int]bool{5: true}}
	for _, h := range dialectHeads {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	for _, r := range rows {
		theirs := red
		if r.open {
			theirs = green
		}
		lists := [3][]string{wrapped(l, r.engines), wrapped(l, r.agents), wrapped(l, cleaned(r.targets))}
		for i := range max(len(lists[0]), len(lists[1]), len(lists[2])) {
			cells := make([]cell, len(dialectHeads))
			for k, list := range lists {
				if i < len(list) {
					cells[k].text = list[i]
				}
			}
			if i == 0 {
				cells[3], cells[4], cells[5] = cell{r.theirs, theirs}, cell{r.ours, plain}, cell{strconv.Itoa(r.cause + 1), plain}
			}
			t.add(cells...)
		}
	}
	t.write(&b, o)
	for i, c := range causes {
		b.WriteString("\n" + o.paint(bold, d.causeTitle(l, i, c)) + "\n")
		d.excerpt(&b, l, c, func(number, text string) string { return "  " + o.paint(faint, number+" │ ") + text + "\n" })
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrapped sets a list in lines of a cell.
func wrapped(l msg.Lang, names []string) []string {
	var lines []string
	for i, name := range names {
		name = short(name, maxCell)
		if i < len(names)-1 {
			name += strings.TrimRight(l.Text("parse.comma"), " ")
		}
		last := len(lines) - 1
		switch {
		case last >= 0 && width(lines[last])+1+width(name) <= maxList:
			lines[last] += " " + name
		case len(lines) == maxListRows:
			return append(lines, l.Text("dialect.rest", msg.Int("n", len(names)-i)))
		default:
			lines = append(lines, name)
		}
	}
	return lines
}

func cleaned(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = Clean(s)
	}
	return out
}

// causeTitle introduces the excerpt of a cause.
func (d Dialects) causeTitle(l msg.Lang, i int, c cause) string {
	key := "dialect.cause"
	switch {
	case d.Policy.Encoding() != robots.UTF8:
		key = "dialect.cause-utf16"
	case !c.minimal:
		key = "dialect.cause-bound"
	case len(c.lines) == 0:
		key = "dialect.cause-empty"
	}
	return l.Text(key, msg.Int("n", i+1), msg.Int("lines", len(c.lines)))
}

// maxCause is how many lines of an excerpt are shown.
const maxCause = 12

// excerpt writes the lines of a cause with their numbers.
func (d Dialects) excerpt(b *strings.Builder, l msg.Lang, c cause, row func(number, text string) string) {
	shown := c.lines[:min(len(c.lines), maxCause)]
	if len(shown) == 0 {
		return
	}
	gutter := len(strconv.Itoa(shown[len(shown)-1].Number))
	for _, line := range shown {
		text := short(Clean(strings.TrimRight(line.Text, "\r\n")), maxExcerpt)
		b.WriteString(row(padLeft(strconv.Itoa(line.Number), gutter), text))
	}
	if n := len(c.lines) - len(shown); n > 0 {
		b.WriteString(row(strings.Repeat(" ", gutter), l.Text("dialect.more", msg.Int("n", n))))
	}
}

// DialectsMarkdown writes the differences as a table in the GitHub manner, and
// each cause as a block of code.
func DialectsMarkdown(w io.Writer, d Dialects, o Options) error {
	var b strings.Builder
	l := o.Lang
	b.WriteString("**" + escape(d.title(l)) + "**\n")
	rows, causes := d.rows(l)
	if len(rows) > 0 {
		heads(&b, l, dialectHeads[:]...)
	}
	for _, r := range rows {
		targets := make([]string, len(r.targets))
		for i, t := range r.targets {
			targets[i] = code(t)
		}
		comma := l.Text("parse.comma")
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %d |\n", strings.Join(r.engines, comma), escape(strings.Join(r.agents, comma)),
			strings.Join(targets, comma), escape(r.theirs), escape(r.ours), r.cause+1)
	}
	for i, c := range causes {
		b.WriteString("\n" + escape(d.causeTitle(l, i, c)) + "\n")
		if len(c.lines) > 0 {
			// Indented, so that no fence in the file can end it.
			b.WriteByte('\n')
			d.excerpt(&b, l, c, func(number, text string) string { return "    " + number + " │ " + text + "\n" })
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
