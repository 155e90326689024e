package robots_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

// prefixRules writes n plain rules like those of large real files.
func prefixRules(n int) string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range n {
		fmt.Fprintf(&b, "Disallow: /%s/%d/\n", [...]string{"products", "archive", "user", "tag", "p"}[i%5], i*7919%100_003)
	}
	return b.String()
}

// starRules writes n rules with a star before a literal of their own.
func starRules(n int) string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range n {
		fmt.Fprintf(&b, "Disallow: /*%s-%d$\n", [...]string{"session", "sort", "print", "ref", "page"}[i%5], i*7919%100_003)
	}
	return b.String()
}

// alikeRules writes n star rules made to defeat an index: their pieces are the
// same few short ones in different orders, so that all occur in the targets.
func alikeRules(n int) string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	r := rand.New(rand.NewPCG(9309, 5))
	for range n {
		b.WriteString("Disallow: /")
		for range 5 {
			b.WriteString("*" + [...]string{"ab", "ba", "aa", "bb", "a/", "/b", "b?", "?a"}[r.IntN(8)])
		}
		b.WriteString("*zz\n")
	}
	return b.String()
}

func targetOf(n int, head string) string {
	const words = "/user/profile/photos-and-more/aabb/ab?ba=aab/bba&page=session"
	return (head + strings.Repeat(words, n/len(words)+1))[:n]
}

func BenchmarkReader(b *testing.B) {
	for _, set := range []struct {
		name  string
		rules func(int) string
		sizes []int
	}{
		{"prefix", prefixRules, []int{10, 100, 1_000, 15_000}},
		{"star", starRules, []int{10, 100, 1_000, 10_000}},
		{"alike", alikeRules, []int{10_000}},
	} {
		for _, n := range set.sizes {
			r := robots.Compiled(robots.Parse(set.rules(n)).For("x"))
			for _, size := range []int{24, 200} {
				// Eight targets in turn: some match a rule, most nearly do.
				var targets [8]string
				for i := range targets {
					targets[i] = targetOf(size, fmt.Sprintf("/%s/%d/", [...]string{"products", "archive", "user", "tag"}[i%4], i*i*7919%100_003))
				}
				b.Run(fmt.Sprintf("%s/rules=%d/octets=%d", set.name, n, size), func(b *testing.B) {
					b.ReportAllocs()
					i := 0
					for b.Loop() {
						r.Decide(targets[i&7])
						i++
					}
				})
			}
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for name, text := range map[string]string{"prefix=15000": prefixRules(15_000), "star=10000": starRules(10_000), "alike=10000": alikeRules(10_000)} {
		p := robots.Parse(text)
		_, _, rules := p.Len()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				robots.Compiled(p.For("x"))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rules), "ns/rule")
			b.ReportMetric(float64(robots.TableBytes(p.For("x")))/float64(rules), "table-B/rule")
		})
	}
}

// Hostile patterns and targets: the cost may grow with the target, not faster.
func BenchmarkHostile(b *testing.B) {
	texts := map[string]string{
		"as-and-stars":   "User-agent: *\nDisallow: /" + strings.Repeat("*a", 60) + "*b\n",
		"2000-stars":     "User-agent: *\nDisallow: /" + strings.Repeat("*a", 2_000) + "*b\n",
		"500KiB-stars":   "User-agent: *\n" + strings.Repeat("Disallow: /"+strings.Repeat("*a", 100)+"*b\n", 2_400),
		"500KiB-various": "User-agent: *\n" + various(),
		"15000-prefixes": prefixRules(15_000),
	}
	for name, text := range texts {
		r := robots.Compiled(robots.Parse(text).For("x"))
		for _, n := range []int{1 << 10, 4 << 10, 16 << 10, 64 << 10} {
			target := "/" + strings.Repeat("a", n-1)
			b.Run(fmt.Sprintf("%s/octets=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r.Decide(target)
				}
				b.ReportMetric(float64(robots.TableBytes(r))/1024, "table-KiB")
			})
		}
	}
}

// various writes 500 KiB of different wildcard rules over one letter and digits.
func various() string {
	var b strings.Builder
	for i := 0; b.Len() < 500<<10; i++ {
		fmt.Fprintf(&b, "Disallow: /*a*aa*%d*a*b%d\n", i, i%97)
	}
	return b.String()
}

func BenchmarkParseCorpus(b *testing.B) {
	files := shared.Corpus(b)
	size := 0
	for _, f := range files {
		size += len(f.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			robots.Parse(f.Text)
		}
	}
	b.ReportMetric(float64(len(files)), "files")
}

// BenchmarkDecideCorpus asks a crawler's questions about every file of the
// corpus: targets made from the file's own rules, one policy after the other.
func BenchmarkDecideCorpus(b *testing.B) {
	type asked struct {
		p       *robots.Policy
		r       *robots.Reader
		targets []string
	}
	var all []asked
	n := 0
	for _, f := range shared.Corpus(b) {
		p := robots.Parse(f.Text)
		_, targets := probes(p, 26)
		r := p.For("Googlebot")
		for range 40 {
			r.Decide("/warm")
		}
		all = append(all, asked{p, r, targets})
		n += len(targets)
	}
	for name, decide := range map[string]func(asked, string){
		"policy": func(a asked, t string) { a.p.Decide("Googlebot", t) },
		"reader": func(a asked, t string) { a.r.Decide(t) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, a := range all {
					for _, t := range a.targets {
						decide(a, t)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/decision")
		})
	}
}
