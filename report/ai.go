package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/signals"
)

// An AI is a policy with its answers to the crawlers of the catalogue, and
// what they come to.
type AI struct {
	Source
	Table   ai.Table
	Summary ai.Summary
}

// AIFormats are the formats of an AI by the name that --format knows them by.
var AIFormats = map[string]func(w io.Writer, a AI, o Options) error{
	"text":     AIText,
	"markdown": AIMarkdown,
	"csv":      AICSV,
	"json":     AIJSON,
	"html":     AIHTML,
}

// AIFormatNames lists the keys of AIFormats, the default first.
var AIFormatNames = []string{"text", "markdown", "csv", "json", "html"}

// AIText writes the table for people, and what it comes to in words below.
func AIText(w io.Writer, a AI, o Options) error {
	t := &table{numbers: map[int]bool{5: true}}
	for _, h := range aiHeads {
		t.heads = append(t.heads, o.Lang.Text("head."+h))
	}
	last := ""
	for i, r := range a.Table.Rows {
		who, purpose := cell{}, cell{}
		if i%len(a.Table.Paths) == 0 { // a crawler is named once
			who.text, purpose.text, purpose.tint = Clean(r.Agent.Token), Purpose(o.Lang, r.Agent.Purpose), faint
			last = ""
		}
		rule, line := aiRule(r)
		said := cell{Usage(o.Lang, r), faint}
		if len(r.Contradicts) > 0 {
			said.tint = yellow
		}
		if said.text == last { // and so is what holds for all its paths
			said.text = ""
		} else {
			last = said.text
		}
		t.add(who, purpose, cell{short(Clean(r.Target), maxCell), plain}, cell{a.wording(o.Lang, r), wordingTint(r.Wording)},
			cell{short(rule, maxCell), plain}, cell{line, plain}, said)
	}
	if err := t.write(w, o); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i, s := range Sentences(o.Lang, a) {
		c := plain
		if i == 0 {
			c = bold
		}
		b.WriteString(o.paint(c, s) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var aiHeads = [...]string{"agent", "purpose", "target", "access", "rule", "line", "signals"}

// aiRule returns the rule that decided a row and its line, for people.
func aiRule(r ai.Row) (rule, line string) {
	if d, ok := r.Decision.Rule(); ok {
		return Clean(d.String()), strconv.Itoa(d.Line)
	}
	return "", ""
}

func wordingTint(w ai.Wording) tint {
	switch {
	case w == ai.Unrestricted, w == ai.Empty, w == ai.Unreachable, w.Unsaid():
		return yellow
	case w.Closed():
		return red
	case w.Open(), w == ai.RobotsTxt:
		return green
	}
	return magenta
}

// Wording tells an answer in the words by which people record it, such as
// "disallowed (own group)".
func Wording(l msg.Lang, r ai.Row) string {
	return l.Text("ai.wording."+r.Wording.String(), msg.Str("name", Clean(r.Name)))
}

// wording is Wording for a row of a, whose file may be given up.
func (a AI) wording(l msg.Lang, r ai.Row) string {
	if _, ok := a.Policy.Rejected(); ok && r.Wording == ai.Unreachable {
		return l.Text("verdict.rejected")
	}
	return Wording(l, r)
}

// Usage tells what the file says about the use of a page, beside access: use
// by use, each statement with its line. Statements that contradict each other
// are all there.
func Usage(l msg.Lang, r ai.Row) string {
	var all []string
	for i, s := range r.Signals {
		same := func(t signals.Statement) bool { return t.Use == s.Use }
		if slices.ContainsFunc(r.Signals[:i], same) {
			continue
		}
		var said []string
		for _, t := range r.Signals[i:] {
			if same(t) {
				said = append(said, statement(l, t))
			}
		}
		key := "ai.use"
		if slices.Contains(r.Contradicts, s.Use) {
			key = "ai.contradictory"
		}
		all = append(all, l.Text(key, msg.Str("use", s.Use.String()), msg.Str("said", strings.Join(said, l.Text("ai.comma")))))
	}
	return strings.Join(all, l.Text("ai.semicolon"))
}

func statement(l msg.Lang, s signals.Statement) string {
	key := "ai.statement"
	if s.Detail != "" {
		key = "ai.detail"
	}
	return l.Text(key, msg.Str("value", s.Value.String()),
		msg.Str("detail", Clean(s.Detail)), msg.Int("line", s.Line()))
}
