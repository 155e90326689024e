package assert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/prove"
)

const site = `User-agent: *
Disallow: /private/
Allow: /private/press

User-agent: GPTBot
Disallow: /

User-agent: Googlebot
Allow: /news/
Disallow: /tmp/

Sitemap: https://a.example/sitemap.xml
`

// one asks a single question.
func one(t *testing.T, p *robots.Policy, a assert.Assertion) assert.Result {
	t.Helper()
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	all := assert.Options{FileURL: "https://a.example/robots.txt"}.Run(p, []assert.Assertion{a})
	if len(all) != 1 {
		t.Fatalf("%d results", len(all))
	}
	return all[0]
}

func TestWhatIsWantedAndOnWhichEvidence(t *testing.T) {
	const allow, disallow = assert.Allow, assert.Disallow
	for _, c := range []struct {
		agent, path string
		want        assert.Want
		evidence    assert.Evidence
		reason      assert.Reason
		line, group int
	}{
		{"GPTBot", "/", disallow, assert.Explicit, assert.Met, 6, 5},
		{"gptbot", "/x?y", disallow, assert.Rule, assert.Met, 6, 5},
		{"GPTBot", "/", allow, assert.Any, assert.OtherVerdict, 6, 5},
		{"GPTBot", "/", disallow, assert.Inherited, assert.OtherEvidence, 6, 5},
		{"ClaudeBot", "/private/", disallow, assert.Inherited, assert.Met, 2, 1},
		{"ClaudeBot", "/private/", disallow, assert.Explicit, assert.OtherEvidence, 2, 1},
		{"ClaudeBot", "/", allow, assert.Rule, assert.OtherEvidence, 0, 1},
		{"ClaudeBot", "/", allow, assert.Inherited, assert.Met, 0, 1},
		{"*", "/private/press", allow, assert.Rule, assert.Met, 3, 1},
		{"*", "/private/x", allow, assert.Any, assert.OtherVerdict, 2, 1},
		{"Googlebot", "/private/", allow, assert.Explicit, assert.Met, 0, 8},
		{"Googlebot", "https://a.example/tmp/1", disallow, assert.Explicit, assert.Met, 10, 8},
		{"Googlebot", "https://b.example/tmp/1", disallow, assert.Explicit, assert.NotJudged, 0, 0},
		{"Googlebot", "/robots.txt", allow, assert.Any, assert.Met, 0, 0},
		{"Googlebot", "/robots.txt", allow, assert.Explicit, assert.OtherEvidence, 0, 0},
		{"GPTBot", "*", disallow, assert.Explicit, assert.Met, 6, 5},
		{"Googlebot", "*", disallow, assert.Any, assert.OtherVerdict, 0, 8},
		{"*", "*", allow, assert.Any, assert.OtherVerdict, 2, 1},
	} {
		r := one(t, robots.Parse(site), assert.Assertion{Agents: []string{c.agent}, Paths: []string{c.path}, Want: c.want, Evidence: c.evidence})
		if r.Reason != c.reason || r.Decision.Line() != c.line || r.Group != c.group {
			t.Errorf("%s %s %v %v: %v, line %d of group %d; want %v, %d, %d",
				c.agent, c.path, c.want, c.evidence, r.Reason, r.Decision.Line(), r.Group, c.reason, c.line, c.group)
		}
		if r.Passed() != (c.reason == assert.Met) {
			t.Errorf("%s %s: passed is %v with %v", c.agent, c.path, r.Passed(), r.Reason)
		}
		if c.path == assert.EveryURL && c.reason == assert.OtherVerdict && r.Witness == "" {
			t.Errorf("%s %s: no URL shows that it fails", c.agent, c.path)
		}
	}
}

