package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/msg"
)

// Markdown writes a check as a table in the GitHub manner, with the remarks on
// the text below.
func Markdown(w io.Writer, c Check, o Options) error {
	var b strings.Builder
	l := o.Lang
	heads := [...]string{"agent", "target", "verdict", "because", "rule", "line"}
	for _, h := range heads {
		b.WriteString("| " + l.Text("head."+h) + " ")
	}
	b.WriteString("|\n" + strings.Repeat("| --- ", len(heads)-1) + "| ---: |\n")
	for _, a := range c.Answers {
		d := a.Trace.Decision
		rule, line := "", ""
		if r, ok := d.Rule(); ok {
			rule, line = code(r.String()), strconv.Itoa(r.Line)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", escape(a.Agent.label(l)), code(a.Target),
			c.Verdict(l, d), escape(c.Because(l, d)), rule, line)
	}
	if c.Explain {
		for _, a := range c.Answers {
			b.WriteString("\n```text\n")
			if err := Trace(&b, c.Source, a, Options{Lang: l}); err != nil {
				return err
			}
			b.WriteString("```\n")
		}
	}
	c.remarks(&b, l)
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Source) remarks(b *strings.Builder, l msg.Lang) {
	all := s.Policy.Diagnostics()
	if len(all) == 0 {
		return
	}
	b.WriteString("\n" + l.Text("head.diagnostics") + ":\n\n")
	for _, d := range all {
		fmt.Fprintf(b, "- %s %d: %s `%s`\n", l.Text("head.line"), d.Span.Line, escape(Message(l, d)), d.Code)
	}
}

// code makes a code span that may hold back-ticks, for a table cell that may
// not hold a bar.
func code(s string) string {
	s = strings.ReplaceAll(Clean(s), "|", `\|`)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

var markup = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`)

func escape(s string) string { return markup.Replace(s) }
