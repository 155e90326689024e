// Package verb answers what programs ask of the toolkit as JSON: each verb is a
// question as a struct, whose answer is the JSON of the command of that name.
//
// The HTTP service and the tools for assistants ask here, and the command asks
// here where it does the same, so that there is one contract: api/schema. The
// tags of the structs describe the questions; whoever serves them makes a schema
// of these.
package verb

import (
	"errors"
	"io"
)

// A Question is one of the structs of this package. Answer writes JSON by the
// schema of the verb. An error that is a *Wrong says what is wrong with the
// question, and nothing was written then.
type Question interface {
	Answer(w io.Writer, s Setting) error
}

// A Setting is what an answer depends on beside its question.
type Setting struct {
	Today string // as 2027-01-31, tells which suppressions have expired; "" for none
}

// A Wrong is what is wrong with a question.
type Wrong struct {
	Key  string // the key that it is about
	What string // such as "no robots.txt is given"
	Fix  string // how to mend it
}

func (w *Wrong) Error() string {
	s := w.Key + ": " + w.What
	if w.Fix != "" {
		s += "; " + w.Fix
	}
	return s
}

// IsWrong returns what is wrong with a question, if that is what err says.
func IsWrong(err error) (*Wrong, bool) {
	var w *Wrong
	ok := errors.As(err, &w)
	return w, ok
}

// Bounds on one question. What is allowed takes some seconds at most; whoever
// serves strangers bounds the time as well.
const (
	MaxCells  = 100_000   // crawlers by targets
	MaxTraced = 2_000_000 // the same by rules, where every rule is told of
)

// fits refuses questions whose answer would be too large.
func fits(crawlers, targets, each, most int, fix string) error {
	if crawlers > 0 && targets > 0 && each > 0 && crawlers > most/targets/each {
		return &Wrong{Key: "agents, targets", What: "too many for one answer", Fix: fix}
	}
	return nil
}
