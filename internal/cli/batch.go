package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// maxBatchLine bounds one question: the largest text that the parser reads,
// 16 MiB, whose escapes in JSON the usual file has few of.
const maxBatchLine = 16 << 20

var errLongLine = errors.New("line longer than 16 MiB")

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
		file, err := os.Open(name)
		if err != nil {
			return readError(name, "", err)
		}
		defer file.Close()
		in = file
	}
	bad, err := a.batch(in, newBatcher(options))
	switch {
	case err != nil:
		return readError(name, "", err)
	case bad:
		return errFindings
	}
	return nil
}

// batch answers each line of in. It reports whether any line was no question.
func (a *app) batch(in io.Reader, b *batcher) (bad bool, err error) {
	lines := lineReader{r: bufio.NewReaderSize(&flusher{in, a.out}, 1<<16)}
	for {
		line, err := lines.next()
		if err != nil && err != errLongLine {
			if err == io.EOF {
				return bad, nil
			}
			return bad, err
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		answer, ok := b.answer(line, err)
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

// A lineReader cuts its input into lines of any length up to maxBatchLine.
type lineReader struct {
	r    *bufio.Reader
	long []byte // room for a line that the reader's own buffer cannot hold
}

// next returns the next line without its end; it holds until the next call.
// Of a line too long it returns the beginning and errLongLine.
func (l *lineReader) next() ([]byte, error) {
	part, err := l.r.ReadSlice('\n')
	if err == nil || err == io.EOF && len(part) > 0 {
		return bytes.TrimSuffix(part, []byte("\n")), nil
	}
	if err != bufio.ErrBufferFull {
		return nil, err
	}
	l.long = append(l.long[:0], part...)
	tooLong := false
	for err == bufio.ErrBufferFull {
		part, err = l.r.ReadSlice('\n')
		if tooLong = tooLong || len(l.long)+len(part) > maxBatchLine+1; !tooLong {
			l.long = append(l.long, part...)
		}
	}
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case tooLong:
		return l.long, errLongLine
	}
	return bytes.TrimSuffix(l.long, []byte("\n")), nil
}