// RFC 9309 2.3.1: what could not be had says nothing, whatever a crawler then does.
func TestWithoutAFileNothingIsMet(t *testing.T) {
	rejected := robots.Options{Profile: robots.Temoto}.Parse("Disallow: /\n")
	if _, ok := rejected.Rejected(); !ok {
		t.Fatal("the text is not rejected")
	}
	for name, p := range map[string]*robots.Policy{"absent": robots.Absent(), "unavailable": robots.Unavailable(),
		"unreachable": robots.Unreachable(), "zero": {}, "rejected": rejected} {
		for _, want := range []assert.Want{assert.Allow, assert.Disallow} {
			for _, path := range []string{"/", "*"} {
				r := one(t, p, assert.Assertion{Agents: []string{"GPTBot"}, Paths: []string{path}, Want: want})
				if r.Reason != assert.NoFile || r.Passed() {
					t.Errorf("%s: %v of %s is %v", name, want, path, r.Reason)
				}
			}
		}
		for _, s := range []assert.Standing{assert.Closed(p), assert.Open(p)} {
			if s.Reason != assert.NoFile || s.Answer != prove.No {
				t.Errorf("%s: %v is %v, %v", name, s.Want, s.Answer, s.Reason)
			}
		}
		if r := one(t, p, assert.Assertion{Sitemaps: []string{"https://a.example/s"}}); r.Reason != assert.NoFile {
			t.Errorf("%s: a sitemap is %v", name, r.Reason)
		}
		if all, _ := assert.First(p); len(all) > 0 {
			t.Errorf("%s: %d assertions proposed", name, len(all))
		}
	}
}

func TestWhatALimitCutIsNotProven(t *testing.T) {
	text := "User-agent: *\nDisallow: /\n" + strings.Repeat("Disallow: /aaaaaaaaaaaaaaaaa\n", 20000)
	p := robots.Options{Limits: robots.Limits{Bytes: 500 << 10}}.Parse(text)
	if !p.Truncated() {
		t.Fatal("the text was not cut")
	}
	for _, path := range []string{"/", "*"} {
		r := one(t, p, assert.Assertion{Agents: []string{"*"}, Paths: []string{path}, Want: assert.Disallow})
		if r.Reason != assert.Truncated || r.Answer != prove.NotProven {
			t.Errorf("%s: %v, %v", path, r.Answer, r.Reason)
		}
	}
	if r := one(t, p, assert.Assertion{Sitemaps: []string{"https://a.example/s"}}); r.Reason != assert.Truncated {
		t.Errorf("a sitemap is %v", r.Reason)
	}
	for _, s := range []assert.Standing{assert.Closed(p), assert.Open(p)} {
		if s.Reason != assert.Truncated || s.Answer != prove.NotProven {
			t.Errorf("%v is %v, %v", s.Want, s.Answer, s.Reason)
		}
	}
	if all, _ := assert.First(p); len(all) > 0 {
		t.Errorf("%d assertions proposed", len(all))
	}
}

// The profile Python has no order of rules, so that package prove finds no URL
// that is open, and cannot show that there is none. That fails as such.
func TestWhatIsNotProvenDoesNotPass(t *testing.T) {
	p := robots.Options{Profile: robots.Python}.Parse("User-agent: *\nDisallow: /\n")
	a := assert.Assertion{Agents: []string{"*"}, Paths: []string{"*"}, Want: assert.Disallow}
	if r := one(t, p, a); r.Reason != assert.NotProven || r.Answer != prove.NotProven {
		t.Errorf("every URL: %v, %v", r.Answer, r.Reason)
	}
	if s := assert.Closed(p); s.Reason != assert.NotProven || s.Answer != prove.NotProven {
		t.Errorf("closed: %v, %v", s.Answer, s.Reason)
	}
	if s := assert.Open(p); s.Answer == prove.Yes {
		t.Errorf("open: %v, %v", s.Answer, s.Reason)
	}
}

func TestASiteIsClosed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		answer     prove.Answer
		token      string // to which something is open
		witness    string
	}{
		{"to everybody", "User-agent: *\nDisallow: /\n", prove.Yes, "", ""},
		{"to everybody, each by its group", "User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /*\n", prove.Yes, "", ""},
		{"but for a crawler", "User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow:\n", prove.No, "a", "/"},
		{"but for a path", "User-agent: *\nDisallow: /\nAllow: /ads.txt$\n", prove.No, "*", "/ads.txt"},
		{"to those it names only", "User-agent: a\nDisallow: /\n", prove.No, prove.Unnamed, "/"},
		{"by no rule at all", "", prove.No, prove.Unnamed, "/"},
		{"but for /robots.txt, which nobody can close", "User-agent: *\nDisallow: /\nAllow: /robots.txt$\n", prove.Yes, "", ""},
	} {
		p := robots.Parse(c.text)
		s := assert.Closed(p)
		if s.Answer != c.answer {
			t.Errorf("%s: %v (%v)", c.name, s.Answer, s.Reason)
		}
		found := false
		for _, claim := range s.Claims {
			for _, token := range claim.Tokens {
				if c.answer == prove.Yes && p.Decide(token, "/a").Allowed() {
					t.Errorf("%s: proven closed, but %q may fetch /a", c.name, token)
				}
				found = found || token == c.token && claim.Answer == prove.No && claim.Witness == c.witness && p.Decide(token, claim.Witness).Allowed()
			}
		}
		if c.answer == prove.No && !found {
			t.Errorf("%s: no claim shows it: %+v", c.name, s.Claims)
		}
	}
}

