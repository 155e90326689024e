package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// CheckText tells people all about one check.
func CheckText(w io.Writer, c lint.Check, o Options) error {
	var b strings.Builder
	l := o.Lang
	fmt.Fprintf(&b, "%s: %s\n\n", o.paint(bold, string(c.Code)), checkText(l, c.Doc, "title"))
	fmt.Fprintf(&b, "%s\n\n", sentence(checkText(l, c.Doc, "why"), stop(l)))
	row := func(key, value string) { b.WriteString(o.paint(faint, l.Text(key)+": ") + value + "\n") }
	row("lint.severity", l.Text("severity."+c.Severity.String()))
	row("head.source", c.Source)
	row("lint.since", c.Since)
	for _, part := range [...]struct{ key, text string }{{"head.before", c.Before}, {"lint.after", c.After}} {
		if part.text != "" {
			b.WriteString("\n" + o.paint(faint, l.Text(part.key)+":") + "\n" + indented(part.text))
		}
	}
	if f, ok := shownBy(c); ok {
		b.WriteString("\n")
		o.headline(&b, LintFile{Source: Source{Name: "robots.txt"}}, f)
		b.WriteString(o.paint(faint, l.Text("lint.help")+": ") + Fix(l, f.Diagnostic) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shownBy returns what the check finds in its own text.
func shownBy(c lint.Check) (lint.Finding, bool) {
	if c.Before == "" {
		return lint.Finding{}, false
	}
	for _, f := range lint.Run(robots.Parse(c.Before), lint.Options{Select: []diag.Code{c.Code}}) {
		return f, true
	}
	return lint.Finding{}, false
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		b.WriteString("    " + Clean(strings.TrimRight(line, "\n")) + "\n")
	}
	return b.String()
}

// stop ends a sentence of that language.
func stop(l msg.Lang) string {
	if l == msg.En {
		return "."
	}
	return "。"
}

// gap parts sentences of that language.
func gap(l msg.Lang) string {
	if l == msg.En {
		return " "
	}
	return ""
}

// sentence begins with a capital, where the language has them, and ends with a
// stop.
func sentence(s, stop string) string {
	if s == "" {
		return s
	}
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:] + stop
}

// ChecksMarkdown writes the page that documents all checks, docs/checks.md.
func ChecksMarkdown(w io.Writer, o Options) error {
	var b strings.Builder
	l := o.Lang
	b.WriteString("# Checks\n\n" + sentence(l.Text("lint.page"), stop(l)) + "\n\n")
	fmt.Fprintf(&b, "| code | %s | %s |\n| --- | --- | --- |\n", l.Text("lint.severity"), l.Text("lint.about"))
	checks := lint.Checks()
	for _, c := range checks {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", c.Code, c.Code, l.Text("severity."+c.Severity.String()), escape(checkText(l, c.Doc, "title")))
	}
	for _, c := range checks {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", c.Code, escape(sentence(checkText(l, c.Doc, "title"), stop(l))+gap(l)+sentence(checkText(l, c.Doc, "why"), stop(l))))
		facts := [...]string{
			l.Text("lint.severity") + ": " + l.Text("severity."+c.Severity.String()),
			l.Text("head.source") + ": " + escape(c.Source),
			l.Text("lint.since") + ": " + c.Since,
		}
		b.WriteByte('\n')
		for i, fact := range facts {
			facts[i] = sentence(fact, stop(l))
		}
		b.WriteString(strings.Join(facts[:], gap(l)) + "\n")
		if c.Before != "" {
			b.WriteString("\n```text\n" + dedented(c.Before) + "```\n")
		}
		if f, ok := shownBy(c); ok {
			fmt.Fprintf(&b, "\n> %d:%d: %s\n>\n> %s: %s\n", f.Span.Line, f.Span.Column, escape(Message(l, f.Diagnostic)), l.Text("lint.help"), escape(Fix(l, f.Diagnostic)))
		}
		if c.Before != "" {
			b.WriteString("\n" + sentence(l.Text("lint.after"), "") + ":\n\n```text\n" + dedented(c.After) + "```\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func dedented(text string) string { return strings.ReplaceAll(indented(text), "    ", "") }

// CheckList lists all checks, one a line.
func CheckList(w io.Writer, o Options) error {
	t := &table{}
	for _, c := range lint.Checks() {
		t.add(cell{string(c.Code), bold}, cell{o.Lang.Text("severity." + c.Severity.String()), severityTints[c.Severity]}, cell{checkText(o.Lang, c.Doc, "title"), plain})
	}
	return t.write(w, o)
}
