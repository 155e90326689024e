package robots_test

import (
	"fmt"

	"github.com/robotsgate/robots"
)

const exampleText = `User-agent: *
Disallow: /private/
Allow: /private/press/

User-agent: ExampleBot
User-agent: OtherBot
Crawl-delay: 2.5
Disallow: /*.pdf$

Sitemap: https://example.com/sitemap.xml
`

func Example() {
	policy := robots.Parse("User-agent: *\nDisallow: /private\n")
	d := policy.Decide("ExampleBot", "/private/page?x=1")
	fmt.Println(d.Allowed(), d.Basis, d.Line())
	// Output: false rule 2
}

func ExampleParse() {
	policy := robots.Parse("Disalow: /\nUser-agent: MJ12bot\nDisallow: /tmp\n")
	for _, d := range policy.Diagnostics() {
		fmt.Println(d.Span.Line, d.Severity, d.Code)
	}
	// Output:
	// 1 warning misspelt-directive
	// 2 info token-with-digits
}

func ExamplePolicy_Decide() {
	policy := robots.Parse(exampleText)
	for _, target := range []string{"/private/a", "/private/press/", "/b"} {
		d := policy.Decide("SomeBot", target)
		rule, _ := d.Rule()
		fmt.Println(target, d.Verdict, d.Basis, rule.Pattern)
	}
	// Output:
	// /private/a disallow rule /private/
	// /private/press/ allow rule /private/press/
	// /b allow no-rule
}

func ExamplePolicy_DecideURL() {
	policy := robots.Parse(exampleText)
	for _, url := range []string{"https://example.com/a/../manual.pdf", "https://www.example.com/"} {
		d := policy.DecideURL("ExampleBot", url, "https://example.com/robots.txt")
		fmt.Println(d.Verdict, d.Basis)
	}
	// Output:
	// disallow rule
	// out-of-scope out-of-scope
}

func ExamplePolicy_Explain() {
	trace := robots.Parse(exampleText).Explain("SomeBot", "/private/press/%7ejane")
	fmt.Println("compared:", trace.Normal)
	fmt.Println("star:", trace.Star)
	for _, w := range trace.Rules {
		fmt.Printf("line %d: %v: %v\n", w.Rule.Line, w.Rule, w.Fate)
	}
	// Output:
	// compared: /private/press/~jane
	// star: true
	// line 2: Disallow: /private/: shorter
	// line 3: Allow: /private/press/: decides
}

func ExamplePolicy_For() {
	reader := robots.Parse(exampleText).For("ExampleBot")
	for _, target := range []string{"/a.pdf", "/a.pdf?page=2", "/private/a"} {
		fmt.Println(target, reader.Decide(target).Verdict)
	}
	// Output:
	// /a.pdf disallow
	// /a.pdf?page=2 allow
	// /private/a allow
}

func ExamplePolicy_CrawlDelay() {
	delay, ok := robots.Parse(exampleText).CrawlDelay("OtherBot")
	fmt.Println(delay.Seconds(), ok)
	// Output: 2.5 true
}

func ExamplePolicy_Format() {
	fmt.Print(robots.Parse(exampleText).Format(robots.Compact))
	// Output:
	// User-agent:*
	// Disallow:/private/
	// Allow:/private/press/
	// User-agent:ExampleBot
	// User-agent:OtherBot
	// Crawl-delay:2.5
	// Disallow:/*.pdf$
	// Sitemap:https://example.com/sitemap.xml
}

func ExampleFileURL() {
	file, err := robots.FileURL("HTTPS://Example.com:443/a/b?c#d")
	fmt.Println(file, err)
	_, err = robots.FileURL("/a/b")
	fmt.Println(err)
	// Output:
	// https://example.com/robots.txt <nil>
	// url "/a/b": no scheme: want http://, https:// or ftp:// in front
}

func ExampleForStatus() {
	for _, status := range []int{404, 403, 503} {
		policy, _ := robots.ForStatus(status)
		d := policy.Decide("ExampleBot", "/")
		fmt.Println(status, d.Verdict, d.Basis)
	}
	// Output:
	// 404 allow absent
	// 403 allow unavailable
	// 503 disallow unreachable
}

func ExampleToken() {
	fmt.Println(robots.Token("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"))
	fmt.Println(robots.Token("ExampleBot/1.0 (+https://example.com/bot)"))
	// Output:
	// Googlebot
	// ExampleBot
}
