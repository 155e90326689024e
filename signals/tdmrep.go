package signals

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots/diag"
)

// A Reservation is what the tdmrep.json of a site says: for which of its paths
// the rights in text and data mining are reserved. It never changes once made.
// The zero Reservation is silent.
type Reservation struct {
	entries []TDMEntry
	paths   *pathSet
	index   []int // of each entry's location in paths
	diags   []diag.Diagnostic
	counts  []diag.Count
}

// A TDMEntry is one usable entry of a tdmrep.json.
type TDMEntry struct {
	Location string    // a path pattern, with the wildcards of Allow and Disallow
	Reserved bool      // tdm-reservation is 1
	Policy   string    // the URL of the terms, "" if there is none
	Span     diag.Span // of the whole entry
	raw      string
}

// maxJSON is how much of a tdmrep.json is read: as much as of a robots.txt.
const maxJSON = 1 << 20

// maxShadows is how many entries are held against each other. Known files have
// a handful; the cost grows with the square.
const maxShadows = 256

// ReadTDMRep reads the text of a /.well-known/tdmrep.json. It never fails: an
// entry without a usable location and reservation is remarked on and passed
// over, and a text that is no JSON has no entries.
func ReadTDMRep(text string) Reservation {
	t := tdmReader{text: text}
	t.read()
	paths, index := locations(t.entries)
	t.aboutShadows()
	counts := t.counted()
	return Reservation{t.entries, paths, index, t.sorted(), counts}
}

// locations makes a set of the locations, and says which of it each entry has.
func locations(entries []TDMEntry) (*pathSet, []int) {
	paths, index := &pathSet{}, make([]int, len(entries))
	for i, e := range entries {
		index[i] = paths.add(e.Location)
	}
	return paths, index
}

// Entries returns the usable entries, in order.
func (r Reservation) Entries() []TDMEntry { return slices.Clone(r.entries) }

// Diagnostics returns what there is to say about the text. Of one code at most
// 100 are kept; Counts has the full numbers.
func (r Reservation) Diagnostics() []diag.Diagnostic { return slices.Clone(r.diags) }

// Counts returns how often each code was met, for the codes that were.
func (r Reservation) Counts() []diag.Count { return slices.Clone(r.counts) }

// For returns the one statement of the file on target, if only of silence. It
// is that of the first entry whose location matches. This is not the rule of
// robots.txt, where the longest pattern counts and order does not.
func (r Reservation) For(target string) []Statement {
	if r.paths != nil {
		octets := r.paths.match(target)
		for i, e := range r.entries {
			if octets[r.index[i]] > 0 {
				return []Statement{e.statement()}
			}
		}
	}
	return []Statement{{Signal: TDMRep, Use: Mine}}
}

func (e TDMEntry) statement() Statement {
	st := Statement{Signal: TDMRep, Use: Mine, Value: Allowed, Scope: ScopePath, Path: e.Location, Detail: e.Policy, Span: e.Span, Raw: e.raw}
	if e.Reserved {
		st.Value = Refused
	}
	return st
}

type tdmReader struct {
	notebook
	text    string
	lines   []int // where each line begins
	entries []TDMEntry
}

func (t *tdmReader) read() {
	t.lines = []int{0}
	for i := range len(t.text) {
		if t.text[i] == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	if len(t.text) > maxJSON {
		t.remark(codeLimit, t.span(maxJSON, maxJSON), diag.Text("what", "tdmrep"), diag.Int("limit", maxJSON))
		return
	}
	root, bad := parseJSON(t.text)
	switch {
	case bad >= 0:
		t.remark(codeTDMJSON, t.span(bad, min(bad+1, len(t.text))))
	case root.kind != '[':
		t.shape(root, "array")
	default:
		for _, n := range root.kids {
			t.entry(n)
		}
	}
}

// span makes the Span of the text from at to end.
func (t *tdmReader) span(at, end int) diag.Span {
	line, exact := slices.BinarySearch(t.lines, at)
	if !exact {
		line--
	}
	return diag.Span{Offset: at, Len: end - at, Line: line + 1, Column: at - t.lines[line] + 1}
}

// shape remarks that n is not what it should be.
func (t *tdmReader) shape(n node, want string) {
	t.remark(codeTDMShape, t.span(n.at, n.end), diag.Text("want", want))
}

// entry reads one element of the array. Members that the report does not name
// are passed over: it leaves room for more.
func (t *tdmReader) entry(n node) {
	if n.kind != '{' {
		t.shape(n, "object")
		return
	}
	e := TDMEntry{Span: t.span(n.at, n.end), raw: t.text[n.at:n.end]}
	located, reserved := false, false
	for _, m := range n.kids {
		switch {
		case m.name == "location" && m.kind == '"':
			e.Location, located = m.text, true
			if !strings.HasPrefix(m.text, "/") && !strings.HasPrefix(m.text, "*") {
				t.remark(codeTDMLocation, t.span(m.at, m.end), diag.Text("location", m.text))
			}
		case m.name == "tdm-reservation" && (m.text == "0" || m.text == "1") && m.kind == '0':
			e.Reserved, reserved = m.text == "1", true
		case m.name == "tdm-policy" && m.kind == '"':
			e.Policy = m.text
			if !absolute(m.text) {
				t.remark(codeTDMPolicy, t.span(m.at, m.end), diag.Text("url", m.text))
			}
		case m.name == "location" || m.name == "tdm-reservation" || m.name == "tdm-policy":
			t.shape(m, m.name)
		}
	}
	switch {
	case located && reserved:
		t.entries = append(t.entries, e)
	case !located && !slices.ContainsFunc(n.kids, func(m node) bool { return m.name == "location" }):
		t.shape(n, "location")
	case !reserved && !slices.ContainsFunc(n.kids, func(m node) bool { return m.name == "tdm-reservation" }):
		t.shape(n, "tdm-reservation")
	}
}

// aboutShadows remarks on entries that an earlier one leaves nothing to say:
// it matches all that they match.
func (t *tdmReader) aboutShadows() {
	entries := t.entries[:min(len(t.entries), maxShadows)]
	paths, index := locations(entries)
	normal := paths.normal()
	for i, e := range entries {
		head, anchored := headOf(normal[index[i]])
		octets := paths.match(head)
		for j, was := range entries[:i] {
			before := normal[index[j]]
			// A pattern that matches the head matches all that begins with it,
			// unless it ends in "$". Then both must mean the one target.
			covers := octets[index[j]] > 0 && (anchored || !strings.HasSuffix(before, "$"))
			if before != "" && (covers || before == normal[index[i]]) {
				d := t.remark(codeTDMShadowed, e.Span, diag.Text("location", e.Location), diag.Int("line", was.Span.Line))
				d.Related = []diag.Span{was.Span}
				break
			}
		}
	}
	if len(t.entries) > maxShadows {
		t.remark(codeLimit, t.entries[maxShadows].Span, diag.Text("what", "shadows"), diag.Int("limit", maxShadows))
	}
}

// headOf returns the target that a pattern begins with, up to its first star,
// and whether that is the only target it matches.
func headOf(pattern string) (head string, only bool) {
	if i := strings.IndexByte(pattern, '*'); i >= 0 {
		return pattern[:i], false
	}
	return strings.CutSuffix(pattern, "$")
}
