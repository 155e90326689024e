package conformance

import (
	"cmp"
	"fmt"
	"slices"
)

// An Answer is what an implementation says to a [Vector].
type Answer struct {
	// Verdict is "allow", "disallow", "invalid" for a URL no rule can be asked
	// about, or "out-of-scope" for a URL that another file governs.
	Verdict string

	// Basis says what the verdict rests on:
	//
	//	rule          the rule on Line
	//	no-rule       a group applies, but no rule of it matches
	//	no-group      no group applies, not even the star group
	//	absent        there is no file (status 404, 410)
	//	unavailable   the file is refused (other 4xx)
	//	unreachable   the file could not be had (5xx)
	//	robots-txt    the URL is that of the file itself
	//	invalid-url   the URL is not one that rules apply to
	//	out-of-scope  the URL is governed by another file
	//
	// Empty means that the implementation does not tell, and then neither the
	// basis nor the line is compared.
	Basis string

	// Line is the line of the deciding rule, from 1, where CR, LF and CR LF
	// each end a line. If several rules are equally good it is the first.
	// Zero means that no rule decides or that the implementation does not
	// tell, and then the line is not compared.
	Line int
}

// A Matcher answers vectors. It is called from one goroutine, once a vector.
type Matcher func(Vector) Answer

// A Failure is a vector with a wrong answer.
type Failure struct {
	Vector Vector
	Got    Answer
	What   string // the difference, such as `verdict "allow", want "disallow"`
}

// String returns one line with all that is needed to look the failure up.
func (f Failure) String() string {
	v := f.Vector
	return fmt.Sprintf("%s (RFC 9309 %s, %s) %s: %s", v.ID, v.Clause, v.Level, v.Title, f.What)
}

// A ClauseCount says how the vectors of one clause went.
type ClauseCount struct {
	Clause        string
	Total, Passed int
}

// A Report is the outcome of [Run]. ByClause is sorted by clause, Failures are
// in the order of [All].
type Report struct {
	Total, Passed int
	ByClause      []ClauseCount
	Failures      []Failure
}

// Run puts every vector to m and reports which answers are right.
//
// The verdict always counts. Basis and line count as far as m gives them, so
// that a matcher with only a yes and a no can be measured too.
func Run(m Matcher) Report {
	var r Report
	for _, v := range vectors() {
		got := m(v)
		what := compare(v, got)
		r.count(v.Clause, what == "")
		if what != "" {
			r.Failures = append(r.Failures, Failure{Vector: v, Got: got, What: what})
		}
	}
	return r
}

// compare returns the first difference between got and what v wants, or "".
func compare(v Vector, got Answer) string {
	switch {
	case got.Verdict != v.Want:
		return fmt.Sprintf("verdict %q, want %q", got.Verdict, v.Want)
	case got.Basis == "":
		return ""
	case got.Basis != v.Basis:
		return fmt.Sprintf("basis %q, want %q", got.Basis, v.Basis)
	case got.Line != 0 && got.Line != v.Line:
		return fmt.Sprintf("line %d, want %d", got.Line, v.Line)
	}
	return ""
}

// count adds one vector to the totals.
func (r *Report) count(clause string, passed bool) {
	// Clauses have numbers of one digit, so they sort as text.
	i, found := slices.BinarySearchFunc(r.ByClause, clause, func(c ClauseCount, clause string) int {
		return cmp.Compare(c.Clause, clause)
	})
	if !found {
		r.ByClause = slices.Insert(r.ByClause, i, ClauseCount{Clause: clause})
	}
	r.Total++
	r.ByClause[i].Total++
	if passed {
		r.Passed++
		r.ByClause[i].Passed++
	}
}
