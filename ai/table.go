package ai

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/signals"
)

// A Table is what a policy says to some crawlers about some paths.
type Table struct {
	Policy *robots.Policy
	Paths  []string
	Left   int   // families of rules that had no room among Paths, which Ask made itself
	Rows   []Row // by crawler, then by path, in the order asked
}

// A Row is one answer, and beside it what the file says about use.
type Row struct {
	Access
	Target   string
	Decision robots.Decision
	Wording  Wording

	// Signals are the statements that speak to the crawler about the target.
	// They do not touch the answer, and no statement outdoes another. Silence
	// is left out, and so is what only a disputed reading would hear.
	Signals []signals.Statement

	// Contradicts lists the uses that one of Signals allows and another refuses.
	Contradicts []signals.Use
}

// Ask puts every path to a policy for every crawler. Without paths it takes
// those of Paths.
func Ask(p *robots.Policy, bots []agents.Agent, paths ...string) Table {
	t := Table{Policy: p, Paths: paths}
	if len(paths) == 0 {
		t.Paths, t.Left = Paths(p, bots)
	}
	set := signals.Read(p)
	for _, bot := range bots {
		a := Resolve(p, bot)
		for _, target := range t.Paths {
			r := Row{Access: a, Target: target, Decision: a.Decide(target)}
			r.Wording = a.Wording(r.Decision)
			r.Signals = heard(set, a, target)
			r.Contradicts = contradicting(r.Signals)
			t.Rows = append(t.Rows, r)
		}
	}
	return t
}

// OnlyRoot reports whether nothing but "/" was asked. An answer for "/" is not
// one for the site: a path below may be closed although "/" is open.
func (t Table) OnlyRoot() bool { return len(t.Paths) == 1 && t.Paths[0] == "/" }

// heard returns the statements that speak to a crawler.
func heard(set signals.Set, a Access, target string) (all []signals.Statement) {
	for _, s := range set.For(a.Name, target) {
		if s.Value == signals.NoStatement && s.Detail == "" || s.Disputed || a.Via == ViaDeaf && s.Scope != signals.ScopeFile {
			continue
		}
		all = append(all, s)
	}
	return all
}

func contradicting(said []signals.Statement) (uses []signals.Use) {
	first := map[signals.Use]signals.Value{}
	told := map[signals.Use]bool{}
	for _, s := range said {
		switch was := first[s.Use]; {
		case s.Value == signals.NoStatement:
		case was == signals.NoStatement:
			first[s.Use] = s.Value
		case was != s.Value && !told[s.Use]:
			told[s.Use] = true
			uses = append(uses, s.Use)
		}
	}
	return uses
}
