package robots_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/robotsgate/robots"
)

// ruleSets are texts large enough for every way in which a reader searches.
func ruleSets() map[string]string {
	return map[string]string{
		"prefixes":         prefixRules(800),
		"stars":            starRules(800),
		"open stars":       strings.ReplaceAll(starRules(800), "$", ""),
		"stars alike":      alikeRules(300),
		"many stars":       head + "Disallow: /" + strings.Repeat("*a", 40) + "*b\nAllow: /*aaab$\nDisallow: /a*b*c*d*e*f*g*h*i\n",
		"no rules":         "User-agent: *\nUser-agent: y\n",
		"several groups":   "User-agent: x\nDisallow: /a\nUser-agent: y\nDisallow: /b\nUser-agent: X\nAllow: /a/b\nDisallow: /*?\n",
		"rules in escapes": head + "Disallow: /%7e\nAllow: /~a\nDisallow: /é*é$\nDisallow: /%2A%24\nDisallow: *.pdf\n",
	}
}

// questions are targets of all shapes, long ones and odd ones among them.
func questions() []string {
	all := []string{
		"", "?", "?x", "#", "#/a", "/#", "a", "a/b", "/", "//", "/robots.txt", "robots.txt", "/robots.txt#x", "/robots%2etxt",
		"https://example.com/a", "HTTP://a", "://", "a://b", "/http://a", "*", "$", "%", "/%", "/%7", "/%7E", "/%7ea/b", "/*$", "/a/b?c", "/a?", "/b",
		"/é", "/éxé", "/%C3%A9", "\x00", "/\x00\xff", "/x.pdf", "/aaab", "/a1b2c3d4e5f6g7h8i9",
		"/" + strings.Repeat("a", 84), "/" + strings.Repeat("é", 13) + "a", strings.Repeat("a", 200), "/" + strings.Repeat("%41", 100) + "b", targetOf(64<<10, "/x/"), "/" + strings.Repeat("é", 20_000),
	}
	for n := 78; n < 90; n++ { // around what fits the room on the stack
		all = append(all, targetOf(n, "/"), "/"+strings.Repeat("é", n/2))
	}
	r := rand.New(rand.NewPCG(9309, 22))
	for range 150 {
		i := r.IntN(1_600) // every other one is in the text
		all = append(all, fmt.Sprintf("/%s/%d/", [...]string{"products", "archive", "user", "tag", "p"}[i%5], i*7919%100_003),
			fmt.Sprintf("/x%s-%d", [...]string{"session", "sort", "print", "ref", "page"}[i%5], i*7919%100_003), targetOf(1+r.IntN(300), "/q")+"zz")
	}
	return all
}

// sameDecision compares two decisions to the last field; errors by what they say.
func sameDecision(a, b robots.Decision) bool {
	if (a.Err == nil) != (b.Err == nil) || a.Err != nil && a.Err.Error() != b.Err.Error() {
		return false
	}
	a.Err, b.Err = nil, nil
	return a == b
}

func TestUnitReaderEqualsPolicy(t *testing.T) {
	targets := questions()
	for name, text := range ruleSets() {
		for _, agent := range []string{"x", "Y/2", "nobody", ""} {
			t.Run(fmt.Sprintf("2.2.2 a reader answers as its policy: %s, %q", name, agent), func(t *testing.T) {
				p := robots.Parse(text)
				compiled, late := robots.Compiled(p.For(agent)), p.For(agent)
				rules := 0
				for _, target := range targets {
					want := p.Decide(agent, target)
					if want.Basis == robots.ByRule {
						rules++
					}
					for how, r := range map[string]*robots.Reader{"compiled": compiled, "late": late, "fresh": p.For(agent)} {
						if got := r.Decide(target); !sameDecision(got, want) {
							t.Fatalf("%s, %q: %v by %v, line %d; want %v by %v, line %d", how, clip(target), got.Verdict, got.Basis, got.Line(), want.Verdict, want.Basis, want.Line())
						}
					}
				}
				if _, groups, all := p.Len(); all > 0 && groups == 1 && rules == 0 {
					t.Error("no rule ever decided")
				}
			})
		}
	}
}

func TestUnitReaderThreshold(t *testing.T) {
	for name, text := range ruleSets() {
		t.Run("2.2.2 nobody sees when a reader compiles: "+name, func(t *testing.T) {
			p := robots.Parse(text)
			for _, target := range []string{"/robots.txt", "/a/b?c", "?x", "https://e.com/", "/%7eaaab", targetOf(2_000, "/a/b")} {
				r := p.For("x")
				want := p.Decide("x", target)
				rules := fmt.Sprint(slices.Collect(r.Rules()))
				for i := range 100 {
					if got := r.Decide(target); !sameDecision(got, want) {
						t.Fatalf("%q at question %d: %v by %v, want %v by %v", clip(target), i, got.Verdict, got.Basis, want.Verdict, want.Basis)
					}
				}
				if got := fmt.Sprint(slices.Collect(r.Rules())); got != rules {
					t.Errorf("the rules became %s", clip(got))
				}
			}
		})
	}
}

