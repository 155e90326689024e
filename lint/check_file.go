package lint

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// crOnlyLines finds files of the old Mac OS: RFC 9309 2.2 lets CR end a line,
// and many parsers know only LF, to whom the file is one line.
var crOnlyLines = Check{
	Doc: Doc{
		Code: "cr-only-lines", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2; field study",
		Before: "User-agent: *\rDisallow: /private/\r",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		text := p.policy.Text()
		n := strings.Count(text, "\r")
		if n == 0 || strings.Contains(text, "\n") {
			return
		}
		first := p.records[0].Span()
		whole := diag.Span{Len: len(text), Line: 1, Column: 1}
		p.report(first, diag.Int("n", n)).mend(replaced(whole, strings.ReplaceAll(text, "\r", "\n")))
	},
}

// severalRecords finds lines that were one line each before something took the
// line ends out.
var severalRecords = Check{
	Doc: Doc{
		Code: "several-records-on-line", Severity: diag.Error, Since: since, Source: "RFC 9309 2.2; field study",
		Before: "User-agent: * Disallow: /private/\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	instead: []diag.Code{"token-outside-grammar", "space-in-rule"},
	Run: func(p *pass) {
		for _, r := range p.records {
			if d := r.Directive(); d != robots.DirUserAgent && !d.IsRule() {
				continue
			}
			if at, name := innerRecord(r.Value()); at > 0 {
				span := within(r.ValueSpan(), at, len(r.Value())-at)
				gap := at - len(strings.TrimRight(r.Value()[:at], " \t"))
				p.report(span, diag.Text("directive", name)).
					mend(replaced(within(r.ValueSpan(), at-gap, gap), "\n"))
			}
		}
	},
}

// innerRecord finds a further record inside a value: " Disallow:", say.
func innerRecord(value string) (at int, name string) {
	folded := lower(value)
	for _, d := range [...]robots.Directive{robots.DirUserAgent, robots.DirDisallow, robots.DirAllow, robots.DirSitemap, robots.DirCrawlDelay} {
		key := lower(d.String()) + ":"
		for _, blank := range [...]string{" ", "\t"} {
			if i := strings.Index(folded, blank+key); i >= 0 && (at == 0 || i+1 < at) {
				at, name = i+1, d.String()
			}
		}
	}
	return at, name
}

// longLine finds lines that Google's parser cuts. By its own profile the parser
// remarks on them itself (line-cut).
var longLine = Check{
	Doc: Doc{
		Code: "line-over-google-limit", Severity: diag.Warning, Since: since, Source: "google/robotstxt: kMaxLineLen",
		After: "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		for _, r := range p.records {
			if d := r.Directive(); d < robots.DirUserAgent || r.Span().Len < p.LineOctets {
				continue
			}
			p.report(within(r.Span(), p.LineOctets, r.Span().Len-p.LineOctets),
				diag.Int("octets", r.Span().Len), diag.Int("limit", p.LineOctets))
		}
	},
}
