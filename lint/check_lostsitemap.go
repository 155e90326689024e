package lint

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// lostSitemap finds sitemaps that no crawler finds: their URL stands on a line of
// its own, the colon is missing, or there is a word too much. The colon of
// "https:" makes records of such lines that nobody knows.
var lostSitemap = Check{
	Doc: Doc{
		Code: "lost-sitemap", Severity: diag.Warning, Since: since, Source: "sitemaps.org; field study",
		Before: "Sitemap https://site.example/sitemap.xml\n",
		After:  "Sitemap: https://site.example/sitemap.xml\n",
	},
	instead: []diag.Code{"info-unknown-directive", "misspelt-directive"},
	Run: func(p *pass) {
		empty := false // the record before is a sitemap without a URL
		for _, r := range p.records {
			switch d := r.Directive(); d {
			case robots.DirBlank, robots.DirComment:
			case robots.DirUnknown:
				if url, ok := lostURL(r, empty); ok {
					p.report(url, diag.Text("key", r.Key())).mend(replaced(within(r.Span(), 0, url.Offset-r.Span().Offset), "Sitemap: "))
				}
				empty = false
			default:
				empty = d == robots.DirSitemap && r.Value() == ""
			}
		}
	},
}

// lostURL returns where the URL of a sitemap stands in a record that is not one.
func lostURL(r robots.Record, afterEmpty bool) (diag.Span, bool) {
	line, _, _ := strings.Cut(r.Raw(), "#")
	line = strings.TrimRight(line, " \t\r\n")
	at := strings.Index(lower(line), "http")
	if at < 0 || strings.ContainsAny(line[at:], " \t") {
		return diag.Span{}, false
	}
	if _, _, ok := cutScheme(line[at:]); !ok {
		return diag.Span{}, false
	}
	name := strings.Trim(lower(line[:at]), " \t:")
	if name == "" && (afterEmpty || strings.Contains(lower(line), "sitemap")) || strings.Contains(" "+name+" ", " sitemap ") {
		return within(r.Span(), at, len(line)-at), true
	}
	return diag.Span{}, false
}
