package config

import (
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/robotsgate/robots/diag"
)

// An index tells where keys and elements of lists stand, by their path:
// "lint.select[2]", "lint.suppress[0].code", "env.staging". The decoder of the
// library gives positions with its errors only, and ours come after it.
type index map[string]diag.Span

// element is the path of an element of a list.
func element(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// newIndex walks a text that was decoded without an error.
func newIndex(text []byte) index {
	w := walker{at: index{}, lists: map[string]int{}, starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			w.starts = append(w.starts, i+1)
		}
	}
	w.p.Reset(text)
	table := ""
	for w.p.NextExpression() {
		switch n := w.p.Expression(); n.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = w.header(n)
		case unstable.KeyValue:
			w.pair(table, n)
		}
	}
	return w.at
}

type walker struct {
	p      unstable.Parser
	at     index
	lists  map[string]int // how many tables each list has so far
	starts []int          // of the lines
}

// header enters [a.b] or [[a.b]] and returns its path, in which a name of a list
// stands for the last table of it.
func (w *walker) header(n *unstable.Node) (path string) {
	var last unstable.Range
	for it := n.Key(); it.Next(); {
		path = joined(path, string(it.Node().Data))
		last = it.Node().Raw
		if n.Kind == unstable.ArrayTable && it.IsLast() {
			w.lists[path]++
		}
		if count := w.lists[path]; count > 0 {
			path = element(path, count-1)
		}
	}
	w.note(path, last)
	return path
}

func (w *walker) pair(table string, n *unstable.Node) {
	path := table
	var last unstable.Range
	for it := n.Key(); it.Next(); {
		path = joined(path, string(it.Node().Data))
		last = it.Node().Raw
	}
	w.note(path, last)
	w.value(path, n.Value())
}

func (w *walker) value(path string, n *unstable.Node) {
	i := 0
	for it := n.Children(); it.Next(); {
		switch child := it.Node(); {
		case n.Kind == unstable.InlineTable && child.Kind == unstable.KeyValue:
			w.pair(path, child)
		case n.Kind == unstable.Array && child.Kind != unstable.Comment:
			w.note(element(path, i), child.Raw)
			w.value(element(path, i), child)
			i++
		}
	}
}

// note keeps the first place of a path. What has no place of its own, such as a
// list in a list, has that of what it stands in.
func (w *walker) note(path string, r unstable.Range) {
	if _, ok := w.at[path]; ok || r.Length == 0 {
		return
	}
	at := int(r.Offset)
	line, begins := slices.BinarySearch(w.starts, at)
	if !begins {
		line-- // the line before the next one
	}
	w.at[path] = diag.Span{Offset: at, Len: int(r.Length), Line: line + 1, Column: at - w.starts[line] + 1}
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
