package agents

import (
	"iter"
	"slices"
)

// Lookup returns the agent with that token or alias, without regard to the case
// of ASCII letters, and whether there is one. It does not allocate.
func Lookup(token string) (Agent, bool) {
	if i, ok := find(token); ok {
		return table[i], true
	}
	return Agent{}, false
}

// All yields every agent, in the order of their tokens without regard to case.
func All() iter.Seq[Agent] {
	return func(yield func(Agent) bool) {
		for i := range table {
			if !yield(table[i]) {
				return
			}
		}
	}
}

// A name is a token or alias in lower case, and whose it is.
type name struct {
	folded string
	agent  uint16 // index into table
}

// find returns the index of the agent with that token or alias.
func find(token string) (uint16, bool) {
	i, ok := slices.BinarySearchFunc(names[:], token, func(n name, token string) int {
		return compareFold(n.folded, token)
	})
	if !ok {
		return 0, false
	}
	return names[i].agent, true
}

// compareFold compares a, which is in lower case, with b put into lower case.
func compareFold(a, b string) int {
	for i := range min(len(a), len(b)) {
		if x, y := a[i], lower(b[i]); x != y {
			return int(x) - int(y)
		}
	}
	return len(a) - len(b)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
