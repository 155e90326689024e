package access

import "github.com/robotsgate/robots"

// A Cell is one answer of a table.
type Cell struct {
	Asked    bool // false for a pair that no probe asks about
	Name     string
	Decision robots.Decision
	Evidence Evidence
}

// A Matrix is the answers of one policy, tokens down and targets across. Rows
// and columns stand in the order in which the questions first name them.
type Matrix struct {
	Policy  *robots.Policy
	Tokens  []string
	Targets []string
	Cells   [][]Cell // by token, then by target
}

// Ask asks for every token about every target.
func Ask(p *robots.Policy, tokens, targets []string) Matrix {
	return AskProbes(p, Product(tokens, targets))
}

// AskProbes asks every probe. Of two probes with the same token and target the
// first gives the cell its name. Each row reads the policy once, however many
// targets it has.
func AskProbes(p *robots.Policy, probes []Probe) Matrix {
	m := Matrix{Policy: p}
	rows, columns := map[string]int{}, map[string]int{}
	for _, q := range probes {
		index(rows, &m.Tokens, q.Token)
		index(columns, &m.Targets, q.Target)
	}
	readers := make([]*robots.Reader, len(m.Tokens))
	for i, token := range m.Tokens {
		readers[i] = p.For(token)
		m.Cells = append(m.Cells, make([]Cell, len(m.Targets)))
	}
	for _, q := range probes {
		i, j := rows[q.Token], columns[q.Target]
		if c := &m.Cells[i][j]; !c.Asked {
			d := readers[i].Decide(q.Target)
			*c = Cell{true, q.Name, d, EvidenceOf(d)}
		}
	}
	return m
}

// index notes a name that is new, in the order of appearance.
func index(seen map[string]int, names *[]string, name string) {
	if _, ok := seen[name]; !ok {
		seen[name] = len(*names)
		*names = append(*names, name)
	}
}

// Count returns how many cells rest on each kind of evidence.
func (m Matrix) Count() map[Evidence]int {
	n := map[Evidence]int{}
	for _, row := range m.Cells {
		for _, c := range row {
			if c.Asked {
				n[c.Evidence]++
			}
		}
	}
	return n
}
