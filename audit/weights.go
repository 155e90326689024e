package audit

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots/diag"
)

// Parts returns the parts of a score with their weights, nothing lost.
func Parts() []Part {
	var all []Part
	for _, w := range weights {
		all = append(all, Part{ID: w.id, Weight: w.points})
	}
	return all
}

// Prices returns what findings cost, the most first.
func Prices() []Price { return slices.Clone(prices[:]) }

// Shares returns what search engines and listed URLs cost.
func Shares() []Share { return slices.Clone(shares[:]) }

// Caps returns what holds a score down, the gravest first.
func Caps() []Cap { return slices.Clone(caps[:]) }

// Grades returns the grades, the best first.
func Grades() []Step { return slices.Clone(grades[:]) }

// A Weighing says what some codes cost as warnings. As errors they are broken
// and as information free, unless they are free anyway.
type Weighing struct {
	Part  PartID
	Price Price
	Codes []diag.Code
}

// Weighed returns the weighing of every code that has one.
func Weighed() []Weighing {
	var all []Weighing
	for _, row := range codes {
		w := Weighing{Part: row.part, Price: prices[row.price]}
		for c := range strings.FieldsSeq(row.codes) {
			w.Codes = append(w.Codes, diag.Code(c))
		}
		all = append(all, w)
	}
	return all
}
