package wire

import (
	"encoding/binary"
	"fmt"
)

// A Key names a task: its place in the queue of its host. The order of keys is
// the order in which a host's tasks are done: by priority, then depth, then the
// place in the log at which the address was found.
type Key struct {
	Host     uint64
	Priority byte
	Depth    uint16
	Seq      uint64 // place in the log of the d record
	Index    uint16 // place within that record
}

// KeySize is the length of an encoded key.
const KeySize = 8 + 1 + 2 + 8 + 2

// Append adds the key to b so that comparing octets compares keys. A greater
// priority comes first.
func (k Key) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, k.Host)
	b = append(b, ^k.Priority)
	b = binary.BigEndian.AppendUint16(b, k.Depth)
	b = binary.BigEndian.AppendUint64(b, k.Seq)
	return binary.BigEndian.AppendUint16(b, k.Index)
}

// ReadKey is the inverse of Append. It panics if b is shorter than KeySize.
func ReadKey(b []byte) Key {
	return Key{
		Host:     binary.BigEndian.Uint64(b),
		Priority: ^b[8],
		Depth:    binary.BigEndian.Uint16(b[9:]),
		Seq:      binary.BigEndian.Uint64(b[11:]),
		Index:    binary.BigEndian.Uint16(b[19:]),
	}
}

// String names the task for people: its place in the log.
func (k Key) String() string { return fmt.Sprintf("%d.%d", k.Seq, k.Index) }

// Flags of a result: what a page says about itself.
type Flags uint16

const (
	Noindex Flags = 1 << iota
	Nofollow
	Noarchive
	Revisit     // the content is what was fetched before
	NotModified // the server said so
	Truncated   // a limit cut the body
	Retried     // the task will be done again
)

var flagWords = [...]string{"noindex", "nofollow", "noarchive", "revisit", "not-modified", "truncated", "retried"}

// Words returns the words of the flags that are set.
func (f Flags) Words() []string {
	var all []string
	for i, w := range flagWords {
		if f&(1<<i) != 0 {
			all = append(all, w)
		}
	}
	return all
}

// A Result is what became of one task.
type Result struct {
	Key      Key
	Reason   Reason // none: fetched
	Flags    Flags
	Status   int   // of HTTP; 0 without an answer
	Line     int   // of the robots.txt rule that decided; 0 for none
	Started  int64 // milliseconds since 1970, UTC; 0 if nothing was requested
	Ended    int64
	Next     int64  // when to fetch again; 0 for never
	Size     int64  // octets of the body, decoded
	Wire     int64  // octets of the body as received
	Digest   []byte // SHA-256 of the body, its first 16 octets
	Type     string // media type without parameters
	Detail   string // one line on the reason: an error, the rule
	Location string // where a redirect leads
	ETag     string
	Modified string // Last-Modified as sent
	File     string // WARC file
	Offset   int64  // of the response record in it
	Links    int    // addresses found
}

// AppendResult adds a result to the r record in b.
func AppendResult(b []byte, r Result) []byte {
	b = r.Key.Append(b)
	b = append(b, byte(r.Reason))
	b = binary.AppendUvarint(b, uint64(r.Flags))
	b = binary.AppendUvarint(b, uint64(r.Status))
	b = binary.AppendUvarint(b, uint64(r.Line))
	b = binary.AppendVarint(b, r.Started)
	b = binary.AppendVarint(b, r.Ended-r.Started)
	b = binary.AppendVarint(b, r.Next)
	b = binary.AppendVarint(b, r.Size)
	b = binary.AppendVarint(b, r.Wire)
	b = putString(b, string(r.Digest))
	for _, s := range [...]string{r.Type, r.Detail, r.Location, r.ETag, r.Modified, r.File} {
		b = putString(b, s)
	}
	b = binary.AppendVarint(b, r.Offset)
	return binary.AppendUvarint(b, uint64(r.Links))
}

// EachResult calls f with every result of an r record, in order.
func EachResult(record []byte, f func(Result)) error {
	r := open(record)
	for r.err == nil && len(r.b) > 0 {
		if len(r.b) < KeySize+1 {
			r.fail()
			break
		}
		x := Result{Key: ReadKey(r.b), Reason: Reason(r.b[KeySize])}
		r.b = r.b[KeySize+1:]
		x.Flags = Flags(r.uint())
		x.Status, x.Line = int(r.uint()), int(r.uint())
		x.Started = r.int()
		x.Ended = x.Started + r.int()
		x.Next, x.Size, x.Wire = r.int(), r.int(), r.int()
		x.Digest = append([]byte(nil), r.bytes()...)
		for _, s := range [...]*string{&x.Type, &x.Detail, &x.Location, &x.ETag, &x.Modified, &x.File} {
			*s = r.string()
		}
		x.Offset = r.int()
		x.Links = int(r.uint())
		if r.err == nil {
			f(x)
		}
	}
	return r.err
}
