package robots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// ofCode returns the diagnostics of p with that code.
func ofCode(p *robots.Policy, c diag.Code) (all []diag.Diagnostic) {
	for _, d := range p.Diagnostics() {
		if d.Code == c {
			all = append(all, d)
		}
	}
	return all
}

// seen returns how often p counted a code.
func seen(p *robots.Policy, c diag.Code) int {
	for _, n := range p.Counts() {
		if n.Code == c {
			return n.Seen
		}
	}
	return 0
}

func TestUnitDiagnostics(t *testing.T) {
	for _, c := range remarkCases {
		t.Run(c.name, func(t *testing.T) {
			p := c.options.Parse(c.text)
			all := ofCode(p, c.code)
			if len(all) != 1 || seen(p, c.code) != 1 {
				t.Fatalf("%s: %d times, counted %d, want once", c.code, len(all), seen(p, c.code))
			}
			if d := all[0]; d.Span != c.span || d.Severity != c.level || !slices.Equal(d.Args, c.args) {
				t.Errorf("%s:\n got %+v %v %+v\nwant %+v %v %+v", c.code, d.Span, d.Severity, d.Args, c.span, c.level, c.args)
			}
			for _, text := range c.near {
				q := c.options.Parse(text)
				if all := ofCode(q, c.code); len(all) != 0 || seen(q, c.code) != 0 {
					t.Errorf("%s on the near miss %q: %+v", c.code, clip(text), all)
				}
			}
		})
	}
}

func TestUnitDiagnosticsCoverAllCodes(t *testing.T) {
	cases := map[diag.Code]diag.Severity{}
	for _, c := range remarkCases {
		cases[c.code] = c.level
	}
	for _, d := range robots.Codes() {
		if level, ok := cases[d.Code]; !ok || level != d.Severity {
			t.Errorf("code %s is of severity %v; cases have it: %v, with %v", d.Code, d.Severity, ok, level)
		}
		delete(cases, d.Code)
	}
	for c := range cases {
		t.Errorf("Codes does not list %s", c)
	}
}

func TestUnitDiagnosticsImplicitMerge(t *testing.T) {
	for _, c := range []struct {
		name, text, between string
		level               diag.Severity
		line, first         int // where it stands, and the line it joins
	}{
		{"2.1 blank lines alone are information", "User-agent: a\n\n \nUser-agent: b\nDisallow: /\n", "blank", diag.Info, 4, 1},
		{"2.1 blank lines before everybody are information", "User-agent: a\n\nUser-agent: *\nDisallow: /\n", "blank", diag.Info, 3, 1},
		{"2.2.4 a delay between is a warning", "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "record", diag.Warning, 3, 1},
		{"2.2.4 a sitemap between is a warning", "User-agent: a\nSitemap: x\nUser-agent: b\n", "record", diag.Warning, 3, 1},
		{"2.2.4 an unknown record between is a warning", "User-agent: a\nFoo: x\nUser-agent: b\n", "record", diag.Warning, 3, 1},
		{"2.3.1.5 a line that is no record between is a warning", "User-agent: a\nfoo bar\nUser-agent: b\n", "record", diag.Warning, 3, 1},
		{"2.2.4 a record weighs more than the blank lines around it", "User-agent: a\n\nFoo: x\n\nUser-agent: b\n", "record", diag.Warning, 5, 1},
		{"2.2.1 joining everybody is an error", "User-agent: *\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\n", "record", diag.Error, 3, 1},
		{"2.2.1 being joined by everybody is an error", "User-agent: a\nCrawl-delay: 1\nUser-agent: *\nDisallow: /\n", "record", diag.Error, 3, 1},
		{"2.2.1 everybody inside the run is an error too", "User-agent: a\nUser-agent: *\nFoo: x\nUser-agent: b\n", "record", diag.Error, 4, 1},
		{"2.1 everybody in a group before does not count", "User-agent: *\nAllow: /\nUser-agent: a\nFoo: x\nUser-agent: b\n", "record", diag.Warning, 5, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(c.text)
			all := ofCode(p, "implicit-group-merge")
			if len(all) != 1 {
				t.Fatalf("%d remarks, want one", len(all))
			}
			d := all[0]
			line, _ := d.Arg("line")
			between, _ := d.Arg("between")
			if d.Severity != c.level || d.Span.Line != c.line || line.Int != c.first || between.Text != c.between {
				t.Errorf("%v at line %d with line %d, %q between; want %v, %d, %d, %q", d.Severity, d.Span.Line, line.Int, between.Text, c.level, c.line, c.first, c.between)
			}
			if len(d.Related) != 1 || d.Related[0].Line != c.first {
				t.Fatalf("related to %+v, want line %d", d.Related, c.first)
			}
			want := map[bool]string{true: "*", false: "a"}[strings.HasPrefix(c.text, "User-agent: *") && c.first == 1]
			if got := p.Text()[d.Related[0].Offset:d.Related[0].End()]; got != want {
				t.Errorf("related to %q, want %q", got, want)
			}
		})
	}
}

