// Package jsontext writes and reads JSON without reflection.
//
// It serves where encoding/json would cost more than the whole core: in what a
// web page links. What it writes is in the order of the calls, compact, and the
// same for the same calls; what it reads becomes a Value, within bounds that no
// text can break.
package jsontext

import (
	"strconv"
	"unicode/utf8"
)

// A Writer appends JSON to a text. The zero Writer is ready for use. Its
// methods put the commas; that keys stand in objects is up to the caller.
type Writer struct {
	out  []byte
	more bool // a value stands before: the next one needs a comma
}

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.out }

func (w *Writer) comma() {
	if w.more {
		w.out = append(w.out, ',')
	}
	w.more = true
}

func (w *Writer) open(c byte)  { w.comma(); w.out = append(w.out, c); w.more = false }
func (w *Writer) close(c byte) { w.out = append(w.out, c); w.more = true }

// Key writes the name of the value that comes next.
func (w *Writer) Key(name string) {
	w.comma()
	w.out = append(AppendString(w.out, name), ':')
	w.more = false
}

// Object writes an object; body writes what is in it.
func (w *Writer) Object(body func()) { w.open('{'); body(); w.close('}') }

// List writes a list; body writes its elements.
func (w *Writer) List(body func()) { w.open('['); body(); w.close(']') }

// String writes a string.
func (w *Writer) String(s string) { w.comma(); w.out = AppendString(w.out, s) }

// Int writes a number.
func (w *Writer) Int(n int) { w.comma(); w.out = strconv.AppendInt(w.out, int64(n), 10) }

// Bool writes true or false.
func (w *Writer) Bool(b bool) { w.comma(); w.out = strconv.AppendBool(w.out, b) }

// The methods below write a key with its value.

func (w *Writer) ObjectAt(key string, body func()) { w.Key(key); w.Object(body) }
func (w *Writer) ListAt(key string, body func())   { w.Key(key); w.List(body) }
func (w *Writer) StringAt(key, s string)           { w.Key(key); w.String(s) }
func (w *Writer) IntAt(key string, n int)          { w.Key(key); w.Int(n) }
func (w *Writer) BoolAt(key string, b bool)        { w.Key(key); w.Bool(b) }

// SomeAt is StringAt for a string that is not empty; else it writes nothing.
func (w *Writer) SomeAt(key, s string) {
	if s != "" {
		w.StringAt(key, s)
	}
}

// StringsAt writes a list of strings.
func (w *Writer) StringsAt(key string, all []string) {
	w.ListAt(key, func() {
		for _, s := range all {
			w.String(s)
		}
	})
}

// AppendString appends s as a JSON string. JSON cannot hold invalid UTF-8: each
// such octet becomes U+FFFD, as in encoding/json. Angle brackets and ampersands
// stay as they are, since URLs are full of them.
func AppendString(out []byte, s string) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '"')
	start := 0 // of what has not been written yet
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				out = append(append(out, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += n
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			out = append(out, s[start:i]...)
			if c < ' ' {
				out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			} else {
				out = append(out, '\\', c)
			}
			start = i + 1
		}
		i++
	}
	return append(append(out, s[start:]...), '"')
}
