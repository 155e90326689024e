package warc

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/flate"
)

// A gzip member of ours has a field in its header with the length of the whole
// member, so that a file is walked without unpacking it. Readers skip fields
// that they do not know (RFC 1952, 2.3.1.1).
const (
	headSize  = 10 + 2 + 4 + 4
	tailSize  = 8
	lengthTag = "Rl" // ours
)

// storeFrom is the length from which on a body in a content coding is stored as
// it is: it would not get smaller, and the attempt costs more than all the rest.
const storeFrom = 1 << 10

// A packer makes gzip members.
type packer struct {
	deflate *flate.Writer
	out     []byte
}

func newPacker() *packer {
	p := &packer{}
	p.deflate, _ = flate.NewWriter(p, flate.BestSpeed) // fails for levels only
	return p
}

// Write takes what the compressor gives.
func (p *packer) Write(b []byte) (int, error) {
	p.out = append(p.out, b...)
	return len(b), nil
}

// add appends a member with the parts of a record to p.out, and the empty lines
// that end a record. A packed body is not compressed again.
func (p *packer) add(head, httpHead, body []byte, packed bool) {
	start := len(p.out)
	p.out = append(p.out, 0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 4, 255, 8, 0, lengthTag[0], lengthTag[1], 4, 0, 0, 0, 0, 0)
	sum := crc32.ChecksumIEEE(head)
	sum = crc32.Update(sum, crc32.IEEETable, httpHead)
	sum = crc32.Update(sum, crc32.IEEETable, body)
	sum = crc32.Update(sum, crc32.IEEETable, endOfRecord)
	p.deflate.Reset(p)
	p.deflate.Write(head) // p.Write does not fail, so none of these does
	p.deflate.Write(httpHead)
	if packed && len(body) >= storeFrom {
		p.deflate.Flush() // to the end of an octet
		p.store(body)
	} else {
		p.deflate.Write(body)
		p.deflate.Write(endOfRecord)
		p.deflate.Close()
	}
	p.out = binary.LittleEndian.AppendUint32(p.out, sum)
	n := len(head) + len(httpHead) + len(body) + len(endOfRecord)
	p.out = binary.LittleEndian.AppendUint32(p.out, uint32(n))
	binary.LittleEndian.PutUint32(p.out[start+headSize-4:], uint32(len(p.out)-start))
}

// store appends a body and the end of the record as stored blocks (RFC 1951,
// 3.2.4), the last of them final.
func (p *packer) store(body []byte) {
	const most = 1<<16 - 1
	for len(body) > 0 {
		n := min(len(body), most)
		p.block(0, body[:n])
		body = body[n:]
	}
	p.block(1, endOfRecord)
}

func (p *packer) block(final byte, b []byte) {
	p.out = append(p.out, final)
	p.out = binary.LittleEndian.AppendUint16(p.out, uint16(len(b)))
	p.out = binary.LittleEndian.AppendUint16(p.out, ^uint16(len(b)))
	p.out = append(p.out, b...)
}

// memberLength reads the length of a member from its header, if it is one of
// ours.
func memberLength(head []byte) (int64, bool) {
	if len(head) < headSize || head[0] != 0x1f || head[1] != 0x8b || head[2] != 8 || head[3] != 4 || string(head[12:14]) != lengthTag {
		return 0, false
	}
	n := int64(binary.LittleEndian.Uint32(head[headSize-4:]))
	return n, n >= headSize+tailSize
}
