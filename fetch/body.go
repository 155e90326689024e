package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/robotsgate/robots"
)

// body reads the body of a document into o.
func (c *Client) body(resp *http.Response, limits Limits, o *Outcome) error {
	switch {
	case resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusResetContent:
		o.note(NoteEmptyStatus, resp.Status)
		return nil
	case 200 < resp.StatusCode && resp.StatusCode < 300:
		o.note(NoteOddStatus, resp.Status)
	}
	raw, cut, err := readBody(resp.Body, limits, codings(resp.Header))
	if err != nil {
		o.Body = raw[:min(len(raw), limits.BodyBytes)]
		return &bodyError{ClassPartial, fmt.Errorf("it ended after %d octets: %w", len(raw), err)}
	}
	if resp.StatusCode == http.StatusPartialContent && !whole(resp.Header.Get("Content-Range")) {
		o.Body = raw[:min(len(raw), limits.BodyBytes)]
		return &bodyError{ClassPartial, fmt.Errorf("206 with the range %s, which nobody asked for", short(resp.Header.Get("Content-Range")))}
	}
	if err := c.decode(raw, cut, codings(resp.Header), limits, o); err != nil {
		return err
	}
	if cap(o.Body) > len(o.Body)+len(o.Body)/4 {
		o.Body = bytes.Clone(o.Body) // it may be kept for long
	}
	if o.Truncated {
		o.note(NoteTruncated, "")
		o.Kind = c.Preset.Large()
	}
	if o.Kind == robots.KindDocument {
		remarks(resp.Header.Get("Content-Type"), o)
	}
	return nil
}

// readBody reads what came, compressed or not, and reports whether a limit cut
// it. Text is read no further than it counts; what is compressed, until
// WireBytes.
func readBody(r io.Reader, limits Limits, coded []string) (raw []byte, cut bool, err error) {
	raw, err = readUpTo(r, nil, limits.BodyBytes+1)
	if err != nil || len(raw) <= limits.BodyBytes {
		return raw, false, err
	}
	if len(coded) == 0 && magic(raw) == "" {
		return raw, true, nil
	}
	raw, err = readUpTo(r, raw, limits.WireBytes+1)
	return raw, len(raw) > limits.WireBytes, err
}

// readUpTo appends to b until it holds n octets or r ends. Unlike io.ReadAll it
// never makes room for more than n.
func readUpTo(r io.Reader, b []byte, n int) ([]byte, error) {
	for len(b) < n {
		if len(b) == cap(b) {
			grown := make([]byte, len(b), min(n, max(4<<10, 2*cap(b))))
			copy(grown, b)
			b = grown
		}
		m, err := r.Read(b[len(b):min(cap(b), n)])
		b = b[:len(b)+m]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}

// whole reports whether a Content-Range covers all of the file: "bytes 0-9/10".
func whole(v string) bool {
	var first, last, size int64
	n, err := fmt.Sscanf(strings.TrimSpace(v), "bytes %d-%d/%d", &first, &last, &size)
	return n == 3 && err == nil && first == 0 && last == size-1
}
