package signals

import (
	"slices"
	"sort"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A Set is what one robots.txt says about the use of content. It never changes
// once made and may be used by many goroutines at once. The zero Set is silent.
type Set struct {
	policy         *robots.Policy
	entries        []entry // in the order of their lines
	paths          *pathSet
	origins        []Origin
	contradictions []Contradiction
	diags          []diag.Diagnostic
	counts         []diag.Count
}

// An entry is one record that holds a signal.
type entry struct {
	signal Signal
	dir    robots.Directive
	rec    robots.Record
	span   diag.Span // of the value
	group  int       // the group it stands in, -1 outside any
	path   string    // as written, "" if there is none
	index  int       // of the path in Set.paths
	says   []saying
}

// A saying is what an entry says of one use.
type saying struct {
	use    Use
	value  Value
	detail string
	span   diag.Span
}

// line returns the line of the entry.
func (e *entry) line() int { return e.span.Line }

// at makes a Span of n bytes that begins off bytes into the value.
func (e *entry) at(off, n int) diag.Span { return within(e.span, off, n) }

func (e *entry) statement(s saying) Statement {
	st := Statement{Signal: e.signal, Use: s.use, Value: s.value, Path: e.path, Detail: s.detail,
		Span: s.span, Raw: trimEnd(e.rec.Raw())}
	switch {
	case e.path != "":
		st.Scope = ScopePath
	case e.group < 0 || e.dir.Scope() == robots.ScopeFile:
		st.Scope = ScopeFile
	default:
		st.Scope = ScopeGroup
	}
	return st
}

func trimEnd(raw string) string {
	for len(raw) > 0 && (raw[len(raw)-1] == '\n' || raw[len(raw)-1] == '\r') {
		raw = raw[:len(raw)-1]
	}
	return raw
}

// A reader makes a Set.
type reader struct {
	notebook
	policy  *robots.Policy
	groups  []group
	entries []entry
	paths   pathSet
}

// readers says which records hold signals, and who reads them. The rows are
// matched by directive; package robots knows the spellings.
var readers = [...]struct {
	dir    robots.Directive
	signal Signal
	read   func(*reader, *entry)
}{
	{robots.DirContentUsage, ContentUsage, (*reader).contentUsage},
	{robots.DirContentSignal, ContentSignal, (*reader).contentSignal},
	{robots.DirLicense, License, (*reader).license},
	{robots.DirLLMPolicy, LLMPolicy, (*reader).llmPolicy},
	{robots.DirDisallowAITraining, AITraining, (*reader).aiTraining},
	{robots.DirAllowAITraining, AITraining, (*reader).aiTraining},
}

// Read reads the signals of a robots.txt. It never fails. A policy that is no
// document, such as that of an absent file, says nothing.
func Read(p *robots.Policy) Set {
	r := reader{policy: p}
	r.readGroups()
	group := -1
	for rec := range p.Records() {
		for group+1 < len(r.groups) && r.groups[group+1].first <= rec.Line() {
			group++
		}
		r.record(rec, group)
	}
	s := Set{policy: p, entries: r.entries, paths: &r.paths, origins: r.readOrigins()}
	s.contradictions = r.contradictions(s)
	r.aboutUsagePaths()
	r.aboutSignalGroups()
	r.aboutLicenses()
	s.counts, s.diags = r.counted(), r.sorted()
	return s
}

func (r *reader) record(rec robots.Record, group int) {
	dir := rec.Directive()
	for _, row := range readers {
		if row.dir == dir {
			e := entry{signal: row.signal, dir: dir, rec: rec, span: rec.ValueSpan(), group: group}
			row.read(r, &e)
			pattern := e.path
			if pattern == "" {
				pattern = "/" // a record without a path is about the whole site
			}
			e.index = r.paths.add(pattern)
			r.entries = append(r.entries, e)
			return
		}
	}
	r.custom(rec)
}

// Diagnostics returns what there is to say about the signals, in the order of
// their lines. Of one code at most 100 are kept; Counts has the full numbers.
// What package robots says about the same text is not repeated: a malformed
// Crawl-delay or Request-rate is in Policy.Diagnostics.
func (s Set) Diagnostics() []diag.Diagnostic { return slices.Clone(s.diags) }

// Counts returns how often each code was met, for the codes that were.
func (s Set) Counts() []diag.Count { return slices.Clone(s.counts) }

// All returns what the file says, whomever it is said to, in the order of its
// lines. Silence is not among it.
func (s Set) All() []Statement {
	var all []Statement
	for i := range s.entries {
		for _, say := range s.entries[i].says {
			all = append(all, s.entries[i].statement(say))
		}
	}
	return all
}

// at returns the index of the entry at that line.
func (s Set) at(line int) int {
	return sort.Search(len(s.entries), func(i int) bool { return s.entries[i].line() >= line })
}
