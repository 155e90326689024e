package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// What a fix inserts has the line ends of its surroundings, and a text without
// a final line end gets none.
func TestFixesKeepLineEnds(t *testing.T) {
	for _, text := range []string{
		"User-agent: a\nUser-agent: *\nCrawl-delay: 1\n\nUser-agent: b\nDisallow: /\n",
		"User-agent: *\nDisallow: /a\n\nUser-agent: b\n",
		"User-agent: *\nDisallow: /a\n\nUser-agent: Claude-Web\nDisallow: /\n",
		"User-agent: *\nDisallow: /a Disallow: /b\nDisallow: /c, /d\n",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			for _, last := range []string{end, ""} {
				in := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", end) + last
				inserted := 0
				for _, f := range Run(robots.Parse(in), Options{}) {
					for _, fix := range f.Fixes {
						out := Apply(in, fix.Edits)
						if strings.Count(out, "\n") > strings.Count(in, "\n") {
							inserted++
						}
						if strings.Count(out, "\r\n") != strings.Count(out, "\n") && end == "\r\n" {
							t.Errorf("%s mixes line ends: %q", f.Code, out)
						}
						if strings.HasSuffix(out, "\n") != (last != "") {
							t.Errorf("%s changes the end: %q", f.Code, out)
						}
					}
				}
				if inserted == 0 {
					t.Errorf("no fix of %q inserts a line", in)
				}
			}
		}
	}
}

// Finding the groups of a crawler takes time for each line that names one, so it
// is not asked of tens of thousands: that would be minutes. What needs no such
// search is found.
func TestTensOfThousandsOfCrawlersAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&b, "User-agent: b%d\nDisallow: /%d*\n", i, i)
	}
	policy := robots.Parse(b.String())
	p := newPass(policy, Options{}.withDefaults())
	p.findAll()
	if p.chosen > maxChoosing+2*p.agentLines {
		t.Errorf("%d lines were compared", p.chosen)
	}
	if p.counts["trailing-star"] != 12_000 {
		t.Errorf("%v", p.counts)
	}
}
