package signals

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A node is a JSON value with its place in the text, which is what
// encoding/json does not tell, and the page that links this package would pay
// more for that package than for all of this one.
type node struct {
	kind    byte   // '{', '[', '"', '0' for a number, or 't', 'f', 'n' for a word
	name    string // of a member of an object
	text    string // of a string, decoded; of a number, as written
	at, end int
	kids    []node
}

// maxDepth bounds how deep JSON values may lie in each other. A tdmrep.json
// needs two; more would only cost stack.
const maxDepth = 32

// parseJSON reads one JSON text by RFC 8259, strictly. bad is where it fails,
// else -1.
func parseJSON(s string) (n node, bad int) {
	p := jsonParser{s: s}
	p.i = len(s) - len(strings.TrimPrefix(s, "\ufeff")) // RFC 8259 8.1: a mark may be ignored
	n, ok := p.value(0)
	if p.space(); !ok || p.i < len(s) {
		return n, p.i
	}
	return n, -1
}

type jsonParser struct {
	s string
	i int
}

func (p *jsonParser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

// eat steps over c, and white space in front of it.
func (p *jsonParser) eat(c byte) bool {
	if p.space(); p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *jsonParser) value(depth int) (n node, ok bool) {
	p.space()
	if p.i == len(p.s) || depth > maxDepth {
		return n, false
	}
	n.at, n.kind = p.i, p.s[p.i]
	switch c := n.kind; {
	case c == '{' || c == '[':
		ok = p.list(&n, depth)
	case c == '"':
		n.text, ok = p.str()
	case c == '-' || isDigit(c):
		n.kind = '0'
		n.text, ok = p.number()
	default:
		for _, word := range [...]string{"true", "false", "null"} {
			if strings.HasPrefix(p.s[p.i:], word) {
				p.i += len(word)
				ok = true
				break
			}
		}
	}
	n.end = p.i
	return n, ok
}

// list reads an object or an array.
func (p *jsonParser) list(n *node, depth int) bool {
	object := n.kind == '{'
	end := byte(']')
	if object {
		end = '}'
	}
	p.i++
	if p.eat(end) {
		return true
	}
	for {
		name := ""
		if object {
			if p.space(); p.i == len(p.s) || p.s[p.i] != '"' {
				return false
			}
			var ok bool
			if name, ok = p.str(); !ok || !p.eat(':') {
				return false
			}
		}
		kid, ok := p.value(depth + 1)
		if !ok {
			return false
		}
		kid.name = name
		n.kids = append(n.kids, kid)
		if p.eat(end) {
			return true
		}
		if !p.eat(',') {
			return false
		}
	}
}

// str reads a string. What is not UTF-8 in it stays as it is.
func (p *jsonParser) str() (string, bool) {
	p.i++
	var b strings.Builder
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return b.String(), true
		case c < ' ':
			return "", false
		case c == '\\':
			if !p.escape(&b) {
				return "", false
			}
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	return "", false
}

func (p *jsonParser) escape(b *strings.Builder) bool {
	if p.i+1 >= len(p.s) {
		return false
	}
	c := p.s[p.i+1]
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[i])
		p.i += 2
		return true
	}
	r, ok := p.unicode()
	if !ok {
		return false
	}
	if 0xd800 <= r && r <= 0xdbff { // the first half of a pair
		from := p.i
		if low, ok := p.unicode(); ok && 0xdc00 <= low && low <= 0xdfff {
			r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
		} else {
			p.i, r = from, utf8.RuneError
		}
	}
	b.WriteRune(r)
	return true
}

// unicode reads \uXXXX.
func (p *jsonParser) unicode() (rune, bool) {
	if p.i+6 > len(p.s) || p.s[p.i:p.i+2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(p.s[p.i+2:p.i+6], 16, 16)
	if err != nil {
		return 0, false
	}
	p.i += 6
	return rune(n), true
}

func (p *jsonParser) number() (string, bool) {
	from := p.i
	for p.i < len(p.s) && strings.IndexByte("+-.eE0123456789", p.s[p.i]) >= 0 {
		p.i++
	}
	text := p.s[from:p.i]
	whole := strings.TrimPrefix(text, "-")
	if whole == "" || !isDigit(whole[0]) || len(whole) > 1 && whole[0] == '0' && isDigit(whole[1]) || !isDigit(text[len(text)-1]) {
		return text, false
	}
	if i := strings.IndexByte(text, '.'); i >= 0 && !isDigit(text[i+1]) {
		return text, false
	}
	_, err := strconv.ParseFloat(text, 64)
	return text, err == nil || errors.Is(err, strconv.ErrRange)
}