func TestASiteIsOpen(t *testing.T) {
	for _, c := range []struct {
		name, text string
		engines    []string
		answer     prove.Answer
		blocked    string
	}{
		{"some paths are closed", "User-agent: *\nDisallow: /private/\n", nil, prove.Yes, ""},
		{"an empty file was read and closes nothing", "", nil, prove.Yes, ""},
		{"a crawler that is no search engine is shut out", "User-agent: GPTBot\nDisallow: /\n", nil, prove.Yes, ""},
		{"an allow list", "User-agent: *\nDisallow: /\nAllow: /en/\n", nil, prove.Yes, ""},
		{"the staging file went live", "User-agent: *\nDisallow: /\n", nil, prove.No, prove.Unnamed},
		{"a search engine is shut out", "User-agent: bingbot\nDisallow: /\n", nil, prove.No, "bingbot"},
		{"one that is not asked for", "User-agent: bingbot\nDisallow: /\n", []string{"Googlebot"}, prove.Yes, ""},
		{"engines are let in, others are not", "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:\n", []string{"Googlebot"}, prove.No, prove.Unnamed},
	} {
		p := robots.Parse(c.text)
		s := assert.Open(p, c.engines...)
		if s.Answer != c.answer {
			t.Errorf("%s: %v (%v)", c.name, s.Answer, s.Reason)
		}
		for _, claim := range s.Claims {
			for _, token := range claim.Tokens {
				if got := claim.Answer == prove.No; got != (token == c.blocked || c.blocked == prove.Unnamed && !p.Decide(token, "/").Named) {
					t.Errorf("%s: %q is shut out: %v", c.name, token, got)
				}
				if claim.Answer == prove.Yes && !p.Decide(token, claim.Witness).Allowed() {
					t.Errorf("%s: %q may not fetch the witness %q", c.name, token, claim.Witness)
				}
			}
		}
	}
}

func TestRemediesHaveBeenTried(t *testing.T) {
	for _, c := range []struct {
		agent, path string
		want        assert.Want
		evidence    assert.Evidence
		below       int
		lines       string
	}{
		{"GPTBot", "/press/", assert.Allow, assert.Any, 6, "Allow: /press/"},
		{"GPTBot", "https://a.example/press/", assert.Allow, assert.Any, 6, "Allow: /press/"},
		{"*", "/private/press", assert.Disallow, assert.Any, 3, "Disallow: /private/press$"},
		{"Googlebot", "/news/1", assert.Disallow, assert.Explicit, 10, "Disallow: /news/1"},
		{"ClaudeBot", "/", assert.Disallow, assert.Any, 0, "User-agent: ClaudeBot\nDisallow: /"},
		{"ClaudeBot", "*", assert.Disallow, assert.Explicit, 0, "User-agent: ClaudeBot\nDisallow: /"},
		{"ClaudeBot", "/private/", assert.Disallow, assert.Explicit, 1, "User-agent: ClaudeBot"},
		{"ClaudeBot", "/x", assert.Disallow, assert.Inherited, 3, "Disallow: /x"},
		{"ClaudeBot", "/x", assert.Disallow, assert.Any, 0, ""}, // a group of its own would open what "*" closes
		{"GPTBot", "/", assert.Disallow, assert.Inherited, 0, ""},
	} {
		p := robots.Parse(site)
		r := one(t, p, assert.Assertion{Agents: []string{c.agent}, Paths: []string{c.path}, Want: c.want, Evidence: c.evidence})
		if r.Passed() {
			t.Errorf("%s %s: passed", c.agent, c.path)
		}
		if got := strings.Join(r.Remedy.Lines, "\n"); got != c.lines || r.Remedy.Below != c.below {
			t.Errorf("%s %s %v: below %d %q, want %d %q", c.agent, c.path, c.want, r.Remedy.Below, got, c.below, c.lines)
		}
	}
	if r := one(t, robots.Parse(site), assert.Assertion{Sitemaps: []string{"https://a.example/b.xml"}}); r.Reason != assert.NotListed ||
		strings.Join(r.Remedy.Lines, "") != "Sitemap: https://a.example/b.xml" {
		t.Errorf("%v %v", r.Reason, r.Remedy)
	}
}

