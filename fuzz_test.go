package robots_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// checkText holds everything that must be true of any text whatever.
func checkText(t *testing.T, o robots.Options, text string) *robots.Policy {
	t.Helper()
	p := o.Parse(text)
	var joined strings.Builder
	line := 0
	for r := range p.Records() {
		if s := r.Span(); s.Offset != joined.Len() || s.Line <= line || s.Column != 1 {
			t.Fatalf("record %q: span %+v behind %d bytes and line %d", r.Raw(), s, joined.Len(), line)
		}
		if v := r.ValueSpan(); p.Text()[v.Offset:v.End()] != r.Value() {
			t.Fatalf("record %q: value span %+v is not %q", r.Raw(), v, r.Value())
		}
		line = r.Line()
		joined.WriteString(r.Raw())
	}
	if joined.String() != p.Text() {
		t.Fatalf("records do not join to the text: %q, want %q", clip(joined.String()), clip(p.Text()))
	}
	if p.Encoding() == robots.UTF8 && !p.Truncated() && p.Text() != text {
		t.Fatalf("text changed: %q, want %q", clip(p.Text()), clip(text))
	}
	for _, d := range p.Diagnostics() {
		if d.Span.Line < 1 || d.Span.Offset < 0 || d.Span.End() > len(p.Text()) {
			t.Fatalf("diagnostic %s points outside: %+v", d.Code, d.Span)
		}
	}
	return p
}

func checkTwin(t *testing.T, p *robots.Policy, text, agent, target string) {
	t.Helper()
	if strings.Contains(target, "://") {
		return // Invalid by design
	}
	d := p.Decide(agent, target)
	v, b, line := twinDecide(twinParse(text), agent, target)
	if d.Verdict != v || d.Basis != b || d.Line() != line {
		t.Fatalf("%q asks %q of %q:\n got %v by %v, line %d\nwant %v by %v, line %d", agent, target, text, d.Verdict, d.Basis, d.Line(), v, b, line)
	}
	checkReader(t, p, agent, target, d)
	if r := p.For(agent).Decide(target); r != d {
		t.Fatalf("%q asks %q of %q: reader says %v by %v line %d, policy %v by %v line %d", agent, target, text, r.Verdict, r.Basis, r.Line(), d.Verdict, d.Basis, d.Line())
	}
	if tr := p.Explain(agent, target); tr.Decision != d {
		t.Fatalf("%q asks %q of %q: explain says %v", agent, target, text, tr.Decision)
	}
}

// checkReader holds the compiled rules against the decision found without them.
func checkReader(t *testing.T, p *robots.Policy, agent, target string, d robots.Decision) {
	t.Helper()
	if r := robots.Compiled(p.For(agent)).Decide(target); r != d {
		t.Fatalf("%q asks %q of %q: compiled says %v by %v line %d, policy %v by %v line %d", agent, target, clip(p.Text()), r.Verdict, r.Basis, r.Line(), d.Verdict, d.Basis, d.Line())
	}
}

