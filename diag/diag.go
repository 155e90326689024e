// Package diag holds what every remark on a text is made of: positions,
// severities, permanent codes and the edits that would mend it. It knows
// nothing of robots.txt; package robots and the checks build on it.
package diag

// A Span is a run of bytes in a text. The zero Span points at nothing.
type Span struct {
	Offset int // where it starts, in bytes from the start of the text, from 0
	Len    int // how long it is, in bytes
	Line   int // the line it starts on, from 1; 0 means no position
	Column int // where in that line it starts, in bytes, from 1
}

// IsZero reports whether s points at nothing.
func (s Span) IsZero() bool { return s.Line == 0 }

// End returns the offset just behind the last byte of s.
func (s Span) End() int { return s.Offset + s.Len }

// A Severity says how much a remark matters to the author of the text.
// The zero Severity is none.
type Severity uint8

const (
	Info    Severity = iota + 1 // worth knowing
	Warning                     // probably not what the author meant
	Error                       // the text does not do what it says
)

// String returns "info", "warning" or "error", and "" for the zero Severity.
func (s Severity) String() string {
	switch s {
	case Info:
		return "info"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return ""
}

// A Code names one kind of remark for good, in kebab-case: "missing-colon".
// A code is never renamed and never used again for something else.
type Code string

// An Arg is one typed detail of a Diagnostic, such as the line it refers to.
// Messages are made from the code and its args, so that they can be told in
// any language.
type Arg struct {
	Name string
	Text string // the value, if IsInt is false
	Int  int    // the value, if IsInt is true

	IsInt bool
}

// Text makes an Arg that holds a string.
func Text(name, value string) Arg { return Arg{Name: name, Text: value} }

// Int makes an Arg that holds a number.
func Int(name string, value int) Arg { return Arg{Name: name, Int: value, IsInt: true} }

// A Diagnostic is one remark on a text, as data: no sentence is stored in it.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     Span
	Args     []Arg
	Related  []Span // other places that explain it, such as the earlier line
	Edits    []Edit // the mend, where there is exactly one
}

// Arg returns the detail with that name, and whether there is one.
func (d Diagnostic) Arg(name string) (Arg, bool) {
	for _, a := range d.Args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}

// An Edit replaces the bytes of Span by New.
type Edit struct {
	Span Span
	New  string
}

// A Count says how often a code was met in one text. Of one code only the
// first remarks are kept, so Seen may be larger than what is listed.
type Count struct {
	Code Code
	Seen int
}
