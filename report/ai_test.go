package report

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/msg"
)

const aiSample = `User-agent: GPTBot
Disallow: /a|b<i>

User-agent: Googlebot
Disallow: /g

User-agent: *
Content-Signal: search=yes, ai-train=no, use=reference
Content-Usage: train-ai=y
License: https://a.example/l.xml
Disallow: /s
`

// everybody holds one crawler of each kind.
func everybody(t *testing.T) (all []agents.Agent) {
	for _, token := range []string{"GPTBot", "PerplexityBot", "Bytespider", "Applebot", "AdsBot-Google", "Google-Extended", "ChatGPT Agent", "Doubaobot", "Perplexity-User"} {
		a, ok := agents.Lookup(token)
		if !ok {
			t.Fatalf("%s is not in the catalogue", token)
		}
		all = append(all, a)
	}
	return append(all, agents.Agent{Token: "Sogou <b>", SendsRequests: true})
}

func asked(p *robots.Policy, bots []agents.Agent, paths ...string) AI {
	t := ai.Ask(p, bots, paths...)
	return AI{Source: Source{Name: "a<b>.txt", Policy: p}, Table: t, Summary: t.Summary()}
}

func TestAIFollowsTheSchema(t *testing.T) {
	s := schema(t, "ai.json")
	for name, p := range map[string]*robots.Policy{"sample": robots.Parse(aiSample), "empty": robots.Parse(""), "absent": robots.Absent(),
		"unavailable": robots.Unavailable(), "unreachable": robots.Unreachable()} {
		for _, l := range msg.Langs() {
			for _, a := range []AI{asked(p, everybody(t)), asked(p, everybody(t), "/robots.txt", "/\xff"), asked(p, nil)} {
				valid(t, s, name, func(w io.Writer) error { return AIJSON(w, a, Options{Lang: l}) })
			}
		}
	}
}

func TestAgentsFollowTheSchema(t *testing.T) {
	s := schema(t, "agents.json")
	valid(t, s, "all", func(w io.Writer) error { return AgentsJSON(w, slices.Collect(agents.All())) })
	valid(t, s, "none", func(w io.Writer) error { return AgentsJSON(w, nil) })
}

// All that is said has words in every language: no key shows through.
func TestAIHasWords(t *testing.T) {
	policies := []*robots.Policy{robots.Parse(aiSample), robots.Parse(""), robots.Absent(), robots.Unavailable(), robots.Unreachable(), {}}
	for _, l := range msg.Langs() {
		var b bytes.Buffer
		o := Options{Lang: l}
		for _, p := range policies {
			for _, a := range []AI{asked(p, everybody(t)), asked(p, everybody(t), "/", "/s", "/robots.txt", "https://x"), asked(p, everybody(t)[9:])} {
				for _, name := range AIFormatNames {
					if err := AIFormats[name](&b, a, o); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		AgentsText(&b, slices.Collect(agents.All()), o)
		for a := range agents.All() {
			AgentsText(&b, []agents.Agent{a}, o)
		}
		for _, refuse := range []agents.Purpose{agents.PurposeTraining, agents.PurposeSearch, agents.PurposeUser} {
			all := append(everybody(t), agents.Agent{Token: "Googlebot", Purpose: agents.PurposeSearch})
			p := robots.Parse("User-agent: *\nContent-Signal: search=no\nDisallow: /s\n")
			Draft(&b, ai.Init(p, ai.Stance{Refuse: []agents.Purpose{refuse}, Keep: []agents.Purpose{agents.PurposeControl}, Agents: all, Signal: true}), o)
		}
		for _, key := range regexp.MustCompile(`\b(ai\.(purpose|wording|standing|summary|statement|use|page|note)|agents\.(fact|respects|evidence)|draft\.|head\.)[a-z.-]*|\{[a-z]+[?|}]`).FindAllString(b.String(), -1) {
			t.Errorf("%v: %s has no words", l, key)
		}
	}
}

// The page needs nothing from elsewhere, runs nothing, and shows foreign text
// as text.
func TestAIPage(t *testing.T) {
	var b strings.Builder
	AIHTML(&b, asked(robots.Parse(aiSample), everybody(t), "/", "/a|b<i>", "/<script>alert(1)</script>"), Options{Lang: msg.ZhHant})
	page := b.String()
	for _, bad := range []string{"<script", "<i>", "<b>", "src=", "href=", "url(", "@import", "style="} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
	for _, good := range []string{`<html lang="zh-Hant">`, "prefers-color-scheme: dark", "@media print", "&lt;script&gt;", "a&lt;b&gt;.txt"} {
		if !strings.Contains(page, good) {
			t.Errorf("the page holds no %s", good)
		}
	}
	for _, tag := range []string{"tbody", "tr", "table", "ul", "div", "td", "th", "thead", "small", "code"} {
		if opened, closed := strings.Count(page, "<"+tag+">")+strings.Count(page, "<"+tag+" "), strings.Count(page, "</"+tag+">"); opened != closed || opened == 0 {
			t.Errorf("%d <%s> and %d </%s>", opened, tag, closed, tag)
		}
	}
}
