package conformance

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.jsonl
var data embed.FS

// All returns every vector, in the order of the data files, which is that of
// the clauses, and of their lines. The slice is the caller's own.
func All() []Vector { return slices.Clone(vectors()) }

// vectors decodes the data on first use rather than in init: a program that
// only links the package pays nothing.
var vectors = sync.OnceValue(func() []Vector {
	// ReadDir sorts by name, and the names begin with the clause.
	files, err := data.ReadDir("data")
	if err != nil {
		panic("conformance: " + err.Error())
	}
	var all []Vector
	for _, f := range files {
		text, err := data.ReadFile("data/" + f.Name())
		if err != nil {
			panic("conformance: " + err.Error())
		}
		for n, line := range slices.Collect(strings.Lines(string(text))) {
			var v Vector
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				// The data are part of the program, so this is a defect of the
				// build and not an error a caller could handle.
				panic(fmt.Sprintf("conformance: %s:%d: %v", f.Name(), n+1, err))
			}
			all = append(all, v)
		}
	}
	return all
})
