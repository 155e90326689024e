package dialect

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
)

// A question is what one profile is asked, RFC 9309 beside it.
type question struct {
	profile       robots.Profile
	token, target string
}

// An answer is what must stay as it was while lines are taken out: the verdict,
// what it rests on, and the line of the rule that decides.
type answer struct {
	verdict  robots.Verdict
	basis    robots.Basis
	named    bool
	rejected string
	line     int // index of the line that decides, or -1
}

// A reducer makes excerpts of one text. It takes lines out as delta debugging
// does: groups at first, then ever smaller runs of lines, and keeps what is left
// whenever both answers stay as they were. Since it goes the same way each time
// and counts bytes and not seconds, it gives the same excerpt everywhere.
type reducer struct {
	Options
	lines []Line  // of the text; none if it is UTF-16
	heads []int   // where groups begin, as indexes of lines
	left  int     // bytes that may still be parsed
	known [][]int // excerpts made before: many questions have one cause
}

func newReducer(o Options, text string, p *robots.Policy) *reducer {
	r := &reducer{Options: o, left: o.work()}
	if p.Encoding() != robots.UTF8 {
		return r
	}
	for rec := range p.Records() {
		r.lines = append(r.lines, Line{rec.Line(), rec.Raw()})
	}
	if n := len(p.Text()); n < len(text) {
		// Behind a limit, but its size may matter to others.
		r.lines = append(r.lines, Line{1 + strings.Count(p.Text(), "\n"), text[n:]})
	}
	at := map[int]int{}
	for i, l := range r.lines {
		at[l.Number] = i
	}
	for g := range p.Groups() {
		r.heads = append(r.heads, at[g.Line()])
	}
	return r
}

// excerpt returns the lines that show why the decisions on q differ, and whether
// none of them can be spared.
func (r *reducer) excerpt(q question, ours, theirs *robots.Policy) ([]Line, bool) {
	if r.lines == nil {
		return nil, true
	}
	c := &cause{reducer: r, question: q, budget: r.left / 8}
	c.kept = make([]int, len(r.lines))
	for i := range c.kept {
		c.kept[i] = i
	}
	c.ours, c.theirs = c.answer(ours, c.kept), c.answer(theirs, c.kept)
	if i := slices.IndexFunc(r.known, c.shows); i >= 0 {
		c.kept = r.known[i]
	}
	minimal := c.reduce()
	if minimal {
		r.known = append(r.known, c.kept)
	}
	out := make([]Line, 0, len(c.kept))
	for _, i := range c.kept {
		out = append(out, r.lines[i])
	}
	return out, minimal
}

// A cause is an excerpt in the making.
type cause struct {
	*reducer
	question
	ours, theirs answer
	kept         []int // indexes of lines, in order
	budget       int
}

// reduce takes out what it can, and reports whether it came to an end.
func (c *cause) reduce() bool {
	c.withoutGroups(len(c.heads) / 2)
	for size := len(c.kept) / 2; size > 1; size = min(size/2, len(c.kept)/2) {
		c.without(size)
	}
	for c.without(1) {
	}
	return c.budget > 0
}

// without takes out runs of that many lines, the last ones first, and reports
// whether there was one to take.
func (c *cause) without(size int) bool {
	before := len(c.kept)
	for end := len(c.kept); end > 0 && c.budget > 0; end -= size {
		end = min(end, len(c.kept))
		c.try(slices.Concat(c.kept[:max(0, end-size)], c.kept[end:]))
	}
	return len(c.kept) < before
}

// withoutGroups does the same with whole groups.
func (c *cause) withoutGroups(size int) {
	for ; size > 0; size /= 2 {
		for i := 0; i < len(c.heads) && c.budget > 0; i += size {
			from, to := c.heads[i], len(c.lines)
			if i+size < len(c.heads) {
				to = c.heads[i+size]
			}
			c.try(slices.DeleteFunc(slices.Clone(c.kept), func(l int) bool { return from <= l && l < to }))
		}
	}
}

// try keeps only those lines if they are fewer and show the difference.
func (c *cause) try(lines []int) {
	if len(lines) < len(c.kept) && c.shows(lines) {
		c.kept = lines
	}
}

// shows reports whether both answers stay as they were with only those lines.
// Once the bound is hit nothing does.
func (c *cause) shows(lines []int) bool {
	return c.budget > 0 && c.ask(c.profile, lines) == c.theirs && c.ask(robots.RFC9309, lines) == c.ours
}

// ask puts the question to an excerpt.
func (c *cause) ask(p robots.Profile, lines []int) answer {
	var b strings.Builder
	for _, i := range lines {
		b.WriteString(c.lines[i].Text)
	}
	c.budget -= b.Len()
	c.left -= b.Len()
	return c.answer(c.parse(p, b.String()), lines)
}

// answer puts the question to a policy made of those lines. Positions in bytes
// lead back to a line of the file; numbers of lines do not, since profiles
// count them differently.
func (c *cause) answer(p *robots.Policy, lines []int) answer {
	d := p.Decide(c.token, c.target)
	a := answer{verdict: d.Verdict, basis: d.Basis, named: d.Named, line: -1}
	a.rejected, _ = p.Rejected()
	if rule, ok := d.Rule(); ok {
		end := 0
		for _, i := range lines {
			if end += len(c.lines[i].Text); end > rule.Span.Offset {
				a.line = i
				break
			}
		}
	}
	return a
}
