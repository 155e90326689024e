package warc

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/nlnwa/gowarc/v3"
)

// Another library reads the files with its strictest checks: syntax, digests,
// lengths and required fields.
func TestAnotherLibraryFindsNothingWrong(t *testing.T) {
	w := newWriter(t, Options{Software: "robots/1", Operator: "us", UserAgent: "testbot/1.0", Robots: "obeyed"})
	body := text(5000)
	for i := range 4 {
		record(t, w, page(fmt.Sprintf("http://a.test/%d", i), text(1000*i)))
	}
	x := page("http://a.test/again", body)
	record(t, w, x)
	x.Revisit = true
	record(t, w, x)
	x = page("http://a.test/packed", body)
	x.Header.Set("Content-Encoding", "br")
	record(t, w, x)
	x.Cut = true
	record(t, w, x)
	x.Cut, x.NoBody = false, true
	record(t, w, x)
	x = page("http://a.test/304", "")
	x.Status, x.Body = 304, nil
	file, _ := record(t, w, x)
	w.Close()
	r, err := gowarc.NewWarcFileReader(filepath.Join(w.opt.Dir, file), 0, gowarc.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var ours = readFile(t, filepath.Join(w.opt.Dir, file))
	n := 0
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("record %d: %v", n, err)
		}
		wrong, err := rec.WarcRecord.ValidateDigest()
		if err != nil {
			t.Errorf("record %d: %v", n, err)
		}
		for _, e := range append(wrong, rec.Validation...) {
			t.Errorf("record %d, %s: %v", n, rec.WarcRecord.Type(), e)
		}
		if n < len(ours) && (rec.Offset != ours[n].Offset || rec.WarcRecord.Type().String() != ours[n].Type) {
			t.Errorf("record %d: %s at %d, we say %s at %d", n, rec.WarcRecord.Type(), rec.Offset, ours[n].Type, ours[n].Offset)
		}
		n++
		rec.WarcRecord.Close()
	}
	if n != len(ours) {
		t.Errorf("%d records, we read %d", n, len(ours))
	}
}
