package robots_test

import (
	"math/rand/v2"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

// sampled returns the profiles to try on file i: the standard and Google's on
// each, the others on every twentieth; in short runs on fewer.
func sampled(i int) []robots.Profile {
	switch all := robots.Profiles(); {
	case i%20 == 0:
		return all
	case testing.Short() && i%10 != 5:
		return nil
	default:
		return all[:2]
	}
}

func TestCorpus(t *testing.T) {
	files := shared.Corpus(t)
	for i, f := range files {
		for _, profile := range sampled(i) {
			o := robots.Options{Profile: profile, Limits: robots.Limits{Bytes: 1 << 23}}
			checkText(t, o, f.Text)
			checkFormat(t, f.Name, o, f.Text)
		}
	}
	t.Logf("%d files", len(files))
}

// At least a million decisions, no difference: compiled rules against the plain
// matcher on targets made from each file's own rules, on mutations of them, and
// on random ones.
func TestReaderEqualsPolicyOnCorpus(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 4))
	total := 0
	for i, f := range shared.Corpus(t) {
		for _, profile := range sampled(i) {
			p := robots.Options{Profile: profile}.Parse(f.Text)
			agents, targets := probes(p, 120)
			for j := range min(len(targets), 60) {
				targets = append(targets, mutate(r, targets[j]), randomTarget(r))
			}
			for _, agent := range agents[:min(len(agents), 4)] {
				reader := robots.Compiled(p.For(agent))
				for _, target := range targets {
					total++
					if got, want := reader.Decide(target), p.Decide(agent, target); got != want && want.Err == nil {
						t.Fatalf("%s: %q asks %q: compiled says %v line %d, policy %v line %d", f.Name, agent, target, got.Verdict, got.Line(), want.Verdict, want.Line())
					}
				}
			}
		}
	}
	t.Logf("%d decisions, no difference", total)
	if total < 1_000_000 && !testing.Short() {
		t.Errorf("only %d decisions", total)
	}
}

// mutate changes, drops or doubles an octet of a target.
func mutate(r *rand.Rand, s string) string {
	if s == "" {
		return "/"
	}
	i := r.IntN(len(s))
	switch r.IntN(3) {
	case 0:
		return s[:i] + string(rune('a'+r.IntN(26))) + s[i+1:]
	case 1:
		return "/" + s[:i] + s[i+1:]
	}
	return s[:i] + s[i:i+1] + s[i:]
}
