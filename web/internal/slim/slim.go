// Package slim makes a WebAssembly program of the Go linker smaller to send.
//
// Two things in it are of no use to a page. The linker starts a new data segment
// at every few zero octets, and the heads of tens of thousands of segments do not
// compress; they become a few large ones. And the program carries the names,
// files and lines of all its functions for the trace of a crash; they become
// zeros, which cost nothing. What the collector and panics need stays.
//
// The tables are those of Go 1.20 to 1.26 (runtime/symtab.go). If they look
// otherwise, Slim leaves them alone and says so; the segments are the business of
// the WebAssembly standard alone.
package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// ErrTables says that the tables for traces were not found where this package
// looks for them. The program is then as it was, but for its segments.
var ErrTables = errors.New("no function table of a known form")

// Sections of a module that matter here.
const (
	custom = 0
	data   = 11
)

// minGap is how many zero octets end a segment. Fewer cost less when sent than a
// new segment does.
const minGap = 1 << 10

// Slim returns the module made smaller. An error other than ErrTables says that
// the module cannot be read, and nothing is returned.
func Slim(module []byte) ([]byte, error) {
	head := []byte("\x00asm\x01\x00\x00\x00")
	if !bytes.HasPrefix(module, head) {
		return nil, errors.New("not a WebAssembly module")
	}
	var tables error
	out := append([]byte(nil), head...)
	for r := (&reader{b: module[len(head):]}); len(r.b) > 0; {
		id := r.octet()
		body := r.take(r.uint())
		if r.err != nil {
			return nil, r.err
		}
		switch id {
		case custom: // names and versions of tools
			continue
		case data:
			memory, err := load(body)
			if err != nil {
				return nil, err
			}
			tables = blank(memory)
			body = store(memory)
		}
		out = binary.AppendUvarint(append(out, id), uint64(len(body)))
		out = append(out, body...)
	}
	return out, tables
}

// load returns the memory that the segments of a data section make.
func load(section []byte) (memory []byte, err error) {
	const i32Const, end = 0x41, 0x0b
	r := &reader{b: section}
	for range r.uint() {
		if r.octet() != 0 || r.octet() != i32Const {
			return nil, errors.New("a data segment of an unknown form")
		}
		offset := r.int()
		if r.octet() != end {
			return nil, errors.New("a data segment of an unknown form")
		}
		d := r.take(r.uint())
		if r.err != nil {
			return nil, r.err
		}
		if offset < 0 || offset > 1<<30 {
			return nil, errors.New("a data segment out of memory")
		}
		if need := int(offset) + len(d); need > len(memory) {
			memory = append(memory, make([]byte, need-len(memory))...)
		}
		copy(memory[offset:], d)
	}
	return memory, r.err
}

// store is the reverse of load, with few segments.
func store(memory []byte) []byte {
	zeros := make([]byte, minGap)
	var segments []byte
	n := uint64(0)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		size := bytes.Index(memory[at:], zeros)
		if size < 0 {
			size = len(memory) - at
		}
		segments = appendInt(append(segments, 0, 0x41), int64(at))
		segments = binary.AppendUvarint(append(segments, 0x0b), uint64(size))
		segments = append(segments, memory[at:at+size]...)
		at += size
		n++
	}
	return append(binary.AppendUvarint(nil, n), segments...)
}

// appendInt appends a signed number in LEB128, which is not the one of package
// binary.
func appendInt(out []byte, n int64) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(out, c)
		}
		out = append(out, c|0x80)
	}
}

// A reader takes a module apart.
type reader struct {
	b   []byte
	err error
}

var errShort = errors.New("the module ends too early")

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.b, r.err = nil, errShort
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) octet() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.err = nil, errShort
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) int() (n int64) {
	for shift := 0; shift < 64; shift += 7 {
		c := r.octet()
		n |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 && shift < 57 {
				n |= -1 << (shift + 7)
			}
			break
		}
	}
	return n
}
