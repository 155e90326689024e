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
	raw, err = io.ReadAll(io.LimitReader(r, int64(limits.BodyBytes)+1))
	if err != nil || len(raw) <= limits.BodyBytes {
		return raw, false, err
	}
	if len(coded) == 0 && magic(raw) == "" {
		return raw, true, nil
	}
	var rest bytes.Buffer
	n, err := rest.ReadFrom(io.LimitReader(r, int64(limits.WireBytes-limits.BodyBytes)))
	raw = append(raw, rest.Bytes()...)
	return raw, n == int64(limits.WireBytes-limits.BodyBytes) && len(raw) > limits.WireBytes, err
}

// whole reports whether a Content-Range covers all of the file: "bytes 0-9/10".
func whole(v string) bool {
	var first, last, size int64
	n, err := fmt.Sscanf(strings.TrimSpace(v), "bytes %d-%d/%d", &first, &last, &size)
	return n == 3 && err == nil && first == 0 && last == size-1
}
