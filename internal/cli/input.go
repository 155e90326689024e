package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
)

// maxInput is how much of a file is read before it is refused. It is far above
// what any limit of the parser lets count, and keeps an endless stream from
// filling the memory.
const maxInput = 64 << 20

// mostBytes is the highest limit that the parser takes.
const mostBytes = 1<<24 - 1

// profileFlags are the flags that say how a text is read.
type profileFlags struct {
	profile  choice
	maxBytes count
	web      webFlags
	several  bool // the command compares what several user agents get
}

// add adds the flags; more are words that --profile takes beside the profiles.
func (f *profileFlags) add(cmd *cobra.Command, more ...string) {
	f.profile.of = append(profileNames(), more...)
	f.profile.value = f.profile.of[0]
	cmd.Flags().Var(&f.profile, "profile", "read as "+list(f.profile.of))
	f.profile.complete(cmd, "profile")
	f.maxBytes = count{least: 500 << 10, most: mostBytes} // RFC 9309 2.5; the parser's own cap
	cmd.Flags().Var(&f.maxBytes, "max-bytes", "read no more than `N` bytes of the file, 512000 to 16777215 (default 1048576)")
	f.web.add(cmd, f.several)
}

// profileNames are the ids of the profiles, the default first.
func profileNames() []string {
	var names []string
	for _, p := range robots.Profiles() {
		names = append(names, p.String())
	}
	return names
}

// options checks the flags and returns them as the parser wants them.
func (f *profileFlags) options() (robots.Options, error) {
	p, _ := robots.ProfileNamed(f.profile.value)
	return robots.Options{Profile: p, Limits: robots.Limits{Bytes: f.maxBytes.n}}, nil
}

// file returns the one file that a command line names. Without one it is
// standard input, unless that is a terminal, where a person would wait for
// nothing, or the null device, from which a forgotten file would read as empty.
func (a *app) file(cmd *cobra.Command, args []string) (string, error) {
	switch {
	case len(args) > 1:
		return "", usageErrorf("name one file", "%s: %d files given", cmd.Name(), len(args))
	case len(args) == 1:
		return args[0], nil
	case isDevice(a.stdin):
		return "", usageErrorf("name a file, or \"-\" for standard input", "%s: no file given", cmd.Name())
	}
	return "-", nil
}

// isDevice reports whether a stream is a terminal or the null device, which is
// also what Go puts in the place of a stream that is closed.
func isDevice(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// isNull reports whether a name is that of the null device, by which git means
// a file that is not there.
func isNull(name string) bool { return name == os.DevNull || name == "/dev/null" }

// read returns the text of a file, or of standard input for "-". It never
// takes a file that is not there for a site without one.
func (a *app) read(name, missing string) (string, error) {
	if isURL(name) {
		return "", usageErrorf("save it first and name the file", "%s: a URL is not read here", name)
	}
	var r io.Reader
	if name == "-" {
		stdin, err := a.standardInput()
		if err != nil {
			return "", err
		}
		r = stdin
	} else {
		f, err := os.Open(name)
		if err != nil {
			return "", readError(name, missing, err)
		}
		defer f.Close()
		r = f
	}
	b, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	switch {
	case err != nil:
		return "", readError(name, missing, err)
	case len(b) > maxInput:
		return "", ioErrorf("a robots.txt is at most some hundred kilobytes long", "read %s: more than %d bytes", name, maxInput)
	}
	return string(b), nil
}

// standardInput returns standard input, once: whoever is named second would
// read an empty file, and be told that nothing is wrong with it.
func (a *app) standardInput() (io.Reader, error) {
	if a.stdinRead {
		return nil, usageErrorf("name a file for one of them", "standard input can be read once")
	}
	a.stdinRead = true
	return a.stdin, nil
}

func readError(name, missing string, err error) error {
	if name == "-" {
		return ioErrorf("", "read standard input: %w", cause(err))
	}
	hint := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint = missing
	case isDir(name):
		hint = "name the file in it: " + strings.TrimRight(name, "/") + "/robots.txt"
		return ioErrorf(hint, "read %s: is a directory", name)
	}
	return ioErrorf(hint, "read %s: %w", name, cause(err))
}

// cause strips the deed and the path that os puts before the reason, since our
// own message has them already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
