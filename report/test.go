package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

// A Test is a robots.txt held against what its author wants of it.
type Test struct {
	Source
	Config     string // the file that the assertions stand in
	Env        string // the environment that the file is of; "" for none
	EnvLine    int    // where that environment stands
	Assertions []assert.Assertion
	Results    []assert.Result
	Standing   assert.Standing // of the whole site, if the environment wants one
}

// A TestFormat writes what came of some tests.
type TestFormat func(w io.Writer, tests []Test, o Options) error

// TestFormats are the formats of tests by name. All but text and markdown are a
// contract.
var TestFormats = map[string]TestFormat{"text": TestText, "json": TestJSON, "jsonl": TestJSONLines,
	"junit": TestJUnit, "github": TestGitHub, "markdown": TestMarkdown}

// TestFormatNames lists the keys of TestFormats, the default first.
var TestFormatNames = []string{"text", "json", "jsonl", "junit", "github", "markdown"}

// A testRow is one thing that was asked, whatever kind of assertion asked it.
type testRow struct {
	Test
	kind     string // path, every-url, sitemap, closed or open
	name     string // what the author calls it
	at       int    // line of the assertion
	tokens   []string
	path     string
	want     string // allow, disallow, listed, closed or open
	evidence assert.Evidence
	answer   prove.Answer
	reason   assert.Reason
	decision robots.Decision
	witness  string
	group    int
	remedy   assert.Remedy
}

// rows lists all that was asked. Of a standing that holds there is one row, of
// one that does not a row for each kind of crawlers that it does not hold for.
func (t Test) rows() (all []testRow) {
	s := t.Standing
	row := func(c assert.Claim) testRow {
		return testRow{Test: t, kind: s.Want.String(), name: t.Env, at: t.EnvLine, tokens: c.Tokens, want: s.Want.String(),
			answer: c.Answer, reason: s.Reason, decision: c.Decision, witness: c.Witness, group: c.Group}
	}
	if s.Want != 0 && s.Answer == prove.Yes {
		var c assert.Claim
		for _, claim := range s.Claims {
			c.Tokens = append(c.Tokens, claim.Tokens...)
		}
		c.Answer = prove.Yes
		all = append(all, row(c))
	} else if s.Want != 0 {
		for _, c := range s.Claims {
			if c.Answer != prove.Yes {
				r := row(c)
				if c.Answer == prove.NotProven && s.Reason == assert.OtherVerdict {
					r.reason = assert.NotProven
				}
				all = append(all, r)
			}
		}
	}
	for _, r := range t.Results {
		all = append(all, t.rowOf(r))
	}
	return all
}

func (t Test) rowOf(r assert.Result) testRow {
	a := t.Assertions[r.Of]
	row := testRow{Test: t, kind: "path", name: a.Name, at: a.Line, tokens: []string{r.Agent}, path: r.Path, want: a.Want.String(),
		evidence: a.Evidence, answer: r.Answer, reason: r.Reason, decision: r.Decision, witness: r.Witness, group: r.Group, remedy: r.Remedy}
	switch {
	case r.Agent == assert.Other:
		row.tokens[0] = prove.Unnamed
	case r.Agent == "":
		row.kind, row.want, row.tokens = "sitemap", "listed", nil
	}
	if r.Path == assert.EveryURL && r.Agent != "" {
		row.kind = "every-url"
	}
	return row
}

func eachRow(tests []Test, f func(testRow)) {
	for _, t := range tests {
		for _, r := range t.rows() {
			f(r)
		}
	}
}

// TestTally counts what was asked, what failed, and what was not proven.
func TestTally(tests []Test) (total, failed, unproven int) {
	eachRow(tests, func(r testRow) {
		total++
		switch r.answer {
		case prove.No:
			failed++
		case prove.NotProven:
			unproven++
		}
	})
	return total, failed, unproven
}

// TestSummary tells in one sentence what came of some tests.
func TestSummary(tests []Test, l msg.Lang) string {
	total, failed, unproven := TestTally(tests)
	return l.Text("test.summary", msg.Int("total", total), msg.Int("files", len(tests)), msg.Int("failed", failed), msg.Int("unproven", unproven))
}

