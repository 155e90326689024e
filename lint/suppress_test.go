package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

func places(all []Finding) (s []string) {
	for _, f := range all {
		s = append(s, fmt.Sprintf("%d:%d %s", f.Span.Line, f.Span.Column, f.Code))
	}
	return s
}

func TestCommentsSuppress(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		found      string // what is left
		reasons    string // of what is suppressed
	}{
		{"on the line", "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- why\n", "[]", "[why]"},
		{"on the line above", "User-agent: *\n# robots-lint: ignore=trailing-star -- why\nDisallow: /a*\n", "[]", "[why]"},
		{"over other comments and blank lines", "User-agent: *\n# robots-lint: ignore=trailing-star -- why\n# more\n\nDisallow: /a*\n", "[]", "[why]"},
		{"of the next line only", "User-agent: *\n# robots-lint: ignore=trailing-star -- why\nDisallow: /a*\nDisallow: /b*\n", "[4:13 trailing-star]", "[why]"},
		{"not of the line below one with a record", "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- why\nDisallow: /b*\n", "[3:13 trailing-star]", "[why]"},
		{"several codes", "User-agent: *\n# robots-lint: ignore=trailing-star,rule-without-slash -- why\nDisallow: a*\n", "[]", "[why why]"},
		{"white space between", "User-agent: *\nDisallow: /a* #robots-lint:ignore=trailing-star , dead-rule--why\n", "[2:51 suppression-unused]", "[why]"},
		{"in other capitals", "User-agent: *\nDisallow: /a* # Robots-Lint: ignore=trailing-star -- why\n", "[]", "[why]"},
		{"without a reason", "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star\n", "[2:13 trailing-star 2:17 suppression-without-reason]", "[]"},
		{"with an empty reason", "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- \n", "[2:13 trailing-star 2:17 suppression-without-reason]", "[]"},
		{"without a verb", "User-agent: *\nDisallow: /a* # robots-lint: trailing-star -- why\n", "[2:13 trailing-star 2:17 suppression-malformed]", "[]"},
		{"without codes", "User-agent: *\nDisallow: /a* # robots-lint: ignore= -- why\n", "[2:13 trailing-star 2:17 suppression-malformed]", "[]"},
		{"without a comma", "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star dead-rule -- why\n", "[2:13 trailing-star 2:17 suppression-malformed]", "[]"},
		{"of an unknown code", "User-agent: *\nDisallow: /a # robots-lint: ignore=trailing-stars -- why\n", "[2:36 suppression-of-unknown-code]", "[]"},
		{"of nothing", "User-agent: *\nDisallow: /a # robots-lint: ignore=trailing-star -- why\n", "[2:36 suppression-unused]", "[]"},
		{"of what is said of it", "User-agent: *\nDisallow: /a # robots-lint: ignore=trailing-star,suppression-unused -- why\n", "[2:36 suppression-unused 2:50 suppression-unused]", "[]"},
		{"at the end", "User-agent: *\nDisallow: /a\n# robots-lint: ignore=trailing-star -- why\n", "[3:23 suppression-unused]", "[]"},
		{"of what needs the URL of the file", "User-agent: *\nDisallow: /a\n# robots-lint: ignore=foreign-sitemap -- why\nSitemap: https://other.test/a.xml\n", "[]", "[]"},
		{"another comment", "User-agent: *\nDisallow: /a # see robots-lint: ignore=x\n", "[]", "[]"},
	} {
		r := Inspect(robots.Parse(tt.text), Options{})
		reasons := []string{}
		for _, s := range r.Suppressed {
			reasons = append(reasons, s.By.Reason)
			if len(s.Fixes) > 0 || s.By.Code != s.Code || s.By.Name != "" {
				t.Errorf("%s: %+v", tt.name, s)
			}
		}
		if got := fmt.Sprint(places(r.Findings)); got != tt.found || fmt.Sprint(reasons) != tt.reasons {
			t.Errorf("%s: %s, suppressed %v; want %s, %s", tt.name, got, reasons, tt.found, tt.reasons)
		}
	}
}

