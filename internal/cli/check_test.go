package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// A sample is matched by the pattern it was made of.
func TestSample(t *testing.T) {
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
		got := sample(pattern)
		if got != want {
			t.Errorf("sample(%q) = %q, want %q", pattern, got, want)
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

func TestFamilies(t *testing.T) {
	p := robots.Parse("User-agent: a\nDisallow: /x/1\nAllow: /x/2\nDisallow: /y?z\nDisallow:\nDisallow: tmp\nAllow: /\nUser-agent: b\nDisallow: /y\nAllow: /robots.txt\n")
	targets, left := families(p)
	if want := []string{"/", "/x/1", "/y?z"}; !slices.Equal(targets, want) || left != 0 {
		t.Errorf("got %q and %d left, want %q", targets, left, want)
	}
	var b strings.Builder
	for _, c := range "abcdefgh" {
		b.WriteString("Disallow: /" + string(c) + "\n")
	}
	targets, left = families(robots.Parse("User-agent: *\n" + b.String() + "Disallow: /h/2\n"))
	if want := []string{"/", "/a", "/b", "/c", "/d", "/e", "/h"}; !slices.Equal(targets, want) || left != 2 {
		t.Errorf("got %q and %d left, want %q and 2", targets, left, want)
	}
	if targets, left := families(robots.Absent()); !slices.Equal(targets, []string{"/"}) || left != 0 {
		t.Errorf("a site without a file: %q, %d", targets, left)
	}
}

func TestUnnamedIsNotNamed(t *testing.T) {
	p := robots.Parse("User-agent: UnnamedBot\nUser-agent: unnamedbotX\nDisallow: /\n")
	if name := unnamed(p); p.Decide(name, "/").Named {
		t.Errorf("%q is named", name)
	}
}

func TestDiffers(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		differs    bool
	}{
		{"the same", "User-agent: *\nDisallow: /a", "User-agent: *\nDisallow: /a", false},
		{"another order", "User-agent: *\nDisallow: /a\nAllow: /b", "User-agent: *\nAllow: /b\nDisallow: /a", false},
		{"a rule that says nothing", "User-agent: *\nDisallow: /a\nDisallow:\nDisallow: tmp", "User-agent: *\nDisallow: /a", false},
		{"a rule said twice", "User-agent: *\nDisallow: /a\nDisallow: /a", "User-agent: *\nDisallow: /a", false},
		{"a rule that another covers", "User-agent: *\nDisallow: /a\nDisallow: /ab", "User-agent: *\nDisallow: /a", false},
		{"a group said in two", "User-agent: a\nUser-agent: b\nDisallow: /", "User-agent: a\nDisallow: /\nUser-agent: b\nDisallow: /", false},
		{"a rule lost", "User-agent: *\nDisallow: /a", "User-agent: *\nDisallow:", true},
		{"a verdict turned", "User-agent: *\nDisallow: /a", "User-agent: *\nAllow: /a", true},
		{"a shorter pattern", "User-agent: *\nDisallow: /ab", "User-agent: *\nDisallow: /a", true},
		{"a group lost", "User-agent: a\nDisallow:\nUser-agent: *\nDisallow: /", "User-agent: *\nDisallow: /", true},
		{"a group joined", "User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /y", "User-agent: a\nUser-agent: *\nDisallow: /x\nDisallow: /y", true},
		{"a name of several words and its token", "User-agent: Sogou web spider\nDisallow: /", "User-agent: Sogou\nDisallow: /", false},
	} {
		a, b := robots.Parse(tt.a), robots.Parse(tt.b)
		if got := differs(a, b) != ""; got != tt.differs {
			t.Errorf("%s: differs is %v (%q)", tt.name, got, differs(a, b))
		}
	}
}

func TestSuggest(t *testing.T) {
	words := []string{"check", "parse", "fmt", "completion"}
	for word, want := range map[string]string{
		"chek": "check", "chcek": "check", "prase": "parse", "ftm": "fmt", "compl": "completion", "lint": "", "": "",
	} {
		got := suggest(word, words, "")
		if want != "" {
			want = "did you mean " + want + "?"
		}
		if got != want {
			t.Errorf("suggest(%q) = %q, want %q", word, got, want)
		}
	}
}
