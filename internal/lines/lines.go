// Package lines cuts a stream into lines of bounded length.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Max bounds a line: the largest text that the parser of robots.txt reads,
// 16 MiB, whose escapes in JSON the usual file has few of.
const Max = 16 << 20

// ErrLong is the error for a line that is too long.
var ErrLong = errors.New("line longer than 16 MiB")

// New returns a reader of the lines of r.
func New(r io.Reader) *Reader { return NewMax(r, Max) }

// NewMax returns a reader of lines of at most that many bytes.
func NewMax(r io.Reader, most int) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 1<<16), most: most}
}

// A Reader cuts its input into lines of any bounded length.
type Reader struct {
	r    *bufio.Reader
	most int
	long []byte // room for a line that the reader's own buffer cannot hold
}

// Next returns the next line without its end; it holds until the next call.
// Of a line too long it returns the beginning and ErrLong.
func (l *Reader) Next() ([]byte, error) {
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
		if tooLong = tooLong || len(l.long)+len(part) > l.most+1; !tooLong {
			l.long = append(l.long, part...)
		}
	}
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case tooLong:
		return l.long, ErrLong
	}
	return bytes.TrimSuffix(l.long, []byte("\n")), nil
}
