package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/msg"
)

// Message tells a diagnostic in a sentence of that language.
func Message(l msg.Lang, d diag.Diagnostic) string { return tell(l, d, "message") }

// Fix tells how to mend what a diagnostic is about.
func Fix(l msg.Lang, d diag.Diagnostic) string { return tell(l, d, "fix") }

func tell(l msg.Lang, d diag.Diagnostic, part string) string {
	args := make([]msg.Arg, 0, len(d.Args))
	for _, a := range d.Args {
		if a.IsInt {
			args = append(args, msg.Int(a.Name, a.Int))
		} else {
			args = append(args, msg.Str(a.Name, short(Clean(a.Text), maxCell)))
		}
	}
	return l.Text("diag."+string(d.Code)+"."+part, args...)
}

var severityTints = map[diag.Severity]tint{diag.Info: faint, diag.Warning: yellow, diag.Error: red}

// maxRemarks is how many remarks of one kind are listed before the rest is
// only counted: a file of junk is told in a few lines, not in thousands.
const maxRemarks = 3

// Remarks writes what there is to say about the text of s, a line each:
//
//	robots.txt:3:1: warning: "Dissalow" is no known record ... [misspelt-directive]
//
// Remarks that are information only are left out unless all is true.
func Remarks(w io.Writer, s Source, all bool, o Options) error {
	var b strings.Builder
	o.remarks(&b, s.Name, s.Policy.Diagnostics(), s.Policy.Counts(), all)
	_, err := io.WriteString(w, b.String())
	return err
}

// remarks writes the first few remarks of each code, and how many more there
// are.
func (o Options) remarks(b *strings.Builder, name string, remarks []diag.Diagnostic, counts []diag.Count, all bool) {
	listed := map[diag.Code]int{}
	for _, d := range remarks {
		if d.Severity == diag.Info && !all || listed[d.Code] == maxRemarks {
			continue
		}
		listed[d.Code]++
		fmt.Fprintf(b, "%s:%d:%d: %s: %s %s\n", Clean(name), d.Span.Line, d.Span.Column,
			o.paint(severityTints[d.Severity], o.Lang.Text("severity."+d.Severity.String())),
			Message(o.Lang, d), o.paint(faint, "["+string(d.Code)+"]"))
	}
	for _, c := range counts {
		if n := c.Seen - maxRemarks; listed[c.Code] == maxRemarks && n > 0 {
			fmt.Fprintf(b, "%s: %s\n", Clean(name),
				o.Lang.Text("note.more-diagnostics", msg.Int("n", n), msg.Str("code", string(c.Code))))
		}
	}
}
