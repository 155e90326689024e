package survey_test

import (
	"slices"
	"testing"

	"github.com/robotsgate/robots/survey"
)

// Whatever the text: its row can be read back, each crawler has one class, and
// what is closed whole has no open "/".
func FuzzRow(f *testing.F) {
	for _, text := range []string{"", managed, "<html>", "\xff\xfeU\x00", "User-agent: *\nCrawl-delay: 1\nSitemap: x\n\nUser-agent: GPTBot\r\nDisallow: /\r", "User-agent: *\nDisallow: /*a*b*c$\nAllow: *",
		"Content-Signal: ai-train=no\nUser-agent: GPTBot\nUser-agent: GPTBot\nNoindex: /\nUser-agent: *\nAllow: /\nDisallow: /"} {
		f.Add(text)
	}
	m := method(f, "training", "search", "user")
	f.Fuzz(func(t *testing.T, text string) {
		r := rowOf(m, text)
		line, err := r.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := survey.ReadRow(line)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !slices.Equal(back.Facts(nil), r.Facts(nil)) {
			t.Fatalf("%q: %v came back as %v", text, r.Facts(nil), back.Facts(nil))
		}
		seen := map[survey.Fact]bool{}
		for _, fact := range r.Facts(nil) {
			if seen[fact] {
				t.Fatalf("%q: says %s twice", text, fact)
			}
			seen[fact] = true
		}
		for _, c := range r.Crawlers {
			if c.Class == survey.Closed && c.Verdict != "disallow" || c.Class == survey.Open && c.Verdict != "allow" || c.ByMerge && c.Verdict != "disallow" {
				t.Fatalf("%q: %+v", text, c)
			}
		}
	})
}
