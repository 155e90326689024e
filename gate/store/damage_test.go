package store

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that another program wrote into, or that was cut, costs what was in it
// and no more.
func TestADamagedFileIsAnErrorAndNotTheEndOfTheProcess(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "whole.db")
	s := fill(t, file, 300)
	s.Close()
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range 45 {
		r := rand.New(rand.NewSource(int64(i)))
		b := append([]byte{}, whole...)
		switch i % 3 {
		case 0: // octets here and there
			for range 300 {
				b[r.Intn(len(b))] = byte(r.Intn(256))
			}
		case 1: // cut
			b = b[:r.Intn(len(b))]
		case 2: // the head of every third page
			for p := r.Intn(8); p < len(b)/4096; p += 3 {
				r.Read(b[p*4096 : p*4096+16])
			}
		}
		damaged := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(damaged, b, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(damaged)
		if err != nil {
			failed++
			continue
		}
		for i := range 300 {
			v, err := s.Load(fmt.Sprint("https://h", i))
			if err != nil {
				failed++
			} else if v != nil && !bytes.Equal(v, content(i)) {
				t.Fatalf("%d: another value than was saved", i)
			}
		}
		if err := s.Save("https://h7", []byte("new")); err != nil {
			failed++
		}
		s.Close()
	}
	if failed == 0 {
		t.Error("no damage was noticed: the test damages nothing")
	}
}

func TestAFileThatIsCutWhileItIsOpenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gate.db")
	s := fill(t, file, 300)
	defer s.Close()
	if err := os.Truncate(file, 16<<10); err != nil {
		t.Skip(err) // mapped files cannot be cut everywhere
	}
	failed := 0
	for i := range 300 {
		if _, err := s.Load(fmt.Sprint("https://h", i)); err != nil {
			failed++
		}
	}
	if failed == 0 {
		t.Error("pages that are gone are read")
	}
}

// content is what fill saves as the i-th value.
func content(i int) []byte { return []byte(strings.Repeat(fmt.Sprint("Disallow: /", i, "\n"), 200)) }

func fill(t *testing.T, file string, n int) *Store {
	t.Helper()
	s, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA synchronous = off"); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := s.Save(fmt.Sprint("https://h", i), content(i)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
