//lint:file-ignore U1000 the host calls what is exported to it

// Command wasm is the core of the page as a WebAssembly reactor (wasip1): the
// host starts it once, by _initialize, and then calls it as often as it likes.
//
//	reserve(n)            makes room for n octets and returns where; 0 if n is too large
//	call(verb, request)   answers what stands there: the octets of a verb and, right
//	                      behind, of a request, of these lengths. Returns the address of
//	                      the answer in the upper half of 64 bits, its length in the lower.
//
// The host names no addresses, only lengths, so nothing that it hands over can
// make the program stop. An answer holds until the next call of reserve.
//
// There are two builds of it. With the tag first it has no more than the verbs of
// the first view, so that the page is there soon; the other has all, and takes its
// place when it has arrived.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o robots.wasm ./web/wasm
package main

import (
	"unsafe"

	"github.com/robotsgate/robots/web/internal/protocol"
)

func main() {}

var (
	desk   = protocol.Desk{Verbs: verbs()}
	room   []byte // what the host has written
	answer []byte // kept until the host has read it
)

// maxVerb is room for the longest verb, and some more.
const maxVerb = 64

//go:wasmexport reserve
func reserve(n int32) unsafe.Pointer {
	room, answer = nil, nil
	if n < 0 || n > protocol.MaxRequest+maxVerb {
		return nil
	}
	room = make([]byte, max(n, 1))
	return unsafe.Pointer(&room[0])
}

//go:wasmexport call
func call(verb, request int32) int64 {
	if verb < 0 || request < 0 || int64(verb)+int64(request) > int64(len(room)) {
		verb, request = 0, 0
	}
	in := room[:verb+request]
	room = nil // what the desk keeps of it, it copies
	answer = desk.Answer(string(in[:verb]), in[verb:])
	return int64(uintptr(unsafe.Pointer(&answer[0])))<<32 | int64(len(answer))
}
