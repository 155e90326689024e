package sitemap

import (
	"bytes"
	"io"
)

// An input reads text piece by piece and knows where it stands in it.
type input struct {
	r    io.Reader
	err  error
	room [32 << 10]byte
	buf  []byte // of room, what was read last
	pos  int    // in buf
	base int    // offset of buf in the text

	line  int // from 1
	start int // offset of the first byte of the line
}

// maxIdle is how often a reader may bring nothing before it counts as stuck.
const maxIdle = 100

// fill reads on once buf is used up. It reports false at the end of the text.
func (in *input) fill() bool {
	in.base += len(in.buf)
	in.buf, in.pos = nil, 0
	for idle := 0; in.err == nil; idle++ {
		var n int
		n, in.err = in.r.Read(in.room[:])
		if n > 0 {
			in.buf = in.room[:n]
			return true
		}
		if idle == maxIdle {
			in.err = io.ErrNoProgress
		}
	}
	return false
}

// offset is where the next byte stands.
func (in *input) offset() int { return in.base + in.pos }

// peek returns the next byte and leaves it there; 0 stands for the end. A NUL
// in the text is no markup, so the two need not be told apart.
func (in *input) peek() byte {
	if in.pos == len(in.buf) && !in.fill() {
		return 0
	}
	return in.buf[in.pos]
}

// next takes the next byte.
func (in *input) next() (c byte, ok bool) {
	if in.pos == len(in.buf) && !in.fill() {
		return 0, false
	}
	c = in.buf[in.pos]
	in.pos++
	if c == '\n' {
		in.line, in.start = in.line+1, in.offset()
	}
	return c, true
}

// until takes everything in front of the next c and hands it to each in pieces,
// while the input still stands at the beginning of the piece. It reports false
// if the text ends before there is a c.
func (in *input) until(c byte, each func(piece []byte)) bool {
	for {
		if in.pos == len(in.buf) && !in.fill() {
			return false
		}
		piece := in.buf[in.pos:]
		n := bytes.IndexByte(piece, c)
		if n >= 0 {
			piece = piece[:n]
		}
		if len(piece) > 0 {
			each(piece)
			in.skip(piece)
		}
		if n >= 0 {
			return true
		}
	}
}

// skip takes a piece that begins where the input stands.
func (in *input) skip(piece []byte) {
	if last := bytes.LastIndexByte(piece, '\n'); last >= 0 {
		in.line += bytes.Count(piece, []byte{'\n'})
		in.start = in.offset() + last + 1
	}
	in.pos += len(piece)
}

// past takes everything up to a mark of two to four bytes, the mark included,
// and hands each byte of it to each. It reports false if there is none.
func (in *input) past(mark string, each func(byte)) bool {
	var want, last uint32
	for i := range len(mark) {
		want = want<<8 | uint32(mark[i])
	}
	mask := ^uint32(0) >> (32 - 8*len(mark))
	for {
		c, ok := in.next()
		if !ok {
			return false
		}
		each(c)
		if last = last<<8 | uint32(c); last&mask == want {
			return true
		}
	}
}

func noByte(byte) {}
