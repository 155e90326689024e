package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"
)

// module makes a module with one custom section and these segments.
func module(segments ...[]byte) []byte {
	body := binary.AppendUvarint(nil, uint64(len(segments)))
	for i, s := range segments {
		body = appendInt(append(body, 0, 0x41), int64(4096*i))
		body = binary.AppendUvarint(append(body, 0x0b), uint64(len(s)))
		body = append(body, s...)
	}
	out := []byte("\x00asm\x01\x00\x00\x00\x00\x05\x04name")
	out = binary.AppendUvarint(append(out, data), uint64(len(body)))
	return append(out, body...)
}

func TestSegmentsHoldTheSameMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		memory := make([]byte, 1+r.IntN(20_000))
		for range r.IntN(40) {
			memory[r.IntN(len(memory))] = byte(1 + r.IntN(255))
		}
		again, err := load(store(memory))
		if err != nil || !bytes.Equal(bytes.TrimRight(again, "\x00"), bytes.TrimRight(memory, "\x00")) {
			t.Fatalf("%v: other memory", err)
		}
	}
}

func TestNumbersAreThoseOfLEB128(t *testing.T) {
	for _, n := range []int64{0, 1, 63, 64, -1, -64, -65, 127, 128, 1 << 20, -1 << 31, 1<<31 - 1, 1 << 40} {
		r := &reader{b: appendInt(nil, n)}
		if got := r.int(); got != n || len(r.b) != 0 || r.err != nil {
			t.Errorf("%d: %d, %v", n, got, r.err)
		}
	}
}

func TestAModuleWithoutTablesKeepsItsMemory(t *testing.T) {
	out, err := Slim(module([]byte("some"), []byte("text")))
	if !errors.Is(err, ErrTables) {
		t.Error(err)
	}
	if bytes.Contains(out, []byte("name")) || !bytes.Contains(out, []byte("some")) || !bytes.Contains(out, []byte("text")) {
		t.Errorf("%q", out)
	}
}

// Broken modules and tables are refused or left alone, and nothing panics.
func FuzzSlim(f *testing.F) {
	table := append([]byte("\xf1\xff\xff\xff\x00\x00\x01\x08"), make([]byte, 200)...)
	for i, n := range []uint64{1, 1, 0, 72, 100, 104, 108, 120} {
		binary.LittleEndian.PutUint64(table[8+8*i:], n)
	}
	binary.LittleEndian.PutUint32(table[124:], 12)
	f.Add(module(table))
	f.Add(module([]byte("x")))
	f.Add([]byte("\x00asm\x01\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if out, err := Slim(b); err != nil && !errors.Is(err, ErrTables) && out != nil {
			t.Error("an error and a module")
		}
	})
}
