package verb

import (
	"io"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/report"
)

// Explain asks what a finding means. Its answer is text, as that of the command.
type Explain struct {
	Language
	Code string `json:"code,omitempty" maxLength:"100" doc:"code of the finding; all codes are listed without one"`
}

// Answer is as for all questions.
func (q Explain) Answer(w io.Writer, _ Setting) error {
	if q.Code == "" {
		return report.CheckList(w, q.options())
	}
	c, ok := lint.Lookup(diag.Code(q.Code))
	if !ok {
		return &Wrong{"code", "no check is called so", "explain without a code lists them"}
	}
	return report.CheckText(w, c, q.options())
}
