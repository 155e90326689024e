package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/internal/lines"
	"github.com/robotsgate/robots/internal/verb"
)

func (a *app) runBatch(cmd *cobra.Command, f *checkFlags, args []string) error {
	for _, name := range []string{"agent", "url", "explain", "want", "absent", "status", "robots-url", "format"} {
		if cmd.Flags().Changed(name) {
			return usageErrorf("in a batch each line brings its own agent, url and robots_url", "--batch and --%s do not go together", name)
		}
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	name := "-" // a terminal is welcome here: one may ask by hand
	if len(args) > 0 {
		if name, err = a.file(cmd, args); err != nil {
			return err
		}
	}
	in := a.stdin
	if name != "-" {
		if isURL(name) {
			return usageErrorf("save it first and name the file", "%s: a URL is not read here", name)
		}
		file, err := os.Open(name)
		if err != nil {
			return readError(name, "", err)
		}
		defer file.Close()
		in = file
	}
	bad, err := a.batch(in, verb.NewBatcher(options))
	switch {
	case err != nil:
		return readError(name, "", err)
	case bad:
		return errFindings
	}
	return nil
}

// batch answers each line of in. It reports whether any line was no question.
func (a *app) batch(in io.Reader, b *verb.Batcher) (bad bool, err error) {
	all := lines.New(&flusher{in, a.out})
	for {
		line, err := all.Next()
		if err != nil && err != lines.ErrLong {
			if err == io.EOF {
				return bad, nil
			}
			return bad, err
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		answer, ok := b.Answer(line, err)
		bad = bad || !ok
		if _, err := a.out.Write(answer); err != nil {
			return bad, nil // Main reports it when it flushes
		}
	}
}

// A flusher writes out all answers before it waits for more questions, so that
// whoever asks and waits gets the answer.
type flusher struct {
	io.Reader
	out *bufio.Writer
}

func (f *flusher) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, io.EOF // nobody listens: stop asking
	}
	return f.Reader.Read(p)
}
