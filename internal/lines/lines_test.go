package lines

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLinesOfAllLengths(t *testing.T) {
	const most = 200_000
	long, over := strings.Repeat("a", most), strings.Repeat("b", most+2)
	for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.HalfReader, iotest.DataErrReader} {
		r := NewMax(wrap(strings.NewReader("one\n\n"+long+"\n"+over+"\nlast\r")), most)
		for i, want := range []string{"one", "", long, "", "last\r"} {
			line, err := r.Next()
			if i == 3 {
				if err != ErrLong || len(line) > most+1 || line[0] != 'b' {
					t.Fatalf("%v, %d octets", err, len(line))
				}
			} else if err != nil || string(line) != want {
				t.Fatalf("line %d: %.20q %v", i, line, err)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Error(err)
		}
	}
	broken := New(iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := broken.Next(); err != io.ErrUnexpectedEOF {
		t.Error(err)
	}
}
