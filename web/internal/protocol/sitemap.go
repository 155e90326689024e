package protocol

import (
	"strings"

	"github.com/robotsgate/robots/sitemap"
)

// listed holds the URLs of a sitemap against a robots.txt.
func listed(q *question) {
	s := q.source()
	text, url := q.text("sitemap"), q.text("sitemap_url")
	names := q.texts("agents")
	if len(text) > MaxSitemap {
		q.fail(tooLarge("sitemap", len(text), MaxSitemap))
	}
	if q.wrong != nil {
		return
	}
	asked := agentsOf(names, s.policy)
	tokens, ids := make([]string, len(asked)), map[string]string{}
	for i, a := range asked {
		tokens[i], ids[a.name] = a.name, a.id
	}
	o := sitemap.Options{URL: url}
	for _, u := range s.policy.SitemapURLs(s.fileURL) {
		if u == url && s.fileURL != "" {
			o.Listed = append(o.Listed, s.fileURL)
		}
	}
	r := sitemap.NewReader(strings.NewReader(text), o)
	var missing []string
	entries := func(yield func(sitemap.Entry) bool) {
		for e := range r.Entries() {
			if r.Kind() == sitemap.Index && len(missing) < maxNames {
				missing = append(missing, e.URL)
			}
			if !yield(e) {
				return
			}
		}
	}
	const file = "sitemap"
	var t sitemap.Tally
	for c := range sitemap.Conflicts(s.policy, tokens, s.fileURL, entries) {
		t.Add(file, c)
	}
	q.gate(s, asked, ids, &t, r, text, url, missing)
}

func (q *question) gate(s source, asked []agent, ids map[string]string, t *sitemap.Tally, r *sitemap.Reader, text, url string, missing []string) {
	w, rule := &q.w, newRuler(text)
	q.head("sitemap")
	q.sourceAt("robots", s)
	w.IntAt("entries", r.Len())
	w.IntAt("blocked", t.Blocked)
	w.IntAt("invalid", t.Invalid)
	w.IntAt("outOfScope", t.OutOfScope)
	w.ListAt("agents", func() {
		for _, a := range asked {
			w.Object(func() {
				w.StringAt("agent", a.id)
				w.SomeAt("given", a.given)
				w.IntAt("blocked", t.PerToken[a.name])
			})
		}
	})
	w.ListAt("grounds", func() {
		for _, g := range t.Grounds() {
			w.Object(func() {
				q.decisionFields(s, g.Decision)
				w.ListAt("agents", func() {
					for _, token := range g.Tokens {
						w.String(ids[token])
					}
				})
				w.IntAt("entries", g.Entries)
				w.ListAt("examples", func() {
					for _, e := range g.Examples {
						w.Object(func() {
							w.StringAt("url", e.Entry.URL)
							w.StringAt("file", e.File)
							q.place(rule, e.Entry.Span)
						})
					}
				})
			})
		}
	})
	w.ListAt("files", func() {
		w.Object(func() {
			w.StringAt("name", "sitemap")
			w.SomeAt("url", url)
			w.StringAt("form", r.Kind().String())
			w.IntAt("entries", r.Len())
			w.IntAt("invalid", t.Invalid)
			w.IntAt("bytes", r.Bytes())
			q.diagnosticsAt("diagnostics", rule, r.Diagnostics())
			q.countsAt("counts", r.Counts())
		})
	})
	w.StringsAt("missing", missing)
}
