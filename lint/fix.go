package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
)

// A Safety says what is known of a fix. The zero Safety is Unproven.
type Safety uint8

const (
	Unproven Safety = iota // a bound was hit before it was known what it changes
	Unsafe                 // it changes an answer, shown by a target, or what another record says
	Safe                   // no crawler gets another answer on any URL, proven, and all other records say the same
)

// String returns "unproven", "unsafe" or "safe".
func (s Safety) String() string { return [...]string{"unproven", "unsafe", "safe"}[min(s, Safe)] }

// A Fix is one way to mend a finding.
type Fix struct {
	Edits   []diag.Edit // in the order of the text
	Safety  Safety
	Changes []prove.Equality // if Unsafe: crawlers whose answers change, each with a target; none if only other records do
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
