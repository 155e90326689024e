package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/robotsgate/robots"
)

// hostile parses texts that are made to cost as much as they can.
func (b *bench) hostile() {
	const size = 500 << 10
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	noise := make([]byte, size)
	rand.NewChaCha8([32]byte{}).Read(noise)
	for _, h := range []struct {
		name, text string
	}{
		{"2000 agents x 2000 rules in one group", product(2000, 2000)},
		{"16,000 unknown records", numbered("X-Unknown-%d: value of some length\n", 16000)},
		{`500 KiB of \n`, fill("\n")},
		{`500 KiB of \r`, fill("\r")},
		{`500 KiB of #\n`, fill("#\n")},
		{`500 KiB of a\n`, fill("a\n")},
		{"500 KiB of random bytes", string(noise)},
		{`500 KiB of User-agent: x\n`, fill("User-agent: x\n")},
		{`500 KiB of Disallow: /é\n`, "User-agent: *\n" + fill("Disallow: /é\n")},
		{"one rule of 4 MiB", "User-agent: *\nDisallow: /" + strings.Repeat("a", 4<<20) + "\n"},
	} {
		w := &work{name: h.name, texts: []string{h.text}, agents: []string{"Googlebot"}, targets: [][]string{{"/"}}}
		l := limit{NS: 20e6, Times: 10}
		if len(h.text) > 1<<20 {
			l.NS, w.limits = 100e6, robots.Limits{Bytes: 8 << 20}
		}
		b.measure(row{Section: "hostile", Name: h.name, Bytes: len(h.text), Limit: &l}, w, "parse", 1)
	}
}

func product(agents, rules int) string {
	return numbered("User-agent: bot%c\n", agents) + numbered("Disallow: /path%d\n", rules)
}

// numbered repeats a line with a number in it: %d in digits, %c in letters.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(line, "%c") {
			letters := string([]byte{byte('a' + i%26), byte('a' + i/26%26), byte('a' + i/676%26)})
			b.WriteString(strings.Replace(line, "%c", letters, 1))
		} else {
			fmt.Fprintf(&b, line, i)
		}
	}
	return b.String()
}

// stars matches /*a*a...b against a path of nothing but a: the classic way to
// make a matcher try every split. What should come out is time in proportion
// to the target, whatever the number of stars.
func (b *bench) stars() {
	for _, n := range []int{8, 100, 2000} {
		for _, length := range []int{16 << 10, 64 << 10} {
			w := &work{
				name:    "stars",
				plain:   true,
				texts:   []string{"User-agent: *\nDisallow: /" + strings.Repeat("*a", n) + "b\n"},
				agents:  []string{"Googlebot"},
				targets: [][]string{{"/" + strings.Repeat("a", length-1)}},
			}
			b.measure(row{Section: "stars", Name: fmt.Sprintf("%d stars, %d KiB", n, length>>10)}, w, "decide", 1)
		}
	}
}
