package robots_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

type sharedCase struct {
	ID, Class, Kind, Title, Agent, URL, Want, Why string
	shared.Text
	HTTP *struct {
		RobotsURL string `json:"robots_url"`
		Error     string
		Responses []struct {
			URL    string
			Status int
		}
	}
	Tags []string
}

// caseDepartures are the cases on which the core answers otherwise, and why.
var caseDepartures = map[string]string{
	"B006": "a name that is no token is compared with whole values first (decided departure)",
	"B166": "a target is accepted as such: it cannot be mistaken for a URL",
	"B204": "a gzipped body is unpacked by the fetcher (part 5), the core sees its text",
}

// laterParts are the kinds of wish that packages of later parts fulfil.
var laterParts = []string{"cache:", "fetch:", "crawl:", "plan:", "usage:", "trace:", "ux:", "norm:", "parse:", "ci:", "error:too-large"}

func TestSharedCases(t *testing.T) {
	passed, total, later := 0, 0, 0
	shared.Lines(t, func(c sharedCase) {
		if slices.ContainsFunc(laterParts, func(p string) bool { return strings.HasPrefix(c.Want, p) }) {
			later++
			return
		}
		p, ok := casePolicy(t, c)
		if !ok {
			later++ // decided by what the fetcher does on the way
			return
		}
		total++
		got := caseAnswer(p, c)
		if got == c.Want || caseDepartures[c.ID] != "" {
			passed++
			return
		}
		t.Errorf("%s %s: %q asks %q: got %s, want %s: %s", c.ID, c.Class, c.Agent, c.URL, got, c.Want, c.Why)
	}, "cases", "open.jsonl")
	t.Logf("%d of %d, %d for later parts, %d with a reason to differ", passed, total, later, len(caseDepartures))
	if total < 100 {
		t.Errorf("only %d cases", total)
	}
}

// casePolicy makes the policy a case is about, from its text or from the final
// status of its fetch.
func casePolicy(t *testing.T, c sharedCase) (*robots.Policy, bool) {
	if c.HTTP != nil && c.HTTP.Error != "" {
		return robots.Unreachable(), true
	}
	if c.HTTP != nil && len(c.HTTP.Responses) > 0 {
		last := c.HTTP.Responses[len(c.HTTP.Responses)-1].Status
		if p, ok := robots.ForStatus(last); ok {
			return p, true
		}
		if last/100 == 3 {
			return nil, false
		}
	}
	text, ok := c.Get(t)
	if !ok && c.HTTP != nil {
		return nil, false
	}
	return robots.Parse(text), true
}

// caseAnswer answers a case in the words of its want.
func caseAnswer(p *robots.Policy, c sharedCase) string {
	file := ""
	if c.HTTP != nil {
		file = c.HTTP.RobotsURL
	}
	kind, _, _ := strings.Cut(c.Want, ":")
	switch kind {
	case "sitemaps":
		urls := p.SitemapURLs("https://example.com/robots.txt")
		if urls == nil {
			urls = []string{}
		}
		b, _ := json.Marshal(urls)
		return "sitemaps:" + string(b)
	case "delay":
		if d, ok := p.Pace(c.Agent); ok {
			return "delay:" + strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
		}
		return "delay:none"
	case "robots-url":
		u, err := robots.FileURL(c.URL)
		if err != nil {
			return err.Error()
		}
		return "robots-url:" + u
	case "lint":
		return lintAnswer(p, c.Want)
	}
	agent := c.Agent
	if slices.Contains(c.Tags, "needs-token-extraction") {
		agent = robots.Token(agent)
	}
	if kind == "error" && file == "" {
		file = "https://example.com/robots.txt"
	}
	d := ask(p, agent, c.URL)
	if file != "" && strings.Contains(c.URL, "://") {
		d = p.DecideURL(agent, c.URL, file)
	}
	if kind == "error" {
		return "error:" + d.Basis.String()
	}
	return d.Verdict.String()
}

// lintAnswer finds the diagnostic that a case wants, with the lines it names.
func lintAnswer(p *robots.Policy, want string) string {
	slug, _, _ := strings.Cut(strings.TrimPrefix(want, "lint:"), "@")
	for _, d := range p.Diagnostics() {
		if string(d.Code) != slug {
			continue
		}
		lines := []string{fmt.Sprint(d.Span.Line)}
		for _, r := range d.Related {
			lines = append(lines, fmt.Sprint(r.Line))
		}
		slices.Sort(lines)
		if got := "lint:" + slug + "@" + strings.Join(lines, ","); got == want || !strings.Contains(want, "@") {
			return want
		}
	}
	return fmt.Sprint(p.Diagnostics())
}
