package fetch

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/klauspost/compress/zstd"
)

// DialContext connects as Get does: the name is looked up, and every address
// passes the guard. It is for the transport of whoever fetches more of a site
// than its robots.txt:
//
//	&http.Transport{DialContext: client.DialContext}
//
// The errors are those that ClassOf knows.
func (c *Client) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("dial %s: the port is no number of 16 bits", short(address))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.Limits.normal().Dial, errDial)
	defer cancel()
	conn, err := c.connect(ctx, host, uint16(n), new(Hop), new(Outcome))
	return conn, because(ctx, err)
}

// ClassOf returns the word for an error of a fetch, or of a request over
// DialContext; ClassNone for nil.
func ClassOf(err error) ErrorClass {
	if err == nil {
		return ClassNone
	}
	return classify(err)
}

// Decoded returns a reader that undoes the content codings of an answer: gzip,
// deflate, brotli and zstd, three at most. It bounds its own memory and not how
// much comes out: that is for the caller to limit. It fails for a coding that
// nobody knows.
func Decoded(body io.Reader, header http.Header) (io.ReadCloser, error) {
	coded := codings(header)
	if len(coded) > maxCodings {
		return nil, &bodyError{ClassDecode, errCodings}
	}
	d := &decoded{Reader: body}
	for i := len(coded) - 1; i >= 0; i-- {
		r, err := decoder(coded[i], d.Reader)
		if err != nil {
			d.Close()
			return nil, &bodyError{ClassDecode, fmt.Errorf("content coding %s: %w", short(coded[i]), err)}
		}
		if z, ok := r.(*zstd.Decoder); ok {
			d.zstds = append(d.zstds, z)
		}
		d.Reader = r
	}
	return d, nil
}

type decoded struct {
	io.Reader
	zstds []*zstd.Decoder
}

// Close frees what the decoders hold. The body is the caller's.
func (d *decoded) Close() error {
	for _, z := range d.zstds {
		z.Close()
	}
	return nil
}

// Allows returns why an address would not be dialled, or nil.
func (c *Client) Allows(a netip.Addr) error { return c.guard(a) }
