package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/msg"
)

// A Matrix is a table of crawlers by targets, one glyph a cell.
type Matrix struct {
	Source
	Agents []Agent // of the rows of Matrix
	Matrix access.Matrix
}

// A MatrixFormat writes a matrix.
type MatrixFormat func(w io.Writer, m Matrix, o Options) error

// MatrixFormats are the formats of a matrix by name.
var MatrixFormats = map[string]MatrixFormat{"text": MatrixText, "markdown": MatrixMarkdown, "csv": MatrixCSV, "json": MatrixJSON}

// MatrixFormatNames lists the keys of MatrixFormats, the default first.
var MatrixFormatNames = []string{"text", "markdown", "csv", "json"}

// A glyph is a kind of answer in one cell, so that whole columns can be taken
// in at a glance. A rule is filled in, the lack of one is not.
type glyph struct {
	sign string
	word string // key below "matrix."
	tint tint
}

var (
	byAllow    = glyph{"✓", "allow", green}
	byDisallow = glyph{"✗", "disallow", red}
	starred    = glyph{"*", "star", plain} // behind another
	notAsked   = glyph{"", "", plain}

	silent = map[access.Evidence]glyph{
		0:                  {"?", "invalid", magenta},
		access.NoRule:      {"·", "no-rule", green},
		access.NoGroup:     {"○", "no-group", yellow},
		access.Empty:       {"○", "empty", yellow},
		access.Absent:      {"∅", "absent", yellow},
		access.Unavailable: {"∅", "unavailable", yellow},
		access.Unreachable: {"!", "unreachable", red},
		access.RobotsTxt:   {"✓", "robots-txt", green},
	}
)

func glyphOf(c access.Cell) glyph {
	switch {
	case !c.Asked:
		return notAsked
	case c.Evidence != access.OwnGroup && c.Evidence != access.Star:
		return silent[c.Evidence]
	case c.Decision.Verdict == robots.Disallow:
		return byDisallow
	}
	return byAllow
}

// byStar reports whether the group of "*" had to serve.
func byStar(c access.Cell) bool {
	return c.Asked && !c.Decision.Named && (c.Evidence == access.Star || c.Evidence == access.NoRule)
}

// sign is the glyph of a cell with the star of its group.
func sign(c access.Cell) string {
	if byStar(c) {
		return glyphOf(c).sign + starred.sign
	}
	return glyphOf(c).sign
}

// legend lists the glyphs that occur, in a fixed order.
func (m Matrix) legend() []glyph {
	seen := map[glyph]bool{}
	for _, row := range m.Matrix.Cells {
		for _, c := range row {
			seen[glyphOf(c)] = c.Asked || seen[glyphOf(c)]
			seen[starred] = seen[starred] || byStar(c)
		}
	}
	order := []glyph{byAllow, byDisallow}
	for _, e := range append(access.Evidences(), 0) {
		if g, ok := silent[e]; ok {
			order = append(order, g)
		}
	}
	order = slices.DeleteFunc(append(order, starred), func(g glyph) bool { return !seen[g] })
	if i := slices.Index(order, silent[access.Unreachable]); i >= 0 && m.rejected(msg.En) != "" {
		order[i].word = "rejected" // there is a file, but its reader gives it up
	}
	return order
}

// maxGrid is how wide a grid may be with paths for heads. A wider one has
// numbers for heads, and the paths below.
const maxGrid = 100

// MatrixText writes a matrix for people, with a legend of what occurs in it.
func MatrixText(w io.Writer, m Matrix, o Options) error {
	numbered := m.width(o.Lang) > maxGrid
	t := &table{heads: []string{o.Lang.Text("head.agent")}}
	for j, target := range m.Matrix.Targets {
		if numbered {
			t.heads = append(t.heads, strconv.Itoa(j+1))
		} else {
			t.heads = append(t.heads, Clean(target))
		}
	}
	for i, row := range m.Matrix.Cells {
		cells := []cell{{m.Agents[i].label(o.Lang), plain}}
		for _, c := range row {
			cells = append(cells, cell{sign(c), glyphOf(c).tint})
		}
		t.add(cells...)
	}
	var b strings.Builder
	t.write(&b, o)
	if numbered {
		paths := &table{numbers: map[int]bool{0: true}}
		for j, target := range m.Matrix.Targets {
			paths.add(cell{strconv.Itoa(j + 1), faint}, cell{short(Clean(target), maxGrid), plain})
		}
		b.WriteByte('\n')
		paths.write(&b, o)
	}
	b.WriteByte('\n')
	for _, g := range m.legend() {
		b.WriteString(o.paint(g.tint, g.sign) + "  " + o.Lang.Text("matrix."+g.word) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// width is how wide the grid is with paths for heads.
func (m Matrix) width(l msg.Lang) int {
	most := 0
	for _, a := range m.Agents {
		most = max(most, width(a.label(l)))
	}
	for _, t := range m.Matrix.Targets {
		most += 2 + width(Clean(t))
	}
	return most
}

// MatrixMarkdown writes a matrix as a table in the GitHub manner.
func MatrixMarkdown(w io.Writer, m Matrix, o Options) error {
	var b strings.Builder
	b.WriteString("| " + o.Lang.Text("head.agent") + " ")
	for _, target := range m.Matrix.Targets {
		b.WriteString("| " + code(target) + " ")
	}
	b.WriteString("|\n| --- " + strings.Repeat("| :-: ", len(m.Matrix.Targets)) + "|\n")
	for i, row := range m.Matrix.Cells {
		b.WriteString("| " + escape(m.Agents[i].label(o.Lang)) + " ")
		for _, c := range row {
			b.WriteString("| " + escape(sign(c)) + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
	for _, g := range m.legend() {
		b.WriteString("- " + escape(g.sign) + " " + escape(o.Lang.Text("matrix."+g.word)) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
