package plan_test

import (
	"fmt"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/plan"
)

func ExampleOptions_Make() {
	policy := robots.Parse("User-agent: *\nCrawl-delay: 10\nDisallow: /tmp/\n")
	tasks := []plan.Task{{URL: "https://example.com/"}, {URL: "https://example.com/tmp/"}, {URL: "https://example.com/news"}}
	p := plan.Options{Token: "ExampleBot", Policy: func(string) *robots.Policy { return policy }}.Make(tasks)
	for _, s := range p.Steps {
		fmt.Println(s.NotBefore, tasks[s.Task].URL)
	}
	for _, r := range p.Refusals {
		fmt.Println(r.Reason, tasks[r.Task].URL)
	}
	fmt.Println(p.Total)
	// Output:
	// 0s https://example.com/
	// 10s https://example.com/news
	// denied https://example.com/tmp/
	// 20s
}
