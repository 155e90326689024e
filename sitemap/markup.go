package sitemap

import (
	"bytes"
	"strings"

	"github.com/robotsgate/robots/diag"
)

// maxName is how much of an element's name is kept: enough for all of ours.
const maxName = 64

// markup reads what begins with the "<" that the input stands at.
func (r *Reader) markup() {
	at := r.here(1)
	r.in.next()
	switch c := r.in.peek(); {
	case c == '!':
		r.declared(at)
	case c == '?':
		r.in.past("?>", noByte)
	case c == '/':
		r.in.next()
		prefix, name := r.tagName()
		r.rest()
		r.shut(prefix, name, at)
	case isSpace(c) || c == '=' || c == '<' || '0' <= c && c <= '9':
		r.content([]byte{'<'}) // not escaped as it should be
	default:
		prefix, name := r.tagName()
		empty := r.rest()
		r.opened(prefix, name, at)
		if empty && !r.doc.done {
			r.shut(prefix, name, at)
		}
	}
}

// tagName reads a name and parts it at its colon.
func (r *Reader) tagName() (prefix, name string) {
	d := &r.doc
	d.name = d.name[:0]
	for {
		c := r.in.peek()
		if c == 0 || c == '>' || c == '/' || c == '<' || isSpace(c) {
			break
		}
		if r.in.next(); len(d.name) < maxName {
			d.name = append(d.name, c)
		}
	}
	if i := bytes.IndexByte(d.name, ':'); i >= 0 {
		return string(d.name[:i]), string(d.name[i+1:])
	}
	return "", known(d.name)
}

// known makes a string of a name. For those that make up nearly all of a
// sitemap it does not allocate.
func known(name []byte) string {
	for i := range forms {
		f := &forms[i]
		for _, s := range f.fields {
			if string(name) == s {
				return s
			}
		}
		if string(name) == f.item {
			return f.item
		}
	}
	return string(name)
}

// rest reads the rest of a tag and reports whether it is that of an empty
// element. A ">" between quotes does not end it; a "<" always does, since no
// value may hold one: it is the next tag, and this one was not closed.
func (r *Reader) rest() (empty bool) {
	var quote, last byte
	for r.in.peek() != '<' {
		c, ok := r.in.next()
		switch {
		case !ok:
			return false
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return last == '/'
		}
		last = c
	}
	return false
}

// declared reads a comment, CDATA or a document type.
func (r *Reader) declared(at diag.Span) {
	r.in.next()
	switch r.in.peek() {
	case '-':
		r.in.next()
		if r.in.peek() == '-' {
			r.in.next()
			r.in.past("-->", noByte)
		}
	case '[':
		r.cdata()
	default:
		r.doctype(at)
	}
}

// cdata reads a CDATA section as text in which "&" is no entity.
func (r *Reader) cdata() {
	for range len("[CDATA[") {
		r.in.next()
	}
	const mark = "]]>"
	at := r.here(0)
	var b []byte
	r.in.past(mark, func(c byte) {
		if len(b) <= maxText {
			b = append(b, c)
		}
	})
	b = bytes.TrimSuffix(b, []byte(mark))
	d := &r.doc
	if d.form == nil || d.closed || d.field < 0 {
		return
	}
	before := len(d.text.raw)
	d.text.add(b, at)
	if bytes.IndexByte(b, '&') >= 0 {
		escaped := strings.ReplaceAll(string(d.text.raw[before:]), "&", "&amp;")
		d.text.raw = append(d.text.raw[:before], escaped...)
	}
}

// doctype reads a document type with all its declarations. They mean nothing
// here; that there are entities among them is worth a remark.
func (r *Reader) doctype(at diag.Span) {
	depth := 0
	var quote byte
	var last uint32
	for {
		c, ok := r.in.next()
		last = last<<8 | uint32(c|0x20)
		switch {
		case !ok:
			return
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case last == '<'<<24|'!'<<16|'e'<<8|'n':
			r.remark(codeEntityDeclared, at)
		case c == '>' && depth <= 0:
			return
		}
	}
}
