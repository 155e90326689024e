package sitemap

import (
	"bytes"

	"github.com/robotsgate/robots/diag"
)

// maxText is how much of a value is kept. It is four times what a URL may have
// by sitemaps.org; an entry with a longer one is remarked on and left out,
// since nobody can say what half a URL allows.
const maxText = 8 << 10

const blanks = " \t\r\n"

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// A text is a value that comes in pieces: with comments, CDATA and buffers
// between. It drops the blanks around it and knows where it begins and ends.
type text struct {
	raw []byte
	at  diag.Span // of the first byte that is no blank
	end int       // offset behind the last such byte
	cut bool
}

func (t *text) reset() { *t = text{raw: t.raw[:0]} }

// add appends a piece that begins at that place.
func (t *text) add(piece []byte, at diag.Span) {
	last := len(bytes.TrimRight(piece, blanks))
	if last > 0 {
		t.end = at.Offset + last
	}
	if t.at.IsZero() {
		if last == 0 {
			return
		}
		lead := piece[:len(piece)-len(bytes.TrimLeft(piece, blanks))]
		if n := bytes.LastIndexByte(lead, '\n'); n >= 0 {
			at.Line, at.Column = at.Line+bytes.Count(lead, []byte{'\n'}), 1-n-1
		}
		at.Offset, at.Column = at.Offset+len(lead), at.Column+len(lead)
		t.at, piece = at, piece[len(lead):]
	}
	n := min(len(piece), max(0, maxText-len(t.raw)))
	t.raw = append(t.raw, piece[:n]...)
	t.cut = t.cut || len(bytes.TrimRight(piece[n:], blanks)) > 0
}

// A field is a value as written, without the blanks around it.
type field struct {
	text string
	span diag.Span
	cut  bool
}

func (t *text) field() field {
	f := field{text: string(bytes.TrimRight(t.raw, blanks)), span: t.at, cut: t.cut}
	if !f.span.IsZero() {
		f.span.Len = t.end - f.span.Offset
	}
	return f
}
