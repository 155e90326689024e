package testweb

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func unpackers() map[string]func(io.Reader) (io.Reader, error) {
	return map[string]func(io.Reader) (io.Reader, error){
		"gzip":    func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"deflate": func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil },
		"br":      func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"zstd":    func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	}
}

// Bombs are made of repeated blocks, and unpack to just what they stand for, end and checksum included.
func TestBombsUnpack(t *testing.T) {
	for name, p := range map[string]packer{"gzip": bombGzip(), "deflate": bombDeflate(), "br": bombBrotli(), "zstd": bombZstd()} {
		for _, n := range []int64{1, 2, 7} {
			var b bytes.Buffer
			p.write(&b, n, func() bool { return false })
			packed := b.Len()
			r, err := unpackers()[name](&b)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(got, make([]byte, n*blockSize)) {
				t.Errorf("%s of %d blocks: %d octets, %v", name, n, len(got), err)
			}
			if packed > 2000*int(n)+100 {
				t.Errorf("%s of %d blocks takes %d octets", name, n, packed)
			}
		}
	}
	if testing.Short() {
		return // the rest is a gigabyte
	}
	outer, err := gzip.NewReader(strings.NewReader(nestedBomb()))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := gzip.NewReader(outer)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, inner); n != 1<<30 || err != nil || len(nestedBomb()) > 20_000 {
		t.Errorf("nested: %d octets from %d, %v", n, len(nestedBomb()), err)
	}
}

func TestPackersAgreeWithUnpackers(t *testing.T) {
	long := usual + noise(300_000)
	for name, pack := range map[string]func(string) string{"gzip": packGzip, "deflate": packDeflate, "br": packBrotli, "zstd": packZstd} {
		for _, s := range []string{"", usual, long, long[:256<<10]} {
			r, err := unpackers()[name](strings.NewReader(pack(s)))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != s {
				t.Errorf("%s of %d octets: %d back, %v", name, len(s), len(got), err)
			}
		}
	}
}
