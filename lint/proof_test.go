package lint

import (
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/prove"
)

// agree holds what the short arguments say of a fix against the comparison of
// the whole texts. A bound may be hit by either and not by the other.
func agree(t *testing.T, p *robots.Policy, f Fix) {
	t.Helper()
	o := Options{}.withDefaults()
	whole := Fix{Edits: f.Edits}
	newPass(p, o).prover().proveWhole(&whole)
	if f.Safety != whole.Safety && f.Safety != Unproven && whole.Safety != Unproven {
		t.Errorf("%q with %+v: %v, and %v where all is compared", p.Text(), f.Edits, f.Safety, whole.Safety)
	}
	after := robots.Parse(Apply(p.Text(), f.Edits))
	for _, e := range f.Changes {
		a, b := p.Decide(e.Token, e.Witness), after.Decide(e.Token, e.Witness)
		if a.Verdict == b.Verdict || a.Line() != e.A.Line() || b.Line() != e.B.Line() {
			t.Errorf("%q: %q for %q is no witness", p.Text(), e.Witness, e.Token)
		}
	}
}

func TestShortArgumentsAgreeWithTheWholeProof(t *testing.T) {
	for _, text := range []string{
		// A rule of the same crawler outside of the group that is touched.
		"User-agent: a\nDisallow: /x*\n\nUser-agent: a\nAllow: /x\n",
		"User-agent: a\nDisallow: /x/*\n\nUser-agent: b\nUser-agent: a\nAllow: /x/y\n\nUser-agent: *\nDisallow: /\n",
		// A name that is given up, with and without groups of "*".
		"User-agent: Foo/1.0\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n",
		"User-agent: GTPBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /a\n",
		"User-agent: GTPBot\nDisallow: /a\n\nUser-agent: *\nAllow: /\nCrawl-delay: 5\n",
		// Groups that join, and edits at their bounds.
		"User-agent: a\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /\n",
		"User-agent: a\nDisallow:\nDisallow: /b\n\nUser-agent: c\nDisallow: /\nDisallow: /",
		"User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /c\nCrawl-delay: 2\nDisallow: /c\n",
		"\ufeffUser-agent: a\nUser-agent: A\nnonsense\nDisallow: /caf\u00e9*\n",
		"nonsense\rUser-agent: a\rDisallow: b\r\nUser-agent: c Disallow: /d\r\n\n",
		"User-agent: *foo\nDisallow: /a*\n\nUser-agent: *\nDisallow: /b*",
	} {
		p := robots.Parse(text)
		for _, f := range Run(p, Options{}) {
			for _, fix := range f.Fixes {
				agree(t, p, fix)
			}
		}
		// And whatever else may happen to a line.
		records := newPass(p, Options{}).records
		for i, r := range records {
			for _, s := range []string{"", "\n", "User-agent: a\n", "Disallow: /x\n", "Crawl-delay: 5\n", "User-agent: *\nAllow: /", "# b\n", "x"} {
				at := r.Span()
				at.Len = len(r.Raw())
				for _, n := range []int{0, at.Len, len(p.Text()) - at.Offset} {
					at.Len = n
					f := Fix{Edits: []diag.Edit{replaced(at, s)}}
					newPass(p, Options{}.withDefaults()).prover().prove(&f)
					agree(t, p, f)
					if t.Failed() {
						t.Fatalf("record %d, %q", i, s)
					}
				}
			}
		}
	}
}

// Of the corpus some fixes of each code and file are tried.
func TestShortArgumentsAgreeOnTheCorpus(t *testing.T) {
	step := 5
	if testing.Short() {
		step = 40
	}
	kinds := map[string]int{}
	for i, file := range shared.Corpus(t) {
		if i%step > 0 || len(file.Text) > 30_000 {
			continue
		}
		p := robots.Parse(file.Text)
		tried := map[diag.Code]int{}
		for _, f := range Run(p, Options{}) {
			for _, fix := range f.Fixes {
				if tried[f.Code]++; tried[f.Code] <= 2 {
					kinds[fix.Safety.String()]++
					agree(t, p, fix)
				}
			}
		}
	}
	if t.Log(kinds); kinds["safe"] == 0 || kinds["unsafe"] == 0 {
		t.Error("too little was compared")
	}
}

// A safe fix gives everybody the answers of before, tried on the names and the
// patterns of both texts.
func TestSafeFixesByTrying(t *testing.T) {
	for i, file := range shared.Corpus(t) {
		if i%20 > 0 || len(file.Text) > 20_000 {
			continue
		}
		p := robots.Parse(file.Text)
		for j, f := range Run(p, Options{}) {
			for _, fix := range f.Fixes {
				if fix.Safety == Safe && j%5 == 0 {
					byTrying(t, p, robots.Parse(Apply(p.Text(), fix.Edits)), string(f.Code))
				}
			}
		}
	}
}

func byTrying(t *testing.T, a, b *robots.Policy, what string) {
	t.Helper()
	targets := []string{"/", "/q", "/robots.txt"}
	for _, p := range []*robots.Policy{a, b} {
		for g := range p.Groups() {
			for r := range g.Rules() {
				targets = append(targets, sampleOf(r.Normal), sampleOf(r.Normal)+"q", sampleOf(r.Pattern))
			}
		}
	}
	tokens := prove.Tokens(a, b)
	for i, token := range tokens {
		ra, rb := a.For(token), b.For(token)
		for k := i % 7; k < len(targets); k += 1 + len(tokens)*len(targets)/20_000 {
			if x, y := ra.Decide(targets[k]), rb.Decide(targets[k]); x.Verdict != y.Verdict {
				t.Errorf("%s: %s for %q: %v, then %v", what, targets[k], token, x.Verdict, y.Verdict)
			}
		}
	}
}

// Kinds never mix crawlers that a text tells apart.
func TestKinds(t *testing.T) {
	text := "User-agent: a\nUser-agent: b\nUser-agent: c/1\nCrawl-delay: 5\nUser-agent: d\nDisallow: /\n\nUser-agent: C\nUser-agent: *\nUser-agent: e\nAllow: /\n"
	k := kindsOf(robots.Parse(text), robots.Parse(""))
	if len(k.first) != 4 || k.of["a"] != k.of["b"] || k.of["c/1"] != k.of["a"] || k.of["c"] == k.of["c/1"] || k.of["d"] == k.of["a"] {
		t.Errorf("%v of %q", k.of, k.first)
	}
}
