package lint

import (
	"slices"
	"sort"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
)

// An extent is edits, and the part of the text that they touch.
type extent struct {
	edits    []diag.Edit
	from, to int
}

func newExtent(edits []diag.Edit) extent {
	e := extent{edits: edits, from: edits[0].Span.Offset}
	for _, x := range edits {
		e.from, e.to = min(e.from, x.Span.Offset), max(e.to, x.Span.End())
	}
	return e
}

// apply makes the edits in text[from:to], which holds the extent.
func (e extent) apply(text string, from, to int) string {
	edits := slices.Clone(e.edits)
	for i := range edits {
		edits[i].Span.Offset -= from
	}
	return Apply(text[from:to], edits)
}

// reaching returns the indexes of those parts that hold the extent, of parts
// that begin at starts; the last of these is the end of the text.
func (e extent) reaching(starts []int) (i, j int) {
	i = max(0, sort.SearchInts(starts, e.from+1)-1)
	i = min(i, len(starts)-2) // what is added at the end belongs to the last part
	return i, max(i+1, sort.SearchInts(starts, e.to))
}

// linesSame reports whether the lines that an edit touches say the same as
// before, each by itself. All other lines then do so too: RFC 9309 2.2 has no
// record of two lines.
func (v *prover) linesSame(e extent) bool {
	if len(v.offsets) < 2 {
		return false
	}
	i, j := e.reaching(v.offsets)
	text, from, to := v.policy.Text(), v.offsets[i], v.offsets[j]
	after := e.apply(text, from, to)
	if !ascii(text[from:]) || !ascii(after) || to < len(text) && !ended(after) || !v.pay(len(after)) {
		return false
	}
	return slices.Equal(says(v.records[i:j]), says(slices.Collect(reread(v.policy, after).Records())))
}

// says lists what records say that are of a known kind.
func says(records []robots.Record) (all []string) {
	for _, r := range records {
		if d := r.Directive(); d >= robots.DirUserAgent {
			all = append(all, d.String()+": "+r.Value())
		}
	}
	return all
}

// ascii reports whether a text begins so that it is read alike at the start of
// a file and behind other lines: with no part of a byte order mark.
func ascii(text string) bool { return text == "" || text[0] < 0x80 }

// ended reports whether a text does not run into what follows it.
func ended(text string) bool {
	return text == "" || strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r")
}

// A piece is what of a text has to do with an edit: the groups that it touches,
// and those that name the same crawlers. It is read as a file of its own, without
// and with the edit. For the crawlers named in the groups touched, all their
// groups are in it; for all others nothing changes.
type piece struct{ was, now *robots.Policy }

// proveGroups compares the groups that a fix has to do with. It reports false
// if that is all of the text, or too much of it.
func (v *prover) proveGroups(f *Fix, e extent) bool {
	p, ok := v.pieceOf(e)
	if !ok {
		return false
	}
	kinds := kindsOf(p.was, p.now)
	all := v.bounds.EqualEach(p.was, p.now, kinds.first)
	switch {
	case all.Answer == prove.No:
		v.witness(f, kinds.each(all))
	case !sameRecords(p.was, p.now, kinds.first):
		f.Safety = Unsafe
	case all.Answer == prove.Yes:
		f.Safety = Safe
	}
	return true
}

// witness tells what a fix changes by the decisions on the whole text.
func (v *prover) witness(f *Fix, all []prove.Equality) {
	text := v.policy.Text()
	if !v.pay(len(text)) {
		return
	}
	after := reread(v.policy, Apply(text, f.Edits))
	for _, e := range all {
		e.A, e.B = v.policy.Decide(e.Token, e.Witness), after.Decide(e.Token, e.Witness)
		if e.A.Verdict != e.B.Verdict {
			f.Safety, f.Changes = Unsafe, append(f.Changes, e)
		}
	}
}

func (v *prover) pieceOf(e extent) (piece, bool) {
	i, j, after, ok := v.touched(e)
	if !ok {
		return piece{}, false
	}
	text := v.policy.Text()
	var before []robots.UserAgent
	for k := i; k < j && k < len(v.groups); k++ {
		before = append(before, v.groups[k].agents...)
	}
	now := agentsOf(reread(v.policy, after))
	lines := append(slices.Clip(before), now...)
	if !sameNames(before, now) {
		// Who is named no more, or newly, goes to or from the groups of "*".
		lines = append(lines, robots.UserAgent{Token: "*"})
	}
	var head, tail []string
	size := 0
	for _, k := range v.names.sharing(lines) {
		part := text[v.starts[k]:v.starts[k+1]]
		switch {
		case k < i:
			head = append(head, part)
		case k >= j:
			tail = append(tail, part)
		default:
			continue
		}
		size += len(part)
	}
	if !v.pay(2*size + len(after) + v.starts[j] - v.starts[i]) {
		return piece{}, false
	}
	join := func(middle string) *robots.Policy {
		return reread(v.policy, strings.Join(head, "")+middle+strings.Join(tail, ""))
	}
	return piece{join(text[v.starts[i]:v.starts[j]]), join(after)}, true
}

// touched returns the groups that an edit touches as [i, j), and their text as
// it would be: from a line that opens a group without and with the edit, to the
// last one before another such.
func (v *prover) touched(e extent) (i, j int, after string, ok bool) {
	text := v.policy.Text()
	i, j = e.reaching(v.starts)
	for {
		from, to := v.starts[i], v.starts[j]
		if from == 0 && to == len(text) || !v.pay(to-from) {
			return 0, 0, "", false
		}
		after = e.apply(text, from, to)
		if from > 0 && !ascii(after) {
			return 0, 0, "", false
		}
		p := reread(v.policy, after)
		switch {
		case to < len(text) && (!ended(after) || endsInRun(p)):
			j++
		case from > 0 && !opens(p):
			i--
		default:
			return i, j, after, true
		}
	}
}

// endsInRun reports whether the last user-agent lines of a text have no rule
// below: they would join those that follow.
func endsInRun(p *robots.Policy) bool {
	run := false
	for r := range p.Records() {
		switch d := r.Directive(); {
		case d == robots.DirUserAgent:
			run = true
		case d.IsRule():
			run = false
		}
	}
	return run
}

// opens reports whether the first record of a text that says anything opens a
// group, or there is none.
func opens(p *robots.Policy) bool {
	for r := range p.Records() {
		if d := r.Directive(); d >= robots.DirUserAgent {
			return d == robots.DirUserAgent
		}
	}
	return true
}
