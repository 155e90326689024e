package lint

import (
	"strings"

	"github.com/robotsgate/robots/diag"
)

// gluedComment finds rules that a "#" cuts: what was to be part of the pattern
// is a comment, and the rule covers more than its author wrote.
var gluedComment = Check{
	Doc: Doc{
		Code: "comment-cuts-rule", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2; field study",
		Before: "User-agent: *\nDisallow: /search#q=\n",
		After:  "User-agent: *\nDisallow: /search # results\n",
	},
	Run: func(p *pass) {
		for _, r := range p.records {
			comment, ok := r.Comment()
			if !ok || !r.Directive().IsRule() || r.Value() == "" || comment == "" {
				continue
			}
			at := r.ValueSpan().End() - r.Span().Offset
			if raw := strings.TrimRight(r.Raw(), "\r\n"); raw[at] == '#' {
				mark := within(r.Span(), at, 1)
				p.report(within(r.Span(), at, len(raw)-at), diag.Text("pattern", r.Value()), diag.Text("comment", comment)).
					mend(replaced(mark, " #"))
			}
		}
	},
}
