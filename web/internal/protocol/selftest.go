package protocol

import (
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/jsontext"
)

// A vector is one question of package conformance with its answer.
type vector struct {
	id, clause, level, title, why string
	want, basis                   string
	line                          int
}

// A gotten is what this program answers to a vector.
type gotten struct {
	verdict, basis string
	line           int
}

// selftest runs the vectors that the page hands over, in the form of the data
// of package conformance, and counts by clause.
func selftest(q *question) {
	type count struct{ total, passed int }
	counts, clauses := map[string]count{}, []string{}
	total, passed := 0, 0
	var failures []func()
	for _, value := range q.at("vectors", listKind).All {
		v, got, ok := q.vector(value)
		if !ok {
			q.fail(problem{code: "bad-vector", texts: []string{"id", v.id}, ints: []string{"index"}, values: []int{total}})
			return
		}
		c, seen := counts[v.clause]
		if !seen {
			clauses = append(clauses, v.clause)
		}
		c.total++
		total++
		if what := v.compare(got); what == "" {
			c.passed++
			passed++
		} else {
			failures = append(failures, func() { q.failure(v, got, what) })
		}
		counts[v.clause] = c
	}
	slices.Sort(clauses)
	w := &q.w
	q.head("selftest")
	w.IntAt("total", total)
	w.IntAt("passed", passed)
	w.ListAt("byClause", func() {
		for _, c := range clauses {
			w.Object(func() {
				w.StringAt("clause", c)
				w.IntAt("total", counts[c].total)
				w.IntAt("passed", counts[c].passed)
			})
		}
	})
	w.ListAt("failures", func() {
		for _, f := range failures {
			w.Object(f)
		}
	})
}

func (q *question) failure(v vector, got gotten, what string) {
	w := &q.w
	w.StringAt("id", v.id)
	w.StringAt("clause", v.clause)
	w.StringAt("title", v.title)
	w.StringAt("what", what)
	w.StringAt("level", v.level)
	w.StringAt("why", v.why)
	w.ObjectAt("want", func() { q.side(v.want, v.basis, v.line) })
	w.ObjectAt("got", func() { q.side(got.verdict, got.basis, got.line) })
}

func (q *question) side(verdict, basis string, line int) {
	q.w.StringAt("verdict", verdict)
	q.w.StringAt("basis", basis)
	q.w.IntAt("line", line)
}

// vector asks one question.
func (q *question) vector(value jsontext.Value) (v vector, got gotten, ok bool) {
	text := func(key string) string { return value.At(key).Text }
	v = vector{id: text("id"), clause: text("clause"), level: text("level"), title: text("title"), why: text("why"),
		want: text("want"), basis: text("basis")}
	v.line, _ = value.At("line").Int()
	status, _ := value.At("status").Int()
	p, found := robots.ForStatus(status)
	if !found {
		octets, ok := vectorText(value)
		if !ok || value.Kind != jsontext.Object || v.id == "" {
			return v, got, false
		}
		p = robots.Parse(octets)
	}
	agent, url := text("agent"), text("url")
	var d robots.Decision
	if strings.HasPrefix(url, "/") {
		d = p.For(agent).Decide(url)
	} else {
		d = p.DecideURL(agent, url, text("robots_url"))
	}
	return v, gotten{d.Verdict.String(), d.Basis.String(), d.Line()}, true
}

// vectorText returns the octets of the file of a vector: text, base64 or a
// recipe for a long one.
func vectorText(value jsontext.Value) (string, bool) {
	if b64 := value.At("robots_b64").Text; b64 != "" {
		return decode64(b64)
	}
	if g := value.At("robots_gen"); g.Kind == jsontext.Object {
		n, _ := g.At("count").Int()
		repeat := g.At("repeat").Text
		if n < 0 || len(repeat) > 0 && n > MaxText/len(repeat) {
			return "", false
		}
		return g.At("prefix").Text + strings.Repeat(repeat, n) + g.At("suffix").Text, true
	}
	return value.At("robots").Text, true
}

// compare returns the first difference to what v wants, or "".
func (v vector) compare(got gotten) string {
	switch {
	case got.verdict != v.want:
		return "verdict " + strconv.Quote(got.verdict) + ", want " + strconv.Quote(v.want)
	case got.basis != v.basis:
		return "basis " + strconv.Quote(got.basis) + ", want " + strconv.Quote(v.basis)
	case got.line != 0 && got.line != v.line:
		return "line " + strconv.Itoa(got.line) + ", want " + strconv.Itoa(v.line)
	}
	return ""
}
