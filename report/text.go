package report

import (
	"io"
	"strconv"

	"github.com/robotsgate/robots/msg"
)

// maxCell is how wide a target or a rule may be in a table before it is cut:
// two of them and the words beside still fit a wide terminal.
const maxCell = 56

// Text writes a check for people: a table, and the way to each answer if that
// was asked for. A single explained answer needs no table.
func Text(w io.Writer, c Check, o Options) error {
	if !c.Explain || len(c.Answers) != 1 {
		if err := c.table(o.Lang, maxCell).write(w, o); err != nil {
			return err
		}
	}
	if !c.Explain {
		return nil
	}
	for i, a := range c.Answers {
		if i > 0 || len(c.Answers) > 1 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := Trace(w, c.Source, a, o); err != nil {
			return err
		}
	}
	return nil
}

// table sets out the answers, one a row.
func (c Check) table(l msg.Lang, most int) *table {
	t := &table{numbers: map[int]bool{5: true}}
	for _, h := range [...]string{"agent", "target", "verdict", "because", "rule", "line"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	last := ""
	for _, a := range c.Answers {
		d := a.Trace.Decision
		agent := cell{a.Agent.label(l), plain}
		if agent.text == last {
			agent.text = "" // one block of rows for each crawler
		} else {
			last = agent.text
		}
		rule, line := cell{}, cell{}
		if r, ok := d.Rule(); ok {
			rule.text, line.text = short(Clean(r.String()), most), strconv.Itoa(r.Line)
		}
		word := c.wordOf(d)
		t.add(agent, cell{short(Clean(a.Target), most), plain}, cell{c.Verdict(l, d), word.tint},
			cell{short(c.Because(l, d), most+30), faint}, rule, line)
	}
	return t
}
