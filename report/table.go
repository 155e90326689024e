package report

import (
	"io"
	"strings"
)

// A cell is one field of a table.
type cell struct {
	text string
	tint tint
}

// A table is aligned by display width. A column of numbers is set to the
// right; a column that is empty all the way down is left out.
type table struct {
	heads   []string
	numbers map[int]bool
	rows    [][]cell
}

func (t *table) add(cells ...cell) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer, o Options) error {
	widths := t.widths()
	var b strings.Builder
	if t.heads != nil {
		heads := make([]cell, len(t.heads))
		for i, h := range t.heads {
			heads[i] = cell{h, bold}
		}
		t.row(&b, heads, widths, o)
	}
	for _, row := range t.rows {
		t.row(&b, row, widths, o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widths returns the cells that each column takes, 0 for one that is left out.
func (t *table) widths() []int {
	var widths []int
	for _, row := range t.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(c.text))
		}
	}
	for i, h := range t.heads {
		if i < len(widths) && widths[i] > 0 {
			widths[i] = max(widths[i], width(h))
		}
	}
	return widths
}

func (t *table) row(b *strings.Builder, row []cell, widths []int, o Options) {
	const gap = "  "
	owed := "" // blanks are written only before something, never at the end
	for i, c := range row {
		if i >= len(widths) || widths[i] == 0 {
			continue
		}
		text := pad(c.text, widths[i])
		if t.numbers[i] {
			text = padLeft(c.text, widths[i])
		}
		word := strings.Trim(text, " ")
		before, after, _ := strings.Cut(text, word)
		if word == "" {
			owed += text + gap
			continue
		}
		b.WriteString(owed + before + o.paint(c.tint, word))
		owed = after + gap
	}
	b.WriteByte('\n')
}
