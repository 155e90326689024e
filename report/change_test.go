package report

import (
	"io"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

// compared diffs two policies with a few probes, as the command does.
func compared(old, new *robots.Policy, bounds prove.Options) Diff {
	d := Diff{Old: Source{Name: "old.txt", Policy: old}, New: Source{Name: "new.txt", Policy: new}}
	d.Outcome, d.Changes = diff.Options{Options: bounds}.Behaviour(old, new), diff.Compare(old, new)
	d.Probes = append(access.Product([]string{"GPTBot", "x"}, []string{"/", "/新聞/1", "/robots.txt"}), access.Probe{Name: "named", Token: "Bing", Target: "/a"})
	d.Flips = diff.Flips(old, new, d.Probes)
	return d
}

// policies are of every kind, and some of them hard to tell apart.
func policies() map[string]*robots.Policy {
	return map[string]*robots.Policy{
		"absent": robots.Absent(), "unavailable": robots.Unavailable(), "unreachable": robots.Unreachable(),
		"empty": robots.Parse(""), "sample": robots.Parse(sample), "hard": robots.Parse("User-agent: *\nDisallow: /*a*b*c\nDisallow: /*q*a\nAllow: /*b\n"),
		"harder": robots.Parse("User-agent: *\nDisallow: /*a*b**c\nDisallow: /*q**a\nAllow: /**b\n"),
		"other":  robots.Parse("Disallow: /x\nUser-agent: GPTBot\nUser-agent: Bing\nCrawl-delay: 9\nDisallow: /新聞/\nSitemap: https://a.example/2.xml\nUser-agent: *\nAllow: /*.x$\nDisallow: /\n"),
	}
}

func TestChangesAndProofsFollowTheSchemas(t *testing.T) {
	diffs, matrices, proofs := schema(t, "diff.json"), schema(t, "matrix.json"), schema(t, "prove.json")
	seen := map[diff.Status]bool{}
	for nameA, a := range policies() {
		for nameB, b := range policies() {
			for _, bounds := range []prove.Options{{}, {States: 1, Cells: 1}} {
				d := compared(a, b, bounds)
				seen[d.Outcome.Status] = true
				valid(t, diffs, nameA+" to "+nameB, func(w io.Writer) error { return DiffJSON(w, d, Options{}) })
			}
		}
		s := Source{Name: nameA, Policy: a}
		m := Matrix{s, []Agent{{ID: "GPTBot", Name: "GPTBot"}, {ID: OtherID, Name: "Unnamed"}},
			access.Ask(a, []string{"GPTBot", "Unnamed"}, []string{"/", "/robots.txt", "https://a.example/"})}
		valid(t, matrices, nameA, func(w io.Writer) error { return MatrixJSON(w, m, Options{}) })
		p := Proof{Source: s, Other: s, Question: "equal", Answer: prove.Yes,
			Claims: []Claim{{Tokens: []string{"x", prove.Unnamed}, Answer: prove.No, Witness: "/", Decided: a.Decide("x", "/"), Other: a.Decide("x", "/")}}}
		valid(t, proofs, nameA, func(w io.Writer) error { return ProofJSON(w, p) })
		p = Proof{Source: s, Question: "dead", Answer: prove.No}
		for _, u := range prove.Uses(a, "x") {
			p.Rules = append(p.Rules, RuleProof{u.Rule, []string{"*"}, u.Decides, u.Witness, u.Shadows})
			p.Needless = append(p.Needless, u.Rule)
		}
		valid(t, proofs, nameA, func(w io.Writer) error { return ProofJSON(w, p) })
	}
	if len(seen) != 3 {
		t.Errorf("not every status was met: %v", seen)
	}
}

// Every sentence is there in every language, with all its placeholders filled.
func TestChangesAreToldInEveryLanguage(t *testing.T) {
	for _, l := range msg.Langs() {
		o := Options{Lang: l}
		check := func(what string, write func(w io.Writer) error) {
			var b strings.Builder
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"{", "}", "diff.", "matrix.", "prove.", "head.", "answer.", "bots.more"} {
				if strings.Contains(b.String(), bad) {
					t.Errorf("%v: %s holds %q:\n%s", l, what, bad, b.String())
				}
			}
		}
		for _, a := range policies() {
			for _, b := range policies() {
				for _, bounds := range []prove.Options{{}, {States: 1, Cells: 1}} {
					d := compared(a, b, bounds)
					check("diff", func(w io.Writer) error { return DiffText(w, d, o) })
					check("diff", func(w io.Writer) error { return DiffMarkdown(w, d, o) })
				}
			}
			m := Matrix{Source{Policy: a}, []Agent{{ID: OtherID, Name: "x"}}, access.Ask(a, []string{"x"}, []string{"/", "/robots.txt", "a://b"})}
			check("matrix", func(w io.Writer) error { return MatrixText(w, m, o) })
			check("matrix", func(w io.Writer) error { return MatrixMarkdown(w, m, o) })
		}
		for _, question := range []string{"dead", "minimize", "reach", "equal", "blocks", "allows"} {
			for _, answer := range []prove.Answer{prove.Yes, prove.No, prove.NotProven} {
				p := Proof{Question: question, Answer: answer, Rules: []RuleProof{{Decides: answer, Shadows: make([]robots.Rule, 7)}},
					Claims: []Claim{{Tokens: []string{"x", "*", prove.Unnamed}, Answer: answer, Witness: "/"}}}
				check(question, func(w io.Writer) error { return ProofText(w, p, o) })
			}
		}
	}
}

func TestNothingEscapesFromChanges(t *testing.T) {
	p := robots.Parse("User-agent: \x1b]0;x\x07Bot\nDisallow: /\x1b[2J\u202e\nCrawl-delay: \x1b[5m\n")
	q := robots.Parse("User-agent: \x1b]0;x\x07Bot\nAllow: /\x1b[2J\u202e\nX\x1b[1m: \x1b[5m\n")
	d := compared(p, q, prove.Options{})
	d.Probes = []access.Probe{{Name: "\x1b[1m", Token: "\x1b]0;x\x07Bot", Target: "/\x1b[2J\u202e"}}
	d.Flips = diff.Flips(p, q, d.Probes)
	m := Matrix{Source{Policy: p}, []Agent{{ID: "\x1b", Name: "\x1b"}}, access.Ask(p, []string{"\x1b"}, []string{"/\x1b[2J"})}
	proof := Proof{Source: Source{Name: "\x1b"}, Question: "dead", Rules: []RuleProof{{Rule: robots.Rule{Pattern: "/\x1b"}, Tokens: []string{"\x07"}, Decides: prove.Yes, Witness: "/\u202e"}}}
	for what, write := range map[string]func(w io.Writer) error{
		"diff":            func(w io.Writer) error { return DiffText(w, d, Options{}) },
		"diff markdown":   func(w io.Writer) error { return DiffMarkdown(w, d, Options{}) },
		"matrix":          func(w io.Writer) error { return MatrixText(w, m, Options{}) },
		"matrix markdown": func(w io.Writer) error { return MatrixMarkdown(w, m, Options{}) },
		"prove":           func(w io.Writer) error { return ProofText(w, proof, Options{}) },
	} {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
			t.Errorf("%s lets control characters through: %q", what, b.String())
		}
	}
}
