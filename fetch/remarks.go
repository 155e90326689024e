package fetch

import (
	"bytes"
	"mime"
	"strings"
	"unicode/utf8"
)

// remarks notes what is odd about the text of o and how it is labelled. None of
// it keeps a line from counting: RFC 9309 2.3.1.1 wants rules followed that can
// be parsed, whatever the label.
func remarks(contentType string, o *Outcome) {
	media, params, _ := mime.ParseMediaType(contentType)
	if media != "text/plain" {
		o.note(NoteContentType, contentType)
	}
	if isHTML(o.Body) {
		o.note(NoteHTML, media)
	}
	switch label := strings.ToLower(params["charset"]); {
	case label != "" && label != "utf-8" && label != "utf8" && label != "us-ascii":
		o.note(NoteCharset, label)
	case bytes.HasPrefix(o.Body, []byte{0xff, 0xfe}) || bytes.HasPrefix(o.Body, []byte{0xfe, 0xff}):
		o.note(NoteCharset, "utf-16")
	case !o.Truncated && !utf8.Valid(o.Body):
		o.note(NoteCharset, "not utf-8")
	}
}

// isHTML reports whether a text begins like a page: with a tag or a
// declaration, after white space, a byte order mark and comments.
func isHTML(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	b = b[:min(len(b), 4<<10)]
	for {
		b = bytes.TrimLeft(b, " \t\r\n\f\x00")
		if !bytes.HasPrefix(b, []byte("<!--")) {
			break
		}
		_, rest, ok := bytes.Cut(b, []byte("-->"))
		if !ok {
			return true
		}
		b = rest
	}
	head := bytes.ToLower(b[:min(len(b), 16)])
	for _, tag := range []string{"<!doctype", "<html", "<head", "<body", "<?xml", "<script", "<title", "<meta", "<div", "<h1", "<p>"} {
		if bytes.HasPrefix(head, []byte(tag)) {
			return true
		}
	}
	return false
}
