package robots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

func TestUnitExplainFates(t *testing.T) {
	for _, c := range []struct {
		name, rules, target string
		fates               string // one for each rule, in the order of the text
		matches             string // y or n for each rule
	}{
		{"2.2.2 the longest match decides", "Disallow: /a\nAllow: /a/b\nDisallow: /c", "/a/b/c", "shorter decides no-match", "yyn"},
		{"2.2.2 equal length: allow wins", "Disallow: /a\nAllow: /a", "/a", "tied decides", "yy"},
		{"2.2.2 equal length: allow wins whichever comes first", "Allow: /a\nDisallow: /a", "/a", "decides tied", "yy"},
		{"2.2.2 equal length of other patterns: allow wins", "Disallow: /ab\nAllow: /*b", "/ab", "tied decides", "yy"},
		{"2.2.2 of two that are alike the first decides", "Disallow: /a\nDisallow: /a", "/a", "decides repeat", "yy"},
		{"2.2.2 so it is of two that allow", "Allow: /a\nAllow: /a\nDisallow: /a", "/a", "decides repeat tied", "yyy"},
		{"2.2.2 escapes do not make them different", "Disallow: /%61b\nDisallow: /ab\nDisallow: /a%62", "/ab", "decides repeat repeat", "yyy"},
		{"2.2.2 no match, no decision", "Disallow: /a\nAllow: /b", "/c", "no-match no-match", "nn"},
		{"2.2.2 an empty pattern restricts nothing", "Disallow:\nAllow:", "/a", "empty empty", "nn"},
		{"2.2.2 a pattern without its slash matches nothing", "Disallow: a\nAllow: http://e.com/", "/a", "never-matches never-matches", "nn"},
		{"2.2.2 both stand beside the rule that decides", "Disallow: a\nDisallow:\nDisallow: /a", "/a", "never-matches empty decides", "nny"},
		{"2.2.3 a wildcard counts as an octet", "Disallow: /a*\nAllow: /a", "/ab", "decides shorter", "yy"},
		{"2.2.3 an anchor counts as an octet", "Allow: /a\nDisallow: /a$", "/a", "shorter decides", "yy"},
		{"2.2.3 an anchor that does not hold is no match", "Allow: /a\nDisallow: /a$", "/ab", "decides no-match", "yn"},
		{"2.2.3 a tail of stars adds octets and nothing else", "Allow: /a\nDisallow: /a***", "/a", "shorter decides", "yy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(head + c.rules)
			tr := p.Explain("x", c.target)
			var fates []string
			matches, decides := "", 0
			for i, w := range tr.Rules {
				fates = append(fates, w.Fate.String())
				matches += map[bool]string{true: "y", false: "n"}[w.Matches]
				if w.Rule.Line != i+2 {
					t.Errorf("rule %d is of line %d: want the order of the text", i, w.Rule.Line)
				}
				if w.Fate == robots.FateDecides {
					decides++
					if r, _ := tr.Decision.Rule(); r != w.Rule || tr.Decision.Line() != w.Rule.Line {
						t.Errorf("line %d decides, the decision rests on line %d", w.Rule.Line, tr.Decision.Line())
					}
				}
			}
			if got := strings.Join(fates, " "); got != c.fates || matches != c.matches {
				t.Errorf("fates %q, matches %s; want %q, %s", got, matches, c.fates, c.matches)
			}
			if (decides == 1) != (tr.Decision.Basis == robots.ByRule) || tr.Decision != p.Decide("x", c.target) {
				t.Errorf("%d rules decide, the decision rests on %v", decides, tr.Decision.Basis)
			}
		})
	}
}

