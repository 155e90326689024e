package protocol

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

func (q *question) formatted(p *robots.Policy, style robots.Style) {
	from, removed := p, 0
	if q.flag("minimize") {
		m, ok := prove.Minimize(p)
		if !ok {
			q.fail(problem{code: "not-proven"})
			return
		}
		from, removed = m.Policy, len(m.Removed)
	}
	if q.wrong != nil {
		return
	}
	after := from.Format(style)
	q.head("format")
	q.w.StringAt("style", style.String())
	q.w.StringAt("text", after)
	q.w.BoolAt("changed", after != p.Text())
	q.w.IntAt("removed", removed)
	q.proofAt("proof", p, after)
}
