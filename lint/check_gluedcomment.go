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
				rest := within(r.Span(), at, len(raw)-at)
				p.report(rest, diag.Text("pattern", r.Value()), diag.Text("comment", comment)).mend(ungluedFrom(rest, raw[at:]))
			}
		}
	},
}

// ungluedFrom shows what is read: a remark gets a blank in front, and a fragment
// of a URL goes, since a blank would make it look like a remark.
func ungluedFrom(rest diag.Span, text string) diag.Edit {
	if strings.ContainsAny(strings.TrimRight(text, " \t"), " \t") {
		return replaced(within(rest, 0, 1), " #")
	}
	return replaced(rest, "")
}
