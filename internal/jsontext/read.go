package jsontext

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// A Kind is what a Value is.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// String returns "null", "boolean", "number", "string", "list" or "object".
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "list", "object"}[min(k, Object)]
}

// A Value is one value of a JSON text. The zero Value is null.
type Value struct {
	Kind Kind
	Text string   // of a string, its characters; of a number, as written
	True bool     // of a boolean
	Keys []string // of an object, one for each element of All
	All  []Value  // of a list or an object
}

// At returns the value with that key, null if there is none. Of several with
// one key the last counts.
func (v Value) At(key string) Value {
	for i := len(v.Keys) - 1; i >= 0; i-- {
		if v.Keys[i] == key {
			return v.All[i]
		}
	}
	return Value{}
}

// Int returns the number, and whether v is one that is whole and small enough.
func (v Value) Int() (int, bool) {
	if v.Kind != Number {
		return 0, false
	}
	n, err := strconv.ParseInt(v.Text, 10, 32)
	return int(n), err == nil
}

// Bounds on what is read: a text of a few octets for each value could else
// take up many times its own size, or the whole stack.
const (
	MaxDepth  = 16
	MaxValues = 200_000
)

// What can be wrong with a text.
var (
	ErrSyntax = errors.New("not JSON")
	ErrDepth  = errors.New("nested too deeply")
	ErrValues = errors.New("too many values")
)

// Read returns the value that a text holds. The error is one of those above,
// and then at is the octet at which it was noticed.
func Read(text []byte) (v Value, at int, err error) {
	r := reader{text: text}
	if !utf8.Valid(text) {
		return Value{}, 0, ErrSyntax
	}
	r.blank()
	v = r.value(0)
	r.blank()
	if r.err == nil && r.at < len(text) {
		r.err = ErrSyntax
	}
	if r.err != nil {
		return Value{}, r.at, r.err
	}
	return v, r.at, nil
}

type reader struct {
	text   []byte
	at     int
	values int
	err    error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// peek returns the next octet, 0 at the end and after an error.
func (r *reader) peek() byte {
	if r.err != nil || r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *reader) blank() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		default:
			return
		}
	}
}

// take passes over c, or fails.
func (r *reader) take(c byte) {
	if r.peek() != c {
		r.fail(ErrSyntax)
		return
	}
	r.at++
}

func (r *reader) value(depth int) (v Value) {
	if r.values++; r.values > MaxValues {
		r.fail(ErrValues)
	}
	if depth > MaxDepth {
		r.fail(ErrDepth)
	}
	switch c := r.peek(); {
	case r.err != nil:
	case c == '{':
		v.Kind = Object
		r.elements('}', func() {
			v.Keys = append(v.Keys, r.string())
			r.blank()
			r.take(':')
			r.blank()
			v.All = append(v.All, r.value(depth+1))
		})
	case c == '[':
		v.Kind = List
		r.elements(']', func() { v.All = append(v.All, r.value(depth+1)) })
	case c == '"':
		v.Kind, v.Text = String, r.string()
	case c == '-' || '0' <= c && c <= '9':
		v.Kind, v.Text = Number, r.number()
	case r.word("true"):
		v.Kind, v.True = Bool, true
	case r.word("false"):
		v.Kind = Bool
	case r.word("null"):
	default:
		r.fail(ErrSyntax)
	}
	return v
}

// elements reads what stands between the octet at hand and end.
func (r *reader) elements(end byte, one func()) {
	r.at++
	r.blank()
	if r.peek() == end {
		r.at++
		return
	}
	for r.err == nil {
		one()
		r.blank()
		if r.peek() != ',' {
			r.take(end)
			return
		}
		r.at++
		r.blank()
	}
}

func (r *reader) word(w string) bool {
	if len(r.text)-r.at < len(w) || string(r.text[r.at:r.at+len(w)]) != w {
		return false
	}
	r.at += len(w)
	return true
}

func (r *reader) digits() {
	from := r.at
	for c := r.peek(); '0' <= c && c <= '9'; c = r.peek() {
		r.at++
	}
	if r.at == from {
		r.fail(ErrSyntax)
	}
}

func (r *reader) number() string {
	from := r.at
	if r.peek() == '-' {
		r.at++
	}
	if r.peek() == '0' {
		r.at++
	} else {
		r.digits()
	}
	if r.peek() == '.' {
		r.at++
		r.digits()
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		r.digits()
	}
	return string(r.text[from:r.at])
}
