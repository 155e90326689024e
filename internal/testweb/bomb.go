package testweb

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
)

// Bombs are made of one compressed block that is written again and again, so that
// they cost neither memory nor time here.

// blockSize is how much of a bomb one block stands for.
const blockSize = 1 << 20

// zeros are what a bomb unpacks to.
var zeros = sync.OnceValue(func() []byte { return make([]byte, blockSize) })

// A packer turns blocks of zeros into a stream: start, block n times, end.
type packer struct {
	start, block []byte
	begun        int64 // blocks that start stands for
	end          func(n int64) []byte
}

// bombGzip is one member of gzip, correct to its checksum.
var bombGzip = sync.OnceValue(func() packer {
	deflate := bombDeflate()
	return packer{
		start: []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255},
		block: deflate.block,
		end: func(n int64) []byte {
			sum := uint32(0)
			for range n {
				sum = crc32.Update(sum, crc32.IEEETable, zeros())
			}
			b := binary.LittleEndian.AppendUint32(deflate.end(n), sum)
			return binary.LittleEndian.AppendUint32(b, uint32(n*blockSize))
		},
	}
})

// bombDeflate is raw deflate. A block that ends in a flush refers to nothing before it.
var bombDeflate = sync.OnceValue(func() packer {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression)
	z.Write(zeros())
	z.Flush()
	block := bytes.Clone(b.Bytes())
	b.Reset()
	z.Close()
	end := b.Bytes()
	return packer{block: block, end: func(int64) []byte { return bytes.Clone(end) }}
})

// bombBrotli takes the second block: the first leaves the state that all others begin with.
var bombBrotli = sync.OnceValue(func() packer {
	var b bytes.Buffer
	z := brotli.NewWriterLevel(&b, 5)
	next := func() []byte {
		b.Reset()
		z.Write(zeros())
		z.Flush()
		return bytes.Clone(b.Bytes())
	}
	first, block := next(), next()
	b.Reset()
	z.Close()
	end := b.Bytes()
	return packer{start: first, begun: 1, block: block, end: func(int64) []byte { return end }}
})

// bombZstd is a frame of RLE blocks, by hand: 4 octets for each 128 KiB.
var bombZstd = sync.OnceValue(func() packer {
	rle := zstdBlock(1, 128<<10, false)
	block := bytes.Repeat(append(rle, 0), blockSize/(128<<10))
	return packer{start: zstdHeader, block: block, end: func(int64) []byte { return zstdBlock(0, 0, true) }}
})

// zstdHeader begins a frame without checksum and size, with a window of 8 MiB, RFC 8878 3.1.1.
var zstdHeader = []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 13 << 3}

// zstdBlock is the head of a block, RFC 8878 3.1.1.2: kind 0 is raw, 1 is RLE.
func zstdBlock(kind, size uint32, last bool) []byte {
	v := size<<3 | kind<<1
	if last {
		v |= 1
	}
	return []byte{byte(v), byte(v >> 8), byte(v >> 16)}
}

// write sends n blocks, or fewer if stop says so.
func (p packer) write(w io.Writer, n int64, stop func() bool) {
	w.Write(p.start)
	for range n - p.begun {
		if stop() {
			return
		}
		if _, err := w.Write(p.block); err != nil {
			return
		}
	}
	w.Write(p.end(n))
}

func packGzip(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

func packDeflate(s string) string {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.DefaultCompression)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

func packBrotli(s string) string {
	var b bytes.Buffer
	z := brotli.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// packZstd stores s in raw blocks.
func packZstd(s string) string {
	const most = 128 << 10
	b := bytes.Clone(zstdHeader)
	for {
		n := min(len(s), most)
		b = append(b, zstdBlock(0, uint32(n), n == len(s))...)
		b = append(b, s[:n]...)
		if s = s[n:]; s == "" {
			return string(b)
		}
	}
}

// nestedBomb is a bomb packed once more: some 1,000 octets for 1 GiB.
var nestedBomb = sync.OnceValue(func() string {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	bombGzip().write(z, 1<<10, func() bool { return false })
	z.Close()
	return b.String()
})
