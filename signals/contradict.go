package signals

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/diag"
)

// A Contradiction is a use that one statement allows and another refuses, for
// the same crawler and page. No document says which of them holds, so all of
// them are listed, in the order of Signals.
type Contradiction struct {
	Token      string // a crawler for which it is so
	Target     string // a target for which it is so
	Use        Use
	Statements []Statement
}

// Bounds on the search for contradictions, which else would cost the product
// of crawlers and paths that a hostile text names.
const (
	maxTokens  = 256
	maxTargets = 64
	maxWork    = 1 << 18 // records and paths looked at
)

// Contradictions returns the contradictions of the file: each once, for the
// first crawler and target it was found with. It asks for the crawlers that
// the file names and all others, on the paths of the signals and on "/".
// Disputed statements are not weighed, and two Content-Usage records with the
// same path are none: their draft says that the stricter one holds.
func (s Set) Contradictions() []Contradiction {
	all := slices.Clone(s.contradictions)
	for i := range all {
		all[i].Statements = slices.Clone(all[i].Statements)
	}
	return all
}

func (r *reader) contradictions(s Set) (all []Contradiction) {
	if !r.bothValues() {
		return nil
	}
	names, cut := tokens(r.policy, maxTokens)
	if !slices.Contains(names, "*") {
		names = append(names, "*")
	}
	targets, more := r.targets()
	octets := make([][]int, len(targets))
	seen, work := map[string]bool{}, 0
	for _, name := range names {
		var heard [AITraining + 1][]int
		for sig := range heard {
			heard[sig] = s.speaking(Signal(sig), name)
			work += len(heard[sig]) + 1
		}
		for i := 0; i < len(targets) && work < maxWork; i++ {
			if octets[i] == nil {
				octets[i] = s.paths.match(targets[i])
				work += len(octets[i])
			}
			var said []Statement
			for sig := range heard {
				said = append(said, s.said(Signal(sig), heard[sig], octets[i])...)
				work += len(heard[sig])
			}
			for _, c := range contradicting(said) {
				if id := identity(c); !seen[id] {
					seen[id] = true
					c.Token, c.Target = name, targets[i]
					all = append(all, c)
					r.contradictory(c)
				}
			}
		}
		if work >= maxWork {
			break
		}
	}
	if cut || more || work >= maxWork {
		r.remark(codeLimit, diag.Span{Line: 1, Column: 1}, diag.Text("what", "contradictions"), diag.Int("limit", maxWork))
	}
	return all
}

// bothValues reports whether any use is both allowed and refused somewhere.
func (r *reader) bothValues() bool {
	var met [numUses][Refused + 1]bool
	for _, e := range r.entries {
		for _, s := range e.says {
			met[s.use][s.value] = true
		}
	}
	return slices.ContainsFunc(met[:], func(m [Refused + 1]bool) bool { return m[Allowed] && m[Refused] })
}

// targets returns "/" and one target for each path of the signals: the path
// with nothing in the place of its stars.
func (r *reader) targets() (all []string, more bool) {
	all = []string{"/"}
	for _, e := range r.entries {
		t := strings.TrimSuffix(strings.ReplaceAll(e.path, "*", ""), "$")
		if t == "" || t[0] != '/' || slices.Contains(all, t) {
			continue
		}
		if len(all) == maxTargets {
			return all, true
		}
		all = append(all, t)
	}
	return all, false
}

// contradicting finds the uses on which statements differ.
func contradicting(said []Statement) (all []Contradiction) {
	var by [numUses][]Statement
	for _, st := range said {
		if st.Value != NoStatement {
			by[st.Use] = append(by[st.Use], st)
		}
	}
	for use, list := range by {
		if slices.ContainsFunc(list, func(st Statement) bool { return st.Value != list[0].Value }) {
			all = append(all, Contradiction{Use: Use(use), Statements: list})
		}
	}
	return all
}

// identity tells contradictions apart by the places of their statements.
func identity(c Contradiction) string {
	id := []byte{byte(c.Use)}
	for _, st := range c.Statements {
		id = strconv.AppendInt(append(id, ' '), int64(st.Span.Offset), 10)
	}
	return string(id)
}

// contradictory remarks on c at the first statement that differs from the one
// before it.
func (r *reader) contradictory(c Contradiction) {
	first := c.Statements[0]
	i := slices.IndexFunc(c.Statements, func(st Statement) bool { return st.Value != first.Value })
	other := c.Statements[i]
	d := r.remark(codeContradictory, other.Span, diag.Text("use", c.Use.String()), diag.Text("signal", other.Signal.String()),
		diag.Text("other", first.Signal.String()), diag.Int("line", first.Line()), diag.Text("token", c.Token), diag.Text("target", c.Target))
	d.Related = []diag.Span{first.Span}
}
