package assert_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/internal/shared"
)

// meets fails unless a policy meets all that First proposes for it.
func meets(t *testing.T, name, text string) int {
	t.Helper()
	p := robots.Parse(text)
	all, _ := assert.First(p)
	var plain []assert.Assertion
	for _, x := range all {
		if err := x.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		plain = append(plain, x.Assertion)
	}
	for _, r := range assert.Run(p, plain) {
		if !r.Passed() {
			t.Errorf("%s: %s %s: %v", name, r.Agent, r.Path, r.Reason)
		}
	}
	if again, _ := assert.First(robots.Parse(text)); !reflect.DeepEqual(all, again) {
		t.Errorf("%s: another set the second time", name)
	}
	return len(all)
}

func TestAPolicyMeetsWhatIsProposedForIt(t *testing.T) {
	names, err := filepath.Glob("../testdata/robots/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := meets(t, name, string(text)); n < 4 {
			t.Errorf("%s: %d assertions", name, n)
		}
	}
	for _, text := range []string{"", "# only", "\xff\xfe", "User-agent: \xff\nDisallow: /\xff\n", "User-agent: training\nDisallow: /\n", site} {
		if meets(t, text, text) == 0 && !robots.Parse(text).Truncated() {
			t.Errorf("%q: nothing proposed", text)
		}
	}
}

func TestCorpusMeetsWhatIsProposed(t *testing.T) {
	files := shared.Corpus(t)
	if testing.Short() {
		files = files[:100]
	}
	n, sum, most, none := 0, 0, 0, 0
	for i, f := range files {
		if len(files) > 400 && i%5 != 0 {
			continue
		}
		k := meets(t, f.Name, f.Text)
		n, sum, most = n+1, sum+k, max(most, k)
		if k == 0 {
			none++
			t.Logf("%s: nothing proposed", f.Name)
		}
	}
	t.Logf("%d files: %d assertions, at most %d, %d files without", n, sum, most, none)
}

func TestWhatIsProposedShowsTheRules(t *testing.T) {
	all, left := assert.First(robots.Parse(site))
	if left != 0 {
		t.Errorf("%d left out", left)
	}
	type row struct {
		kind, agent, path, want, evidence string
	}
	var got []row
	for _, x := range all {
		if len(x.Sitemaps) > 0 {
			got = append(got, row{x.Kind.String(), "", x.Sitemaps[0], "", ""})
			continue
		}
		got = append(got, row{x.Kind.String(), x.Agents[0], x.Paths[0], x.Want.String(), x.Evidence.String()})
	}
	want := []row{
		{"home", "*", "/", "allow", "any"},
		{"star", "*", "/private/", "disallow", "any"},
		{"star", "*", "/private/press", "allow", "any"},
		{"shut-out", "GPTBot", "*", "disallow", "explicit"},
		{"own", "Googlebot", "/tmp/", "disallow", "explicit"},
		{"own", "Googlebot", "/news/", "allow", "explicit"},
		{"inherited", "bingbot", "/", "allow", "inherited"},
		{"sitemaps", "", "https://a.example/sitemap.xml", "", ""},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