// FuzzReader compares compiled rules with plain ones, in both profiles.
func FuzzReader(f *testing.F) {
	f.Add("/a*b$|/a*|/*c*d|*e$|/x*y*z*1*2*3*4*5*6*7|/%7e|/é|/a/index.html|/*aa|/*ab|/*ac|/*ad|/*ae|/*af|/*ag|/*ah|/*ai|/*abcd|/*abce", "/abcd")
	f.Fuzz(func(t *testing.T, rules, target string) {
		if len(rules) > 1<<12 || len(target) > 1<<10 || strings.Contains(target, "://") {
			return
		}
		var b strings.Builder
		b.WriteString("User-agent: a\n")
		for i, r := range strings.Split(rules, "|") {
			b.WriteString([]string{"Allow: ", "Disallow: "}[i%3&1] + r + "\n")
		}
		for _, profile := range robots.Profiles() {
			p := robots.Options{Profile: profile}.Parse(b.String())
			checkReader(t, p, "a", target, p.Decide("a", target))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range hardTexts {
		f.Add(text, "a", "/x")
	}
	f.Add("User-agent: MJ12bot\nDisallow: /*a*b$\nAllow: /a%2Fb\n", "MJ12bot", "/a%2fb?x#y")
	f.Fuzz(func(t *testing.T, text, agent, target string) {
		if len(text) > 1<<12 || len(target) > 200 {
			return
		}
		p := checkText(t, robots.Options{}, text)
		checkTwin(t, p, text, agent, target)
		for _, profile := range robots.Profiles() {
			o := robots.Options{Profile: profile}
			checkText(t, o, text)
			checkFormat(t, "fuzz", o, text)
		}
		checkText(t, robots.Options{Limits: robots.Limits{LineBytes: 10, Lines: 9, Groups: 2, Rules: 3}}, text)
		robots.Token(agent)
		robots.FileURL(target)
		p.DecideURL(agent, target, text)
	})
}

// randomPolicy writes a text from a small alphabet, so that rules overlap.
func randomPolicy(r *rand.Rand) string {
	var b strings.Builder
	agents := []string{"a", "B", "a b", "*", "c2", "", "a/1"}
	pieces := []string{"/", "a", "b", "*", "$", "%61", "%2F", "%2a", "?", "é", " ", "%", "/a", "c"}
	for range 1 + r.IntN(12) {
		switch r.IntN(10) {
		case 0, 1, 2:
			b.WriteString("User-agent: " + agents[r.IntN(len(agents))])
		case 3:
			b.WriteString([]string{"", "Crawl-delay: 1", "Sitemap: x", "junk", "# c", "Disallow /a"}[r.IntN(6)])
		default:
			b.WriteString([]string{"Allow: ", "Disallow: "}[r.IntN(2)])
			if r.IntN(8) > 0 {
				b.WriteString("/")
			}
			for range r.IntN(6) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
		}
		b.WriteString([]string{"\n", "\r\n", "\r", "\n\n"}[r.IntN(4)])
	}
	return b.String()
}

func randomTarget(r *rand.Rand) string {
	pieces := []string{"/", "a", "b", "*", "$", "%61", "%2F", "%2A", "?", "é", " ", "%", "c", "#"}
	s := "/"
	for range r.IntN(7) {
		s += pieces[r.IntN(len(pieces))]
	}
	return s
}

func TestDecideEqualsThePlainTwinOnRandomPolicies(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 1))
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	for range n {
		text := randomPolicy(r)
		p := checkText(t, robots.Options{}, text)
		for range 5 {
			agent := []string{"a", "b", "A b", "c2", "x", "*", "a/1", ""}[r.IntN(8)]
			checkTwin(t, p, text, agent, randomTarget(r))
		}
	}
}

func TestFormatPreservesRandomPolicies(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 2))
	n := 2_000
	if testing.Short() {
		n = 200
	}
	for range n {
		text := randomPolicy(r)
		for _, p := range robots.Profiles() {
			checkFormat(t, "random", robots.Options{Profile: p}, text)
		}
	}
}

// Many rules over few letters: sets large enough for every way of searching.
func TestReaderEqualsPolicyOnManyRules(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 3))
	word := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = "ab/c?"[r.IntN(5)]
		}
		return string(b)
	}
	for range 150 {
		var b strings.Builder
		b.WriteString("User-agent: *\n")
		for range r.IntN(400) {
			b.WriteString([]string{"Allow: /", "Disallow: /", "Allow: *"}[r.IntN(3)] + word(8))
			for range r.IntN(4) * r.IntN(2) * r.IntN(4) {
				b.WriteString("*" + word(7))
			}
			b.WriteString([]string{"", "", "*", "$", "*$"}[r.IntN(5)] + "\n")
		}
		p := robots.Parse(b.String())
		reader := robots.Compiled(p.For("x"))
		for range 400 {
			target := "/" + word(40)
			if got, want := reader.Decide(target), p.Decide("x", target); got != want {
				t.Fatalf("%q of %q: compiled says %v line %d, policy %v line %d", target, b.String(), got.Verdict, got.Line(), want.Verdict, want.Line())
			}
		}
	}
}
