package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A comment of this form suppresses findings:
//
//	# robots-lint: ignore=CODE[,CODE] -- reason
//
// Behind a record it speaks of that line; alone on a line, of that line and the
// next that is neither blank nor a comment, as package robots keeps comments
// with what follows them when it formats.
const inlineMark = "robots-lint:"

// A comment is one such comment, taken apart.
type comment struct {
	line, target int // where it stands, and of which line it speaks; target is 0 at the end
	alone        bool
	span         diag.Span // from the mark on
	codes        []commentCode
	reason       string
	malformed    bool
}

type commentCode struct {
	code diag.Code
	span diag.Span
	used bool
}

// readComments finds the comments that suppress, or mean to.
func readComments(records []robots.Record) (all []*comment) {
	for i, r := range records {
		text, ok := r.Comment()
		if !ok || len(text) < len(inlineMark) || !strings.EqualFold(text[:len(inlineMark)], inlineMark) {
			continue
		}
		at := strings.LastIndex(r.Raw(), text)
		if at < 0 { // the profile reads other octets than are written
			continue
		}
		c := &comment{line: r.Line(), target: r.Line(), span: within(r.Span(), at, len(text))}
		if c.alone = r.Directive() == robots.DirComment; c.alone {
			c.target = next(records[i+1:])
		}
		c.read(text)
		all = append(all, c)
	}
	return all
}

// next returns the line of the first record that says something, 0 if none does.
func next(records []robots.Record) int {
	for _, r := range records {
		if d := r.Directive(); d != robots.DirBlank && d != robots.DirComment {
			return r.Line()
		}
	}
	return 0
}

// read takes the text from the mark on apart.
func (c *comment) read(text string) {
	const verb = "ignore="
	head, reason, _ := strings.Cut(text, "--")
	c.reason = strings.TrimSpace(reason)
	list := strings.TrimLeft(head[len(inlineMark):], " \t")
	if !strings.HasPrefix(list, verb) {
		c.malformed = true
		return
	}
	at := len(head) - len(list) + len(verb)
	for _, name := range strings.Split(head[at:], ",") {
		bare := strings.TrimSpace(name)
		if bare == "" || strings.ContainsAny(bare, " \t") {
			c.malformed = true
			return
		}
		lead := len(name) - len(strings.TrimLeft(name, " \t"))
		c.codes = append(c.codes, commentCode{code: diag.Code(bare), span: within(c.span, at+lead, len(bare))})
		at += len(name) + 1
	}
}

// heeded reports whether the comment suppresses anything.
func (c *comment) heeded() bool { return !c.malformed && c.reason != "" }

// commented returns the comment that suppresses a finding, if there is one.
func (p *pass) commented(f Finding) (Suppression, bool) {
	if isAboutSuppressions(f.Code) {
		return Suppression{}, false
	}
	for _, c := range p.comments {
		if !c.heeded() || f.Span.Line != c.line && f.Span.Line != c.target {
			continue
		}
		for i := range c.codes {
			if c.codes[i].code == f.Code {
				c.codes[i].used = true
				return Suppression{Code: f.Code, Reason: c.reason, Span: c.span}, true
			}
		}
	}
	return Suppression{}, false
}

// unusedComments reports the codes that comments name in vain. It comes after
// all other checks, so it is no Run.
func (p *pass) unusedComments() {
	p.check = suppressionUnused
	if !p.wants(p.check.Code) {
		return
	}
	for _, c := range p.comments {
		for _, named := range c.codes {
			if _, known := Lookup(named.code); known && c.heeded() && !named.used && p.looksFor(named.code) {
				p.report(named.span, diag.Text("code", string(named.code)))
			}
		}
	}
}

// fit makes what a fix inserts look like the lines around it: in a file of CRLF
// its lines end so too.
func (p *pass) fit(edits []diag.Edit) []diag.Edit {
	for i, e := range edits {
		if strings.Contains(e.New, "\n") && p.crlf(e.Span.Line) {
			edits[i].New = strings.ReplaceAll(e.New, "\n", "\r\n")
		}
	}
	return edits
}

// crlf reports whether a line ends in CRLF; of a last line that has no end, the
// one before it tells.
func (p *pass) crlf(line int) bool {
	r, ok := p.at[line]
	if before, more := p.at[line-1]; more && (!ok || !ended(r.Raw())) {
		r, ok = before, true
	}
	return ok && strings.HasSuffix(r.Raw(), "\r\n")
}

// tie makes the edits of a fix that deletes lines delete the comments too that
// speak of them alone: otherwise these would come to speak of the next line.
func (p *pass) tie(edits []diag.Edit) []diag.Edit {
	var gone []int
	for _, e := range edits {
		if r, ok := p.at[e.Span.Line]; ok && e.New == "" && e.Span.Column == 1 && e.Span.Len >= r.Span().Len {
			gone = append(gone, e.Span.Line)
		}
	}
	for _, line := range p.tied(gone) {
		edits = append(edits, replaced(p.lineAt(line), ""))
	}
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Offset, b.Span.Offset) })
	return edits
}

// tied lists the lines of comments that speak of these lines alone.
func (p *pass) tied(gone []int) (lines []int) {
	for _, c := range p.comments {
		if c.alone && c.target > 0 && slices.Contains(gone, c.target) && !slices.Contains(gone, c.line) {
			lines = append(lines, c.line)
		}
	}
	return lines
}

// WithoutLines returns the text of a policy without some lines, and without
// the comments that suppress findings on these lines and on no other.
func WithoutLines(policy *robots.Policy, lines []int) string {
	p := newPass(policy, Options{})
	var edits []diag.Edit
	for _, line := range append(slices.Clone(lines), p.tied(lines)...) {
		if _, ok := p.at[line]; ok {
			edits = append(edits, replaced(p.lineAt(line), ""))
		}
	}
	return Apply(policy.Text(), edits)
}