func TestUnitDiagnosticsCounts(t *testing.T) {
	for _, c := range []struct {
		name, head, line string
		code             diag.Code
		lines, want      int
	}{
		{"2.3.1.5 a hundred remarks of a code are kept", "", "what is this\n", "unparsable-line", 100, 100},
		{"2.3.1.5 beyond a hundred they are counted only", "", "what is this\n", "unparsable-line", 101, 101},
		{"2.2.4 unknown records are counted in full", "", "Foo: bar\n", "info-unknown-directive", 5_000, 5_000},
		{"2.2.4 misspelt records are counted in full", head, "Disalow: /x\n", "misspelt-directive", 250, 250},
		{"2.2.2 rules before any group are counted in full", "", "Allow: /\n", "rule-before-group", 700, 700},
		{"2.2.2 bad escapes are counted once a line", head, "Allow: /%%%\n", "bad-percent-escape", 300, 300},
		{"2.1 joins are counted in full", "User-agent: a\n", "\nUser-agent: b\n", "implicit-group-merge", 150, 150},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(c.head + strings.Repeat(c.line, c.lines))
			if got := seen(p, c.code); got != c.want {
				t.Errorf("%s counted %d times, want %d; all counts: %v", c.code, got, c.want, p.Counts())
			}
			all := ofCode(p, c.code)
			if len(all) != min(c.want, 100) {
				t.Fatalf("%d of %s kept, want %d", len(all), c.code, min(c.want, 100))
			}
			for i := range all[1:] {
				if all[i].Span.Line >= all[i+1].Span.Line {
					t.Fatalf("remark %d is at line %d, the next at line %d: want the first ones in order", i, all[i].Span.Line, all[i+1].Span.Line)
				}
			}
		})
	}
	t.Run("2.3.1.5 counts and remarks agree where few are met", func(t *testing.T) {
		p := robots.Parse("\ufeff<html>\nfoo\nDisallow: /\n" + head + "Disalow: /\nDisallow: x\x00%\xff\n")
		got := map[diag.Code]int{}
		for _, d := range p.Diagnostics() {
			got[d.Code]++
		}
		want := map[diag.Code]int{}
		for _, n := range p.Counts() {
			want[n.Code] = n.Seen
		}
		if len(got) != 9 || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("remarks %v, counts %v, want the same nine codes", got, want)
		}
	})
}

func TestUnitDiagnosticsOrder(t *testing.T) {
	line := "Disallow: x$y%\nCrawl-delay: ?\nRequest-rate: ?\nfoo bar\nFoo: bar\nDisallow /\n\n\x00\xff\ufeff\n"
	for _, o := range []robots.Options{{}, google, limited(robots.Limits{Lines: 40}), limited(robots.Limits{Rules: 4}), limited(robots.Limits{LineBytes: 12})} {
		t.Run(fmt.Sprintf("2.3.1.5 remarks stand in the order of lines: %v, %+v", o.Profile, o.Limits), func(t *testing.T) {
			all := o.Parse("User-agent: a/b\n" + strings.Repeat(line, 20)).Diagnostics()
			if len(all) < 20 {
				t.Fatalf("%d remarks", len(all))
			}
			if !slices.IsSortedFunc(all, func(a, b diag.Diagnostic) int { return a.Span.Line - b.Span.Line }) {
				t.Errorf("not in order: %+v", all)
			}
		})
	}
}

func TestUnitDiagnosticsWithLimits(t *testing.T) {
	long := strings.Repeat("a", 16_700)
	for _, c := range []struct {
		name, text string
		limits     robots.Limits
	}{
		{"google: a rule over the limit may lack its colon", head + "disallow: /a\ndisallow /b\n", robots.Limits{Rules: 1}},
		{"google: a rule over the limit may be cut", head + "disallow: /a\ndisallow: /" + long + "\n", robots.Limits{Rules: 1}},
		{"google: a name over the limit may lack its colon", head + "disallow: /a\nuser-agent b\n", robots.Limits{Groups: 1}},
		{"google: a name over the limit may be cut", head + "disallow: /a\nuser-agent: " + long + "\n", robots.Limits{Groups: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Options{Profile: robots.Google, Limits: c.limits}.Parse(c.text)
			if want := head + "disallow: /a\n"; p.Text() != want {
				t.Fatalf("text %q, want %q", clip(p.Text()), want)
			}
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("Diagnostics panics: %v", r)
				}
			}()
			for _, d := range p.Diagnostics() {
				if d.Span.End() > len(p.Text()) {
					t.Errorf("%s points behind the text: %+v", d.Code, d.Span)
				}
			}
			if len(ofCode(p, "limit-reached")) != 1 {
				t.Errorf("remarks %+v, want one on the limit", p.Diagnostics())
			}
		})
	}
	t.Run("google: what is cut from a blank line stands in its own line", func(t *testing.T) {
		p := google.Parse(head + "\n" + strings.Repeat(" ", 16_663) + "\x00\n")
		for _, code := range []diag.Code{"line-cut", "nul-octet"} {
			all := ofCode(p, code)
			if want := at(15+16_663, 3, 16_664, 1); len(all) != 1 || all[0].Span != want {
				t.Errorf("%s: %+v, want one at %+v", code, all, want)
			}
		}
	})
}
