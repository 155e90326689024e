// Package wire is the form of the records in a crawl's log.
//
// The log of a crawl is the truth about it: what was found, what became of it,
// what each site's robots.txt said, and who owned which partition when. Five
// kinds of records tell all of that. Everything else, the frontier, the counters
// and the tables that users get, follows from reading them in order.
//
//	own   a worker takes a partition; its place in the log is the epoch
//	d     addresses found, packed per page they were found on
//	r     what became of tasks
//	v     both of one partition, r in front: most of what a crawl of one process writes
//	h     what was learnt of a host: its robots.txt, its pace
//
// Numbers are varints, strings have their length in front, and a record begins
// with the version of its form, so that an old log is refused and not misread.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// version is the form of the records. A change of any layout raises it.
const version = 1

// A Kind tells the records of a partition apart. It is the last part of the
// subject that a record is published under.
type Kind byte

const (
	Own   Kind = 'o'
	Found Kind = 'd'
	Done  Kind = 'r'
	Visit Kind = 'v'
	Host  Kind = 'h'
)

// String is the kind as the subject spells it.
func (k Kind) String() string {
	if k == Own {
		return "own"
	}
	return string(rune(k))
}

// KindOf reads a kind from the last part of a subject.
func KindOf(s string) (Kind, bool) {
	switch s {
	case "own":
		return Own, true
	case "d", "r", "v", "h":
		return Kind(s[0]), true
	}
	return 0, false
}

// AppendVisit joins an r and a d record to one. The place in the log is that of
// both.
func AppendVisit(b, done, found []byte) []byte {
	b = binary.AppendUvarint(Begin(b), uint64(len(done)))
	return append(append(b, done...), found...)
}

// Parts returns the r and the d record that a record is or holds; what it does
// not hold is nil.
func Parts(kind Kind, record []byte) (done, found []byte, err error) {
	switch kind {
	case Done:
		return record, nil, nil
	case Found:
		return nil, record, nil
	case Visit:
		r := open(record)
		done = r.bytes()
		return done, r.b, r.err
	}
	return nil, nil, nil
}

// ErrForm is what decoding fails with: the bytes are no record of this version.
var ErrForm = errors.New("not a record of this version of the log")

// reader takes values off the front of a record. After a fault it returns zero
// values, and err says so once, at the end.
type reader struct {
	b   []byte
	err error
}

func open(b []byte) *reader {
	r := &reader{b: b}
	if v := r.uint(); r.err == nil && v != version {
		r.err = fmt.Errorf("%w: version %d, want %d", ErrForm, v, version)
	}
	return r
}

func (r *reader) fail() {
	r.b = nil
	if r.err == nil {
		r.err = ErrForm
	}
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) bytes() []byte {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	v := r.b[:n:n]
	r.b = r.b[n:]
	return v
}

func (r *reader) string() string { return string(r.bytes()) }

func putString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}
