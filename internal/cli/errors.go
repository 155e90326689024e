package cli

import (
	"github.com/robotsgate/robots/report"

	"errors"
	"fmt"
	"regexp"
	"strings"
)

// An exitError is an error that knows the exit code it leads to. Without a
// message it is a verdict and no failure: the command has said all there is.
type exitError struct {
	code int
	err  error
	hint string // how to mend it, if the message does not say so
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// errFindings ends a run that worked and found something.
var errFindings = &exitError{code: exitFindings}

// usageErrorf is for a command line that cannot be meant as it stands.
func usageErrorf(hint, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...), hint}
}

// ioErrorf is for a world that does not do what it should.
func ioErrorf(hint, format string, args ...any) error {
	return &exitError{exitIO, fmt.Errorf(format, args...), hint}
}

// userinfo is a user name and password in a URL. No error may repeat them: logs
// are read by others.
var userinfo = regexp.MustCompile(`://[^/?#@\s"]*(?:@[^/?#@\s"]*)*@`)

// exit tells people what went wrong and returns the code for it. An error that
// is not ours comes from cobra, which only complains about usage.
func (a *app) exit(err error) int {
	if err == nil {
		return exitOK
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{exitUsage, err, "robots --help lists commands and flags"}
	}
	if e.err != nil {
		// Names of files and flags are in it, and they may hold what a terminal obeys.
		for i, line := range strings.Split(userinfo.ReplaceAllString(e.err.Error(), "://***@"), "\n") {
			if i == 0 {
				line = "robots: " + line
			}
			a.say(report.Clean(line))
		}
		if e.hint != "" {
			a.say("  hint: " + report.Clean(e.hint))
		}
	}
	return e.code
}
