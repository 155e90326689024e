package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// An Error is what is wrong with a configuration, and where.
type Error struct {
	File         string
	Line, Column int // from 1; Column in bytes
	Reason       string

	// Word is what was written where only some words have a meaning, and Known
	// are these: a slip can be told from them.
	Word  string
	Known []string
}

// Error returns "FILE:LINE:COLUMN: REASON".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Reason)
}

// decode fills doc, and turns the errors of the library into ours.
func decode(name string, text []byte, doc *document) error {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(doc)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		return unknownKey(name, &unknown.Errors[0])
	case errors.As(err, &wrong):
		e := &Error{File: name, Reason: strings.TrimPrefix(wrong.Error(), "toml: ")}
		e.Line, e.Column = wrong.Position()
		if k, ok := find(wrong.Key()); ok && !syntax(e.Reason) {
			e.Reason = strings.Join(wrong.Key(), ".") + ": want " + wanted(k)
		}
		return e
	}
	return &Error{File: name, Line: 1, Column: 1, Reason: err.Error()}
}

// syntax reports whether a reason of the library is about the text and not
// about the type of a value, for which it would name types of Go.
func syntax(reason string) bool {
	for _, s := range [...]string{"cannot ", "too large", "impossible date", "dates are expected"} {
		if strings.Contains(reason, s) {
			return false
		}
	}
	return true
}

func wanted(k Key) string {
	switch {
	case k.Type != "":
		return k.Type
	case strings.HasSuffix(k.Path, "[]"):
		return "tables in double brackets"
	}
	return "a table"
}

// unknownKey tells of a key that nobody knows: of the first part of it that is
// wrong, since a table that is misspelt has no known keys in it.
func unknownKey(name string, wrong *toml.DecodeError) error {
	e := &Error{File: name}
	e.Line, e.Column = wrong.Position()
	path := wrong.Key()
	n := 1
	for n < len(path) {
		if _, ok := find(path[:n]); !ok {
			break
		}
		n++
	}
	table := "the top level"
	if n > 1 {
		table = strings.Join(path[:n-1], ".")
	}
	e.Word, e.Known = path[n-1], within(path[:n-1])
	e.Reason = fmt.Sprintf("no key of %s is called %q", table, e.Word)
	return e
}

// Fault returns an error about the value at a key, such as "assert[0].want", or
// about the table it would stand in if it is not set.
func (c *Config) Fault(key, format string, args ...any) *Error {
	e := &Error{File: c.Name, Line: 1, Column: 1}
	for at := key; ; {
		if s, ok := c.at[at]; ok {
			e.Line, e.Column = s.Line, s.Column
			break
		}
		i := strings.LastIndexAny(at, ".[")
		if i < 0 {
			break
		}
		at = at[:i]
	}
	e.Reason = key + ": " + fmt.Sprintf(format, args...)
	return e
}

// slip is Fault for a value that is none of some words.
func (c *Config) slip(key, word string, known []string, format string, args ...any) *Error {
	e := c.Fault(key, format, args...)
	e.Word, e.Known = word, known
	return e
}
