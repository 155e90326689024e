package sitemap_test

import (
	"fmt"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/sitemap"
)

func ExampleConflicts() {
	policy := robots.Parse("User-agent: *\nDisallow: /tmp/\n")
	file := strings.NewReader("https://example.com/\nhttps://example.com/tmp/report\n")
	r := sitemap.NewReader(file, sitemap.Options{})
	for c := range sitemap.Conflicts(policy, []string{"Googlebot"}, "", r.Entries()) {
		rule, _ := c.Denials[0].Decision.Rule()
		fmt.Printf("line %d lists %s, closed by %q\n", c.Entry.Span.Line, c.Entry.URL, rule)
	}
	// Output: line 2 lists https://example.com/tmp/report, closed by "Disallow: /tmp/"
}