// What was not looked for is not missed.
func TestUnusedIsOnlyWhatWasLookedFor(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /a # robots-lint: ignore=trailing-star -- why\n")
	for _, o := range []Options{
		{Select: []diag.Code{"dead-rule", "suppression-unused"}}, {Ignore: []diag.Code{"trailing-star"}}, {Ignore: []diag.Code{"suppression-unused"}},
	} {
		if found := Run(p, o); len(found) > 0 {
			t.Errorf("%+v: %v", o, places(found))
		}
	}
	o := Options{Severity: map[diag.Code]diag.Severity{"suppression-unused": diag.Error}}
	if found := Run(p, o); len(found) != 1 || found[0].Severity != diag.Error {
		t.Errorf("the severity asked for is not given: %+v", found)
	}
}

func TestConfiguredSuppressions(t *testing.T) {
	at := func(line int, s Suppression) Suppression {
		s.Name, s.Reason, s.Span = ".robots.toml", "why", diag.Span{Offset: 10 * line, Len: 1, Line: line, Column: 1}
		return s
	}
	star := at(1, Suppression{Code: "trailing-star"})
	b := at(2, Suppression{Code: "trailing-star", Match: "/b"})
	old := at(3, Suppression{Code: "trailing-star", Expires: "2027-01-31"})
	slash := at(4, Suppression{Code: "rule-without-slash"})
	text := "User-agent: *\nDisallow: /a*\nDisallow: /b*\n"
	for _, tt := range []struct {
		name             string
		all              []Suppression
		today            string
		left, suppressed int
		stale            string
	}{
		{"all lines", []Suppression{star}, "", 0, 2, "[]"},
		{"lines that hold a text", []Suppression{b}, "", 1, 1, "[]"},
		{"before the date", []Suppression{old}, "2027-01-30", 0, 2, "[]"},
		{"on the date", []Suppression{old}, "2027-01-31", 0, 2, "[]"},
		{"behind the date", []Suppression{old}, "2027-02-01", 2, 0, "[3:1 suppression-expired]"},
		{"without a calendar", []Suppression{old}, "", 0, 2, "[]"},
		{"of nothing", []Suppression{slash}, "", 2, 0, "[4:1 suppression-unused]"},
		{"twice", []Suppression{slash, star, b}, "", 0, 2, "[2:1 suppression-unused 4:1 suppression-unused]"},
		{"without a reason", []Suppression{{Code: "trailing-star"}}, "", 2, 0, "[]"},
	} {
		o := Options{Suppress: tt.all, Today: tt.today}
		r := Inspect(robots.Parse(text), o)
		if len(r.Findings) != tt.left || len(r.Suppressed) != tt.suppressed {
			t.Errorf("%s: %v, %d suppressed", tt.name, places(r.Findings), len(r.Suppressed))
		}
		if got := fmt.Sprint(places(Stale([]Result{r}, o))); got != tt.stale {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.stale)
		}
	}
	// One for several texts is used if it is in one of them.
	o := Options{Suppress: []Suppression{slash}}
	results := []Result{Inspect(robots.Parse(text), o), Inspect(robots.Parse("User-agent: *\nDisallow: a\n"), o)}
	if stale := Stale(results, o); len(stale) > 0 {
		t.Errorf("%v", places(stale))
	}
	// Where findings are left out of a text of junk, nobody knows.
	o = Options{Suppress: []Suppression{at(1, Suppression{Code: "trailing-star", Match: "/z"})}}
	if r := Inspect(robots.Parse("User-agent: *\n"+strings.Repeat("Disallow: /a*\n", 200)), o); len(r.Unused) > 0 {
		t.Errorf("unused: %v", r.Unused)
	}
}

