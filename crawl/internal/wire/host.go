package wire

import "encoding/binary"

// A HostState is what was learnt of a host: a record of it replaces the one
// before. One without an Entry tells of the pace alone.
type HostState struct {
	Origin  string // scheme://authority
	Entry   []byte // its robots.txt as the gate keeps it; empty: not fetched yet
	Started int64  // of the fetch of robots.txt, milliseconds since 1970; 0 for none in this record
	Ended   int64
	Delay   int64 // milliseconds between two requests
	Blocked int64 // no request before this time, milliseconds since 1970
	Extra   int64 // milliseconds between two requests that its answers call for
	File    string
	Offset  int64 // of robots.txt in the WARC file
}

// AppendHost makes an h record.
func AppendHost(b []byte, h HostState) []byte {
	b = putString(Begin(b), h.Origin)
	b = putString(b, string(h.Entry))
	for _, v := range [...]int64{h.Started, h.Ended, h.Delay, h.Blocked, h.Offset} {
		b = binary.AppendVarint(b, v)
	}
	b = putString(b, h.File)
	return binary.AppendVarint(b, h.Extra)
}

// ReadHost reads an h record.
func ReadHost(record []byte) (HostState, error) {
	r := open(record)
	h := HostState{Origin: r.string(), Entry: append([]byte(nil), r.bytes()...)}
	for _, v := range [...]*int64{&h.Started, &h.Ended, &h.Delay, &h.Blocked, &h.Offset} {
		*v = r.int()
	}
	h.File = r.string()
	h.Extra = r.int()
	return h, r.err
}

// An Owner is the content of an own record.
type Owner struct {
	Worker string
	At     int64 // milliseconds since 1970
}

// AppendOwner makes an own record.
func AppendOwner(b []byte, o Owner) []byte {
	return binary.AppendVarint(putString(Begin(b), o.Worker), o.At)
}

// ReadOwner reads an own record.
func ReadOwner(record []byte) (Owner, error) {
	r := open(record)
	o := Owner{Worker: r.string(), At: r.int()}
	return o, r.err
}
