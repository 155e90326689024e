package lint

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// prefixKey finds keys that google/robotstxt, which compares keys by how they
// begin, reads as Disallow or Allow: "DisallowAITraining: /" closes the site
// for every crawler that is built on that library.
var prefixKey = Check{
	Doc: Doc{
		Code: "key-read-by-prefix", Severity: diag.Warning, Since: since, Source: "google/robotstxt: KeyIsDisallow, KeyIsAllow",
		Before: "User-agent: *\nDisallowAITraining: /\nAllow: /\n",
		After:  "User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n",
	},
	instead: []diag.Code{"misspelt-directive", "info-unknown-directive"},
	Run: func(p *pass) {
		for _, r := range p.records {
			if r.Directive() < robots.DirUnknown {
				continue
			}
			key := lower(r.Key())
			for _, d := range [...]robots.Directive{robots.DirDisallow, robots.DirAllow} {
				if name := lower(d.String()); key != name && strings.HasPrefix(key, name) {
					p.report(keySpan(r), diag.Text("key", r.Key()), diag.Text("directive", d.String()))
				}
			}
		}
	},
}