// Comments go with the lines of which they speak, and stay with all others.
func TestFixesKeepComments(t *testing.T) {
	const note = "# robots-lint: ignore=trailing-star -- why"
	for _, tt := range []struct{ name, text, want string }{
		{"a rule with a comment goes", "User-agent: *\nDisallow: /a\n" + note + "\nDisallow: /a\nDisallow: /b\n", "User-agent: *\nDisallow: /a\nDisallow: /b\n"},
		{"its neighbour's stays", "User-agent: *\nDisallow: /a\nDisallow: /a\n" + note + "\nDisallow: /b*\n", "User-agent: *\nDisallow: /a\n" + note + "\nDisallow: /b*\n"},
		{"a slash is added", "User-agent: *\nDisallow: a* " + note + "\n", "User-agent: *\nDisallow: /a* " + note + "\n"},
		{"a name is mended", "User-agent: *\n" + note + "\nDissalow: /a*\n", "User-agent: *\n" + note + "\nDisallow: /a*\n"},
	} {
		p := robots.Parse(tt.text)
		var edits []diag.Edit
		for _, f := range Run(p, Options{Select: []diag.Code{"duplicate-rule", "rule-without-slash", "misspelt-directive"}}) {
			if len(f.Fixes) > 0 {
				edits = append(edits, f.Fixes[0].Edits...)
			}
		}
		if got := Apply(p.Text(), edits); got != tt.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tt.name, got, tt.want)
		}
	}
	text := WithoutLines(robots.Parse("User-agent: *\n"+note+"\nDisallow: /a*\n# more\nDisallow: /b*\n"), []int{3})
	if text != "User-agent: *\n# more\nDisallow: /b*\n" {
		t.Errorf("%q", text)
	}
}

// No fix of any check takes away a comment that suppresses something else on a
// line that stays.
func TestFixesOfAllChecksKeepComments(t *testing.T) {
	const note = " # robots-lint: ignore=foreign-sitemap -- why"
	for _, c := range Checks() {
		if isAboutSuppressions(c.Code) || strings.ContainsAny(c.Before, "#\r") || c.Before == "" {
			continue // another comment is there already
		}
		text := strings.ReplaceAll(strings.TrimSuffix(c.Before, "\n"), "\n", note+"\n") + note + "\n"
		p := robots.Parse(text)
		for _, f := range Run(p, Options{Select: []diag.Code{c.Code}}) {
			for _, fix := range f.Fixes {
				after := Apply(text, fix.Edits)
				gone := 0
				for _, e := range fix.Edits {
					if e.New == "" && e.Span.Column == 1 && strings.HasSuffix(text[e.Span.Offset:e.Span.End()], "\n") {
						gone++
					}
				}
				if was, is := strings.Count(text, note), strings.Count(after, note); is != was-gone {
					t.Errorf("%s: %d of %d comments are left, %d lines are gone:\n%s", c.Code, is, was, gone, after)
				}
			}
		}
	}
}

// Formatting keeps what is suppressed. Compact has no comments.
func TestFormattingKeepsSuppressions(t *testing.T) {
	text := "# robots-lint: ignore=several-star-groups -- why\n\n\nuser-agent: *\n# robots-lint: ignore=trailing-star -- why\n\n# more\ndisallow: /a*\n" +
		"allow: b #robots-lint: ignore=rule-without-slash -- why\n\n\n# robots-lint: ignore=split-group -- why\nuser-agent: a\nuser-agent: *\ndisallow: /c*\n"
	p := robots.Parse(text)
	suppressed := func(p *robots.Policy) (codes []string) {
		for _, s := range Inspect(p, Options{}).Suppressed {
			codes = append(codes, string(s.Code))
		}
		slices.Sort(codes)
		return codes
	}
	want := suppressed(p)
	for _, style := range []robots.Style{robots.Canonical, robots.Annotated} {
		if got := suppressed(robots.Parse(p.Format(style))); len(want) < 2 || !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v:\n%s", style, got, want, p.Format(style))
		}
	}
}

func TestFamilyOfSuppressions(t *testing.T) {
	for _, c := range Checks() {
		family := slices.ContainsFunc(suppressionChecks, func(o *Check) bool { return o.Code == c.Code })
		if family != isAboutSuppressions(c.Code) {
			t.Errorf("%s", c.Code)
		}
	}
	if got := nearest("trailing-stars", []string{"dead-rule", "trailing-star"}); got != "trailing-star" || nearest(strings.Repeat("x", 1_000_000), []string{"a"}) != "a" {
		t.Errorf("%q", got)
	}
}
