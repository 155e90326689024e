package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/plan"
)

// A Plan is what a crawl would do, with the tasks that it was made of.
type Plan struct {
	Source
	Agent Agent
	Tasks []plan.Task
	Plan  *plan.Plan
}

// A PlanFormat writes a plan.
type PlanFormat func(w io.Writer, p Plan, o Options) error

// PlanFormats are the formats of a plan by name.
var PlanFormats = map[string]PlanFormat{"text": PlanText, "json": PlanJSON}

// PlanFormatNames lists the keys of PlanFormats, the default first.
var PlanFormatNames = []string{"text", "json"}

// Bounds on what the text format lists in full.
const (
	maxForecasts = 5
	maxSteps     = 20
)

// PlanText writes a plan for people: how long it takes and what makes it so,
// the first steps, and what is refused, by reason.
func PlanText(w io.Writer, p Plan, o Options) error {
	var b strings.Builder
	l := o.Lang
	b.WriteString(o.paint(bold, l.Text("plan.title", msg.Int("n", len(p.Plan.Steps)), msg.Int("total", len(p.Tasks)), msg.Str("time", span(p.Plan.Total)))) + "\n")
	for i, h := range p.Plan.Hosts {
		if i == maxForecasts {
			p.more(&b, o, len(p.Plan.Hosts)-i)
			break
		}
		b.WriteString(forecast(l, h) + "\n")
	}
	if p.Plan.Bytes > 0 {
		b.WriteString(l.Text("plan.bytes", msg.Str("n", strconv.FormatInt(p.Plan.Bytes, 10))) + "\n")
	}
	if len(p.Plan.Steps) > 0 {
		b.WriteByte('\n')
		p.steps(l).write(&b, o)
		p.more(&b, o, len(p.Plan.Steps)-maxSteps)
	}
	if len(p.Plan.Refusals) > 0 {
		b.WriteString("\n" + o.paint(bold, l.Text("plan.refused")) + "\n")
		p.refusals(l).write(&b, o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p Plan) more(b *strings.Builder, o Options, n int) {
	if n > 0 {
		b.WriteString("  " + o.paint(faint, o.Lang.Text("plan.more", msg.Int("n", n))) + "\n")
	}
}

// forecast tells what one host is asked for: "https://a.example: 1800 pages at
// Crawl-delay 10 s: 5 h".
func forecast(l msg.Lang, h plan.Host) string {
	asked := map[bool]string{true: "yes", false: "no"}[h.Asked]
	return l.Text("plan.forecast", msg.Str("site", Clean(h.Site)), msg.Int("n", h.Requests), msg.Str("asked", asked),
		msg.Str("delay", span(h.Delay)), msg.Str("time", span(h.Total())))
}

// steps sets out the first steps.
func (p Plan) steps(l msg.Lang) *table {
	t := &table{numbers: map[int]bool{0: true}}
	for _, h := range [...]string{"time", "url", "because", "origin"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	for _, s := range p.Plan.Steps[:min(len(p.Plan.Steps), maxSteps)] {
		task := p.Tasks[s.Task]
		t.add(cell{span(s.NotBefore), faint}, cell{short(Clean(task.URL), maxCell), plain},
			cell{p.grounds(l, s.Decision), faint}, cell{short(Clean(task.Origin), maxCell), faint})
	}
	return t
}

// refusals counts what is refused, with the first task for each reason.
func (p Plan) refusals(l msg.Lang) *table {
	t := &table{numbers: map[int]bool{1: true}}
	for _, h := range [...]string{"reason", "tasks", "example", "because"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	first := map[plan.Reason]*plan.Refusal{}
	for i := len(p.Plan.Refusals) - 1; i >= 0; i-- {
		first[p.Plan.Refusals[i].Reason] = &p.Plan.Refusals[i]
	}
	counts := p.Plan.Count()
	for _, reason := range plan.Reasons() {
		if r := first[reason]; r != nil {
			t.add(cell{l.Text("plan.reason." + reason.String()), yellow}, cell{strconv.Itoa(counts[reason]), plain},
				cell{short(Clean(p.Tasks[r.Task].URL), maxCell), plain}, cell{p.detail(l, r), faint})
		}
	}
	return t
}

// detail tells why one task is refused.
func (p Plan) detail(l msg.Lang, r *plan.Refusal) string {
	switch r.Reason {
	case plan.InvalidURL:
		return r.Err.Error()
	case plan.Duplicate:
		return short(Clean(p.Tasks[r.First].URL), maxCell)
	case plan.Denied:
		return p.grounds(l, r.Decision)
	}
	return ""
}

// units are those that a span is told in; two of them are exact enough.
var units = [...]struct {
	name string
	time.Duration
}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"min", time.Minute}}

// Span tells a duration by its two largest units, such as "5 h" or "1 d 4 h".
func Span(d time.Duration) string { return span(d) }

// span tells a duration by its two largest units: "5 h", "1 d 4 h", "2.5 s".
// The signs are the same in all languages.
func span(d time.Duration) string {
	for i, u := range units {
		if d < u.Duration {
			continue
		}
		text := fmt.Sprintf("%d %s", d/u.Duration, u.name)
		rest := d % u.Duration
		if i+1 < len(units) {
			if n := rest / units[i+1].Duration; n > 0 {
				text += fmt.Sprintf(" %d %s", n, units[i+1].name)
			}
		} else if n := rest / time.Second; n > 0 {
			text += fmt.Sprintf(" %d s", n)
		}
		return text
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}
