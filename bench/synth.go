package main

import (
	"fmt"
	"strings"
)

// A kind is a family of patterns, the i-th of which differs from all others.
type kind struct {
	name    string
	sizes   []int
	pattern func(i int) string
}

var kinds = []kind{
	{"plain", []int{10, 100, 1000, 15000}, func(i int) string { return fmt.Sprintf("/c%d/item-%06d", i%100, i) }},
	{"star", []int{10, 100, 1000, 10000}, func(i int) string {
		return fmt.Sprintf([...]string{"/*/i%06[2]d", "/c%d/*/i%06d*x", "/*.e%06[2]d$"}[i%3], i%100, i)
	}},
	// Pieces too short to tell the rules apart by: unkind to any index.
	{"star, short pieces", []int{10000}, func(i int) string {
		c := func(n int) byte { return byte('a' + i/n%26) }
		return string([]byte{'/', '*', c(1), c(26), '*', c(26 * 26), 'z'})
	}},
}

// synth measures a text with one group of n rules of a kind: parsing it, and
// deciding on targets of two lengths, of which all or none match a rule.
func (b *bench) synth() {
	for _, k := range kinds {
		for _, n := range k.sizes {
			text := ruleText(k, n)
			w := &work{name: k.name, texts: []string{text}, agents: []string{"Googlebot"}, targets: [][]string{{"/"}}}
			name := fmt.Sprintf("%d %s", n, k.name)
			b.measure(row{Section: "synth", Name: name + ": parse", Bytes: len(text)}, w, "parse", 1)
			for _, length := range []int{24, 200} {
				for _, miss := range []bool{false, true} {
					w.targets[0] = synthTargets(k, n, length, miss)
					word := map[bool]string{false: "hit", true: "miss"}[miss]
					b.measure(row{Section: "synth", Name: fmt.Sprintf("%s: %s, %d bytes", name, word, length)}, w, "decide", w.decisions())
				}
			}
		}
	}
}

func ruleText(k kind, n int) string {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range n {
		if i%7 == 3 {
			b.WriteString("Allow: ")
		} else {
			b.WriteString("Disallow: ")
		}
		b.WriteString(k.pattern(i) + "\n")
	}
	return b.String()
}

// synthTargets makes 8 targets of one length, from patterns spread over the n
// of a text, or for misses from patterns that the text does not have.
func synthTargets(k kind, n, length int, miss bool) (targets []string) {
	for j := range 8 {
		i := j * n / 8
		if miss {
			i += 500000
		}
		t := strings.TrimSuffix(k.pattern(i), "$")
		fill := func(n int) string { return strings.Repeat("-", max(0, n)) }
		if star := strings.IndexByte(t, '*'); star >= 0 {
			plain := len(t) - strings.Count(t, "*")
			t = t[:star] + fill(length-plain) + strings.ReplaceAll(t[star+1:], "*", "")
		}
		if miss && k.name == "star, short pieces" {
			t = "/" + strings.Repeat("0", length-1)
		}
		targets = append(targets, t+fill(length-len(t)))
	}
	return targets
}
