package protocol

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// parse tells what a text was read as. With brief the groups come without their
// rules, of which a large file has thousands; with lines every line that is not
// blank comes with its kind and the places of its parts.
func parse(q *question) {
	s := q.source()
	if q.wrong != nil {
		return
	}
	brief, lines, w := q.flag("brief"), q.flag("lines"), &q.w
	q.head("parse")
	q.sourceAt("source", s)
	home, rules := map[int]int{}, map[int]bool{}
	w.ListAt("groups", func() {
		for g := range s.policy.Groups() {
			for r := range g.Records() {
				home[r.Line()], rules[r.Line()] = g.Line(), r.Directive().IsRule()
			}
			w.Object(func() { q.group(s, g, brief) })
		}
	})
	var sitemaps, others []robots.Record
	for r := range s.policy.Records() {
		switch d := r.Directive(); {
		case d == robots.DirBlank || d == robots.DirComment || d == robots.DirUserAgent || rules[r.Line()]:
		case d == robots.DirSitemap:
			sitemaps = append(sitemaps, r)
		default:
			others = append(others, r)
		}
	}
	q.recordsAt("sitemaps", s, sitemaps, home)
	q.recordsAt("records", s, others, home)
	q.diagnosticsAt("diagnostics", s.ruler, s.policy.Diagnostics())
	q.countsAt("counts", s.policy.Counts())
	if lines {
		w.ListAt("lines", func() {
			for r := range s.policy.Records() {
				if r.Directive() != robots.DirBlank {
					w.Object(func() { q.line(s, r) })
				}
			}
		})
	}
}

func (q *question) group(s source, g robots.Group, brief bool) {
	w := &q.w
	w.IntAt("line", g.Line())
	w.IntAt("endLine", lastLine(g))
	w.ListAt("userAgents", func() {
		for ua := range g.UserAgents() {
			w.Object(func() {
				w.StringAt("value", ua.Value)
				w.StringAt("token", ua.Token)
				w.IntAt("line", ua.Line)
				w.IntAt("column", ua.Span.Column)
				if ua.Joined != 0 {
					w.IntAt("joined", ua.Joined)
				}
				q.units(s.ruler, ua.Span)
			})
		}
	})
	n := 0
	w.ListAt("rules", func() {
		for r := range g.Rules() {
			if n++; !brief {
				w.Object(func() { q.ruleFields(s, r) })
			}
		}
	})
	w.IntAt("ruleCount", n)
}

func (q *question) recordsAt(key string, s source, all []robots.Record, home map[int]int) {
	w := &q.w
	w.ListAt(key, func() {
		for _, r := range all {
			w.Object(func() {
				value := r.Value()
				if r.Directive() == robots.DirJunk {
					value = strings.TrimSpace(r.Raw())
				}
				w.StringAt("directive", r.Directive().String())
				w.StringAt("key", r.Key())
				w.StringAt("value", value)
				w.IntAt("line", r.Line())
				if group := home[r.Line()]; group != 0 {
					w.IntAt("group", group)
				}
				q.units(s.ruler, r.Span())
			})
		}
	})
}

// line writes where the parts of a line are, for an editor to colour.
func (q *question) line(s source, r robots.Record) {
	w, span := &q.w, r.Span()
	w.IntAt("line", r.Line())
	w.StringAt("directive", r.Directive().String())
	w.StringAt("key", r.Key())
	q.units(s.ruler, span)
	if v := r.ValueSpan(); !v.IsZero() {
		w.ObjectAt("value", func() { q.units(s.ruler, v) })
	}
}

// lastLine returns the last line of g that is more than blank or a comment.
func lastLine(g robots.Group) int {
	last := g.Line()
	for r := range g.Records() {
		if r.Directive() > robots.DirComment {
			last = r.Line()
		}
	}
	return last
}

func (q *question) diagnosticsAt(key string, r *ruler, all []diag.Diagnostic) {
	w := &q.w
	w.ListAt(key, func() {
		for _, d := range all {
			w.Object(func() {
				w.StringAt("code", string(d.Code))
				w.StringAt("severity", d.Severity.String())
				q.place(r, d.Span)
				q.argsAt("args", d.Args)
				if len(d.Related) > 0 {
					w.ListAt("related", func() {
						for _, s := range d.Related {
							w.Int(s.Line)
						}
					})
				}
			})
		}
	})
}

func (q *question) argsAt(key string, args []diag.Arg) {
	q.w.ObjectAt(key, func() {
		for _, a := range args {
			if a.IsInt {
				q.w.IntAt(a.Name, a.Int)
			} else {
				q.w.StringAt(a.Name, a.Text)
			}
		}
	})
}

func (q *question) countsAt(key string, all []diag.Count) {
	q.w.ListAt(key, func() {
		for _, c := range all {
			q.w.Object(func() {
				q.w.StringAt("code", string(c.Code))
				q.w.IntAt("seen", c.Seen)
			})
		}
	})
}
