package warc

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Message is the HTTP message in the block of a response, revisit or request.
type Message struct {
	Start  string // the request line or the status line
	Status int    // of an answer; 0 for a request
	Header Fields
	Body   io.Reader // up to the end of the block, in its content coding
}

// HTTP reads the head of the message in a record's block, leniently: what archives
// hold is what servers sent.
func (r *Record) HTTP() (*Message, error) {
	b := bufio.NewReaderSize(r.Block, 4<<10)
	left := maxHeader
	line, err := readLine(b, &left)
	if err != nil {
		return nil, &BrokenError{Offset: r.Offset, Err: fmt.Errorf("its HTTP message: %w", noEOF(err))}
	}
	m := &Message{Start: line, Body: b}
	if rest, ok := strings.CutPrefix(line, "HTTP/"); ok {
		_, rest, _ = strings.Cut(rest, " ")
		code, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		if m.Status, err = strconv.Atoi(code); err != nil || m.Status < 0 || m.Status > 999 {
			m.Status = 0
		}
	}
	if m.Header, err = readFields(b, &left); err != nil && err != io.EOF { // some end without an empty line
		return nil, &BrokenError{Offset: r.Offset, Err: fmt.Errorf("its HTTP header: %w", err)}
	}
	return m, nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