func TestUnitExplainMatchesAndFatesAgree(t *testing.T) {
	p := robots.Parse(head + "Disallow: /\nAllow: /robots.txt\nDisallow: /z\n")
	for _, target := range []string{"/", "/z", "/robots.txt", "/robots.txt?"} {
		t.Run("2.2.2 a rule that matches is not said to match nothing: "+target, func(t *testing.T) {
			for _, w := range p.Explain("x", target).Rules {
				if w.Matches != (w.Fate >= robots.FateShorter) {
					t.Errorf("%v: matches %v, fate %v", w.Rule, w.Matches, w.Fate)
				}
			}
		})
	}
}

func TestUnitExplainGroups(t *testing.T) {
	const text = `User-agent: a

Crawl-delay: 1
User-agent: b
# a comment
User-agent: c
Disallow: /1

User-agent: Big Bot
User-agent: *
Disallow: /2
User-agent: A
Disallow: /3
`
	p := robots.Parse(text)
	for _, c := range []struct {
		name, agent string
		groups      []int // lines where they begin
		rules       []int // lines of the rules
		joins       []robots.Join
		token       string
		whole, star bool
	}{
		{"2.2.1 all groups that name the crawler are one", "a", []int{1, 12}, []int{7, 13}, []robots.Join{{Line: 4, With: 1}}, "a", false, false},
		{"2.1 the names of a group share its rules", "B", []int{1}, []int{7}, []robots.Join{{Line: 4, With: 1}}, "B", false, false},
		{"2.1 a comment between names is no reason to tell of", "c", []int{1}, []int{7}, []robots.Join{{Line: 4, With: 1}}, "c", false, false},
		{"2.2.1 only when nobody names it the star serves", "d", []int{9}, []int{11}, nil, "d", false, true},
		{"2.2.1 a name that is no token is found whole", "BIG bot", []int{9}, []int{11}, nil, "BIG", true, false},
		{"2.2.1 else by the token that it begins with", "a/2.0", []int{1, 12}, []int{7, 13}, []robots.Join{{Line: 4, With: 1}}, "a", false, false},
		{"2.2.1 a name without a token leaves the star", "/a", []int{9}, []int{11}, nil, "", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := p.Explain(c.agent, "/z")
			var groups, rules []int
			for _, g := range tr.Groups {
				groups = append(groups, g.Line())
			}
			for _, w := range tr.Rules {
				rules = append(rules, w.Rule.Line)
			}
			if !slices.Equal(groups, c.groups) || !slices.Equal(rules, c.rules) || !slices.Equal(tr.Joins, c.joins) {
				t.Errorf("groups %v, rules %v, joins %v; want %v, %v, %v", groups, rules, tr.Joins, c.groups, c.rules, c.joins)
			}
			if tr.Name != c.agent || tr.Token != c.token || tr.Whole != c.whole || tr.Star != c.star {
				t.Errorf("name %q, token %q, whole %v, star %v; want %q, %q, %v, %v", tr.Name, tr.Token, tr.Whole, tr.Star, c.agent, c.token, c.whole, c.star)
			}
			if tr.Decision.Groups != len(c.groups) || tr.Decision.Named == c.star {
				t.Errorf("the decision is of %d groups, named %v", tr.Decision.Groups, tr.Decision.Named)
			}
		})
	}
	t.Run("2.2.1 without a group there is nothing to weigh", func(t *testing.T) {
		tr := robots.Parse("User-agent: a\nDisallow: /\n").Explain("b", "/")
		if tr.Decision.Basis != robots.ByNoGroup || tr.Groups != nil || tr.Rules != nil || tr.Star || tr.Whole {
			t.Errorf("%+v", tr)
		}
	})
	t.Run("2.1 a join has its line in the user-agent lines too", func(t *testing.T) {
		for g := range p.Groups() {
			if got := fmt.Sprint(joined(g)); g.Line() == 1 && got != "[0 1 0]" || g.Line() != 1 && strings.Trim(got, "[0 ]") != "" {
				t.Errorf("group at line %d: joined with %s", g.Line(), got)
			}
		}
	})
}

func joined(g robots.Group) (all []int) {
	for ua := range g.UserAgents() {
		all = append(all, ua.Joined)
	}
	return all
}

