package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
)

// A Safety says what is known of a fix. The zero Safety is Unsafe.
type Safety uint8

const (
	Unsafe Safety = iota // it changes what the file says, or it was not proven that it does not
	Safe                 // no crawler gets another answer on any URL, proven, and all other records say the same
)

// String returns "unsafe" or "safe".
func (s Safety) String() string { return [...]string{"unsafe", "safe"}[min(s, Safe)] }

// A Fix is one way to mend a finding.
type Fix struct {
	Edits   []diag.Edit // in the order of the text
	Safety  Safety
	Changes []prove.Equality // if Unsafe: crawlers whose answers change, each with a URL; none if it was not proven
}

// mend adds a fix, if there are edits.
func (f *Finding) mend(edits ...diag.Edit) {
	if len(edits) > 0 {
		f.Fixes = append(f.Fixes, Fix{Edits: edits})
	}
}

// replaced is the edit that puts text in the place of s.
func replaced(s diag.Span, text string) diag.Edit { return diag.Edit{Span: s, New: text} }

// Apply makes edits in a text, the first of those that overlap.
func Apply(text string, edits []diag.Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Offset, b.Span.Offset) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Offset < at {
			continue
		}
		b.WriteString(text[at:e.Span.Offset])
		b.WriteString(e.New)
		at = e.Span.End()
	}
	return b.String() + text[at:]
}

// maxChanges is how many crawlers are told whose answers a fix changes.
const maxChanges = 8

// proveFixes finds out which fixes are safe. A text of which a limit cut the
// end, or that is no UTF-8 on disk, gets no fixes: they would be lossy.
func (p *pass) proveFixes() {
	if p.policy.Truncated() || p.policy.Encoding() != robots.UTF8 {
		for i := range p.found {
			p.found[i].Fixes = nil
		}
		return
	}
	left := max(p.Proofs, 0)
	for i := range p.found {
		for j := range p.found[i].Fixes {
			if left == 0 {
				return
			}
			left--
			p.prove(&p.found[i].Fixes[j])
		}
	}
}

func (p *pass) prove(f *Fix) {
	safe, all := Same(p.policy, Apply(p.policy.Text(), f.Edits), p.Options.Prove)
	if safe {
		f.Safety = Safe
		return
	}
	for _, e := range all.Of {
		if e.Answer == prove.No && len(f.Changes) < maxChanges {
			f.Changes = append(f.Changes, e)
		}
	}
}

// Same asks whether a text in the place of a policy's own would say the same:
// give every crawler the same answers, which is to be proven, and hold the same
// delays, sitemaps, signals and other records of a known kind.
func Same(policy *robots.Policy, text string, o prove.Options) (bool, prove.Equalities) {
	const most = 1<<24 - 1 // the policy was read whole, so must the text be
	after := robots.Options{Profile: policy.Profile(), Limits: robots.Limits{Bytes: most}}.Parse(text)
	all := o.EqualAll(policy, after)
	return all.Answer == prove.Yes && slices.Equal(others(policy), others(after)), all
}

// others lists what a text says besides names and rules.
func others(p *robots.Policy) (all []string) {
	for r := range p.Records() {
		if d := r.Directive(); d > robots.DirUserAgent && !d.IsRule() {
			all = append(all, d.String()+": "+r.Value())
		}
	}
	return all
}
