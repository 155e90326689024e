package lint

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// A prover finds out what the fixes of one text change. It tries the cheapest
// argument first: that the lines which an edit touches say the same as before;
// that the groups do; and only then it compares the two texts whole.
type prover struct {
	*pass
	bounds  prove.Options
	reread  int
	offsets []int // where each record begins, and the end of the text
	starts  []int // where each group begins, the first with all before it, and the end
	names   names
}

// proveFixes finds out which fixes are safe. A text of which a limit cut the
// end, or that is no UTF-8 on disk, gets no fixes: they would be lossy.
func (p *pass) proveFixes() {
	if p.policy.Truncated() || p.policy.Encoding() != robots.UTF8 {
		for i := range p.found {
			p.found[i].Fixes = nil
		}
		return
	}
	for i := range p.found {
		for j := range p.found[i].Fixes {
			f := &p.found[i].Fixes[j]
			f.Edits = p.fit(p.tie(f.Edits))
		}
	}
	var v *prover
	left := p.Proofs
	for i := range p.found {
		for j := range p.found[i].Fixes {
			if left <= 0 {
				return
			}
			left--
			if v == nil {
				v = p.prover()
			}
			v.prove(&p.found[i].Fixes[j])
		}
	}
}

func (p *pass) prover() *prover {
	v := &prover{pass: p, bounds: boundsOf(p.Options.Prove), reread: p.Reread, names: namesOf(p.groups)}
	at := 0
	for _, r := range p.records {
		v.offsets = append(v.offsets, at)
		at += len(r.Raw())
	}
	v.offsets = append(v.offsets, at)
	v.starts = []int{0}
	for i, g := range p.groups {
		if i > 0 {
			v.starts = append(v.starts, p.at[g.Line()].Span().Offset)
		}
	}
	v.starts = append(v.starts, at)
	return v
}

// boundsOf makes the bounds for one fix: a text may have hundreds, and of these
// only some hard ones would take more than a quarter.
func boundsOf(o prove.Options) prove.Options {
	o.States, o.Cells = max(1, o.States/4), max(1, o.Cells/4)
	return o.Shared()
}

func (v *prover) prove(f *Fix) {
	if e := newExtent(f.Edits); v.local() {
		if v.linesSame(e) {
			f.Safety = Safe
			return
		}
		if v.proveGroups(f, e) {
			return
		}
	}
	v.proveWhole(f)
}

// local reports whether what a line says depends on nothing but the line and
// the group it stands in. Other parsers look further, so their texts are always
// compared whole.
func (v *prover) local() bool { return v.policy.Profile() == robots.RFC9309 }

// maxChanges is how many crawlers are told whose answers a fix changes.
const maxChanges = 8

// proveWhole compares the texts without and with a fix.
func (v *prover) proveWhole(f *Fix) {
	text := v.policy.Text()
	if !v.pay(len(text)) {
		return
	}
	after := reread(v.policy, Apply(text, f.Edits))
	tokens := prove.Tokens(v.policy, after)
	all := v.bounds.EqualEach(v.policy, after, tokens)
	for _, e := range all.Of {
		if e.Answer == prove.No && len(f.Changes) < maxChanges {
			f.Changes = append(f.Changes, e)
		}
	}
	switch {
	case all.Answer == prove.No || !sameRecords(v.policy, after, tokens):
		f.Safety = Unsafe
	case all.Answer == prove.Yes:
		f.Safety = Safe
	}
}

// pay reports whether n more bytes of text may be read.
func (v *prover) pay(n int) bool {
	v.reread -= n
	return v.reread >= 0
}

// Same asks whether a text in the place of a policy's own would say the same:
// give every crawler the same answers, which is to be proven, and hold the same
// delays, sitemaps, signals and other records of a known kind.
func Same(policy *robots.Policy, text string, o prove.Options) (bool, prove.Equalities) {
	after := reread(policy, text)
	all := o.EqualAll(policy, after)
	return all.Answer == prove.Yes && sameRecords(policy, after, prove.Tokens(policy, after)), all
}

// reread reads a text as the one of policy was read, and whole, as that was.
func reread(policy *robots.Policy, text string) *robots.Policy {
	const most = 1<<24 - 1
	return robots.Options{Profile: policy.Profile(), Limits: robots.Limits{Bytes: most}}.Parse(text)
}
