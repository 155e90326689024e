package lint

import (
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// subSecondDelay finds delays that most crawlers keep anyway, or cut to none.
// Long ones are told of by package signals.
var subSecondDelay = Check{
	Doc: Doc{
		Code: "sub-second-crawl-delay", Severity: diag.Info, Since: since, Source: "Bing: whole seconds, 1 to 30",
		Before: "User-agent: *\nCrawl-delay: 0.5\nDisallow: /private/\n",
		After:  "User-agent: *\nCrawl-delay: 1\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		for r := range p.policy.Find(robots.DirCrawlDelay) {
			if n, err := strconv.ParseFloat(r.Value(), 64); err == nil && n > 0 && n < 1 {
				p.report(r.ValueSpan(), diag.Text("value", r.Value())).mend(replaced(r.ValueSpan(), "1"))
			}
		}
	},
}

// relativeSitemap finds sitemaps that are no absolute URL, which is all that
// sitemaps.org allows here.
var relativeSitemap = Check{
	Doc: Doc{
		Code: "relative-sitemap", Severity: diag.Warning, Since: since, Source: "sitemaps.org",
		Before: "Sitemap: /sitemap.xml\n",
		After:  "Sitemap: https://site.example/sitemap.xml\n",
	},
	Run: func(p *pass) {
		base := ""
		if host := hostOf(p.FileURL); host != "" {
			scheme, _, _ := cutScheme(p.FileURL)
			base = scheme + "://" + host
		}
		for r := range p.policy.Sitemaps() {
			if _, _, ok := cutScheme(r.Value()); ok {
				continue
			}
			f := p.report(r.ValueSpan(), diag.Text("url", r.Value()))
			if base != "" && strings.HasPrefix(r.Value(), "/") {
				f.mend(replaced(r.ValueSpan(), base+r.Value()))
			}
		}
	},
}

// foreignSitemap finds sitemaps of other hosts: allowed, since naming one here
// proves that the sites belong together, and often a slip after a move.
var foreignSitemap = Check{
	Doc: Doc{
		Code: "foreign-sitemap", Severity: diag.Info, Since: since, Source: "sitemaps.org: cross submits",
		After: "Sitemap: https://site.example/sitemap.xml\n",
	},
	Run: func(p *pass) {
		home := hostOf(p.FileURL)
		if home == "" {
			return
		}
		for r := range p.policy.Sitemaps() {
			if host := hostOf(r.Value()); host != "" && host != home {
				p.report(r.ValueSpan(), diag.Text("host", host), diag.Text("home", home))
			}
		}
	},
}

// hostOf returns the host and port of a URL in lower case, "" if it has none.
func hostOf(url string) string {
	_, rest, ok := cutScheme(url)
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return lower(rest)
}

// placeholders are hosts of templates. Those of RFC 2606 belong to nobody.
var placeholders = [...]string{"example.com", "example.org", "example.net", "yourdomain.", "yoursite.", "your-domain.", "your-site.",
	"your-website.", "yourwebsite.", "mysite.com", "mydomain.", "domain.tld", "domain.com", "localhost", "127.0.0.1"}

// placeholderDomain finds what was to be replaced in a template.
var placeholderDomain = Check{
	Doc: Doc{
		Code: "placeholder-domain", Severity: diag.Warning, Since: since, Source: "RFC 2606; field study",
		Before: "Sitemap: https://www.example.com/sitemap.xml\n",
		After:  "Sitemap: https://site.example/sitemap.xml\n",
	},
	Run: func(p *pass) {
		home := hostOf(p.FileURL)
		for _, r := range p.records {
			if d := r.Directive(); d != robots.DirSitemap && d != robots.DirHost && d != robots.DirLicense {
				continue
			}
			host := hostOf(r.Value())
			if r.Directive() == robots.DirHost && host == "" {
				host = lower(r.Value())
			}
			bare := strings.TrimPrefix(host, "www.")
			for _, name := range placeholders {
				if host != "" && host != home && strings.HasPrefix(bare, name) {
					p.report(r.ValueSpan(), diag.Text("host", host))
					break
				}
			}
		}
	},
}

// sitemapInRun finds a sitemap between the names of a group and its rules. By
// RFC 9309 2.2.4 it changes nothing; parsers that end a group at any record
// part the names from their rules there.
var sitemapInRun = Check{
	Doc: Doc{
		Code: "sitemap-in-run", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.4; field study",
		Before: "User-agent: *\nSitemap: https://site.example/sitemap.xml\nDisallow: /private/\n",
		After:  "User-agent: *\nDisallow: /private/\n\nSitemap: https://site.example/sitemap.xml\n",
	},
	Run: func(p *pass) {
		for _, g := range p.groups {
			if len(g.rules) == 0 {
				continue
			}
			for r := range g.Records() {
				if r.Directive() == robots.DirSitemap && r.Line() < g.rules[0].Line {
					p.report(r.Span(), diag.Text("token", g.agents[0].Value), diag.Int("line", g.rules[0].Line))
					break // one is enough to tell
				}
			}
		}
	},
}
