package robots_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/robotsgate/robots"
)

// noAnswer calls the exported methods of a policy that nobody made. A method
// that is not in the list is called with zero arguments and must not panic.
var noAnswer = map[string]func(p *robots.Policy) error{
	"Decide":      func(p *robots.Policy) error { return refused(p.Decide("a", "/"), p.Decide("", "/robots.txt")) },
	"DecideURL":   func(p *robots.Policy) error { return refused(p.DecideURL("a", "https://e.com/", "")) },
	"Explain":     func(p *robots.Policy) error { return refused(p.Explain("a", "/x").Decision) },
	"ExplainURL":  func(p *robots.Policy) error { return refused(p.ExplainURL("a", "https://e.com/a/../b", "").Decision) },
	"Kind":        func(p *robots.Policy) error { return same(p.Kind().String(), "") },
	"Profile":     func(p *robots.Policy) error { return same(p.Profile(), robots.RFC9309) },
	"Text":        func(p *robots.Policy) error { return same(p.Text(), "") },
	"Encoding":    func(p *robots.Policy) error { return same(p.Encoding(), robots.UTF8) },
	"Truncated":   func(p *robots.Policy) error { return same(p.Truncated(), false) },
	"Empty":       func(p *robots.Policy) error { return same(p.Empty(), false) },
	"Diagnostics": func(p *robots.Policy) error { return same(len(p.Diagnostics()), 0) },
	"Counts":      func(p *robots.Policy) error { return same(len(p.Counts()), 0) },
	"Records":     func(p *robots.Policy) error { return same(len(slices.Collect(p.Records())), 0) },
	"Groups":      func(p *robots.Policy) error { return same(len(slices.Collect(p.Groups())), 0) },
	"Find":        func(p *robots.Policy) error { return same(len(slices.Collect(p.Find(robots.DirHost))), 0) },
	"Sitemaps":    func(p *robots.Policy) error { return same(len(slices.Collect(p.Sitemaps())), 0) },
	"SitemapURLs": func(p *robots.Policy) error { return same(len(p.SitemapURLs("https://e.com/robots.txt")), 0) },
	"Speaking": func(p *robots.Policy) error {
		return same(len(slices.Collect(p.Speaking(robots.DirSitemap, "a")))+len(slices.Collect(p.Speaking(robots.DirCrawlDelay, "a"))), 0)
	},
	"Len": func(p *robots.Policy) error {
		records, groups, rules := p.Len()
		return same([3]int{records, groups, rules}, [3]int{})
	},
	"CrawlDelay": func(p *robots.Policy) error {
		d, ok := p.CrawlDelay("a")
		return same(ok || d != 0, false)
	},
	"RequestRate": func(p *robots.Policy) error {
		r, ok := p.RequestRate("a")
		return same(ok || r != robots.Rate{}, false)
	},
	"Pace": func(p *robots.Policy) error {
		d, ok := p.Pace("a")
		return same(ok || d != 0, false)
	},
	"Format": func(p *robots.Policy) error {
		return same(p.Format(robots.Canonical)+p.Format(robots.Compact)+p.Format(robots.Annotated), "")
	},
	"For": func(p *robots.Policy) error {
		r := robots.Compiled(p.For("a"))
		for range 100 {
			if err := refused(r.Decide("/"), r.Decide("/robots.txt"), r.Decide("")); err != nil {
				return err
			}
		}
		return same(fmt.Sprint(r.Basis(), len(slices.Collect(r.Rules())), len(slices.Collect(r.Groups())), r.Policy() == p), "none 0 0 true")
	},
}

func same[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	return nil
}

// refused fails for decisions that answer anything.
func refused(all ...robots.Decision) error {
	for _, d := range all {
		_, ok := d.Rule()
		if d.Allowed() || d.Verdict != 0 || d.Basis != 0 || d.Empty() || ok || d.Line() != 0 {
			return fmt.Errorf("%v by %v, want no answer", d.Verdict, d.Basis)
		}
	}
	return nil
}

func TestUnitPolicyThatNobodyMade(t *testing.T) {
	methods := reflect.TypeFor[*robots.Policy]()
	for m := range methods.Methods() {
		call, ok := noAnswer[m.Name]
		if !ok {
			call = func(p *robots.Policy) error {
				args := []reflect.Value{reflect.ValueOf(p)}
				for i := 1; i < m.Type.NumIn(); i++ {
					args = append(args, reflect.Zero(m.Type.In(i)))
				}
				m.Func.Call(args)
				return nil
			}
		}
		for kind, p := range map[string]*robots.Policy{"nil": nil, "zero": {}} {
			t.Run("2.3.1.4 a "+kind+" policy gives no answer to "+m.Name, func(t *testing.T) {
				if err := call(p); err != nil {
					t.Error(err)
				}
			})
		}
	}
	t.Run("2.3.1.4 a URL that nobody could judge stays invalid", func(t *testing.T) {
		for _, p := range []*robots.Policy{nil, {}} {
			if d := p.DecideURL("a", "mailto:x", ""); d.Verdict != robots.Invalid || d.Allowed() {
				t.Errorf("%v by %v", d.Verdict, d.Basis)
			}
		}
	})
	t.Run("2.3.1.4 what is zero is no answer", func(t *testing.T) {
		if err := refused(robots.Decision{}); err != nil {
			t.Error(err)
		}
		var r robots.Record
		if _, comment := r.Comment(); comment || r.Raw()+r.Key()+r.Value() != "" || r.Line() != 0 || !r.Span().IsZero() || !r.ValueSpan().IsZero() || r.Directive() != robots.DirBlank {
			t.Errorf("the zero record holds something: %+v", r)
		}
		if d := new(robots.Reader).Decide("/"); d.Allowed() || d.Verdict != 0 {
			t.Errorf("the zero reader answers %v", d.Verdict)
		}
	})
}

