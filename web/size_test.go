package web_test

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// What the cores may weigh as a web server sends them, in bytes of gzip. The
// first view has 700 KB in all, of which this is what its core may take; the
// whole core comes behind it.
const (
	firstBudget = 600_000
	wholeBudget = 1_200_000
)

func TestTheCoresAreWithinTheirBudgets(t *testing.T) {
	for _, tt := range []struct {
		name    string
		program func() ([]byte, error)
		budget  int
	}{{"first", firstProgram, firstBudget}, {"whole", wholeProgram, wholeBudget}} {
		wasm, err := tt.program()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		z.Write(wasm)
		z.Close()
		t.Logf("%s: %d bytes, %d in gzip, budget %d", tt.name, len(wasm), b.Len(), tt.budget)
		if b.Len() > tt.budget {
			t.Errorf("%s weighs %d in gzip, over %d: see what is linked with go list -deps ./web/wasm", tt.name, b.Len(), tt.budget)
		}
	}
}
