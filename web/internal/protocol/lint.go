package protocol

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/prove"
)

// lintFast finds what a page wants to show at once. Nothing is proven: no fix
// is known to be safe, and rules that never decide are not looked for.
func lintFast(q *question) {
	q.lint(lint.Options{Proofs: -1, Ignore: []diag.Code{"dead-rule"}}, false)
}

// lintProven finds all there is, with each fix put to the proof.
func lintProven(q *question) { q.lint(lint.Options{Proofs: maxProofs}, true) }

// maxProofs is how many fixes are put to the proof for one answer. In a file
// that needs more, the others are mended in the next round.
const maxProofs = 200

func (q *question) lint(o lint.Options, proven bool) {
	s := q.source()
	o.FileURL, o.Today = s.fileURL, q.text("today")
	o.Ignore = append(o.Ignore, q.codes("ignore")...)
	if q.wrong != nil {
		return
	}
	result := lint.Inspect(s.policy, o)
	found := result.Findings
	tally := map[diag.Severity]int{}
	for _, f := range found {
		tally[f.Severity]++
	}
	w := &q.w
	q.head("lint")
	w.BoolAt("proven", proven)
	w.ListAt("files", func() { w.Object(func() { q.sourceFields(s) }) })
	w.ObjectAt("summary", func() {
		w.IntAt("errors", tally[diag.Error])
		w.IntAt("warnings", tally[diag.Warning])
		w.IntAt("infos", tally[diag.Info])
		w.IntAt("suppressed", len(result.Suppressed))
	})
	w.ListAt("findings", func() {
		for _, f := range found {
			w.Object(func() { q.finding(s, f) })
		}
	})
	w.ListAt("suppressed", func() {
		for _, x := range result.Suppressed {
			w.Object(func() {
				q.finding(s, x.Finding)
				w.ObjectAt("suppression", func() { // a page has no configuration: all are comments
					w.StringAt("kind", "comment")
					w.StringAt("file", s.name)
					w.IntAt("line", x.By.Span.Line)
					w.StringAt("reason", x.By.Reason)
					w.SomeAt("expires", x.By.Expires)
				})
			})
		}
	})
}

func (q *question) finding(s source, f lint.Finding) {
	w := &q.w
	w.StringAt("file", s.name)
	w.StringAt("code", string(f.Code))
	w.StringAt("severity", f.Severity.String())
	w.Key("span")
	q.span(s.ruler, f.Span)
	q.argsAt("args", f.Args)
	w.ListAt("related", func() {
		for _, r := range f.Related {
			q.span(s.ruler, r)
		}
	})
	w.ListAt("fixes", func() {
		for _, x := range f.Fixes {
			w.Object(func() { q.fix(s, x) })
		}
	})
}

func (q *question) fix(s source, x lint.Fix) {
	w := &q.w
	w.StringAt("safety", x.Safety.String())
	w.ListAt("edits", func() {
		for _, e := range x.Edits {
			w.Object(func() {
				w.Key("span")
				q.span(s.ruler, e.Span)
				w.StringAt("new", e.New)
			})
		}
	})
	w.ListAt("changes", func() {
		for _, c := range x.Changes {
			w.Object(func() {
				w.StringAt("agent", botID(c.Token))
				w.StringAt("target", c.Witness)
				w.StringAt("before", c.A.Verdict.String())
				w.StringAt("after", c.B.Verdict.String())
			})
		}
	})
}

// explain tells about one kind of finding, or about all.
func explain(q *question) {
	code, w := q.text("code"), &q.w
	checks := lint.Checks()
	if code != "" {
		c, ok := lint.Lookup(diag.Code(code))
		if !ok {
			q.fail(problem{code: "unknown-code", texts: []string{"code", code}})
			return
		}
		checks = []lint.Check{c}
	}
	q.head("explain")
	w.ListAt("checks", func() {
		for _, c := range checks {
			w.Object(func() {
				w.StringAt("code", string(c.Code))
				w.StringAt("severity", c.Severity.String())
				w.StringAt("source", c.Source)
				w.StringAt("since", c.Since)
				w.StringAt("before", c.Before)
				w.StringAt("after", c.After)
			})
		}
	})
}

// maxRounds is how often a text is looked at anew after fixes were made.
const maxRounds = 5

// fix mends a text: by the edits given, or else by all fixes that are proven
// to change no answer, with unsafe also by the others.
func fix(q *question) {
	s := q.source()
	if q.wrong != nil {
		return
	}
	if s.policy.Kind() != robots.KindDocument || s.policy.Truncated() || s.policy.Encoding() != robots.UTF8 {
		q.fail(problem{code: "not-whole"})
		return
	}
	after, fixed := s.policy.Text(), 0
	if q.has("edits") {
		edits := q.edits(len(after))
		after, fixed = lint.Apply(after, edits), len(edits)
	} else {
		o := lint.Options{Proofs: 10_000, FileURL: s.fileURL, Ignore: q.codes("ignore")}
		after, fixed = mended(s.policy, o, q.flag("unsafe"))
	}
	if q.wrong != nil {
		return
	}
	q.head("fix")
	q.w.StringAt("text", after)
	q.w.IntAt("fixes", fixed)
	q.proofAt("proof", s.policy, after)
}

func mended(p *robots.Policy, o lint.Options, unsafe bool) (string, int) {
	fixed := 0
	for range maxRounds {
		var edits []diag.Edit
		for _, found := range lint.Run(p, o) {
			for _, x := range found.Fixes {
				if x.Safety == lint.Safe || unsafe {
					edits = append(edits, x.Edits...)
					fixed++
					break
				}
			}
		}
		if len(edits) == 0 {
			break
		}
		p = robots.Options{Profile: p.Profile()}.Parse(lint.Apply(p.Text(), edits))
	}
	return p.Text(), fixed
}

// edits reads edits as an answer has them: span.offset and span.length in
// bytes, and new.
func (q *question) edits(size int) (all []diag.Edit) {
	for _, v := range q.at("edits", listKind).All {
		span, text := v.At("span"), v.At("new")
		offset, ok := span.At("offset").Int()
		length, ok2 := span.At("length").Int()
		if !ok || !ok2 || text.Kind != stringKind || offset < 0 || length < 0 || length > size || offset > size-length {
			q.fail(problem{code: "bad-edit", ints: []string{"index"}, values: []int{len(all)}})
			return nil
		}
		all = append(all, diag.Edit{Span: diag.Span{Offset: offset, Len: length}, New: text.Text})
	}
	return all
}

// proofAt writes whether a text says the same as a policy: "yes", "no" or
// "not-proven", and if no, who is told something else and where.
func (q *question) proofAt(key string, p *robots.Policy, text string) {
	same, all := lint.Same(p, text, prove.Options{})
	q.w.ObjectAt(key, func() {
		q.w.StringAt("answer", all.Answer.String())
		q.w.BoolAt("same", same)
		q.w.ListAt("changes", func() {
			n := 0
			for _, e := range all.Of {
				if e.Answer != prove.No || n == maxChanges {
					continue
				}
				n++
				q.w.Object(func() {
					q.w.StringAt("agent", botID(e.Token))
					q.w.StringAt("target", e.Witness)
					q.w.StringAt("before", e.A.Verdict.String())
					q.w.StringAt("after", e.B.Verdict.String())
				})
			}
		})
	})
}

// maxChanges is how many crawlers are told whose answers change.
const maxChanges = 8
