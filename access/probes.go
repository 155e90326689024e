package access

import (
	"errors"
	"strconv"
	"strings"
)

// A Set is probes that belong together, under one name.
type Set struct {
	Name   string
	Probes []Probe
}

// ParseSet reads a set of probes from the text of a file. A line is
//
//	TOKEN PATH
//	NAME = TOKEN PATH
//	# a comment
//
// with blanks or tabs between. NAME may hold blanks. The last field is the path,
// which holds none, and what stands before it is the token, so that "Sogou web
// spider /x" names a crawler of several words. A "#" begins a comment at the
// start of a line or behind a blank.
//
// It fails with all lines that are none of these, each as a *LineError.
func ParseSet(name, text string) (Set, error) {
	s := Set{Name: name}
	var bad []error
	names := map[string]int{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		p, ok, err := parseProbe(line)
		if err == nil && p.Name != "" && names[p.Name] > 0 {
			err = errors.New("the name " + strconv.Quote(p.Name) + " stands on line " + strconv.Itoa(names[p.Name]) + " too")
		}
		if err != nil {
			bad = append(bad, &LineError{n, err})
			continue
		}
		if ok {
			names[p.Name] = n
			s.Probes = append(s.Probes, p)
		}
	}
	return s, errors.Join(bad...)
}

// A LineError is a line of a probes file that cannot be read, and why.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return "line " + strconv.Itoa(e.Line) + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *LineError) Unwrap() error { return e.Err }

// parseProbe reads one line; it reports false for a line that asks nothing.
func parseProbe(line string) (p Probe, ok bool, err error) {
	line = strings.TrimPrefix(line, "\ufeff")
	line = strings.TrimSpace(uncommented(line))
	if line == "" {
		return p, false, nil
	}
	question := line
	if name, after, named := cutName(line); named {
		if p.Name = name; name == "" {
			return p, false, errors.New("nothing stands before the \"=\"")
		}
		question = after
	}
	fields := strings.Fields(question)
	if len(fields) < 2 {
		return p, false, errors.New("want TOKEN PATH or NAME = TOKEN PATH")
	}
	last := len(fields) - 1
	p.Token, p.Target = strings.Join(fields[:last], " "), fields[last]
	if p.Target[0] != '/' {
		return p, false, errors.New("the path " + strconv.Quote(p.Target) + " does not begin with \"/\"")
	}
	return p, true, nil
}

// uncommented drops a comment. Paths hold "#" only as an octet that a client
// never sends, but a name such as "C#" is let be.
func uncommented(line string) string {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return line[:i]
		}
	}
	return line
}

// cutName parts "NAME = rest" at the first "=". That of "GPTBot /a?b=c" is part
// of a path: a path stands before it, and no blank between.
func cutName(line string) (name, rest string, ok bool) {
	name, rest, ok = strings.Cut(line, "=")
	inPath := (strings.Contains(name, " /") || strings.Contains(name, "\t/")) && !strings.HasSuffix(name, " ") && !strings.HasSuffix(name, "\t")
	if !ok || inPath {
		return "", line, false
	}
	return strings.TrimSpace(name), rest, true
}
