package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diff"
)

// told writes changes as "op kind old-line>new-line old text > new text".
func told(changes []diff.Change) []string {
	var all []string
	for _, c := range changes {
		s := fmt.Sprintf("%v %v %d>%d", c.Op, c.Kind, c.Old.Line, c.New.Line)
		if c.Kind == diff.KindGroup {
			s += fmt.Sprintf(" %v %v", c.Old.Group, c.New.Group)
		} else {
			s += " " + c.Old.Text + " > " + c.New.Text
		}
		all = append(all, s)
	}
	return all
}

func TestCompareTellsWhatHappenedToALine(t *testing.T) {
	head := "User-agent: *\n"
	for _, c := range []struct {
		what, old, new string
		want           []string
	}{
		{"nothing", head + "Disallow: /a\n", head + "Disallow: /a\n", nil},
		{"spelling, blanks and comments", head + "Disallow: /a\n", "# x\nuser-agent:*\n\ndisallow :/a # y\n", nil},
		{"a rule added", head + "Disallow: /a\n", head + "Allow: /b\nDisallow: /a\n",
			[]string{"added rule 0>2  > Allow: /b"}},
		{"a rule removed", head + "Allow: /b\nDisallow: /a\n", head + "Disallow: /a\n",
			[]string{"removed rule 2>0 Allow: /b > "}},
		{"a verdict edited", head + "Disallow: /a\nDisallow: /b\n", head + "Disallow: /a\nAllow: /b\n",
			[]string{"edited rule 3>3 Disallow: /b > Allow: /b"}},
		{"a pattern edited", head + "Disallow: /articles/old\nDisallow: /b\n", head + "Disallow: /articles/new\nDisallow: /b\n",
			[]string{"edited rule 2>2 Disallow: /articles/old > Disallow: /articles/new"}},
		{"an only line replaced in its place", head + "Disallow: /abc\n", head + "Disallow: /xyz\n",
			[]string{"edited rule 2>2 Disallow: /abc > Disallow: /xyz"}},
		{"one of several edited, another added", head + "Disallow: /news/2023/\nDisallow: /z\n", head + "Disallow: /q\nDisallow: /news/2024/\nDisallow: /z\n",
			[]string{"edited rule 2>3 Disallow: /news/2023/ > Disallow: /news/2024/", "added rule 0>2  > Disallow: /q"}},
		{"a line moved and not edited", head + "Disallow: /a\nDisallow: /b\nDisallow: /c\n", head + "Disallow: /c\nDisallow: /a\nDisallow: /b\n",
			[]string{"moved rule 4>2 Disallow: /c > Disallow: /c"}},
		{"a line between other lines is not moved", head + "Disallow: /a\nDisallow: /b\n", "Sitemap: https://a.example/s.xml\n" + head + "\n\nDisallow: /a\nDisallow: /b\n",
			[]string{"added sitemap 0>1  > Sitemap: https://a.example/s.xml"}},
		{"a rule said twice and now once", head + "Disallow: /a\nDisallow: /a\n", head + "Disallow: /a\n",
			[]string{"removed rule 3>0 Disallow: /a > "}},
		{"an agent joined", "User-agent: a\nDisallow: /\n", "User-agent: a\nUser-agent: b\nDisallow: /\n",
			[]string{"added agent 0>2  > User-agent: b"}},
		{"an agent left", "User-agent: a\nUser-agent: b\nDisallow: /\n", "User-agent: B\nDisallow: /\n",
			[]string{"removed agent 1>0 User-agent: a > "}},
		{"a group added", head + "Disallow: /\n", "User-agent: b\nDisallow:\n\n" + head + "Disallow: /\n",
			[]string{"added group 0>1 [] [b]"}},
		{"a group removed", "User-agent: b\nDisallow:\n\n" + head + "Disallow: /\n", head + "Disallow: /\n",
			[]string{"removed group 1>0 [b] []"}},
		{"a group moved", "User-agent: a\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: c\nDisallow: /c\n", "User-agent: c\nDisallow: /c\nUser-agent: a\nDisallow: /a\nUser-agent: b\nDisallow: /b\n",
			[]string{"moved group 5>1 [c] [c]"}},
		{"a group of others with the same rules", "User-agent: a\nDisallow: /\n", "User-agent: b\nDisallow: /\n",
			[]string{"added group 0>1 [] [b]", "removed group 1>0 [a] []"}},
		{"two groups of one crawler, one edited", "User-agent: a\nDisallow: /x\nUser-agent: a\nDisallow: /yyyy/1\n", "User-agent: a\nDisallow: /yyyy/2\nUser-agent: a\nDisallow: /x\n",
			[]string{"moved group 3>1 [a] [a]", "edited rule 4>2 Disallow: /yyyy/1 > Disallow: /yyyy/2"}},
		{"a rule moved to another group", "User-agent: a\nDisallow: /a\nDisallow: /x\nUser-agent: b\nDisallow: /b\n", "User-agent: a\nDisallow: /a\nUser-agent: b\nDisallow: /b\nDisallow: /x\n",
			[]string{"moved rule 3>5 Disallow: /x > Disallow: /x"}},
		{"a delay, a host and a sitemap", head + "Crawl-delay: 1\nDisallow: /\nHost: a.example\nSitemap: https://a.example/1\n", head + "Crawl-delay: 2\nDisallow: /\nSitemap: https://a.example/2\n",
			[]string{"edited delay 2>2 Crawl-delay: 1 > Crawl-delay: 2", "removed host 4>0 Host: a.example > ", "edited sitemap 5>4 Sitemap: https://a.example/1 > Sitemap: https://a.example/2"}},
		{"records nobody documents", head + "Disallow: /\nFoo: 1\n", head + "Disallow: /\nfoo: 1\nBar: 2\n",
			[]string{"added other 0>4  > Bar: 2"}},
		{"a rule outside of any group", "Disallow: /\n", "", []string{"removed rule 1>0 Disallow: / > "}},
	} {
		got := told(diff.Compare(robots.Parse(c.old), robots.Parse(c.new)))
		if !slices.Equal(got, sorted(c.want, got)) {
			t.Errorf("%s:\n got %q\nwant %q", c.what, got, c.want)
		}
	}
}

