package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/signals"
)

func codes(all []Finding) (codes []string) {
	for _, f := range all {
		codes = append(codes, string(f.Code))
	}
	return codes
}

// grown makes the texts that are too long, or not text enough, to be shown.
var grown = map[diag.Code]func() *robots.Policy{
	"line-over-google-limit": func() *robots.Policy { return robots.Parse(private + "Disallow: /" + strings.Repeat("a", 17_000)) },
	"utf-16":                 func() *robots.Policy { return robots.Parse("\xff\xfeU\x00:\x00\n\x00") },
	"file-truncated":         func() *robots.Policy { return robots.Parse(private + strings.Repeat("# filler\n", 120_000)) },
	"limit-reached": func() *robots.Policy {
		return robots.Options{Limits: robots.Limits{Rules: 1}}.Parse(private + "Disallow: /b\nDisallow: /c\n")
	},
	"file-size-near-limit": func() *robots.Policy { return robots.Parse(private + strings.Repeat("# filler\n", 50_000)) },
	"line-cut": func() *robots.Policy {
		return robots.Options{Profile: robots.Google}.Parse(private + "Disallow: /" + strings.Repeat("a", 17_000))
	},
	"foreign-sitemap": func() *robots.Policy { return robots.Parse("Sitemap: https://other.example/sitemap.xml\n") },
}

// unshown are the checks whose texts only a machine makes, and that need far
// more of it than a test is worth, or that are about a configuration.
var unshown = []diag.Code{"signal-limit-reached", "suppression-expired"}

// Each check fires on its Before and not on its After, and nothing it says
// points out of the text.
func TestDocumentedTexts(t *testing.T) {
	o := Options{FileURL: "https://site.example/robots.txt"}
	for _, c := range Checks() {
		before := robots.Parse(c.Before)
		if grow := grown[c.Code]; grow != nil {
			before = grow()
		} else if c.Before == "" && !slices.Contains(unshown, c.Code) {
			t.Errorf("%s has no text that shows it", c.Code)
		}
		found := Run(before, o)
		if !slices.Contains(codes(found), string(c.Code)) && !slices.Contains(unshown, c.Code) {
			t.Errorf("%s does not fire on %q: %v", c.Code, c.Before, codes(found))
		}
		if after := Run(robots.Parse(c.After), o); slices.Contains(codes(after), string(c.Code)) || c.After == "" {
			t.Errorf("%s fires on %q", c.Code, c.After)
		}
		for _, f := range found {
			sound(t, before, f)
		}
	}
}

// sound holds a finding against its text.
func sound(t *testing.T, p *robots.Policy, f Finding) {
	t.Helper()
	spans := append([]diag.Span{f.Span}, f.Related...)
	for _, fix := range f.Fixes {
		for _, e := range fix.Edits {
			spans = append(spans, e.Span)
		}
		if fix.Safety == Safe {
			if again := robots.Parse(Apply(p.Text(), fix.Edits)); prove.EqualAll(p, again).Answer != prove.Yes {
				t.Errorf("%s: a safe fix is not proven", f.Code)
			}
		}
		for _, e := range fix.Changes {
			if e.A.Verdict == e.B.Verdict {
				t.Errorf("%s: %q is no witness", f.Code, e.Witness)
			}
		}
	}
	for _, s := range spans {
		if s.Offset < 0 || s.Len < 0 || s.End() > len(p.Text()) || s.Line < 1 || s.Column < 1 {
			t.Errorf("%s: span %+v is not in the text of %d bytes", f.Code, s, len(p.Text()))
		}
	}
	if f.Severity == 0 {
		t.Errorf("%s has no severity", f.Code)
	}
}

// A first fix leads to a text on which the check is silent.
func TestFixesMend(t *testing.T) {
	for _, c := range Checks() {
		p := robots.Parse(c.Before)
		for _, f := range Run(p, Options{Select: []diag.Code{c.Code}}) {
			if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
				continue
			}
			text := Apply(p.Text(), f.Fixes[0].Edits)
			if again := Run(robots.Parse(text), Options{Select: []diag.Code{c.Code}}); len(again) > 0 {
				t.Errorf("%s: still found in %q", c.Code, text)
			}
		}
	}
}

