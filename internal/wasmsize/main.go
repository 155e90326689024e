//lint:file-ignore U1000 the host calls what is exported to it

// Command wasmsize is the smallest program that parses a robots.txt and
// decides. It exists to be weighed: scripts/wasmsize.sh builds it for
// WebAssembly and holds it to a budget, so that a heavy import is noticed.
package main

import (
	"unsafe"

	"github.com/robotsgate/robots"
)

func main() {}

// input holds what the host hands over: text, token and target, one behind
// the other.
var input []byte

// reserve makes room for n octets of input and returns where it is.
//
//go:wasmexport reserve
func reserve(n int32) unsafe.Pointer {
	input = make([]byte, max(n, 1))
	return unsafe.Pointer(&input[0])
}

// decide judges the target by the text and returns verdict, basis and line in
// one number. text and token are the lengths of the first two parts of input.
//
//go:wasmexport decide
func decide(text, token int32) int64 {
	in := string(input)
	d := robots.Parse(in[:text]).Decide(in[text:text+token], in[text+token:])
	return int64(d.Line())<<16 | int64(d.Basis)<<8 | int64(d.Verdict)
}
