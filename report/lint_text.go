package report

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// LintText writes findings for people: each with its line, a mark below what it
// is about, and how to mend it.
func LintText(w io.Writer, files []LintFile, o Options) error {
	var b strings.Builder
	eachFinding(files, func(file LintFile, f lint.Finding) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		o.headline(&b, file, f)
		o.snippet(&b, file.text(), f.Diagnostic)
		b.WriteString("  " + o.paint(faint, o.Lang.Text("lint.help")+": ") + Fix(o.Lang, f.Diagnostic) + "\n")
		for _, fix := range f.Fixes {
			b.WriteString("  " + o.paint(faint, o.Lang.Text("lint.fix-"+fix.Safety.String())+": ") + o.fixText(fix) + "\n")
		}
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// fixText tells what a fix does, and one answer that it changes.
func (o Options) fixText(f lint.Fix) string {
	e := f.Edits[0]
	shown := short(Clean(strings.TrimSpace(e.New)), maxCell)
	key := "lint.replace"
	switch {
	case strings.TrimSpace(e.New) == "" && e.Span.Len > 0:
		key = "lint.delete"
	case e.Span.Len == 0:
		key = "lint.insert"
	}
	s := o.Lang.Text(key, msg.Str("new", shown), msg.Int("line", e.Span.Line))
	if len(f.Changes) > 0 {
		c := f.Changes[0]
		s += o.Lang.Text("lint.changes", msg.Str("agent", botName(o.Lang, c.Token)), msg.Str("target", short(Clean(c.Witness), maxCell)),
			msg.Str("before", Verdict(o.Lang, c.A)), msg.Str("now", Verdict(o.Lang, c.B)))
	}
	return s
}

// snippet writes the line of a finding with a mark below, and the lines that
// are related to it.
func (o Options) snippet(b *strings.Builder, text string, d diag.Diagnostic) {
	gutter := len(strconv.Itoa(d.Span.Line))
	for _, r := range d.Related {
		gutter = max(gutter, len(strconv.Itoa(r.Line)))
	}
	row := func(number, s string) {
		b.WriteString("  " + o.paint(faint, padLeft(number, gutter)+" │ ") + s + "\n")
	}
	line, indent, marked := excerpt(text, d.Span)
	row(strconv.Itoa(d.Span.Line), line)
	row("", strings.Repeat(" ", indent)+o.paint(severityTints[d.Severity], strings.Repeat("^", max(1, marked))))
	for i, r := range d.Related {
		if i == maxRelated {
			row("", o.paint(faint, o.Lang.Text("lint.more-related", msg.Int("n", len(d.Related)-i))))
			break
		}
		line, _, _ := excerpt(text, r)
		row(strconv.Itoa(r.Line), o.paint(faint, line))
	}
}

// maxRelated is how many related lines are shown.
const maxRelated = 3

// excerpt returns the line that a span begins on, made safe and cut to fit, and
// where in it the span stands, in cells: a Chinese character takes two.
func excerpt(text string, s diag.Span) (line string, indent, marked int) {
	raw, at := lineOf(text, s)
	to := min(at+s.Len, len(raw))
	head, body, tail := raw[:at], raw[at:to], raw[to:]
	const lead = 40 // cells of what stands in front that are worth showing
	if cut := len(head) - lead; cut > 0 && width(Clean(head))+width(Clean(body)) > maxExcerpt {
		for cut < len(head) && !utf8.RuneStart(head[cut]) {
			cut++
		}
		head = "…" + head[cut:]
	}
	head = Clean(head)
	indent = width(head)
	body = short(Clean(body), max(1, maxExcerpt-indent))
	marked = width(body)
	return short(head+body+Clean(tail), max(maxExcerpt, indent+marked)), indent, marked
}

// lineOf returns the line that a span begins on, without its end, and where in
// it the span begins.
func lineOf(text string, s diag.Span) (line string, at int) {
	from := s.Offset - (s.Column - 1)
	line = text[from:]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	return line, min(s.Column-1, len(line))
}
