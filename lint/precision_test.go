package lint

import (
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// What was read on real files and judged wrong, debatable or too loud, each
// beside what it must not be taken for. The severity 0 is no finding.
func TestFindingsAreWorthReading(t *testing.T) {
	const closed = "User-agent: *\nDisallow: /\n"
	for _, tt := range []struct {
		code diag.Code
		text string
		want diag.Severity
	}{
		// A "%" that a star or the end cuts is meant; a percent sign is not.
		{"bad-percent-escape", "User-agent: *\nDisallow: /*url%2*\n", diag.Info},
		{"bad-percent-escape", "User-agent: *\nDisallow: /%\n", diag.Info},
		{"bad-percent-escape", "User-agent: *\nDisallow: /50%\n", diag.Warning},
		{"bad-percent-escape", "User-agent: *\nDisallow: /a%zz\n", diag.Warning},

		// "$" in front of a name is part of it.
		{"dollar-inside-pattern", "User-agent: *\nDisallow: /*$edit\n", diag.Info},
		{"dollar-inside-pattern", "User-agent: *\nDisallow: /$%7Bname%7D/\n", diag.Info},
		{"dollar-inside-pattern", "User-agent: *\nDisallow: /*.doc$ # $\n", 0},
		{"dollar-inside-pattern", "User-agent: *\nDisallow: /*.doc$*\n", diag.Warning},

		// Comments are compared with nothing.
		{"invalid-utf-8", "# caf\xe9\n" + closed, diag.Info},
		{"invalid-utf-8", "User-agent: *\nDisallow: /a # caf\xe9\n", diag.Info},
		{"invalid-utf-8", "User-agent: *\nDisallow: /caf\xe9\n", diag.Warning},

		// Nobody reads a version.
		{"token-outside-grammar", "User-agent: GetRight/4.5b\nDisallow: /\n", diag.Info},
		{"token-outside-grammar", "User-agent: CherryPicker /1.0\nDisallow: /\n", diag.Info},
		{"token-outside-grammar", "User-agent: Download Demon\nDisallow: /\n", diag.Warning},
		{"token-outside-grammar", "User-agent: Twitterbot*\nDisallow: /\n", diag.Warning},

		// Joined groups that take nothing away, something, and everything.
		{"implicit-group-merge", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nCrawl-delay: 1\n", diag.Info},
		{"implicit-group-merge", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x\n", diag.Warning},
		{"implicit-group-merge", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", diag.Error},
		{"implicit-group-merge", "User-agent: a\n\nUser-agent: b\nDisallow: /\n", diag.Info},
		{"signal-joins-groups", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x\n", 0},
		{"signal-joins-groups", "User-agent: a\nContent-Signal: ai-train=no\nUser-agent: b\nDisallow: /x\n", diag.Warning},
		{"signal-without-rules", "User-agent: a\nCrawl-delay: 1\n", diag.Info},
		{"signal-without-rules", "User-agent: a\nContent-Signal: ai-train=no\n", diag.Warning},

		// An empty group matters to whom it frees.
		{"empty-group", "User-agent: *\n\nSitemap: https://a.example/s.xml\n", diag.Info},
		{"empty-group", "User-agent: *\nAllow: /\n\nUser-agent: a\n", diag.Info},
		{"empty-group", "User-agent: *\nDisallow: /x\n\nUser-agent: a\n", diag.Warning},

		// One token read of two names does not make them the same.
		{"duplicate-group", "User-agent: Image Fetch\nDisallow: /\n\nUser-agent: Image Sucker\nDisallow: /\n", 0},
		{"duplicate-group", "User-agent: GetRight/1\nDisallow: /\n\nUser-agent: GetRight/2.0\nDisallow: /\n", diag.Info},
		{"duplicate-group", "User-agent: wget\nDisallow: /\n\nUser-agent: Wget\nDisallow: /\n", diag.Warning},
		{"split-group", "User-agent: Yahoo Pipes 1.0\nDisallow: /a\n\nUser-agent: Yahoo Pipes 2.0\nDisallow: /b\n", 0},
		{"split-group", "User-agent: Googlebot/2.1\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /b\n", diag.Warning},

		// Old names are no misspelt new ones.
		{"misspelt-agent", "User-agent: WebZIP\nDisallow: /\n", 0},
		{"misspelt-agent", "User-agent: Roverbot\nDisallow: /\n", 0},
		{"misspelt-agent", "User-agent: Aipbot\nDisallow: /\n", 0},
		{"misspelt-agent", "User-agent: SemrushBot-SI\nDisallow: /\n", 0},
		{"misspelt-agent", "User-agent: AhrefsbBot\nDisallow: /\n", diag.Warning},
		{"misspelt-agent", "User-agent: Gogolebot\nDisallow: /\n", diag.Warning},
		{"unknown-agent", "User-agent: WebZIP\nDisallow: /\n", diag.Info},
		{"legacy-agent", "User-agent: msnbot\nDisallow: /x\n", diag.Info}, // bingbot follows it
		{"legacy-agent", "User-agent: msnbot-media\nDisallow: /x\n", 0},
		{"legacy-agent", "User-agent: Claude-Web\nDisallow: /x\n", diag.Warning},

		// Files that let some in chose to close the rest.
		{"site-blocked", closed + "\nUser-agent: Googlebot\nDisallow: /x\n", diag.Info},
		{"site-blocked", closed, diag.Warning},
		{"search-engine-blocked", "User-agent: Applebot\nDisallow: /\n", diag.Info},
		{"search-engine-blocked", "User-agent: Applebot\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", diag.Warning},
		{"search-engine-blocked", "User-agent: bingbot\nDisallow: /\n", diag.Warning},

		// Groups that are meant to differ from that of "*".
		{"named-group-drops-star-rules", closed + "\nUser-agent: bingbot\nDisallow: /x\n", 0},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: AdsBot-Google\nDisallow: /y\n", 0},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nAllow: /x\nDisallow: /y\n", 0},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nAllow: /\nDisallow: /y\n", 0},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nDisallow:\n", 0},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: Twitterbot\nDisallow: /y\n", diag.Info},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n", diag.Warning},
		{"named-group-drops-star-rules", "User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nCrawl-delay: 5\n", diag.Warning},

		// One script is a tracker; what another rule opens is not closed.
		{"blocked-assets", "User-agent: *\nDisallow: /embed.js\n", 0},
		{"blocked-assets", "User-agent: *\nDisallow: /css/\nAllow: /*.css\n", 0},
		{"blocked-assets", "User-agent: ExampleBot\nDisallow: /css/\n", 0},
		{"blocked-assets", "User-agent: *\nDisallow: /Themes/*.JS$\n", diag.Warning},
		{"blocked-assets", "User-agent: *\nDisallow: /CSS\n", diag.Warning},

		{"dead-rule", "User-agent: *\nDisallow: /a\nDisallow: /a*\n", diag.Info}, // for readers that know no star
		{"dead-rule", "User-agent: *\nAllow: /a\nDisallow: /a*\n", diag.Warning},
		{"space-in-rule", "User-agent: *\nDisallow: /a b\nDisallow: /a%20b\n", 0},
		{"space-in-rule", "User-agent: *\nDisallow: /a b\n", diag.Warning},

		// What only looks like a record, and what is one.
		{"lost-sitemap", "Sitemap:\nhttps://a.example/map.xml\n", diag.Warning},
		{"lost-sitemap", "https://a.example/sitemap.xml\n", diag.Warning},
		{"lost-sitemap", "Video Sitemap: https://a.example/v.xml\n", diag.Warning},
		{"lost-sitemap", "https://a.example/about\n", 0},
		{"lost-sitemap", "Agentmap: https://a.example/sitemap.json\n", 0},
		{"lost-sitemap", "see the sitemap at https://a.example/sitemap.xml please\n", 0},
		{"info-unknown-directive", "sitemap https://a.example/s.xml\n", 0},

		// Everybody has a page for lost passwords.
		{"revealing-path", "User-agent: *\nDisallow: /user/password/\n", 0},
		{"revealing-path", "User-agent: *\nDisallow: /INSTALL.mysql.txt\n", 0},
		{"revealing-path", "User-agent: *\nDisallow: /the-secret-life-of-bacteria\n", 0},
		{"revealing-path", "User-agent: *\nDisallow: /*.sql$\n", 0},
		{"revealing-path", "User-agent: *\nDisallow: /a/.git\n", diag.Info},
		{"revealing-path", "User-agent: *\nDisallow: /wp-content/backup-db/\n", diag.Info},

		// Nothing in a web page is a slip of somebody who wrote a robots.txt.
		{"unparsable-line", "<!DOCTYPE html>\n<title>a</title>\n", 0},
		{"invisible-character", "<!DOCTYPE html>\n<p>a: b\u00a0c</p>\n", 0},
		{"html-served", "<!DOCTYPE html>\n<title>a</title>\n", diag.Error},
		{"empty-disallow", "<html>\nUser-agent: *\nDisallow:\nDisallow: /x\n", diag.Info},
	} {
		var got diag.Severity
		for _, f := range Run(robots.Parse(tt.text), Options{}) {
			if f.Code == tt.code {
				got = max(got, f.Severity)
			}
		}
		if got != tt.want {
			t.Errorf("%s of %q: %v, want %v", tt.code, tt.text, got, tt.want)
		}
	}
}

// The path of another host is no rule here, and "/" would close the site.
func TestForeignURLHasNoMend(t *testing.T) {
	for text, mends := range map[string]int{
		"User-agent: *\nDisallow: https://www.a.example/x\n": 1,
		"User-agent: *\nDisallow: https://b.example/x\n":     0,
		"User-agent: *\nDisallow: https://a.example/\n":      0,
		"User-agent: *\nDisallow: https://a.example\n":       0,
	} {
		o := Options{FileURL: "https://a.example/robots.txt", Select: []diag.Code{"url-as-rule"}}
		if found := Run(robots.Parse(text), o); len(found) != 1 || len(found[0].Fixes) != mends {
			t.Errorf("%q: %+v, want %d mends", text, found, mends)
		}
	}
}

// A mend must not take a finding away and leave the mistake.
func TestMendsHideNothing(t *testing.T) {
	for _, tt := range []struct{ code, line, want string }{
		{"dollar-inside-pattern", "Disallow: /*$edit", "Disallow: /*%24edit"},
		{"dollar-inside-pattern", "Disallow: /*.pdf$/", "Disallow: /*.pdf$"},
		{"dollar-inside-pattern", "Disallow: /*.pdf$*", "Disallow: /*.pdf$"},
		{"dollar-inside-pattern", "Disallow: /*.pdf$/a", ""},
		{"comment-cuts-rule", "Disallow: /search#q=?", "Disallow: /search"},
		{"comment-cuts-rule", "Disallow: /search/#the results", "Disallow: /search/ #the results"},
		{"token-outside-grammar", "User-agent: Harvest/1.5", "User-agent: Harvest"},
		{"token-outside-grammar", "User-agent: Twitterbot*", "User-agent: Twitterbot"},
		{"token-outside-grammar", "User-agent: Download Demon", ""},
	} {
		const head, tail = "User-agent: a\nDisallow: /x\n\nUser-agent: b\n", "\nDisallow: /y\n"
		p := robots.Parse(head + tt.line + tail)
		found := Run(p, Options{Select: []diag.Code{diag.Code(tt.code)}})
		if len(found) != 1 {
			t.Fatalf("%s: %d findings on %q", tt.code, len(found), tt.line)
		}
		got := ""
		for _, fix := range found[0].Fixes {
			got = strings.TrimSuffix(strings.TrimPrefix(Apply(p.Text(), fix.Edits), head), tail)
		}
		if got != tt.want {
			t.Errorf("%s: %q is mended to %q, want %q", tt.code, tt.line, got, tt.want)
		}
	}
}
