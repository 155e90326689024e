package sitemap

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// headBytes is how far an XML declaration is looked for. It has to stand at
// the very beginning; with three attributes it takes a tenth of that.
const headBytes = 1 << 10

// An encoding is how to read what a declaration names.
type encoding struct {
	names  string // in lower case, between blanks
	decode func(io.Reader) io.Reader
}

// encodings are those that are read; everything else is taken for UTF-8.
// sitemaps.org wants UTF-8, and the others are remarked on. Windows-1252
// differs from ISO-8859-1 in 32 octets that have no place in a URL.
var encodings = []encoding{
	{" utf-8 utf8 us-ascii ascii ", nil},
	{" iso-8859-1 latin1 latin-1 iso_8859-1 windows-1252 cp1252 ", func(r io.Reader) io.Reader { return &latin1{r: r} }},
}

// open returns r as UTF-8, what it was declared to be where that is not UTF-8,
// and whether that could be read. skipped is the length of a byte order mark.
func open(r io.Reader) (text io.Reader, declared string, known bool, skipped int, err error) {
	head := make([]byte, headBytes)
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	head = head[:n]
	whole := io.MultiReader(bytes.NewReader(head), r)
	starts := func(mark string) bool { return strings.HasPrefix(string(head), mark) }
	switch {
	case starts("\xff\xfe"), starts("<\x00"):
		return &utf16{r: whole}, "UTF-16", true, 0, err
	case starts("\xfe\xff"), starts("\x00<"):
		return &utf16{r: whole, big: true}, "UTF-16", true, 0, err
	case starts("\xef\xbb\xbf"):
		return io.MultiReader(bytes.NewReader(head[3:]), r), "", true, 3, err
	}
	name := declaration(string(head))
	for i, e := range encodings {
		if name == "" || strings.Contains(e.names, " "+strings.ToLower(name)+" ") {
			if i == 0 {
				return whole, "", true, 0, err
			}
			return e.decode(whole), name, true, 0, err
		}
	}
	return whole, name, false, 0, err
}

// declaration returns the encoding that an XML declaration names, or "".
func declaration(head string) string {
	if !strings.HasPrefix(head, "<?xml") {
		return ""
	}
	head, _, _ = strings.Cut(head, "?>")
	_, after, ok := strings.Cut(head, "encoding")
	after = strings.TrimLeft(after, " \t\r\n=")
	if !ok || after == "" || after[0] != '"' && after[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(after[1:], after[:1])
	return name
}

// latin1 reads ISO-8859-1 as UTF-8: each octet is the code point of its number.
type latin1 struct {
	r    io.Reader
	room [4 << 10]byte
	rest []byte // decoded and not yet taken
}

func (l *latin1) Read(p []byte) (int, error) {
	var err error
	if len(l.rest) == 0 {
		var n int
		n, err = l.r.Read(l.room[:])
		l.rest = make([]byte, 0, 2*n)
		for _, c := range l.room[:n] {
			l.rest = utf8.AppendRune(l.rest, rune(c))
		}
	}
	return take(p, &l.rest, err)
}

// utf16 reads UTF-16 as UTF-8. A byte order mark is dropped, half a pair of
// surrogates becomes U+FFFD.
type utf16 struct {
	r    io.Reader
	big  bool
	high rune // first half of a pair, or 0
	odd  int  // bytes of room that are half a unit
	room [4 << 10]byte
	rest []byte
}

func (u *utf16) Read(p []byte) (int, error) {
	var err error
	if len(u.rest) == 0 {
		var n int
		n, err = u.r.Read(u.room[u.odd:])
		n += u.odd
		u.rest = make([]byte, 0, 2*n)
		for i := 0; i+1 < n; i += 2 {
			u.unit(rune(u.room[i]), rune(u.room[i+1]))
		}
		if u.odd = n & 1; u.odd == 1 {
			u.room[0] = u.room[n-1]
		}
	}
	return take(p, &u.rest, err)
}

// unit decodes two bytes.
func (u *utf16) unit(a, b rune) {
	if u.big {
		a, b = b, a
	}
	c, high := b<<8|a, u.high
	u.high = 0
	switch {
	case c == 0xfeff:
	case 0xdc00 <= c && c < 0xe000 && high != 0:
		u.rest = utf8.AppendRune(u.rest, 0x10000+(high-0xd800)<<10|(c-0xdc00))
	case 0xd800 <= c && c < 0xdc00:
		u.high = c
	default:
		u.rest = utf8.AppendRune(u.rest, c) // U+FFFD for a lone half
	}
}

// take moves what fits from rest to p. An error waits until all is taken.
func take(p []byte, rest *[]byte, err error) (int, error) {
	n := copy(p, *rest)
	*rest = (*rest)[n:]
	if len(*rest) > 0 || n > 0 {
		return n, nil // the next Read of what lies below brings the error again
	}
	return 0, err
}
