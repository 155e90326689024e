package protocol

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/jsontext"
)

const (
	listKind   = jsontext.List
	stringKind = jsontext.String
)

// version tells what this program is and knows.
func version(q *question) {
	w := &q.w
	q.head("version")
	w.StringAt("version", Version)
	w.ListAt("verbs", func() {
		for _, v := range q.desk.Verbs {
			w.String(v.Name)
		}
	})
	w.ListAt("profiles", func() {
		for _, p := range robots.Profiles() {
			w.Object(func() {
				w.StringAt("id", p.String())
				w.StringAt("title", p.Title())
				w.StringAt("source", p.Source())
			})
		}
	})
	w.ObjectAt("limits", func() {
		w.IntAt("text", MaxText)
		w.IntAt("sitemap", MaxSitemap)
		w.IntAt("request", MaxRequest)
		w.IntAt("names", maxNames)
	})
}

// format writes a text in a style. With minimize it leaves out rules that
// change no answer, proven over all targets.
func format(q *question) {
	text, profile := q.octets("robots"), q.profile()
	style, ok := robots.Canonical, false
	for _, x := range []robots.Style{robots.Canonical, robots.Compact, robots.Annotated} {
		if id := q.text("style"); id == x.String() || id == "" && x == robots.Canonical {
			style, ok = x, true
		}
	}
	if !ok {
		q.fail(problem{code: "unknown-style", texts: []string{"style", q.text("style")}})
	}
	if q.wrong != nil {
		return
	}
	p := q.desk.parse(text, profile)
	if p.Truncated() {
		q.fail(problem{code: "not-whole"})
		return
	}
	q.formatted(p, style)
}
