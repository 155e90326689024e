package cli

import (
	"io"
	"strings"

	"github.com/robotsgate/robots/report"
)

// shown returns text as it is, or made safe where a person would see it: a file
// must not steer the terminal.
func (a *app) shown(text string) string {
	if !isTerminal(a.stdout) {
		return text
	}
	return visible(text)
}

// visible is text with all that a terminal would obey made visible, line by line.
func visible(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare, end := strings.CutSuffix(line, "\n")
		b.WriteString(report.Clean(strings.TrimSuffix(bare, "\r")))
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// write calls f to write a format. Of CSV, which says everything as it is, a
// terminal gets what it can show.
func (a *app) write(format string, f func(w io.Writer) error) error {
	if format != "csv" || !isTerminal(a.stdout) {
		return f(a.out)
	}
	var b strings.Builder
	err := f(&b)
	a.out.WriteString(visible(b.String()))
	return err
}
