package protocol

import "github.com/robotsgate/robots/access"

// maxFamilies is how many families of rules a table shows where no target is
// named.
const maxFamilies = 6

// matrix asks every crawler about every target, for a grid. Without targets it
// takes one for each family of rules.
func matrix(q *question) {
	s := q.source()
	targets, left := q.targets(s), 0
	names := q.texts("agents")
	if !q.answers(len(names) * max(len(targets), maxFamilies)) {
		return
	}
	if len(targets) == 0 {
		targets, left = access.Families(s.policy, maxFamilies)
	}
	var rows []agent
	var tokens []string
	seen := map[string]bool{}
	for _, a := range agentsOf(names, s.policy) {
		if !seen[a.name] {
			seen[a.name] = true
			rows, tokens = append(rows, a), append(tokens, a.name)
		}
	}
	m := access.Ask(s.policy, tokens, targets)
	w := &q.w
	q.head("matrix")
	q.sourceAt("source", s)
	w.StringsAt("targets", m.Targets)
	w.ListAt("rows", func() {
		for i, cells := range m.Cells {
			w.Object(func() {
				w.StringAt("agent", rows[i].id)
				w.SomeAt("given", rows[i].given)
				w.ListAt("cells", func() {
					for j, c := range cells {
						if c.Asked {
							w.Object(func() {
								w.StringAt("target", m.Targets[j])
								q.decisionFields(s, c.Decision)
							})
						}
					}
				})
			})
		}
	})
	counts := m.Count()
	w.ListAt("counts", func() {
		for _, e := range append(access.Evidences(), 0) {
			if counts[e] > 0 {
				w.Object(func() {
					w.StringAt("evidence", e.String())
					w.IntAt("cells", counts[e])
				})
			}
		}
	})
	w.IntAt("familiesLeft", left)
}