func TestUnitExplainTargets(t *testing.T) {
	p := robots.Parse(head + "Disallow: /b\n")
	for _, c := range []struct {
		name, url      string
		target, normal string
		dots           bool
	}{
		{"2.2.2 what is compared is told as written and in normal form", "https://e.com/%7ea%2fb?c=é", "/%7ea%2fb?c=é", "/~a%2Fb?c=%C3%A9", false},
		{"2.2.2 a star of a URL is no wildcard", "https://e.com/*$", "/*$", "/%2A%24", false},
		{"2.2.2 an empty path is a slash", "https://e.com", "/", "/", false},
		{"2.2.2 a fragment is not compared", "https://e.com/b#c", "/b", "/b", false},
		{"2.2.2 dots that were resolved are told of", "https://e.com/a/../b", "/b", "/b", true},
		{"2.2.2 so are those written as escapes", "https://e.com/%2e/b", "/b", "/b", true},
		{"2.2.2 dots in names and queries are not resolved", "https://e.com/..b/a...?/../c", "/..b/a...?/../c", "/..b/a...?/../c", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := p.ExplainURL("x", c.url, "")
			if tr.URL != c.url || tr.Target != c.target || tr.Normal != c.normal || tr.Dots != c.dots {
				t.Errorf("URL %q, target %q, normal %q, dots %v; want %q, %q, %q, %v", tr.URL, tr.Target, tr.Normal, tr.Dots, c.url, c.target, c.normal, c.dots)
			}
		})
	}
	t.Run("2.2.2 a target is taken as it is sent", func(t *testing.T) {
		tr := p.Explain("x", "?a/../b#c")
		if tr.Target != "/?a/../b" || tr.Dots || tr.URL != "" {
			t.Errorf("target %q, dots %v, URL %q", tr.Target, tr.Dots, tr.URL)
		}
	})
	t.Run("2.3 of what cannot be judged nothing is weighed", func(t *testing.T) {
		for _, tr := range []robots.Trace{p.ExplainURL("x", "/b", ""), p.ExplainURL("x", "http://a/", "http://b/"), p.Explain("x", "http://a/b")} {
			if tr.Decision.Allowed() || tr.Decision.Err == nil || tr.Groups != nil || tr.Rules != nil || tr.Normal != "" {
				t.Errorf("%+v", tr)
			}
		}
	})
	t.Run("2.3.1 of a file that could not be had nothing is weighed", func(t *testing.T) {
		for _, p := range []*robots.Policy{robots.Absent(), robots.Unavailable(), robots.Unreachable()} {
			if tr := p.Explain("x", "/%41"); tr.Normal != "/A" || tr.Groups != nil || tr.Rules != nil || tr.Decision != p.Decide("x", "/%41") {
				t.Errorf("%v: %+v", p.Kind(), tr)
			}
		}
	})
}

func TestUnitExplainWords(t *testing.T) {
	t.Run("2.2.2 every verdict, basis and fate has a word of its own", func(t *testing.T) {
		words := map[string]bool{}
		for v := robots.Allow; v <= robots.OutOfScope; v++ {
			words["verdict "+v.String()] = true
		}
		for b := robots.ByRule; b <= robots.ByScope; b++ {
			words["basis "+b.String()] = true
		}
		for f := robots.FateNoMatch; f <= robots.FateDecides; f++ {
			words["fate "+f.String()] = true
		}
		if len(words) != 4+9+7 || words["verdict none"] || words["basis none"] {
			t.Errorf("%d words: %v", len(words), words)
		}
	})
	t.Run("2.2.2 numbers that mean nothing do not panic", func(t *testing.T) {
		if s := robots.Verdict(0).String() + robots.Basis(0).String() + robots.Verdict(255).String() + robots.Basis(255).String() + robots.Fate(255).String(); s != "nonenoneout-of-scopeout-of-scopedecides" {
			t.Error(s)
		}
	})
}
