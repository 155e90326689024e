package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// A report is everything a run found out, as it is written as JSON.
type report struct {
	Guards []guardRow `json:"guards"`
	Rows   []row      `json:"rows"`
}

// A guardRow says on how many decisions a peer differs from us.
type guardRow struct {
	Work      string `json:"work"`
	Peer      string `json:"peer"`
	Decisions int    `json:"decisions"`
	Differ    int    `json:"differ"`   // answers other than ours
	Refused   int    `json:"refused"`  // no answer: text refused as a whole, or URL
	Stricter  int    `json:"stricter"` // of Differ: we allow, it does not
}

func (g *guardRow) compare(want, got string) {
	for i := range min(len(want), len(got)) {
		switch {
		case got[i] == 'E':
			g.Refused++
		case got[i] != want[i]:
			g.Differ++
			if want[i] == '1' {
				g.Stricter++
			}
		}
	}
	g.Refused += max(0, len(want)-len(got))
}

func (g guardRow) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(1, g.Decisions)) }
	return fmt.Sprintf("%s differs from us on %d (%.2f %%; %d of them it forbids and we allow) and answers nothing on %d (%.2f %%)",
		g.Peer, g.Differ, percent(g.Differ), g.Stricter, g.Refused, percent(g.Refused))
}

// A row is one measurement of all libraries.
type row struct {
	Section string `json:"section"`
	Name    string `json:"name"`
	Bytes   int    `json:"bytes,omitempty"` // of input an operation has, where it has some
	Limit   *limit `json:"limit,omitempty"`
	Cells   []cell `json:"cells"`
}

// A limit is what we promise for an input.
type limit struct {
	NS    float64 `json:"ns"`
	Times float64 `json:"times"` // allocated bytes for each byte of input
}

// A cell is one library's figures, for one operation.
type cell struct {
	Peer   string   `json:"peer"`
	Min    float64  `json:"min_ns"`
	Median float64  `json:"median_ns"`
	Rounds int      `json:"rounds"`
	Base   string   `json:"base,omitempty"`
	Ratio  float64  `json:"ratio,omitempty"` // Min over that of Base
	Allocs *float64 `json:"allocs,omitempty"`
	Alloc  *float64 `json:"alloc_bytes,omitempty"`
	Differ *int     `json:"differ,omitempty"` // decisions that differ from ours
}

// measure times an operation of every library that has it, in rounds: each
// takes its turn in each round, and another begins each round. per is how many
// operations a pass holds.
func (b *bench) measure(r row, w *work, operation string, per int) {
	peers := slices.DeleteFunc(b.peers(w), func(p *peer) bool { return !p.has(operation) })
	times := make([][]float64, len(peers))
	once := make([]bool, len(peers))
	for round := range b.rounds {
		for k := range peers {
			i := (k + round) % len(peers)
			if once[i] {
				continue
			}
			ns, only, err := peers[i].time(operation)
			if once[i] = only || err != nil; err != nil {
				fmt.Printf("%s: %v\n", peers[i].name, err)
				continue
			}
			times[i] = append(times[i], ns/float64(per))
		}
	}
	var want string
	for i, p := range peers { // in the order of b.peers: bases come first
		if len(times[i]) == 0 {
			continue
		}
		slices.Sort(times[i])
		c := cell{Peer: p.name, Min: times[i][0], Median: times[i][len(times[i])/2], Rounds: len(times[i])}
		if p.js == nil && !once[i] {
			objects, bytes := p.allocs(operation)
			a, n := float64(objects)/float64(per), float64(bytes)/float64(per)
			c.Allocs, c.Alloc = &a, &n
		}
		if operation == "decide" && p.verdicts != nil && r.Section != "decide" {
			got := p.verdicts()
			if i == 0 {
				want = got
			} else {
				g := guardRow{}
				g.compare(want, got)
				n := g.Differ + g.Refused
				c.Differ = &n
			}
		}
		if base := r.cell(p.base); base != nil {
			c.Base, c.Ratio = p.base, c.Min/base.Min
		}
		r.Cells = append(r.Cells, c)
	}
	b.report.Rows = append(b.report.Rows, r)
}

func (r *row) cell(peer string) *cell {
	for i := range r.Cells {
		if r.Cells[i].Peer == peer {
			return &r.Cells[i]
		}
	}
	return nil
}

var columns = []string{"robots", "robots.For", "temoto", "temoto hoisted", "robots-parser"}

// printTable prints a column for each library: the fastest round, the median
// in brackets, how many times our fastest, input speed, allocations (their bytes
// for each byte of input as B/B), and decisions that differ from ours.
func printTable(title string, rows []row) {
	if len(rows) == 0 {
		return
	}
	var names []string
	for _, name := range columns {
		if slices.ContainsFunc(rows, func(r row) bool { return r.cell(name) != nil }) {
			names = append(names, name)
		}
	}
	fmt.Printf("\n## %s\n\n", title)
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\t%s\t\n", strings.Join(names, "\t"))
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t", r.Name)
		for _, name := range names {
			if c := r.cell(name); c != nil {
				fmt.Fprintf(t, "%s\t", c.text(r))
			} else {
				fmt.Fprint(t, "-\t")
			}
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

func (c cell) text(r row) string {
	s := duration(c.Min)
	if c.Rounds > 1 {
		s += " (" + duration(c.Median) + ")"
	} else {
		s += " (once)"
	}
	if c.Ratio > 0 {
		s += fmt.Sprintf(" x%s", short(c.Ratio))
	}
	if r.Bytes > 0 {
		s += fmt.Sprintf(", %s MB/s", short(float64(r.Bytes)*1e3/c.Min))
	}
	if c.Allocs != nil && *c.Allocs >= 0.005 {
		s += fmt.Sprintf(", %s allocs", short(*c.Allocs))
		if r.Bytes > 0 {
			s += fmt.Sprintf(" %s B/B", short(*c.Alloc/float64(r.Bytes)))
		} else {
			s += fmt.Sprintf(" %s B", short(*c.Alloc))
		}
	}
	if c.Differ != nil && *c.Differ > 0 {
		s += fmt.Sprintf(", %d differ", *c.Differ)
	}
	if r.Limit != nil && c.Base == "" {
		if c.Min <= r.Limit.NS && *c.Alloc <= r.Limit.Times*float64(r.Bytes) {
			s += ", ok"
		} else {
			s += ", OVER"
		}
	}
	return s
}

func duration(ns float64) string {
	switch {
	case ns < 1e3:
		return short(ns) + " ns"
	case ns < 1e6:
		return short(ns/1e3) + " us"
	case ns < 1e9:
		return short(ns/1e6) + " ms"
	}
	return short(ns/1e9) + " s"
}

// short prints three digits, two of what is small.
func short(x float64) string {
	switch {
	case x < 0.1:
		return fmt.Sprintf("%.2g", x)
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func (r *report) write(to string) error {
	if to == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if to == "-" {
		_, err = os.Stdout.Write(text)
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
