// Package cli is the command robots: one file per subcommand, and what they
// share. It reads files and writes answers; what the answers are is decided by
// the packages it calls.
//
// What is data goes to standard output and nothing else does; everything said
// to people about the run goes to standard error. Exit codes are a contract:
//
//	0  clean, or allowed
//	1  findings, disallowed, or an assertion that does not hold
//	2  wrong usage or configuration
//	3  input, output or network failed
//	4  an internal error
package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/msg"
)

const (
	exitOK       = 0
	exitFindings = 1
	exitUsage    = 2
	exitIO       = 3
	exitInternal = 4
)

// Main runs the command with these arguments, the program's name first, and
// returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if v := recover(); v != nil {
			// Go's own exit code for a panic is 2, which would read as a usage error.
			fmt.Fprintf(stderr, "robots: internal error: %v\n%s", v, debug.Stack())
			code = exitInternal
		}
	}()
	a := &app{stdin: stdin, out: bufio.NewWriterSize(stdout, 1<<16), stdout: stdout, stderr: &talk{to: stderr}, getenv: os.Getenv}
	return a.run(args)
}

// talk is standard error. A signal, progress and the command itself speak there,
// each on its own time: a line of one never stands within that of another.
type talk struct {
	mu sync.Mutex
	to io.Writer
}

// Write is for fmt.Fprint and its like.
func (t *talk) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.to.Write(b)
}

// run runs the command with these arguments.
func (a *app) run(args []string) int {
	root := a.root()
	root.SetArgs(args[1:])
	err := a.ended(root.Execute())
	if flushed := a.out.Flush(); flushed != nil {
		// Whatever else happened, the reader did not get the data.
		err = ioErrorf("", "write standard output: %w", cause(flushed))
		if errors.Is(flushed, syscall.EPIPE) {
			err = &exitError{code: exitIO} // the reader has left: nobody to tell
		}
	}
	return a.exit(err)
}

// An app is one run of the command: its streams, its environment, and the
// settings that all subcommands share.
type app struct {
	stdin  io.Reader
	out    *bufio.Writer // standard output; its first error ends the run
	stdout io.Writer     // what is behind out, to ask whether it is a terminal
	stderr io.Writer
	getenv func(string) string

	stdinRead bool // whether somebody has read standard input

	color    choice
	langFlag string
	lang     msg.Lang

	unreached error               // ends a run that asked a site in vain
	reach     func(*fetch.Client) // how tests lead a client to their servers
	said      atomic.Int64        // lines, so that who writes over the last ones knows of others
}

// say tells people something about the run.
func (a *app) say(s string) {
	a.said.Add(1)
	fmt.Fprintln(a.stderr, s)
}

// Command returns the whole tree of commands, for the generator of the
// reference.
func Command() *cobra.Command {
	a := &app{stdin: os.Stdin, out: bufio.NewWriter(io.Discard), stdout: io.Discard, stderr: io.Discard, getenv: os.Getenv}
	return a.root()
}
