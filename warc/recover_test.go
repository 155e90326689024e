package warc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestAFileCutAnywhereIsRecoveredToItsLastWholeRecord(t *testing.T) {
	w := newWriter(t, Options{})
	ends := []int64{0}
	file := ""
	for i := range 3 {
		x := page(fmt.Sprintf("http://a.test/%d", i), text(200))
		if i == 1 {
			x.Body = bytes.Repeat([]byte{0x1f, 0x8b, 8, 4}, 300) // like the head of a member
			x.Header.Set("Content-Encoding", "br")
		}
		file, _ = record(t, w, x)
	}
	w.Close()
	raw, err := os.ReadFile(filepath.Join(w.opt.Dir, file))
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(0); at < int64(len(raw)); {
		n, ok := memberLength(raw[at:])
		if !ok {
			t.Fatalf("no member at %d", at)
		}
		at += n
		ends = append(ends, at)
	}
	if len(ends) != 1+1+3*2 {
		t.Fatalf("%d members", len(ends)-1)
	}
	dir := t.TempDir()
	final := filepath.Join(dir, "x.warc.gz")
	for cut := range len(raw) + 1 {
		if got, err := wholeSize(bytes.NewReader(raw[:cut]), int64(cut)); err != nil || !slices.Contains(ends, got) || got > int64(cut) {
			t.Fatalf("cut at %d: whole up to %d, %v", cut, got, err)
		}
		if !slices.ContainsFunc(ends, func(e int64) bool { return max(e-int64(cut), int64(cut)-e) <= 1 }) && cut%100 != 0 {
			continue // the disk is slow
		}
		want := int64(0)
		for _, e := range ends {
			if e <= int64(cut) {
				want = e
			}
		}
		if err := os.WriteFile(final+openSuffix, raw[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := Recover(dir)
		if err != nil || len(all) != 1 || all[0] != (Repair{"x.warc.gz", want, int64(cut) - want}) {
			t.Fatalf("cut at %d: %+v, %v, want %d", cut, all, err, want)
		}
		got, err := os.ReadFile(final)
		if want == 0 && errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil || !bytes.Equal(got, raw[:want]) {
			t.Fatalf("cut at %d: %d octets, %v", cut, len(got), err)
		}
		os.Remove(final)
	}
}

func TestABrokenTailIsReportedWithItsPlace(t *testing.T) {
	w := newWriter(t, Options{})
	record(t, w, page("http://a.test/0", text(3000)))
	file, offset := record(t, w, page("http://a.test/1", text(3000)))
	w.Close()
	raw, _ := os.ReadFile(filepath.Join(w.opt.Dir, file))
	broken := (*BrokenError)(nil)
	all, err := readAll(t, NewReader(bytes.NewReader(raw[:offset+300])))
	if len(all) != 3 || !errors.As(err, &broken) || broken.Offset != offset {
		t.Errorf("%d records, %v, want offset %d", len(all), err, offset)
	}
	flipped := bytes.Clone(raw)
	flipped[offset+400] ^= 0x10
	r := NewReader(bytes.NewReader(flipped))
	for err = nil; err == nil; {
		_, err = r.Next()
	}
	if broken = nil; !errors.As(err, &broken) || broken.Offset != offset {
		t.Errorf("a flipped bit: %v", err)
	}
	for _, text := range []string{"x", "WARC/1.0", "WARC/1.0\r\n\r\n", "WARC/1.0\r\nContent-Length: -1\r\n\r\n", "WARC/1.0\r\nContent-Length: 5\r\n\r\nabc", "\x1f\x8b", "HTTP/1.1 200 OK\r\n\r\n"} {
		r := NewReader(strings.NewReader(text))
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if broken = nil; !errors.As(err, &broken) || broken.Offset != 0 {
			t.Errorf("%q: %v", text, err)
		}
	}
	long := "WARC/1.0\r\nX: " + strings.Repeat("a", maxHeader)
	if _, err := NewReader(strings.NewReader(long)).Next(); !errors.Is(err, errLongHeader) {
		t.Errorf("a long header: %v", err)
	}
}

func TestRecoverLeavesAloneWhatIsBeingWrittenAndWhatIsFinished(t *testing.T) {
	w := newWriter(t, Options{})
	record(t, w, page("http://a.test/", text(3000)))
	if err := w.Sync(); err != nil {
		t.Fatal(err)
	}
	all, err := Recover(w.opt.Dir)
	if err != nil || len(all) != 0 {
		t.Errorf("while it is written: %+v, %v", all, err)
	}
	done := filepath.Join(w.opt.Dir, "done.warc.gz")
	os.WriteFile(done, []byte("whatever"), 0o644)
	if all, err = Recover(w.opt.Dir); err != nil || len(all) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
	if b, _ := os.ReadFile(done); string(b) != "whatever" {
		t.Errorf("a finished file was touched: %q", b)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// narrow is a disk with room for so many octets.
type narrow struct {
	*os.File
	room int
}

func (n *narrow) Write(b []byte) (int, error) {
	took, err := n.File.Write(b[:min(len(b), n.room)])
	n.room -= took
	if err == nil && took < len(b) {
		err = syscall.ENOSPC
	}
	return took, err
}

func TestAFullDiskIsAnErrorAndLeavesWholeRecords(t *testing.T) {
	for _, room := range []int{0, 1, 500, 5000, 40_000} {
		w := newWriter(t, Options{})
		w.create = func(path string) (file, error) {
			f, err := create(path)
			if err != nil {
				return nil, err
			}
			return &narrow{f.(*os.File), room}, nil
		}
		synced := 0
		var err error
		for i := 0; err == nil && i < 1000; i++ {
			if _, _, err = w.Record(page(fmt.Sprintf("http://a.test/%d", i), text(2000+i))); err == nil {
				if err = w.Sync(); err == nil {
					synced++
				}
			}
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("room for %d: %v", room, err)
		}
		if _, _, again := w.Record(page("http://a.test/", "")); again == nil || again.Error() != err.Error() {
			t.Errorf("room for %d: then %v", room, again)
		}
		if closed := w.Close(); !errors.Is(closed, syscall.ENOSPC) {
			t.Errorf("room for %d: close %v", room, closed)
		}
		all, err := Recover(w.opt.Dir)
		if err != nil || len(all) != 1 || all[0].Lost != 0 {
			t.Errorf("room for %d: %+v, %v", room, all, err)
		}
		if got := strings.Count(types(folder(t, w.opt.Dir)), "response"); got != synced {
			t.Errorf("room for %d: %d responses, %d were synced", room, got, synced)
		}
	}
}

func FuzzReaderEnds(f *testing.F) {
	f.Add([]byte("WARC/1.1\r\nContent-Length: 3\r\n\r\nabc\r\n\r\nWARC/1.0\nContent-Length: 0\n\n"))
	f.Add([]byte{0x1f, 0x8b, 8, 4, 0, 0})
	p := newPacker()
	p.add([]byte("WARC/1.1\r\nContent-Length: 3\r\n\r\n"), nil, []byte("abc"), false)
	f.Add(p.out)
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(bytes.NewReader(b))
		for range len(b)*1100 + 2 { // deflate packs a thousandfold at most
			rec, err := r.Next()
			if err != nil {
				return
			}
			rec.HTTP()
		}
		t.Error("the reader does not end")
	})
}