func TestRegistry(t *testing.T) {
	seen := map[diag.Code]bool{}
	code := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, c := range Checks() {
		if seen[c.Code] || !code.MatchString(string(c.Code)) || c.Severity == 0 || c.Source == "" || c.Since == "" {
			t.Errorf("%q: a second check, or an incomplete one", c.Code)
		}
		seen[c.Code] = true
	}
	for _, c := range Checks() {
		for _, other := range c.instead {
			if !seen[other] {
				t.Errorf("%s stands for %s, which is no check", c.Code, other)
			}
		}
	}
	usual := robots.Codes()
	for _, d := range signals.Codes() {
		// Those of pages and of tdmrep.json are about other texts.
		elsewhere := regexp.MustCompile(`^(tdmrep-|robots-tag-|noai-|noindex-never|indexifembedded-|unavailable-after-)`)
		if !elsewhere.MatchString(string(d.Code)) {
			usual = append(usual, d)
		}
	}
	for _, d := range usual {
		if c, ok := Lookup(d.Code); !ok || c.Severity != d.Severity {
			t.Errorf("%s, %v: no check, or another severity", d.Code, d.Severity)
		}
	}
}

func TestOptions(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /a*\nDisallow: /b*\nCrawl-delay: 0.5\n")
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{}, "[trailing-star trailing-star sub-second-crawl-delay]"},
		{Options{Select: []diag.Code{"trailing-star"}}, "[trailing-star trailing-star]"},
		{Options{Ignore: []diag.Code{"trailing-star"}}, "[sub-second-crawl-delay]"},
	} {
		if got := fmt.Sprint(codes(Run(p, tt.o))); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.o, got, tt.want)
		}
	}
	all := Run(p, Options{Severity: map[diag.Code]diag.Severity{"trailing-star": diag.Error}, Proofs: 1})
	if all[0].Severity != diag.Error || all[2].Severity != diag.Info {
		t.Error("the severity asked for is not given")
	}
	if all[0].Fixes[0].Safety != Safe || all[1].Fixes[0].Safety != Unproven {
		t.Error("one fix is to be proven")
	}
	if Run(robots.Absent(), Options{}) != nil {
		t.Error("a site without a file has findings")
	}
}

// A fix that leaves all answers alone but not a delay or a signal is not safe.
func TestOtherRecordsCount(t *testing.T) {
	for _, c := range []diag.Code{"sub-second-crawl-delay", "content-signal-separator", "content-usage-uppercase-key"} {
		check, _ := Lookup(c)
		for _, f := range Run(robots.Parse(check.Before), Options{Select: []diag.Code{c}}) {
			if len(f.Fixes) != 1 || f.Fixes[0].Safety != Unsafe || len(f.Fixes[0].Changes) > 0 {
				t.Errorf("%s: %+v", c, f.Fixes)
			}
		}
	}
}

// Of one code a text of junk brings a bounded number of findings.
func TestJunkIsBounded(t *testing.T) {
	p := robots.Parse("User-agent: *\n" + strings.Repeat("Disallow: /a*\n", 5_000))
	if n := len(Run(p, Options{})); n == 0 || n > 3*maxPerCode {
		t.Errorf("%d findings", n)
	}
}

func FuzzRun(f *testing.F) {
	for _, c := range Checks() {
		f.Add(c.Before)
	}
	for _, text := range []string{"\ufeffUser-Agent:0\xd0\xd0\xd0\xd0 Allow:", suppressed, "# robots-lint: ignore=a,, b -- c\rDisallow: /a*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := robots.Parse(text)
		r := Inspect(p, Options{Proofs: 2, Rules: 200})
		for _, found := range r.Findings {
			sound(t, p, found)
		}
		for _, found := range r.Suppressed {
			sound(t, p, found.Finding)
			sound(t, p, Finding{Diagnostic: diag.Diagnostic{Severity: diag.Info, Span: found.By.Span}})
		}
	})
}
