package report

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

var fateTints = map[robots.Fate]tint{
	robots.FateDecides: strong,
	robots.FateShorter: plain,
	robots.FateTied:    plain,
	robots.FateRepeat:  plain,
}

// rules lists each rule that was weighed and what became of it.
func (t *tracer) rules() {
	tr := t.answer.Trace
	if len(tr.Groups) == 0 {
		return
	}
	if len(tr.Rules) == 0 {
		t.say("rules", plain, t.text("no-rules"))
		return
	}
	rows, misses := &table{numbers: map[int]bool{2: true}}, 0
	for _, w := range tr.Rules {
		if w.Fate == robots.FateNoMatch {
			if misses++; misses > maxMisses {
				continue
			}
		}
		c, shown := fateTints[w.Fate]
		if !shown {
			c = faint
		}
		rows.add(cell{t.text("rule-line", msg.Int("line", w.Rule.Line)), c},
			cell{short(Clean(w.Rule.String()), maxCell), c},
			cell{t.text("octets", msg.Int("n", w.Rule.Octets)), faint},
			cell{t.Lang.Text("fate."+w.Fate.String(), msg.Int("line", tr.Decision.Line())), c})
	}
	var b strings.Builder
	rows.write(&b, t.Options)
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		if i == 0 {
			t.say("rules", plain, line)
		} else {
			t.more(plain, line)
		}
	}
	if n := misses - maxMisses; n > 0 {
		t.more(faint, t.text("more-rules", msg.Int("n", n)))
	}
}

// verdict closes the trace: the deciding line as it stands in the file, with
// carets under its pattern, and the verdict in words.
func (t *tracer) verdict() {
	d := t.answer.Trace.Decision
	word := t.source.wordOf(d)
	verdict := msg.Str("verdict", t.paint(word.tint, t.source.Verdict(t.Lang, d)))
	r, ok := d.Rule()
	if !ok {
		t.say("verdict", plain, t.text("final-other", verdict, msg.Str("because", t.source.Because(t.Lang, d))))
		return
	}
	t.say("verdict", plain, t.text("final-rule", verdict, msg.Int("line", r.Line)))
	t.line("")
	t.excerpt(r, word.tint)
}

// maxExcerpt is how wide a source line is shown before it is cut.
const maxExcerpt = 100

// excerpt shows the line of a rule with carets under its pattern. Positions in
// the text are bytes; on the screen they are cells, so both what stands before
// the pattern and the pattern are measured as they are shown.
func (t *tracer) excerpt(r robots.Rule, c tint) {
	text := t.source.Policy.Text()
	start := r.Span.Offset - r.Span.Column + 1
	end := len(text)
	if n := strings.IndexAny(text[r.Span.End():], "\r\n"); n >= 0 {
		end = r.Span.End() + n
	}
	before, pattern, after := Clean(text[start:r.Span.Offset]), Clean(r.Pattern), Clean(text[r.Span.End():end])
	pattern = short(pattern, maxExcerpt)
	after = short(after, max(0, maxExcerpt-width(before+pattern)))
	number := t.text("rule-line", msg.Int("line", r.Line))
	gutter := strings.Repeat(" ", width(number))
	t.line("    " + t.paint(faint, number+" │ ") + before + t.paint(c, pattern) + t.paint(faint, after))
	t.line("    " + t.paint(faint, gutter+" │ ") + strings.Repeat(" ", width(before)) +
		t.paint(c, strings.Repeat("^", max(1, width(pattern)))))
}
