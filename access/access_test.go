package access_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
)

const file = `User-agent: GPTBot
Disallow: /private/

User-agent: *
Allow: /private/open
Disallow: /private/
`

func TestEveryAnswerSaysWhatItRestsOn(t *testing.T) {
	status := func(code int) *robots.Policy { p, _ := robots.ForStatus(code); return p }
	for _, c := range []struct {
		what          string
		p             *robots.Policy
		token, target string
		want          string
	}{
		{"a rule of its own group", robots.Parse(file), "GPTBot", "/private/x", "disallow own-group"},
		{"a rule of the group of *", robots.Parse(file), "Other", "/private/open", "allow star"},
		{"a group whose rules do not match", robots.Parse(file), "GPTBot", "/", "allow no-rule"},
		{"no group applies", robots.Parse("User-agent: a\nDisallow: /"), "b", "/", "allow no-group"},
		{"an empty file", robots.Parse("# nothing\n"), "b", "/", "allow empty"},
		{"no file", robots.Absent(), "b", "/", "allow absent"},
		{"403", status(403), "b", "/", "allow unavailable"},
		{"503", status(503), "b", "/", "disallow unreachable"},
		{"/robots.txt itself", robots.Parse("User-agent: *\nDisallow: /"), "b", "/robots.txt", "allow robots-txt"},
		{"what is no target", robots.Parse(file), "b", "https://a.example/", "invalid none"},
		{"the zero policy", &robots.Policy{}, "b", "/", "none none"},
	} {
		cell := access.Ask(c.p, []string{c.token}, []string{c.target}).Cells[0][0]
		if got := fmt.Sprint(cell.Decision.Verdict, " ", cell.Evidence); got != c.want || !cell.Asked {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestRowsAndColumnsKeepTheOrderOfTheQuestions(t *testing.T) {
	m := access.AskProbes(robots.Parse(file), []access.Probe{
		{Name: "first", Token: "B", Target: "/z"}, {Token: "A", Target: "/a"}, {Name: "again", Token: "B", Target: "/z"}, {Token: "B", Target: "/a"},
	})
	if !slices.Equal(m.Tokens, []string{"B", "A"}) || !slices.Equal(m.Targets, []string{"/z", "/a"}) {
		t.Fatalf("rows %q, columns %q", m.Tokens, m.Targets)
	}
	if c := m.Cells[0][0]; c.Name != "first" {
		t.Errorf("the cell is named %q", c.Name)
	}
	if m.Cells[1][0].Asked || !m.Cells[1][1].Asked {
		t.Error("A was asked about /a only")
	}
	if n := m.Count(); n[access.NoRule] != 3 || len(n) != 1 {
		t.Errorf("counted %v", n)
	}
}

func TestAMatrixAnswersAsThePolicyDoes(t *testing.T) {
	p := robots.Parse(file)
	tokens, targets := []string{"GPTBot", "x", "*"}, []string{"/", "/private/", "/private/open", "/robots.txt"}
	m := access.Ask(p, tokens, targets)
	for i, token := range tokens {
		for j, target := range targets {
			if got, want := m.Cells[i][j].Decision, p.Decide(token, target); got != want {
				t.Errorf("%s %s: %v, want %v", token, target, got, want)
			}
		}
	}
}

func TestProbesFile(t *testing.T) {
	s, err := access.ParseSet("ci", "\ufeff# what must not change\n\n"+
		"GPTBot /news/\n"+
		"the newsroom stays open = GPTBot\t/news/?page=2\n"+
		"\tSogou web spider   /a?b=c   # a comment\r\n"+
		"C# pages=* /c#x\n"+
		"GPTBot\t/t?u=v\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []access.Probe{
		{Token: "GPTBot", Target: "/news/"},
		{Name: "the newsroom stays open", Token: "GPTBot", Target: "/news/?page=2"},
		{Token: "Sogou web spider", Target: "/a?b=c"},
		{Name: "C# pages", Token: "*", Target: "/c#x"},
		{Token: "GPTBot", Target: "/t?u=v"},
	}
	if s.Name != "ci" || !slices.Equal(s.Probes, want) {
		t.Errorf("got  %q\nwant %q", s.Probes, want)
	}
}

func TestProbesFileErrorsNameTheirLines(t *testing.T) {
	_, err := access.ParseSet("", "GPTBot\n/ GPTBot\n= GPTBot /\na = GPTBot /\nok /\na = b /\nx =\n")
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{
		"line 1: want TOKEN PATH or NAME = TOKEN PATH",
		`line 2: the path "GPTBot" does not begin with "/"`,
		`line 3: nothing stands before the "="`,
		`line 6: the name "a" stands on line 4 too`,
		"line 7: want TOKEN PATH or NAME = TOKEN PATH",
	}
	if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if line := (*access.LineError)(nil); !errors.As(err, &line) || line.Line != 1 {
		t.Errorf("the first line error is %v", line)
	}
}

func TestASampleIsMatchedByItsPattern(t *testing.T) {
	for pattern, want := range map[string]string{
		"":            "",
		"tmp":         "",
		"$":           "",
		"/":           "/",
		"/*":          "/",
		"*":           "/",
		"/a/b":        "/a/b",
		"/a*":         "/a",
		"/a/*/b":      "/a/x/b",
		"/*.pdf$":     "/x.pdf",
		"*/feed/":     "/feed/",
		"*.php":       "/x.php",
		"*?page=":     "/x?page=",
		"/*?sort=*&a": "/x?sort=x&a",
		"/$":          "/",
	} {
		got := access.Sample(pattern)
		if got != want {
			t.Errorf("Sample(%q) = %q, want %q", pattern, got, want)
		}
		if got == "" {
			continue
		}
		p := robots.Parse("User-agent: *\nDisallow: " + pattern)
		if d := p.Decide("x", got); d.Verdict != robots.Disallow {
			t.Errorf("%q does not match its sample %q", pattern, got)
		}
	}
}

func TestFamiliesAreThoseWithTheMostRules(t *testing.T) {
	p := robots.Parse("User-agent: a\nDisallow: /x/1\nAllow: /x/2\nDisallow: /y?z\nDisallow:\nDisallow: tmp\nAllow: /\nUser-agent: b\nDisallow: /y\nAllow: /robots.txt\n")
	targets, left := access.Families(p, 6)
	if want := []string{"/", "/x/1", "/y?z"}; !slices.Equal(targets, want) || left != 0 {
		t.Errorf("got %q and %d left, want %q", targets, left, want)
	}
	var b strings.Builder
	for _, c := range "abcdefgh" {
		b.WriteString("Disallow: /" + string(c) + "\n")
	}
	targets, left = access.Families(robots.Parse("User-agent: *\n"+b.String()+"Disallow: /h/2\n"), 6)
	if want := []string{"/", "/a", "/b", "/c", "/d", "/e", "/h"}; !slices.Equal(targets, want) || left != 2 {
		t.Errorf("got %q and %d left, want %q and 2", targets, left, want)
	}
	if targets, left := access.Families(robots.Absent(), 6); !slices.Equal(targets, []string{"/"}) || left != 0 {
		t.Errorf("a site without a file: %q, %d", targets, left)
	}
}
