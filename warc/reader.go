package warc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxHeader bounds the header of a record, and that of HTTP in it.
const maxHeader = 1 << 20

// A BrokenError says from which place on a file cannot be read.
type BrokenError struct {
	Offset int64 // of the record, or the gzip member, that is not whole
	Err    error
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("warc: the record at offset %d is not whole: %v", e.Offset, e.Err)
}

func (e *BrokenError) Unwrap() error { return e.Err }

// A Field is a line of a header.
type Field struct{ Name, Value string }

// Fields is a header in the order of its lines.
type Fields []Field

// Get returns the first value of a name in any case; empty if there is none.
func (f Fields) Get(name string) string {
	for _, x := range f {
		if strings.EqualFold(x.Name, name) {
			return x.Value
		}
	}
	return ""
}

// A Record is a record of a file. Its Block can be read until the next one is
// asked for.
type Record struct {
	Type   string // WARC-Type
	Offset int64  // in the file, of the gzip member if it is compressed
	Length int64  // octets of the block
	Header Fields
	Block  io.Reader
}

// Target returns the address that a record is about, without the brackets that
// some writers put around it.
func (r *Record) Target() string { return strings.Trim(r.Header.Get("WARC-Target-URI"), "<>") }

// A Reader reads the records of a file one by one, in memory that does not depend
// on their size. It takes files with a gzip member per record, with one member
// for all, and without compression.
type Reader struct {
	src    counted
	raw    *bufio.Reader
	zip    *gzip.Reader // nil for plain files
	text   *bufio.Reader
	begun  bool
	block  blockReader
	member int64
	err    error
}

// counted counts what is read from a file.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// NewReader reads from r, which begins with a record.
func NewReader(r io.Reader) *Reader {
	x := &Reader{src: counted{r: r}}
	x.raw = bufio.NewReaderSize(&x.src, 64<<10)
	return x
}

// OpenAt opens a file that a [Writer] makes at the place of a record. It finds
// the file also while it is being written.
func OpenAt(path string, offset int64) (*Reader, io.Closer, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		if g, open := os.Open(path + openSuffix); open == nil {
			f, err = g, nil
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, nil, err
	}
	r := NewReader(f)
	r.src.n = offset
	return r, f, nil
}

// Offset is the place in the file behind what was read: after io.EOF the size of
// the file.
func (r *Reader) Offset() int64 { return r.src.n - int64(r.raw.Buffered()) }

// Next returns the next record, io.EOF at the end, or a *BrokenError.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	rec, err := r.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	return rec, nil
}

func (r *Reader) next() (*Record, error) {
	if r.begun {
		if err := r.block.skip(); err != nil {
			return nil, r.broken(err)
		}
	} else if err := r.begin(); err != nil {
		return nil, err
	}
	for {
		if r.zip == nil {
			r.member = r.Offset()
		}
		err := skipEmpty(r.text)
		if err == nil {
			break
		}
		if !errors.Is(err, io.EOF) {
			return nil, r.broken(err)
		}
		if r.zip == nil {
			return nil, io.EOF
		}
		if err := r.nextMember(); err != nil {
			return nil, err
		}
	}
	if r.zip == nil {
		r.member = r.Offset()
	}
	return r.record()
}

// begin finds out how the file is compressed.
func (r *Reader) begin() error {
	r.begun = true
	magic, err := r.raw.Peek(2)
	if len(magic) == 0 {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return r.broken(err)
	}
	if len(magic) < 2 || magic[0] != 0x1f || magic[1] != 0x8b {
		r.text = r.raw
		return nil
	}
	r.zip, r.text = new(gzip.Reader), bufio.NewReaderSize(nil, 32<<10)
	return r.nextMember()
}

func (r *Reader) nextMember() error {
	if _, err := r.raw.Peek(1); errors.Is(err, io.EOF) {
		return io.EOF
	}
	r.member = r.Offset()
	if err := r.zip.Reset(r.raw); err != nil {
		return r.broken(err)
	}
	r.zip.Multistream(false)
	r.text.Reset(r.zip)
	return nil
}

func (r *Reader) broken(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return &BrokenError{Offset: r.member, Err: err}
}

// record reads a header.
func (r *Reader) record() (*Record, error) {
	left := maxHeader
	line, err := readLine(r.text, &left)
	if err != nil {
		return nil, r.broken(err)
	}
	if !strings.HasPrefix(line, "WARC/") {
		return nil, r.broken(fmt.Errorf("it begins with %.20q and not with WARC/", line))
	}
	rec := &Record{Offset: r.member}
	if rec.Header, err = readFields(r.text, &left); err != nil {
		return nil, r.broken(err)
	}
	rec.Type = rec.Header.Get("WARC-Type")
	rec.Length, err = strconv.ParseInt(rec.Header.Get("Content-Length"), 10, 64)
	if err != nil || rec.Length < 0 {
		return nil, r.broken(fmt.Errorf("its Content-Length is %.20q", rec.Header.Get("Content-Length")))
	}
	r.block = blockReader{r: r.text, left: rec.Length}
	rec.Block = &r.block
	return rec, nil
}

// blockReader reads what belongs to a record.
type blockReader struct {
	r    *bufio.Reader
	left int64
	err  error
}

func (b *blockReader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.left <= 0 {
		return 0, io.EOF
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if errors.Is(err, io.EOF) && b.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && b.left > 0 {
		b.err = err
	} else {
		err = nil
	}
	return n, err
}

func (b *blockReader) skip() error {
	if b.r == nil {
		return nil
	}
	_, err := io.Copy(io.Discard, b)
	return err
}

// skipEmpty reads the line ends between records.
func skipEmpty(r *bufio.Reader) error {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return err
		}
		if c != '\r' && c != '\n' {
			return r.UnreadByte()
		}
	}
}

var errLongHeader = errors.New("its header is over 1 MiB long")

// readLine reads a line without its end. It takes its length off left.
func readLine(r *bufio.Reader, left *int) (string, error) {
	var long []byte
	for {
		b, err := r.ReadSlice('\n')
		if *left -= len(b); *left < 0 {
			return "", errLongHeader
		}
		switch {
		case err == nil && long == nil:
			return strings.TrimRight(string(b), "\r\n"), nil
		case err == nil:
			return strings.TrimRight(string(append(long, b...)), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
		long = append(long, b...)
	}
}

// readFields reads lines up to an empty one. A line that begins with a space
// continues the one before; one without a colon is left out.
func readFields(r *bufio.Reader, left *int) (Fields, error) {
	var all Fields
	for {
		line, err := readLine(r, left)
		if err != nil || line == "" {
			return all, err
		}
		if line[0] == ' ' || line[0] == '\t' {
			if n := len(all); n > 0 {
				all[n-1].Value += " " + strings.TrimSpace(line)
			}
			continue
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			all = append(all, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
}