// sorted puts the wanted lines in the order of those that are there, so that
// only the set of them counts.
func sorted(want, got []string) []string {
	want = slices.Clone(want)
	slices.SortStableFunc(want, func(a, b string) int { return slices.Index(got, a) - slices.Index(got, b) })
	return want
}

func TestChangesStandInTheOrderOfTheText(t *testing.T) {
	old := "User-agent: *\nDisallow: /1\nDisallow: /keep\nDisallow: /long/path/a\nAllow: /z\n"
	new := "User-agent: *\nDisallow: /keep\nDisallow: /long/path/b\nDisallow: /z\nDisallow: /new\n\nUser-agent: q\nAllow: /\n"
	want := []string{
		"removed rule 2>0 Disallow: /1 > ",
		"edited rule 4>3 Disallow: /long/path/a > Disallow: /long/path/b",
		"edited rule 5>4 Allow: /z > Disallow: /z",
		"added rule 0>5  > Disallow: /new",
		"added group 0>7 [] [q]",
	}
	if got := told(diff.Compare(robots.Parse(old), robots.Parse(new))); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// What became of a file of thousands of rules is told in well under a second,
// whatever was done to it. The bound is loose: machines differ.
func TestCompareIsFastOnLargeFiles(t *testing.T) {
	const rules = 15_000
	lines := make([]string, rules)
	for i := range lines {
		lines[i] = fmt.Sprintf("Disallow: /section-%d/page-%d/", i%97, i)
	}
	text := func(lines []string) *robots.Policy {
		return robots.Options{Limits: robots.Limits{Bytes: 1 << 23}}.Parse("User-agent: *\n" + strings.Join(lines, "\n") + "\n")
	}
	reversed := slices.Clone(lines)
	slices.Reverse(reversed)
	edited := slices.Clone(lines)
	for i := range edited {
		edited[i] += "x"
	}
	one := slices.Clone(lines)
	one[rules/2] = "Allow: /other"
	for what, b := range map[string][]string{"reversed": reversed, "all edited": edited, "one replaced": one, "all gone": nil, "the same": lines} {
		start := time.Now()
		changes := diff.Compare(text(lines), text(b))
		d := time.Since(start)
		t.Logf("%s: %d changes in %v", what, len(changes), d)
		if want := map[string]int{"reversed": rules - 1, "all edited": rules, "one replaced": 1, "all gone": rules, "the same": 0}[what]; len(changes) != want {
			t.Errorf("%s: %d changes, want %d", what, len(changes), want)
		}
		if d > 3*time.Second {
			t.Errorf("%s: took %v", what, d)
		}
	}
}