func TestChoicesOfTheCatalogue(t *testing.T) {
	tokens, err := assert.Expand([]string{"panel:five", "gptbot", "*", "Sogou web spider"})
	if err != nil || len(tokens) != 7 || tokens[0] != "GPTBot" || tokens[6] != "Sogou web spider" {
		t.Errorf("%q, %v", tokens, err)
	}
	if tokens, err := assert.Expand([]string{"purpose:seo"}); err != nil || len(tokens) < 5 {
		t.Errorf("%q, %v", tokens, err)
	}
	for _, bad := range []string{"panel:trainings", "purpose:", "training", "ai-training", "seo", ""} {
		if _, err := assert.Expand([]string{bad}); err == nil {
			t.Errorf("%q is taken for a crawler", bad)
		}
	}
}

func TestAssertionsThatCannotBeMeant(t *testing.T) {
	good := assert.Assertion{Agents: []string{"a"}, Paths: []string{"/"}, Want: assert.Allow}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(a *assert.Assertion){
		"no crawler":                    func(a *assert.Assertion) { a.Agents = nil },
		"no path":                       func(a *assert.Assertion) { a.Paths = nil },
		"nothing wanted":                func(a *assert.Assertion) { a.Want = 0 },
		"a pattern":                     func(a *assert.Assertion) { a.Paths = []string{"/private/*"} },
		"neither path nor URL":          func(a *assert.Assertion) { a.Paths = []string{"private/"} },
		"explicit for an unnamed one":   func(a *assert.Assertion) { a.Agents, a.Evidence = []string{"*"}, assert.Explicit },
		"a rule for every URL":          func(a *assert.Assertion) { a.Paths, a.Evidence = []string{"*"}, assert.Rule },
		"a sitemap for a crawler":       func(a *assert.Assertion) { a.Sitemaps = []string{"https://a.example/s"} },
		"a panel that does not exist":   func(a *assert.Assertion) { a.Agents = []string{"panel:x"} },
		"a sitemap that is no URL":      func(a *assert.Assertion) { *a = assert.Assertion{Sitemaps: []string{"/s"}} },
		"evidence that does not exist":  func(a *assert.Assertion) { a.Evidence = 9 },
		"a want that does not exist":    func(a *assert.Assertion) { a.Want = 9 },
		"a name that is two lines long": func(a *assert.Assertion) { a.Agents = []string{"a\nb"} },
	} {
		a := good
		change(&a)
		if a.Check() == nil {
			t.Errorf("%s: not refused", name)
		}
		if n := len(assert.Run(robots.Parse(site), []assert.Assertion{a})); n > 0 {
			t.Errorf("%s: %d results", name, n)
		}
	}
}

// A file with a group for each of thousands of crawlers is answered in bounded
// time, and what was not asked is not proven.
func TestAFileThatNamesThousands(t *testing.T) {
	var open, closed strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&open, "User-agent: a%d\nDisallow: /%d\n", i, i)
		fmt.Fprintf(&closed, "User-agent: a%d\nDisallow: /\n", i)
	}
	closed.WriteString("User-agent: *\nDisallow: /\n")
	if s := assert.Closed(robots.Parse(open.String())); s.Reason != assert.OtherVerdict || len(s.Claims) > 50 {
		t.Errorf("open: %v with %d claims", s.Reason, len(s.Claims))
	}
	if s := assert.Closed(robots.Parse(closed.String())); s.Reason != assert.NotProven || s.Answer != prove.NotProven {
		t.Errorf("closed: %v, %v", s.Answer, s.Reason)
	}
}
