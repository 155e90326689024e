package signals

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// license reads "License: URL" (RSL 1.0). The terms stand in the file behind
// the URL, so the record itself neither allows nor refuses anything. It knows
// no paths. Outside a group it speaks to everybody; behind a group it belongs
// to that group, however many blank lines there are between them.
func (r *reader) license(e *entry) {
	r.terms(e)
	if e.group >= 0 {
		r.remark(codeLicenseGroup, e.span, diag.Text("token", r.groups[e.group].token), diag.Int("line", r.groups[e.group].first))
	}
}

// llmPolicy reads "LLM-Policy: URL", an extension of crawler-commons.
func (r *reader) llmPolicy(e *entry) {
	e.says = append(e.says, saying{use: Terms, detail: e.rec.Value(), span: e.span})
	r.remark(codeLittleRead, e.span, diag.Text("directive", e.dir.String()))
}

func (r *reader) terms(e *entry) {
	url := e.rec.Value()
	if !absolute(url) {
		r.remark(codeLicenseURL, e.span, diag.Text("url", url))
		return
	}
	e.says = append(e.says, saying{use: Terms, detail: url, span: e.span})
}

// absolute reports whether url is one that could be fetched as it stands.
func absolute(url string) bool {
	_, err := robots.FileURL(url)
	return err == nil
}

// aboutLicenses remarks on a second license for the whole file: nobody says
// which of them holds.
func (r *reader) aboutLicenses() {
	var first *entry
	for i := range r.entries {
		e := &r.entries[i]
		if e.signal != License || e.group >= 0 {
			continue
		}
		if first == nil {
			first = e
			continue
		}
		d := r.remark(codeLicenseSeveral, e.span, diag.Int("line", first.line()))
		d.Related = []diag.Span{first.span}
	}
}

// aiTraining reads "DisallowAITraining: path" and its counterpart, of which an
// expired draft is all there is. Paths match as those of Disallow; an empty
// one says nothing.
func (r *reader) aiTraining(e *entry) {
	e.path = e.rec.Value()
	r.remark(codeExpiredDraft, e.span, diag.Text("directive", e.dir.String()))
	v := Refused
	if e.dir == robots.DirAllowAITraining {
		v = Allowed
	}
	if e.path != "" {
		e.says = append(e.says, saying{use: Train, value: v, span: e.span})
	}
}
