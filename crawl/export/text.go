package export

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/robotsgate/robots/crawl"
)

// timeForm is RFC 3339 with milliseconds, so that times sort as text does.
const timeForm = "2006-01-02T15:04:05.000Z"

// JSONL writes a line of JSON per address; see api/schema/crawl-page.json. What
// says nothing is left out.
func JSONL(w io.Writer, pages iter.Seq2[crawl.Page, error]) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	for p, err := range pages {
		if err != nil {
			return err
		}
		r := RowOf(p)
		line = append(appendJSON(line[:0], &r), '\n')
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("export: write JSON lines: %w", err)
		}
	}
	return out.Flush()
}

// MarshalJSON writes the columns in their order, as JSONL does.
func (r Row) MarshalJSON() ([]byte, error) { return appendJSON(nil, &r), nil }

func appendJSON(b []byte, r *Row) []byte {
	b = append(b, '{')
	first := true
	for _, c := range columns {
		v := c.value(r)
		if v == nil || v == false {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(append(append(b, '"'), c.Name...), `":`...)
		switch v := v.(type) {
		case string:
			b = appendString(b, v)
		case time.Time:
			b = append(v.AppendFormat(append(b, '"'), timeForm), '"')
		default:
			b = append(b, cell(v)...)
		}
	}
	return append(b, '}')
}

// appendString quotes a text.
func appendString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	s = text(s)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(timeForm)
}

// CSV writes a table with a line of names (RFC 4180, but with line feeds). What
// says nothing is an empty field. Cells are as servers sent them: a program for
// spreadsheets may take one that begins with = for a formula, so import the
// columns as text.
func CSV(w io.Writer, pages iter.Seq2[crawl.Page, error]) error {
	out := csv.NewWriter(w)
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = c.Name
	}
	if err := out.Write(cells); err != nil {
		return fmt.Errorf("export: write CSV: %w", err)
	}
	for p, err := range pages {
		if err != nil {
			return err
		}
		r := RowOf(p)
		for i, c := range columns {
			cells[i] = cell(c.value(&r))
		}
		if err := out.Write(cells); err != nil {
			return fmt.Errorf("export: write CSV: %w", err)
		}
	}
	out.Flush()
	return out.Error()
}

func cell(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return timeText(v)
	}
	return ""
}
