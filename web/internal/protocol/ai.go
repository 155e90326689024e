package protocol

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
)

// askAI tells what AI crawlers get, access and use side by side.
func askAI(q *question) {
	s := q.source()
	bots, targets := q.bots("five"), q.targets(s)
	if !q.answers(len(bots) * max(len(targets), 1)) {
		return
	}
	table := ai.Ask(s.policy, bots, targets...)
	w := &q.w
	q.head("ai")
	q.sourceAt("source", s)
	w.StringsAt("paths", table.Paths)
	w.ListAt("rows", func() {
		for _, r := range table.Rows {
			w.Object(func() { q.aiRow(s, r) })
		}
	})
	w.ObjectAt("summary", func() { q.summary(table) })
}

// bots returns the crawlers of a panel and those named one by one, each once.
// Without any it returns the panel other, of which "" is all.
func (q *question) bots(other string) (all []agents.Agent) {
	names, panel := q.texts("agents"), q.text("panel")
	if panel == "" && len(names) == 0 {
		panel = other
	}
	switch {
	case panel == "" && len(names) == 0:
		for a := range agents.All() {
			all = append(all, a)
		}
	case panel != "":
		found, ok := agents.Panel(panel)
		if !ok {
			q.fail(problem{code: "unknown-panel", texts: []string{"panel", panel}})
		}
		all = append(all, found...)
	}
	for _, name := range names {
		all = append(all, bot(name))
	}
	seen := map[string]bool{}
	n := 0
	for _, b := range all {
		if id := strings.ToLower(b.Token); !seen[id] {
			seen[id] = true
			all[n] = b
			n++
		}
	}
	return all[:n]
}

// bot returns the crawler with that name. One that the catalogue does not know
// is asked for by its token alone.
func bot(name string) agents.Agent {
	if found, ok := agents.Lookup(name); ok {
		return found
	}
	if a := agentOf(name); a.given != "" {
		name = a.name
		if found, ok := agents.Lookup(name); ok {
			return found
		}
	}
	return agents.Agent{Token: name, SendsRequests: true}
}

// targets brings URLs into the form that is asked.
func (q *question) targets(s source) (all []string) {
	for _, u := range q.texts("targets") {
		if q.wrong != nil {
			return nil
		}
		if !isPath(u) {
			t := s.policy.ExplainURL("*", u, s.fileURL)
			if t.Decision.Err != nil {
				q.fail(problem{code: "bad-url", texts: []string{"key", "targets", "url", u}})
			}
			u = t.Target
		}
		all = append(all, u)
	}
	return all
}

func (q *question) aiRow(s source, r ai.Row) {
	w := &q.w
	w.StringAt("agent", r.Agent.Token)
	q.purposesAt("purposes", r.Agent.Purposes())
	w.StringAt("target", r.Target)
	w.StringAt("access", r.Wording.String())
	q.decisionFields(s, r.Decision)
	w.StringAt("via", r.Via.String())
	w.StringAt("name", r.Name)
	if r.Line != 0 {
		w.IntAt("line", r.Line)
	}
	w.ListAt("signals", func() {
		for _, x := range r.Signals {
			w.Object(func() {
				w.StringAt("signal", x.Signal.String())
				w.StringAt("use", x.Use.String())
				w.StringAt("value", x.Value.String())
				w.StringAt("scope", x.Scope.String())
				w.SomeAt("path", x.Path)
				w.SomeAt("detail", x.Detail)
				w.IntAt("line", x.Line())
				q.units(s.ruler, x.Span)
			})
		}
	})
	w.ListAt("contradicts", func() {
		for _, u := range r.Contradicts {
			w.String(u.String())
		}
	})
}

func (q *question) purposesAt(key string, all []agents.Purpose) {
	q.w.ListAt(key, func() {
		for _, p := range all {
			q.w.String(p.String())
		}
	})
}

func (q *question) tokensAt(key string, all []agents.Agent) {
	q.w.ListAt(key, func() {
		for _, a := range all {
			q.w.String(a.Token)
		}
	})
}

