// Package diff tells what changed between two texts of a robots.txt, in three
// ways that answer three questions:
//
//   - Compare: which lines changed? Groups, user-agent lines, rules and other
//     records that were added, removed, moved or edited, each with both of its
//     line numbers.
//   - Flips: which of these questions are answered otherwise now?
//   - Behaviour: which crawlers may fetch something that they might not fetch
//     before, or the other way round, over all URLs there are? Every change is
//     shown by a witness, and "unchanged" is said only where it is proven.
//
// A change of lines need not change any answer, and one line may change the
// answers of many crawlers, so a reader wants to see both.
package diff

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
)

// A Flip is a question that two policies answer otherwise.
type Flip struct {
	Probe    access.Probe // its Target is the witness
	Old, New robots.Decision
}

// Verdict reports whether the verdict changed. Otherwise only what it rests on
// did: allowed by a rule before, say, and by the absence of a group now.
func (f Flip) Verdict() bool { return f.Old.Verdict != f.New.Verdict }

// Flips returns those of the probes on which two policies disagree, be it in
// the verdict or only in the evidence, in the order of the probes.
func Flips(old, new *robots.Policy, probes []access.Probe) []Flip {
	type pair struct{ old, new *robots.Reader }
	readers := map[string]pair{}
	var all []Flip
	for _, p := range probes {
		r, ok := readers[p.Token]
		if !ok {
			r = pair{old.For(p.Token), new.For(p.Token)}
			readers[p.Token] = r
		}
		f := Flip{p, r.old.Decide(p.Target), r.new.Decide(p.Target)}
		if f.Verdict() || access.EvidenceOf(f.Old) != access.EvidenceOf(f.New) {
			all = append(all, f)
		}
	}
	return all
}