func TestUnitReaderConcurrently(t *testing.T) {
	targets := questions()
	for name, text := range ruleSets() {
		t.Run("2.2.2 many may ask while it compiles: "+name, func(t *testing.T) {
			p := robots.Parse(text)
			want := make([]robots.Decision, len(targets))
			for i, target := range targets {
				want[i] = p.Decide("x", target)
			}
			r := p.For("x")
			start := make(chan struct{})
			var all sync.WaitGroup
			for g := range 16 {
				all.Go(func() {
					<-start
					for i := range targets {
						i = (i*7 + g*61) % len(targets)
						if got := r.Decide(targets[i]); !sameDecision(got, want[i]) {
							t.Errorf("%q: %v by %v, want %v by %v", clip(targets[i]), got.Verdict, got.Basis, want[i].Verdict, want[i].Basis)
							return
						}
					}
				})
			}
			close(start)
			all.Wait()
		})
	}
}

// A reader numbers its queries, and holds for each piece which query found it.
func TestUnitReaderEpochs(t *testing.T) {
	for _, name := range []string{"stars", "open stars", "stars alike", "many stars"} {
		p := robots.Parse(ruleSets()[name])
		r := robots.Compiled(p.For("x"))
		targets := questions()
		t.Run("2.2.2 no answer leaks into a later one: "+name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(9309, 31))
			for i := range 4_000 {
				target := targets[rnd.IntN(len(targets))]
				if len(target) > 2_000 {
					continue
				}
				if got, want := r.Decide(target), p.Decide("x", target); !sameDecision(got, want) {
					t.Fatalf("question %d, %q: line %d, want %d", i, target, got.Line(), want.Line())
				}
			}
		})
		t.Run("2.2.2 nor does one when the numbers wrap around: "+name, func(t *testing.T) {
			for _, target := range targets {
				if len(target) > 2_000 {
					continue
				}
				want := p.Decide("x", target)
				robots.NearWrap(r)
				for i := range 5 {
					if got := r.Decide(target); !sameDecision(got, want) {
						t.Fatalf("question %d, %q: line %d, want %d", i, target, got.Line(), want.Line())
					}
				}
			}
		})
	}
}

func TestUnitReaderRules(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		basis      robots.Basis
	}{
		{"2.2.2 the longest come first", head + "Disallow: /a\nAllow: /abc\nDisallow: /ab", []string{"3 Allow: /abc", "4 Disallow: /ab", "2 Disallow: /a"}, robots.ByNoRule},
		{"2.2.2 equal length: allow comes first", head + "Disallow: /a\nAllow: /b\nDisallow: /c\nAllow: /d", []string{"3 Allow: /b", "5 Allow: /d", "2 Disallow: /a", "4 Disallow: /c"}, robots.ByNoRule},
		{"2.2.2 octets of the normal form count", head + "Disallow: /%61%62\nDisallow: /é\nDisallow: /abc", []string{"3 Disallow: /é", "4 Disallow: /abc", "2 Disallow: /%61%62"}, robots.ByNoRule},
		{"2.2.2 wildcards count", head + "Disallow: /a\nDisallow: /a*\nDisallow: /a*$", []string{"4 Disallow: /a*$", "3 Disallow: /a*", "2 Disallow: /a"}, robots.ByNoRule},
		{"2.2.2 what can match nothing is left out", head + "Disallow:\nAllow: x\nDisallow: /x\nAllow: https://e.com/", []string{"4 Disallow: /x"}, robots.ByNoRule},
		{"2.2.1 groups of one crawler are one", "User-agent: x\nDisallow: /a\nUser-agent: y\nDisallow: /\nUser-agent: X\nDisallow: /ab", []string{"6 Disallow: /ab", "2 Disallow: /a"}, robots.ByNoRule},
		{"2.2.1 those of the star are not added", "User-agent: *\nDisallow: /\nUser-agent: x\nDisallow: /a", []string{"4 Disallow: /a"}, robots.ByNoRule},
		{"2.2.1 a group without rules has none", "User-agent: *\nDisallow: /\nUser-agent: x\n", nil, robots.ByNoRule},
		{"2.2.1 without a group there are none", "User-agent: y\nDisallow: /\n", nil, robots.ByNoGroup},
		{"2.2.2 rules before any group are none", "Disallow: /\nUser-agent: y\n", nil, robots.ByNoGroup},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := robots.Parse(c.text).For("x")
			var got []string
			for rule := range r.Rules() {
				got = append(got, fmt.Sprint(rule.Line, " ", rule))
				if rule.Octets != len(rule.Normal) {
					t.Errorf("%v: %d octets of %q", rule, rule.Octets, rule.Normal)
				}
			}
			if !slices.Equal(got, c.want) || r.Basis() != c.basis {
				t.Errorf("%q by %v, want %q by %v", got, r.Basis(), c.want, c.basis)
			}
		})
	}
	t.Run("2.2.2 the first that matches is the one that decides", func(t *testing.T) {
		for name, text := range ruleSets() {
			p := robots.Parse(text)
			r := robots.Compiled(p.For("x"))
			for _, target := range questions()[:120] {
				d := p.Decide("x", target)
				if d.Basis != robots.ByRule || len(target) > 100 {
					continue
				}
				normal := p.Explain("x", target).Normal
				for rule := range r.Rules() {
					if fits := twinMatch(rule.Normal, normal); fits || rule.Line == d.Line() {
						if !fits || rule.Line != d.Line() {
							t.Errorf("%s, %q: %v at line %d comes first, line %d decides", name, clip(target), rule, rule.Line, d.Line())
						}
						break
					}
				}
			}
		}
	})
	t.Run("google: the rule that an index page stands for is there too", func(t *testing.T) {
		var got []string
		for rule := range google.Parse(head + "Allow: /a/index.html\nDisallow: /a").For("x").Rules() {
			got = append(got, rule.Normal)
		}
		if want := []string{"/a/index.html", "/a/$", "/a"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