func (q *question) summary(table ai.Table) {
	s, w := table.Summary(), &q.w
	w.ListAt("purposes", func() {
		for _, st := range s.Purposes {
			w.Object(func() {
				w.StringAt("purpose", st.Purpose.String())
				w.StringAt("state", st.State.String())
				w.IntAt("agents", st.Bots)
				w.IntAt("open", st.Open)
				w.IntAt("closed", st.Closed)
			})
		}
	})
	q.tokensAt("starOnly", s.StarOnly)
	w.ListAt("closedPaths", func() {
		for _, c := range s.ClosedPaths {
			w.Object(func() {
				w.StringAt("target", c.Target)
				q.tokensAt("agents", c.Agents)
			})
		}
	})
	w.ListAt("fallbacks", func() {
		for _, f := range s.Fallbacks {
			w.Object(func() {
				w.StringAt("agent", f.Agent.Token)
				w.StringAt("name", f.Name)
				w.IntAt("line", f.Line)
			})
		}
	})
	w.ListAt("deaf", func() {
		for _, d := range s.Deaf {
			w.String(d.Agent.Token)
		}
	})
	q.tokensAt("controls", s.Controls)
	q.tokensAt("unnamable", s.Unnamable)
	q.tokensAt("disobey", s.Disobey)
	q.tokensAt("disputed", s.Disputed)
	w.BoolAt("onlyRoot", table.OnlyRoot())
	w.IntAt("familiesLeft", table.Left)
	w.ListAt("sentences", func() { q.sentences(table, s) })
}

// A part is a sentence to be said by the page: its key, and details that are
// text, numbers, or lists of names.
type part struct {
	key   string
	texts []string // name, value ...
	ints  []string
	nums  []int
	names []agents.Agent
}

func (q *question) part(p part) {
	w := &q.w
	w.Object(func() {
		w.StringAt("key", "ai.summary."+p.key)
		w.ObjectAt("args", func() {
			for i := 0; i+1 < len(p.texts); i += 2 {
				w.StringAt(p.texts[i], p.texts[i+1])
			}
			for i, name := range p.ints {
				w.IntAt(name, p.nums[i])
			}
			if len(p.names) > 0 {
				w.IntAt("n", len(p.names))
				q.tokensAt("names", p.names)
			}
		})
	})
}

// sentences lists what a table comes to, in the order of package report, after
// the standings of the purposes.
func (q *question) sentences(table ai.Table, s ai.Summary) {
	switch {
	case s.Kind != robots.KindDocument:
		q.part(part{key: s.Kind.String()})
	default:
		if s.Empty {
			q.part(part{key: "empty"})
		}
		if reason, ok := table.Policy.Rejected(); ok {
			q.part(part{key: "rejected", texts: []string{"reason", reason}})
		}
	}
	list := func(key string, all []agents.Agent) {
		if len(all) > 0 {
			q.part(part{key: key, names: all})
		}
	}
	list("star-only", s.StarOnly)
	for _, c := range s.ClosedPaths {
		q.part(part{key: "closed-path", texts: []string{"target", c.Target}, names: c.Agents})
	}
	for _, f := range s.Fallbacks {
		q.part(part{key: "fallback", texts: []string{"agent", f.Agent.Token, "name", f.Name}, ints: []string{"line"}, nums: []int{f.Line}})
	}
	for _, d := range s.Deaf {
		q.part(part{key: "deaf", texts: []string{"agent", d.Agent.Token}, ints: []string{"line"}, nums: []int{d.Line}})
	}
	list("controls", s.Controls)
	list("unnamable", s.Unnamable)
	for _, d := range s.Disobey {
		q.part(part{key: "disobey", texts: []string{"agent", d.Token, "evidence", d.Evidence.Kind.String(), "date", d.Evidence.Date}})
	}
	list("disputed", s.Disputed)
	if table.OnlyRoot() {
		q.part(part{key: "only-root"})
	}
	if table.Left > 0 {
		q.part(part{key: "left", ints: []string{"n"}, nums: []int{table.Left}})
	}
}
