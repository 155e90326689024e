package cli

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

// maxUnpacked is how much is read of one file, after unpacking: twenty times
// what a sitemap may have. A gzip bomb of a megabyte would fill the memory of
// whoever keeps it; here it only takes time, and ends.
const maxUnpacked = 1 << 30

// An input is a file that is read as a stream, unpacked if it is gzipped: what
// counts is how it begins, and not what it is called.
type input struct {
	file io.Closer // nil for standard input
	raw  *bufio.Reader
	zip  *gzip.Reader // nil if it is not gzipped
	left int64
	tail bool // something else stands behind the compressed data
}

// open opens a file, or standard input for "-".
func (a *app) open(name string) (*input, error) {
	var r io.Reader
	var file io.Closer // nil for standard input
	switch {
	case name == "-" && isDevice(a.stdin):
		return nil, usageErrorf("name a file", "standard input is no file")
	case name == "-":
		stdin, err := a.standardInput()
		if err != nil {
			return nil, err
		}
		r = stdin
	default:
		f, err := os.Open(name)
		if err != nil {
			return nil, readError(name, "", err)
		}
		if isDir(name) {
			f.Close()
			return nil, ioErrorf("name the file in it", "read %s: is a directory", name)
		}
		r, file = f, f
	}
	return unpack(name, r, file)
}

// unpack looks whether a stream is gzipped. file is closed in the end, or here
// if that fails.
func unpack(name string, r io.Reader, file io.Closer) (*input, error) {
	in := &input{left: maxUnpacked, file: file}
	in.raw = bufio.NewReaderSize(r, 1<<16)
	if magic, _ := in.raw.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in.raw)
		if err != nil {
			in.Close()
			return nil, readError(name, "", err)
		}
		z.Multistream(false)
		in.zip = z
	}
	return in, nil
}

// Read reads the unpacked text. Members of gzip may follow each other; anything
// else behind one, which caches like to append, ends the text.
func (in *input) Read(p []byte) (n int, err error) {
	switch {
	case in.tail:
		return 0, io.EOF
	case in.zip == nil:
		n, err = in.raw.Read(p)
	default:
		n, err = in.zip.Read(p)
	}
	if in.zip != nil && err == io.EOF {
		err = nil
		if n == 0 {
			return 0, in.member()
		}
	}
	if in.left -= int64(n); in.left < 0 {
		return 0, fmt.Errorf("more than %d bytes unpacked", maxUnpacked)
	}
	return n, err
}

// member goes on to the next member of gzip. Without one it returns io.EOF.
func (in *input) member() error {
	if _, err := in.raw.Peek(1); err != nil {
		return io.EOF
	}
	if in.zip.Reset(in.raw) != nil {
		in.tail = true
		return io.EOF
	}
	in.zip.Multistream(false)
	return nil
}

// Close closes the file.
func (in *input) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}