// title says what was asked, in a few words.
func (r testRow) title(l msg.Lang) string {
	var parts []string
	if len(r.tokens) > 0 {
		parts = append(parts, botNames(l, r.tokens))
	}
	switch {
	case r.kind == "every-url":
		parts = append(parts, l.Text("test.every-url"))
	case r.path != "":
		parts = append(parts, short(Clean(r.path), maxCell))
	}
	s := strings.Join(parts, " ") + l.Text("test.colon") + l.Text("test.want-"+r.want, msg.Str("evidence", r.evidence.String()))
	if r.name != "" {
		s = short(Clean(r.name), maxCell) + l.Text("test.colon") + s
	}
	return s
}

// place is where the assertion stands, as editors and terminals know it.
func (r testRow) place() string { return fmt.Sprintf("%s:%d", Clean(r.Config), r.at) }

// says tells what the file says.
func (r testRow) says(l msg.Lang) string {
	switch {
	case r.kind == "sitemap" || r.reason == assert.Truncated:
		return l.Text("test.says-" + r.reason.String())
	case r.answer == prove.NotProven:
		return l.Text("test.says-not-proven")
	}
	s := r.grounds(l, r.decision)
	if _, ok := r.decision.Rule(); ok {
		s = r.Because(l, r.decision) + l.Text("parse.comma") + s
	}
	s = r.Verdict(l, r.decision) + l.Text("test.colon") + s
	if r.witness != "" {
		s = short(Clean(r.witness), maxCell) + " " + s
	}
	return s
}

// needs tells what would have to be so, or "" where the assertion holds.
func (r testRow) needs(l msg.Lang) string {
	key := r.reason.String()
	switch r.reason {
	case assert.Met:
		return ""
	case assert.OtherVerdict:
		key = r.kind + "-" + r.want
		if r.kind == r.want {
			key = r.kind
		}
	case assert.OtherEvidence:
		key = "evidence-" + r.evidence.String()
	}
	rule, _ := r.decision.Rule()
	args := []msg.Arg{msg.Str("agent", botNames(l, r.tokens)), msg.Int("octets", rule.Octets), msg.Int("line", rule.Line), msg.Int("group", r.group)}
	s := l.Text("test.needs-"+key, args...)
	if r.reason == assert.OtherVerdict && r.evidence == assert.Explicit && !r.decision.Named {
		s += l.Text("parse.comma") + l.Text("test.needs-evidence-explicit", args...)
	}
	return s
}

// tries tells the lines that would help, or "".
func (r testRow) tries(l msg.Lang) string {
	if len(r.remedy.Lines) == 0 {
		return ""
	}
	return l.Text("test.remedy", msg.Int("line", r.remedy.Below), msg.Str("lines", Clean(strings.Join(r.remedy.Lines, " / "))))
}

// span returns where the line that decides stands, else the group that applies.
func (r testRow) span() (diag.Span, bool) {
	if rule, ok := r.decision.Rule(); ok {
		return rule.Span, true
	}
	for g := range r.Policy.Groups() {
		for ua := range g.UserAgents() {
			if g.Line() == r.group {
				return ua.Span, true
			}
		}
	}
	return diag.Span{Line: 1, Column: 1}, false
}

// TestText writes what does not hold for people: what was wanted and where, the
// line that decides, and what would be needed.
func TestText(w io.Writer, tests []Test, o Options) error {
	var b strings.Builder
	l := o.Lang
	eachRow(tests, func(r testRow) {
		if r.answer == prove.Yes {
			return
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		tint, severity := red, diag.Error
		if r.answer == prove.NotProven {
			tint, severity = yellow, diag.Warning
		}
		fmt.Fprintf(&b, "%s: %s: %s %s\n", Clean(r.Test.Name), o.paint(tint, l.Text("test."+r.answer.String())), r.title(l), o.paint(faint, "["+r.place()+"]"))
		if s, ok := r.span(); ok {
			o.snippet(&b, r.Policy.Text(), diag.Diagnostic{Span: s, Severity: severity})
		}
		for _, line := range [...]struct{ key, text string }{{"says", r.says(l)}, {"needs", r.needs(l)}, {"try", r.tries(l)}} {
			if line.text != "" {
				b.WriteString("  " + o.paint(faint, l.Text("test."+line.key)+": ") + line.text + "\n")
			}
		}
	})
	_, err := io.WriteString(w, b.String())
	return err
}
