package fetch

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	maxCodings = 3       // one over the other; more is no service to anybody
	maxWindow  = 8 << 20 // of zstd: RFC 9659 lets no HTTP sender ask for more
)

// codings returns the content codings of a response, in the order in which they
// were applied (RFC 9110 8.4), identity left out.
func codings(h http.Header) []string {
	var all []string
	for _, v := range h.Values("Content-Encoding") {
		for name := range strings.SplitSeq(v, ",") {
			name = strings.ToLower(strings.Trim(name, " \t"))
			if name != "" && name != "identity" {
				all = append(all, name)
			}
		}
	}
	return all
}

// magic returns the coding that b begins like, or "".
func magic(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b, 8}):
		return "gzip"
	case bytes.HasPrefix(b, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	}
	return ""
}

// decode turns what came into the text of o. cut says that a limit ended raw.
func (c *Client) decode(raw []byte, cut bool, coded []string, limits Limits, o *Outcome) error {
	if len(coded) == 0 {
		m := magic(raw)
		if m == "" {
			o.Body, o.Truncated = raw, cut
			return nil
		}
		o.note(NoteUnlabelled, m)
		coded = []string{m}
	}
	c.once.Do(func() { c.slots = make(chan struct{}, decodeSlots) })
	c.slots <- struct{}{}
	body, err := inflate(raw, coded, limits)
	<-c.slots
	switch {
	case len(body) > limits.BodyBytes:
		o.Body, o.Truncated = body[:limits.BodyBytes+1], true
		return nil
	case err == nil && !cut:
		o.Body = body
		return nil
	case cut && len(body) >= minBodyBytes:
		// Our own limit ended it, behind the 500 KiB that RFC 9309 2.5 asks for.
		o.Body, o.Limit, o.Truncated = body, len(body)-1, true
		o.note(NoteEnforcedSize, "")
		return nil
	case isText(raw):
		o.note(NoteMislabelled, strings.Join(coded, ", "))
		o.Body, o.Truncated = raw, len(raw) > limits.BodyBytes
		if o.Truncated {
			o.Body = raw[:limits.BodyBytes+1]
		}
		return nil
	case cut:
		return &bodyError{ClassWireLimit, fmt.Errorf("%d octets of %s hold only %d of text", len(raw), strings.Join(coded, ", "), len(body))}
	}
	o.Body = body
	return &bodyError{ClassDecode, fmt.Errorf("content coding %s: %w", short(strings.Join(coded, ", ")), err)}
}

var errCodings = fmt.Errorf("more than %d of them, one over the other", maxCodings)

// inflate undoes the codings, last first, and returns at most BodyBytes+1
// octets of the result.
func inflate(raw []byte, coded []string, limits Limits) ([]byte, error) {
	if len(coded) > maxCodings {
		return nil, errCodings
	}
	var r io.Reader = bytes.NewReader(raw)
	for i := len(coded) - 1; i >= 0; i-- {
		d, err := decoder(coded[i], r)
		if err != nil {
			return nil, err
		}
		if z, ok := d.(*zstd.Decoder); ok {
			defer z.Close()
		}
		r = d
		if i > 0 {
			// A coding below may swell to nothing that shows on top.
			r = &capped{d, limits.WireBytes}
		}
	}
	return readUpTo(r, nil, limits.BodyBytes+1)
}

func decoder(name string, r io.Reader) (io.Reader, error) {
	switch name {
	case "gzip", "x-gzip":
		return gzip.NewReader(r)
	case "br":
		return brotli.NewReader(r), nil
	case "zstd":
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	case "deflate":
		return zlib.NewReader(r)
	}
	return nil, errors.New("it is unknown")
}

// capped fails once more than left octets have been read.
type capped struct {
	r    io.Reader
	left int
}

func (c *capped) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, errors.New("an inner coding is larger than what may come over the wire")
	}
	n, err := c.r.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

// isText reports whether b begins like text: UTF-8 without control characters
// but those of lines and tabs. Nothing compressed does for long.
func isText(b []byte) bool {
	for i := 0; i < min(len(b), 1<<10); {
		r, n := utf8.DecodeRune(b[i:])
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' && r != '\f' || r == 0x7f || r == utf8.RuneError && n == 1 {
			return false
		}
		i += n
	}
	return len(b) > 0
}
