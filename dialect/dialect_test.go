package dialect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// brief writes differences one a line: who, what they say, and by which lines.
func brief(all []Difference) string {
	var b strings.Builder
	for _, d := range all {
		var lines []int
		for _, l := range d.Excerpt {
			lines = append(lines, l.Number)
		}
		fmt.Fprintf(&b, "%v %s %s: %v@%d not %v@%d %v\n", d.Profiles, d.Token, d.Target,
			d.Theirs.Verdict, d.Theirs.Line(), d.Ours.Verdict, d.Ours.Line(), lines)
	}
	return b.String()
}

func TestDifferences(t *testing.T) {
	for _, tt := range []struct{ what, text, token, target, want string }{
		{"nobody", "User-agent: *\nDisallow: /a\n", "x", "/a", ""},
		{"a key", "# why\nUser-agent: *\nDisallow: /b\n\nDisalow: /a\n", "x", "/a", "" +
			"[google google-java grobotstxt crawler-commons texting-robots protego] x /a: disallow@5 not allow@0 [2 5]\n"},
		{"a name", "User-agent: Goo\nDisallow: /a\nAllow: /b\n\nUser-agent: *\nDisallow: /c\n", "Google", "/a", "" +
			"[protego python python-legacy temoto benjaminestes heritrix yandex baidu] Google /a: disallow@2 not allow@0 [1 2 5]\n"},
		{"a blank line", "User-agent: x\n\n\nDisallow: /a\n", "x", "/a", "[python-legacy] x /a: allow@0 not disallow@4 [1 2 4]\n"},
		{"a delay", "User-agent: x\nAllow: /\nCrawl-delay: 301\n", "x", "/a", "[crawler-commons] x /a: disallow@3 not allow@2 [1 2 3]\n"},
		{"a rejection", "User-agent: x\nAllow: /\n# \xff\n# more\n", "x", "/a", "[python-legacy] x /a: disallow@0 not allow@2 [1 2 3]\n"},
		{"no line", "", "x", "/a", "[benjaminestes] x /a: disallow@0 not allow@0 []\n"},
	} {
		all := Differences(tt.text, []string{tt.token}, []string{tt.target})
		if got := brief(all); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.what, got, tt.want)
		}
		for _, d := range all {
			if !d.Minimal {
				t.Errorf("%s: %v: not minimal", tt.what, d.Profiles)
			}
		}
	}
}

// An excerpt is answered as the whole file is, and without any line it is not.
func TestExcerptsAreMinimal(t *testing.T) {
	text := "User-agent: a\rDisallow: /x\r\rUser-agent: Goo\r\nUser-agent: b\nCrawl-delay: 400\nUser agent: c\nDisalow: /*.pdf\nDisallow: /p$q\n" +
		"\nuser-agent: *\nDisallow: /p\nAllow: /p/index.html\nAllow: /\n" + strings.Repeat("Disallow: /filler\n\n", 200)
	for _, d := range Differences(text, []string{"Google", "b", "c", "other"}, []string{"/x", "/p/", "/a.pdf", "/p$q", "/filler"}) {
		differ := func(lines []Line) bool {
			var b strings.Builder
			for _, l := range lines {
				b.WriteString(l.Text)
			}
			ours := robots.Parse(b.String()).Decide(d.Token, d.Target)
			return ours.Allowed() == d.Ours.Allowed() && !slices.ContainsFunc(d.Profiles, func(p robots.Profile) bool {
				return robots.Options{Profile: p}.Parse(b.String()).Decide(d.Token, d.Target).Allowed() != d.Theirs.Allowed()
			})
		}
		if !d.Minimal || !differ(d.Excerpt) {
			t.Errorf("%s shows nothing", brief([]Difference{d}))
		}
		if len(d.Excerpt) > 6 {
			t.Errorf("%s is long", brief([]Difference{d}))
		}
	}
}

func TestWorkIsBounded(t *testing.T) {
	text := "User-agent: Goo\n" + "Disallow: /a\n" + strings.Repeat("Disallow: /b\n", 999)
	all := Options{Work: 1}.Differences(text, []string{"Google"}, []string{"/a"})
	if len(all) != 1 || all[0].Minimal || len(all[0].Excerpt) != 1001 {
		t.Errorf("got %d differences", len(all))
	}
}

func TestUTF16HasNoExcerpt(t *testing.T) {
	text := "\xff\xfe"
	for _, c := range []byte("User-agent: *\nDisallow: /\n") {
		text += string([]byte{c, 0})
	}
	all := Differences(text, []string{"x"}, []string{"/"})
	if len(all) == 0 || all[0].Excerpt != nil {
		t.Errorf("got %s", brief(all))
	}
}

func TestAgree(t *testing.T) {
	const plain, lost = "User-agent: *\nDisallow: /a\n", "Disallow: /a\nUser-agent: *\nDisallow: /\n"
	for _, tt := range []struct {
		text string
		a, b robots.Profile
		want prove.Answer
	}{
		{plain, robots.Google, robots.Protego, prove.Yes},
		{plain, robots.Google, robots.Python, prove.NotProven},
		{"User-agent: Goo\nAllow: /\n" + plain, robots.Google, robots.Protego, prove.No},
		{lost, robots.Temoto, robots.Google, prove.Yes},
		{lost, robots.Google, robots.Temoto, prove.Yes},
		{"Disallow: /b\n" + plain, robots.Temoto, robots.RFC9309, prove.No},
		{"Disallow: /b\n\xff" + plain, robots.Temoto, robots.PythonLegacy, prove.Yes},
	} {
		a, b := robots.Options{Profile: tt.a}.Parse(tt.text), robots.Options{Profile: tt.b}.Parse(tt.text)
		e := Agree(prove.Options{}, a, b, "Google")
		if e.Answer != tt.want {
			t.Errorf("%v and %v on %q: %v, want %v", tt.a, tt.b, tt.text, e.Answer, tt.want)
		}
		if e.Answer == prove.No && (e.A.Allowed() == e.B.Allowed() || a.Decide("Google", e.Witness) != e.A) {
			t.Errorf("%v and %v on %q: %q shows nothing", tt.a, tt.b, tt.text, e.Witness)
		}
	}
}
