package lint

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// The parser remarks on a line when it reads it. What follows in the file, or
// what authors mean by such lines in practice, may make the same remark
// harmless: that is judged here. The classes are those that were found by
// reading remarks on real files, see docs/design.md.

// judgeMerge: where the joined groups take nothing away from anybody, nothing
// comes of it. Where they close the site, crawlers are shut out that were only
// to be slowed down.
func (p *pass) judgeMerge(d diag.Diagnostic) diag.Severity {
	g, ok := p.groupAt(d.Span.Line)
	switch {
	case !ok || d.Severity == diag.Info:
		return d.Severity
	case !g.restricts():
		return diag.Info
	case g.closes():
		return diag.Error
	}
	return d.Severity
}

// groupAt returns the group that a line stands in.
func (p *pass) groupAt(line int) (found group, ok bool) {
	for _, g := range p.groups {
		if g.Line() > line {
			break
		}
		found, ok = g, true
	}
	return found, ok
}

// closes reports whether a group has a rule for the whole site.
func (g group) closes() bool {
	for _, r := range g.rules {
		if !r.Allow && (r.Pattern == "/" || r.Pattern == "*" || r.Pattern == "/*") {
			return true
		}
	}
	return false
}

// judgeToken: every parser leaves a version out, so that nothing is lost.
func (p *pass) judgeToken(d diag.Diagnostic) diag.Severity {
	value, _ := d.Arg("value")
	token, _ := d.Arg("token")
	if token.Text != "" && bareName(value.Text) == lower(token.Text) {
		return diag.Info
	}
	return d.Severity
}

// bareName puts a name into lower case and leaves a version at its end out:
// "Example Bot/2.0" is "example bot".
func bareName(value string) string {
	if at := strings.LastIndexByte(value, '/'); at > 0 && !strings.ContainsAny(value[at:], " \t()[];") {
		value = strings.TrimRight(value[:at], " \t")
	}
	return lower(value)
}

// judgeDollar: before a letter, "$" is part of a name: "/wiki/page$edit". It is
// compared as its author meant it.
func (p *pass) judgeDollar(d diag.Diagnostic) diag.Severity {
	rest := p.policy.Text()[d.Span.End():]
	rest = lower(rest[:min(len(rest), len("%7b"))])
	if c := rest[0]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("_{(", c) >= 0 || strings.HasPrefix(rest, "%7b") {
		return diag.Info
	}
	return d.Severity
}

// judgePercent: an escape that a "*" or the end of the pattern cuts stands for
// all escapes that begin so, and matches them.
func (p *pass) judgePercent(d diag.Diagnostic) diag.Severity {
	if p.cutEscape(d) {
		return diag.Info
	}
	return d.Severity
}

func (p *pass) cutEscape(d diag.Diagnostic) bool {
	if before := p.policy.Text()[d.Span.Offset-1]; '0' <= before && before <= '9' {
		return false // "50%"
	}
	pattern := p.at[d.Span.Line].ValueSpan()
	rest := p.policy.Text()[d.Span.End():pattern.End()]
	if rest != "" && strings.IndexByte("0123456789abcdefABCDEF", rest[0]) >= 0 {
		rest = rest[1:]
	}
	return rest == "" || rest[0] == '*'
}

// judgeOctet: nobody compares a comment.
func (p *pass) judgeOctet(d diag.Diagnostic) diag.Severity {
	r := p.at[d.Span.Line]
	if r.Directive() == robots.DirComment || r.Value() != "" && d.Span.Offset >= r.ValueSpan().End() {
		return diag.Info
	}
	return d.Severity
}

// judgeJoin: implicit-group-merge tells of delays that part nothing.
func (p *pass) judgeJoin(d diag.Diagnostic) diag.Severity {
	if !aboutUse(d) {
		return 0
	}
	return d.Severity
}

// judgeNoRules: a delay without a rule is common, and does no harm as long as
// the group is the last.
func (p *pass) judgeNoRules(d diag.Diagnostic) diag.Severity {
	if !aboutUse(d) {
		return diag.Info
	}
	return d.Severity
}

// aboutUse reports whether a remark is about a signal that says what may be
// done with pages, and not about when to fetch them.
func aboutUse(d diag.Diagnostic) bool {
	name, _ := d.Arg("directive")
	switch name.Text {
	case robots.DirContentSignal.String(), robots.DirContentUsage.String(), robots.DirLicense.String():
		return true
	}
	return false
}
