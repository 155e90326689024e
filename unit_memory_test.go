package robots_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// typical is a file of 40 lines as sites publish them.
func typical() string {
	var b strings.Builder
	b.WriteString("# robots.txt of a shop\nUser-agent: *\nCrawl-delay: 2\n")
	for i := range 20 {
		fmt.Fprintf(&b, "Disallow: /%s/%d/\n", [...]string{"cart", "account", "search", "print"}[i%4], i)
	}
	b.WriteString("Disallow: /*?sort=\nDisallow: /*.pdf$\nAllow: /print/public/\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\n")
	b.WriteString("User-agent: AhrefsBot\nCrawl-delay: 10\nDisallow: /search/\n\nUser-agent: Bingbot\nDisallow: /tmp/\n\n")
	b.WriteString("Sitemap: https://shop.example/sitemap.xml\nSitemap: https://shop.example/news.xml\n")
	return b.String()
}

func TestUnitMemoryOfDecisions(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	type decide func(agent, target string) robots.Decision
	p := robots.Parse(typical())
	big := robots.Parse(starRules(2_000))
	alike := robots.Parse(alikeRules(500))
	policy := func(p *robots.Policy) decide { return p.Decide }
	reader := func(p *robots.Policy, agent string) decide {
		r := robots.Compiled(p.For(agent))
		return func(_, target string) robots.Decision { return r.Decide(target) }
	}
	clean := []string{"/", "/cart/4/x?y=z", "/robots.txt", "/a/b.pdf", "/print/public/9"}
	dirty := []string{"/%7Ecart/%2f", "/é?sort=", "/a*b$c", "/a b", "/%zz", "/cart/#x", "/print/public/#"}
	long := []string{targetOf(64<<10, "/"), "/" + strings.Repeat("é", 32<<10), "/" + strings.Repeat("session-", 8<<10)}
	for _, c := range []struct {
		name    string
		decide  decide
		agent   string
		targets []string
	}{
		{"2.2.2 a policy decides clean targets without allocating", policy(p), "Bingbot", clean},
		{"2.2.2 so it does for everybody", policy(p), "Nobody", clean},
		{"2.2.2 so it does for long clean targets", policy(p), "Nobody", long[:1]},
		{"2.2.1 so it does for a name that is no token", policy(p), "Sogou web spider/4.0", clean},
		{"2.2.2 so it does over many star rules", policy(big), "x", clean},
		{"2.2.2 a compiled reader decides clean targets without allocating", reader(p, "x"), "", clean},
		{"2.2.2 so it does where targets need normalising", reader(p, "x"), "", dirty},
		{"2.2.2 so it does where targets have 64 KiB", reader(p, "x"), "", long},
		{"2.2.3 so it does over many star rules", reader(big, "x"), "", append(append(long, clean...), dirty...)},
		{"2.2.3 so it does over star rules that are alike", reader(alike, "x"), "", append(append(long, clean...), dirty...)},
		{"2.3.1.4 so it does where the file was not to be had", robots.Unreachable().Decide, "x", clean},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, target := range c.targets {
				if n := testing.AllocsPerRun(20, func() {
					if c.decide(c.agent, target).Verdict == 0 {
						t.Error("no answer")
					}
				}); n != 0 {
					t.Errorf("%q: %v allocations, want none", clip(target), n)
				}
			}
		})
	}
}

func TestUnitMemoryOfParse(t *testing.T) {
	text := typical()
	if n := strings.Count(text, "\n"); n != 40 {
		t.Fatalf("the typical file has %d lines", n)
	}
	for _, c := range []struct {
		name, text string
		most       float64
	}{
		{"2.2 a typical file costs three allocations at most", text, 3},
		{"2.2 so does one with CR and LF", strings.ReplaceAll(text, "\n", "\r\n"), 3},
		{"2.2 so does an empty one", "", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			if n := testing.AllocsPerRun(50, func() { robots.Parse(c.text) }); n > c.most {
				t.Errorf("%v allocations, want at most %v", n, c.most)
			}
		})
	}
}

// flood repeats a line up to 500 KiB.
func flood(line string) string { return strings.Repeat(line, (500<<10)/len(line)) }

func hostile() map[string]string {
	agents, rules, unknown := &strings.Builder{}, &strings.Builder{}, &strings.Builder{}
	for i := range 2_000 {
		fmt.Fprintf(agents, "User-agent: Bot%d\n", i)
		fmt.Fprintf(rules, "Disallow: /folder/%d/*x$\n", i)
	}
	for i := range 16_000 {
		fmt.Fprintf(unknown, "X-Record-%d: some value %d\n", i, i)
	}
	r := rand.New(rand.NewPCG(9309, 25))
	noise := make([]byte, 500<<10)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return map[string]string{
		"2,000 names and 2,000 rules in one group":         agents.String() + rules.String(),
		"16,000 unknown records":                           unknown.String(),
		"empty lines":                                      flood("\n"),
		"empty comments":                                   flood("#\n"),
		"lines of one letter":                              flood("a\n"),
		"lone CRs":                                         flood("\r"),
		"one name again and again":                         flood("User-agent: x\n"),
		"rules outside ASCII before any group":             flood("Disallow: /é\n"),
		"rules outside ASCII":                              head + flood("Disallow: /é\n"),
		"rules with inner dollars and bad escapes, lonely": flood("Disallow: $a%\n"),
		"rules with inner dollars and bad escapes":         head + flood("Disallow: /$a%\n"),
		"groups of one rule":                               flood("User-agent: x\nAllow:/\n"),
		"interrupted names":                                flood("User-agent: x\n\n"),
		"misspelt records":                                 flood("Disalow: /\n"),
		"bad delays":                                       flood("Crawl-delay: x\n"),
		"one rule of octets outside ASCII":                 head + "Disallow: /" + strings.Repeat("\xff", 500<<10-30) + "\n",
		"long rules of octets outside ASCII":               head + flood("Disallow: /"+strings.Repeat("é", 500)+"\n"),
		"UTF-16 of one letter a line":                      "\xff\xfe" + flood("a\x00\n\x00"),
		"UTF-16 outside ASCII":                             "\xff\xfe\n\x00" + flood("\x00\x4e"),
		"noise":                                            string(noise),
	}
}

func TestUnitMemoryOfHostileTexts(t *testing.T) {
	for name, text := range hostile() {
		t.Run("2.5 ten times the text at most: "+name, func(t *testing.T) {
			for _, profile := range []robots.Profile{robots.RFC9309, robots.Google} {
				o := robots.Options{Profile: profile}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				p := o.Parse(text)
				runtime.ReadMemStats(&after)
				if records, _, _ := p.Len(); records == 0 {
					t.Fatal("no records")
				}
				if got, most := after.TotalAlloc-before.TotalAlloc, uint64(10*len(text)); got > most {
					t.Errorf("%v: %d bytes allocated for a text of %d, %.1f times as many", profile, got, len(text), float64(got)/float64(len(text)))
				} else {
					t.Logf("%v: %.1f times", profile, float64(got)/float64(len(text)))
				}
			}
		})
	}
}
