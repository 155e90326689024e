package conformance

import (
	"slices"
	"strings"
	"testing"
)

// echo answers with what the vector wants.
func echo(v Vector) Answer { return Answer{Verdict: v.Want, Basis: v.Basis, Line: v.Line} }

func TestRunPassesTheEcho(t *testing.T) {
	r := Run(echo)
	if r.Total != len(All()) || r.Passed != r.Total || len(r.Failures) != 0 {
		t.Errorf("passed %d of %d, %d failures", r.Passed, r.Total, len(r.Failures))
	}
}

func TestRunComparesTheVerdictAlone(t *testing.T) {
	r := Run(func(v Vector) Answer { return Answer{Verdict: v.Want} })
	if r.Passed != r.Total {
		t.Errorf("passed %d of %d, first failure: %v", r.Passed, r.Total, r.Failures[0])
	}
	// A line means nothing without its basis.
	r = Run(func(v Vector) Answer { return Answer{Verdict: v.Want, Line: v.Line + 1} })
	if r.Passed != r.Total {
		t.Errorf("with lines: passed %d of %d", r.Passed, r.Total)
	}
	r = Run(func(v Vector) Answer { return Answer{Verdict: v.Want, Basis: v.Basis} })
	if r.Passed != r.Total {
		t.Errorf("with bases: passed %d of %d", r.Passed, r.Total)
	}
}

// Matchers with one idea each fail where that idea is wrong, and nowhere else.
func TestRunFailsWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		name  string
		m     Matcher
		wrong func(Vector) bool
	}{
		{
			"always allow",
			func(Vector) Answer { return Answer{Verdict: "allow"} },
			func(v Vector) bool { return v.Want != "allow" },
		},
		{
			"always disallow",
			func(Vector) Answer { return Answer{Verdict: "disallow"} },
			func(v Vector) bool { return v.Want != "disallow" },
		},
		{
			"no answer",
			func(Vector) Answer { return Answer{} },
			func(Vector) bool { return true },
		},
		{
			"absent is not told from unavailable",
			func(v Vector) Answer {
				a := echo(v)
				if a.Basis == "absent" {
					a.Basis = "unavailable"
				}
				return a
			},
			func(v Vector) bool { return v.Basis == "absent" },
		},
		{
			"lines are counted from 0",
			func(v Vector) Answer { a := echo(v); a.Line--; return a },
			func(v Vector) bool { return true },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Run(tt.m)
			if len(r.Failures) == 0 {
				t.Fatal("no failures")
			}
			for _, v := range All() {
				failed := slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Vector.ID == v.ID })
				if failed != tt.wrong(v) {
					t.Errorf("%s: failed is %t, want %t", v.ID, failed, tt.wrong(v))
				}
			}
		})
	}
}

func TestReportAddsUp(t *testing.T) {
	r := Run(func(Vector) Answer { return Answer{Verdict: "allow"} })
	if r.Passed+len(r.Failures) != r.Total {
		t.Errorf("%d passed and %d failed of %d", r.Passed, len(r.Failures), r.Total)
	}
	total, passed := 0, 0
	for _, c := range r.ByClause {
		total += c.Total
		passed += c.Passed
	}
	if total != r.Total || passed != r.Passed {
		t.Errorf("by clause %d of %d, in all %d of %d", passed, total, r.Passed, r.Total)
	}
	if !slices.IsSortedFunc(r.ByClause, func(a, b ClauseCount) int { return strings.Compare(a.Clause, b.Clause) }) {
		t.Errorf("clauses are not sorted: %v", r.ByClause)
	}
}

func TestFailureString(t *testing.T) {
	v := Vector{ID: "group-001", Clause: "2.1", Level: "must", Title: "a title", Want: "disallow", Basis: "rule", Line: 2}
	for _, tt := range []struct {
		got  Answer
		want string
	}{
		{Answer{Verdict: "allow"}, `group-001 (RFC 9309 2.1, must) a title: verdict "allow", want "disallow"`},
		{Answer{Verdict: "disallow", Basis: "no-rule"}, `group-001 (RFC 9309 2.1, must) a title: basis "no-rule", want "rule"`},
		{Answer{Verdict: "disallow", Basis: "rule", Line: 3}, `group-001 (RFC 9309 2.1, must) a title: line 3, want 2`},
	} {
		f := Failure{Vector: v, Got: tt.got, What: compare(v, tt.got)}
		if f.String() != tt.want {
			t.Errorf("got  %s\nwant %s", f, tt.want)
		}
	}
}