func TestUnitPolicyKinds(t *testing.T) {
	const allow, disallow = robots.Allow, robots.Disallow
	closed := "User-agent: *\nDisallow: /\n"
	for _, c := range []struct {
		name    string
		p       *robots.Policy
		kind    string
		verdict robots.Verdict
		basis   robots.Basis
		empty   bool
	}{
		{"2.3.1.1 a document is followed", robots.Parse(closed), "document", disallow, robots.ByRule, false},
		{"2.2.1 a document without a group that applies allows", robots.Parse("User-agent: b\nDisallow: /\n"), "document", allow, robots.ByNoGroup, false},
		{"2.2.2 a document without a rule that matches allows", robots.Parse("User-agent: *\nDisallow: /z\n"), "document", allow, robots.ByNoRule, false},
		{"2.2 a document without an octet is empty, not absent", robots.Parse(""), "document", allow, robots.ByNoGroup, true},
		{"2.2 so is one of blank lines and comments", robots.Parse("\ufeff\r\n # x\n\t\n"), "document", allow, robots.ByNoGroup, true},
		{"2.3.1.5 one of junk is not empty", robots.Parse("x\n"), "document", allow, robots.ByNoGroup, false},
		{"2.2.4 one of sitemaps is not empty", robots.Parse("Sitemap: x\n"), "document", allow, robots.ByNoGroup, false},
		{"2.3.1.3 an absent file allows, by nobody's consent", robots.Absent(), "absent", allow, robots.ByAbsent, false},
		{"2.3.1.3 an unavailable file allows", robots.Unavailable(), "unavailable", allow, robots.ByUnavailable, false},
		{"2.3.1.4 an unreachable file disallows", robots.Unreachable(), "unreachable", disallow, robots.ByUnreachable, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.p.Kind().String() != c.kind || c.p.Empty() != c.empty {
				t.Errorf("kind %v, empty %v; want %s, %v", c.p.Kind(), c.p.Empty(), c.kind, c.empty)
			}
			for _, d := range []robots.Decision{
				c.p.Decide("a", "/x"), c.p.Decide("", ""), c.p.For("a").Decide("/x"), robots.Compiled(c.p.For("a")).Decide("/x?"),
				c.p.Explain("a", "/x").Decision, c.p.DecideURL("a", "https://e.com/x", "https://e.com/robots.txt"),
			} {
				if d.Verdict != c.verdict || d.Basis != c.basis || d.Empty() != c.empty || d.Allowed() != (c.verdict == allow) {
					t.Errorf("%v by %v, empty %v; want %v by %v", d.Verdict, d.Basis, d.Empty(), c.verdict, c.basis)
				}
			}
			if r := c.p.For("a"); c.basis != robots.ByRule && r.Basis() != c.basis {
				t.Errorf("the reader rests on %v, want %v", r.Basis(), c.basis)
			}
			for target, exempt := range map[string]bool{
				"/robots.txt": true, "/robots%2Etxt": true, "/robots.txt#x": true, "robots.txt": true,
				"/robots.txt?": false, "/Robots.txt": false, "/robots.txt/": false, "/a/robots.txt": false, "//robots.txt": false,
			} {
				for _, d := range []robots.Decision{c.p.Decide("a", target), robots.Compiled(c.p.For("a")).Decide(target)} {
					if (d.Basis == robots.ByRobotsTxt) != exempt || exempt && !d.Allowed() {
						t.Errorf("%s: %v by %v, want exempt %v", target, d.Verdict, d.Basis, exempt)
					}
				}
			}
		})
	}
}

func TestUnitPolicyForStatus(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		is         func(status int) bool
	}{
		{"2.3.1.1 success brings a text, which is to be parsed", "", func(s int) bool { return s/100 == 2 }},
		{"2.3.1.2 a redirect is to be followed", "", func(s int) bool { return s/100 == 3 }},
		{"2.3.1.3 not found and gone are absent", "absent", func(s int) bool { return s == 404 || s == 410 }},
		{"2.3.1.3 any other 4xx is unavailable, 429 among them", "unavailable", func(s int) bool { return s/100 == 4 && s != 404 && s != 410 }},
		{"2.3.1.4 a 5xx is unreachable", "unreachable", func(s int) bool { return s/100 == 5 }},
		{"2.3.1.1 any other number is no final status", "", func(s int) bool { return s < 200 || s > 599 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for status := range 700 {
				if !c.is(status) {
					continue
				}
				if p, ok := robots.ForStatus(status); ok != (c.kind != "") || p.Kind().String() != c.kind {
					t.Errorf("status %d is %q, %v; want %q", status, p.Kind(), ok, c.kind)
				}
			}
		})
	}
	t.Run("2.3.1.4 no status that was never sent gives an answer", func(t *testing.T) {
		for _, status := range []int{-404, -1, 1_404, 1<<31 - 1} {
			if p, ok := robots.ForStatus(status); ok || p != nil || p.Decide("a", "/").Allowed() {
				t.Errorf("status %d: %v, %v", status, p.Kind(), ok)
			}
		}
	})
}
