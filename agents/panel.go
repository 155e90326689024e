package agents

import "iter"

// Panel returns the agents of a panel, in its order, and whether there is a
// panel of that name. A panel is a choice of agents to be asked together.
func Panel(name string) ([]Agent, bool) {
	for _, p := range panels {
		if p.name == name {
			all := make([]Agent, len(p.agents))
			for i, agent := range p.agents {
				all[i] = table[agent]
			}
			return all, true
		}
	}
	return nil, false
}

// Panels yields the name of every panel with a sentence on what it holds.
func Panels() iter.Seq2[string, string] {
	return func(yield func(name, about string) bool) {
		for _, p := range panels {
			if !yield(p.name, p.about) {
				return
			}
		}
	}
}

type panel struct {
	name, about string
	agents      []uint16 // indices into table
}
