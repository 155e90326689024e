package robots_test

import (
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

var styles = []robots.Style{robots.Canonical, robots.Compact, robots.Annotated}

// sameAnswers reports the first probe on which two policies differ.
func sameAnswers(p, q *robots.Policy) (agent, target string, same bool) {
	agents, targets := probes(p, 40)
	for _, a := range agents {
		for _, t := range targets {
			if d, e := p.Decide(a, t), q.Decide(a, t); d.Verdict != e.Verdict || d.Basis != e.Basis || d.Named != e.Named {
				return a, t, false
			}
		}
	}
	return "", "", true
}

// probes makes agents and targets from the tokens and rules of p: stars filled
// in three ways, with and without a tail, and some that nothing matches.
func probes(p *robots.Policy, most int) (agents, targets []string) {
	agents, targets = []string{"NobodyElse"}, []string{"/", "/zz", "/robots.txt", "/?a=b"}
	for g := range p.Groups() {
		for ua := range g.UserAgents() {
			if len(agents) < 8 {
				agents = append(agents, ua.Token, ua.Value)
			}
		}
		for r := range g.Rules() {
			if len(targets) < most && strings.IndexAny(r.Pattern, "/*") == 0 {
				t := strings.TrimSuffix(r.Pattern, "$")
				targets = append(targets, strings.ReplaceAll(t, "*", "q9"), strings.ReplaceAll(t, "*", ""), t, strings.ReplaceAll(t, "*", "/")+"tail")
			}
		}
	}
	return agents, targets
}

func checkFormat(t *testing.T, name string, o robots.Options, text string) {
	t.Helper()
	p := o.Parse(text)
	o.Limits = robots.Limits{Bytes: 1 << 24}
	for _, s := range styles {
		once := p.Format(s)
		q := o.Parse(once)
		if a, target, same := sameAnswers(p, q); !same {
			t.Errorf("%s, %v, %v: %q asks %q: %v by %v became %v by %v\n%q\n%q", name, o.Profile, s, a, target,
				p.Decide(a, target).Verdict, p.Decide(a, target).Basis, q.Decide(a, target).Verdict, q.Decide(a, target).Basis, clip(text), clip(once))
		}
		if twice := q.Format(s); twice != once {
			i := 0
			for i < min(len(once), len(twice)) && once[i] == twice[i] {
				i++
			}
			t.Errorf("%s, %v, %v: formatting again differs at %d:\n%q\n%q", name, o.Profile, s, i, clip(once[max(0, i-20):]), clip(twice[max(0, i-20):]))
		}
	}
}

func clip(s string) string {
	if len(s) > 300 {
		return s[:300] + "..."
	}
	return s
}

func TestFormat(t *testing.T) {
	const text = "\ufeffSitemap:https://e.com/s.xml\r\nuser-AGENT :  a\r\n\r\n# why\r\nUser-agent:b # bee\r\ndisallow:/x # note\r\nDisallow:\r\nDisallow: /x\r\nFoo :bar\r\nnonsense\r\n\r\n\r\n# next\r\nUser-agent: *\r\nDisallow: nope"
	p := robots.Parse(text)
	for style, want := range map[robots.Style]string{
		robots.Canonical: "Sitemap: https://e.com/s.xml\n\nUser-agent: a\n# why\nUser-agent: b # bee\nDisallow: /x # note\nDisallow:\nDisallow: /x\nFoo: bar\nnonsense\n\n# next\nUser-agent: *\nDisallow: nope\n",
		robots.Compact:   "Sitemap:https://e.com/s.xml\nUser-agent:a\nUser-agent:b\nDisallow:/x\nUser-agent:*\nDisallow:\n",
		robots.Annotated: "Sitemap: https://e.com/s.xml\n\n#~ group of a b: 3 rules\nUser-agent: a\n# why\nUser-agent: b # bee\nDisallow: /x # note\nDisallow:\nDisallow: /x\n#~ info-unknown-directive\nFoo: bar\n#~ unparsable-line\nnonsense\n\n# next\n#~ group of *: 1 rule\nUser-agent: *\n#~ rule-without-slash\nDisallow: nope\n",
	} {
		if got := p.Format(style); got != want {
			t.Errorf("%v:\n got %q\nwant %q", style, got, want)
		}
	}
}

// Every text here once broke, or nearly broke, a formatter.
var hardTexts = []string{
	"", "\n", "\r\r\r", "#", "# a\n\n# b", "\ufeff", "\ufeff\ufeffUser-agent: *\nDisallow: /", "User-agent: *",
	"User-agent: a\n\n\nUser-agent: b\n\nCrawl-delay: 1\n\nDisallow: /\n\n",
	"Disallow: /x\nUser-agent: *\nDisallow: y\nDisallow:\n", "User-agent: a\nDisallow: /a*$b$\nAllow: /%7e%2F%zz\xff\x00 é\n",
	"\xff\xfeU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00",
	"é: x\nUser-agent: *\nDisallow: /", ": x\nUser-agent:: y\nDisallow: /\n", "User-agent: *\n#~ old note\nDisallow: /\n",
	"useragent *\ndisalow /x\nDisallowed: /y\nallow: /x/index.html\n", "\xefuser-agent: a\ndisallow: /\n", "\xef\xbbuser-agent: a\ndisallow: /\n",
	"user-agent: a\ndisallow:/" + strings.Repeat("a", 16700) + "\n", "user-agent: a\ndisalow:/" + strings.Repeat("a", 16653) + "\n",
	"user-agent: *\ndisallow: /a\x00b # c\n", "user-agent: *\v\ndisallow:\f/a\v\n", "\x00\nuser-agent: *\n\x00\ndisallow: /\n",
	"User-agent: a\nDisallow: /\n \n#x\n\t\nUser-agent: b\n", "User-agent: *\nDisallow: nope\nDisallow: nah\nUser-agent: b\nDisallow: /\n",
}

func TestFormatOfHardTexts(t *testing.T) {
	for _, text := range hardTexts {
		for _, p := range robots.Profiles() {
			checkFormat(t, "hard", robots.Options{Profile: p}, text)
		}
	}
}
