package slim

import (
	"bytes"
	"encoding/binary"
)

// A table is the function table of the Go runtime, as it lies in memory: a head,
// then names, lists of files, files, octets of program counter tables, and the
// functions.
type table struct {
	b                              []byte // from the head on
	funcs                          int
	names, units, files, pcs, list int // offsets
}

// Offsets in the record of a function, and its size without what varies.
const (
	atName, atPCSP, atPCFile, atPCLine, atPCData, atUnit, atStart, atFuncData = 4, 16, 20, 24, 28, 32, 36, 43

	recordSize = 44
)

// magic begins the head: the form of the table, padding, one octet the least
// instruction, eight a pointer.
var magic = []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")

// systemName stands in the place of the names of the runtime's own functions:
// it looks at the prefix to tell its goroutines from those of the program.
const systemName = "runtime.f"

// blank zeroes what only traces of crashes need.
func blank(memory []byte) error {
	at := bytes.Index(memory, magic)
	if at < 0 || bytes.Contains(memory[at+1:], magic) || len(memory) < at+72 {
		return ErrTables
	}
	t := table{b: memory[at:]}
	word := func(n int) int { return int(binary.LittleEndian.Uint64(t.b[8*n:])) }
	t.funcs, t.names, t.units, t.files, t.pcs, t.list = word(1), word(4), word(5), word(6), word(7), word(8)
	if !t.sound() {
		return ErrTables
	}
	used := make([]bool, t.list-t.pcs)
	records := make([][]byte, t.funcs)
	for i := range records {
		record, ok := t.record(i)
		if !ok || !t.mark(used, t.number(record, atPCSP)) {
			return ErrTables
		}
		for j := range t.number(record, atPCData) {
			if !t.mark(used, t.number(record, recordSize+4*j)) {
				return ErrTables
			}
		}
		records[i] = record
	}
	for _, record := range records {
		name := 0
		if bytes.HasPrefix(t.b[t.names+t.number(record, atName):t.units], []byte("runtime.")) {
			name = 1
		}
		for _, field := range []int{atPCFile, atPCLine, atUnit, atStart} {
			binary.LittleEndian.PutUint32(record[field:], 0)
		}
		binary.LittleEndian.PutUint32(record[atName:], uint32(name))
	}
	clear(t.b[t.names:t.pcs])
	copy(t.b[t.names+1:], systemName)
	for i := range used {
		if !used[i] {
			t.b[t.pcs+i] = 0
		}
	}
	return nil
}

// sound reports whether the parts lie one behind the other, as they should.
func (t *table) sound() bool {
	return t.funcs > 0 && t.names == 72 && t.names+len(systemName)+2 < t.units && t.units <= t.files && t.files <= t.pcs &&
		t.pcs < t.list && t.list < len(t.b) && t.funcs < (len(t.b)-t.list)/8
}

func (t *table) number(record []byte, at int) int {
	return int(int32(binary.LittleEndian.Uint32(record[at:])))
}

// record returns the record of a function with what follows it.
func (t *table) record(i int) ([]byte, bool) {
	list := t.b[t.list:]
	at := t.number(list, 8*i+4)
	if at < 0 || at > len(list)-recordSize {
		return nil, false
	}
	r := list[at:]
	n := t.number(r, atPCData)
	if n < 0 || n > 16 {
		return nil, false
	}
	size := recordSize + 4*n + 4*int(r[atFuncData])
	name := t.number(r, atName)
	if size > len(r) || name < 0 || name >= t.units-t.names {
		return nil, false
	}
	return r[:size], true
}

// mark notes the octets of one program counter table: pairs of numbers up to a
// zero that is not in front. Offset 0 is no table.
func (t *table) mark(used []bool, at int) bool {
	if at == 0 {
		return true
	}
	octets := t.b[t.pcs:t.list]
	for first := true; ; first = false {
		value, n := uint64(0), 0
		if at >= 0 && at < len(octets) {
			value, n = binary.Uvarint(octets[at:])
		}
		if n <= 0 {
			return false
		}
		if value == 0 && !first {
			used[at] = true
			return true
		}
		_, m := binary.Uvarint(octets[at+n:])
		if m <= 0 {
			return false
		}
		for i := range n + m {
			used[at+i] = true
		}
		at += n + m
	}
}
