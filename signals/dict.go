package signals

import "strings"

// A member is one member of an RFC 9651 Dictionary.
type member struct {
	key   string
	at    int // where the key begins
	kind  memberKind
	value string // as written, without parameters
	vat   int    // where the value begins
}

type memberKind uint8

const (
	isTrue   memberKind = iota // a key without a value, which stands for ?1
	isBool                     // ?0 or ?1
	isToken                    // y
	isString                   // "y"
	isOther                    // a number, date, byte sequence, display string or inner list
)

// parseDict reads a Dictionary (RFC 9651 4.2.2), strictly: one octet out of
// place fails the whole. bad is then where, else -1. Of members with the same
// key all are returned; RFC 9651 lets the last one win.
func parseDict(s string) (all []member, bad int) {
	p := dictParser{s: s}
	p.skip(" ")
	for p.i < len(s) {
		m := member{at: p.i}
		if m.key = p.key(); m.key == "" {
			return all, p.i
		}
		m.vat = p.i
		if p.eat('=') {
			m.vat = p.i
			ok := false
			if m.kind, ok = p.itemOrList(); !ok {
				return all, p.i
			}
			m.value = s[m.vat:p.i]
		}
		if !p.parameters() {
			return all, p.i
		}
		all = append(all, m)
		p.skip(" \t")
		if p.i == len(s) {
			break
		}
		if !p.eat(',') {
			return all, p.i
		}
		if p.skip(" \t"); p.i == len(s) {
			return all, p.i // a comma at the end
		}
	}
	return all, -1
}

type dictParser struct {
	s string
	i int
}

func (p *dictParser) skip(set string) {
	for p.i < len(p.s) && strings.IndexByte(set, p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *dictParser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *dictParser) eat(c byte) bool {
	if p.peek() != c || p.i == len(p.s) {
		return false
	}
	p.i++
	return true
}

// while steps over the octets that ok accepts and returns them.
func (p *dictParser) while(ok func(byte) bool) string {
	from := p.i
	for p.i < len(p.s) && ok(p.s[p.i]) {
		p.i++
	}
	return p.s[from:p.i]
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// key reads a key (RFC 9651 4.2.3.3); "" if there is none.
func (p *dictParser) key() string {
	if c := p.peek(); !isLower(c) && c != '*' {
		return ""
	}
	return p.while(func(c byte) bool { return isLower(c) || isDigit(c) || strings.IndexByte("_-.*", c) >= 0 })
}

// parameters reads what may follow any item (RFC 9651 4.2.3.2).
func (p *dictParser) parameters() bool {
	for p.eat(';') {
		p.skip(" ")
		if p.key() == "" {
			return false
		}
		if p.eat('=') {
			if _, ok := p.item(); !ok {
				return false
			}
		}
	}
	return true
}

func (p *dictParser) itemOrList() (memberKind, bool) {
	if !p.eat('(') {
		return p.item()
	}
	for { // RFC 9651 4.2.1.2
		p.skip(" ")
		if p.eat(')') {
			return isOther, true
		}
		if _, ok := p.item(); !ok || !p.parameters() {
			return isOther, false
		}
		if c := p.peek(); c != ' ' && c != ')' {
			return isOther, false
		}
	}
}

// item reads a bare item (RFC 9651 4.2.3.1).
func (p *dictParser) item() (memberKind, bool) {
	switch c := p.peek(); {
	case c == '"':
		p.i++
		return isString, p.quoted()
	case c == '?':
		p.i++
		return isBool, p.eat('0') || p.eat('1')
	case c == '-' || isDigit(c):
		return isOther, p.number(true)
	case c == '@':
		p.i++
		return isOther, p.number(false)
	case c == ':':
		p.i++
		p.while(func(c byte) bool {
			return isLower(c) || isUpper(c) || isDigit(c) || strings.IndexByte("+/=", c) >= 0
		})
		return isOther, p.eat(':')
	case c == '%':
		p.i++
		return isOther, p.eat('"') && p.display()
	case isLower(c) || isUpper(c) || c == '*':
		p.while(func(c byte) bool {
			return isLower(c) || isUpper(c) || isDigit(c) || c != 0 && strings.IndexByte("!#$%&'*+-.^_`|~:/", c) >= 0
		})
		return isToken, true
	}
	return isOther, false
}

// quoted reads the rest of a String.
func (p *dictParser) quoted() bool {
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '"':
			p.i++
			return true
		case c == '\\':
			if p.i++; p.peek() != '"' && p.peek() != '\\' {
				return false
			}
		case c < ' ' || c > '~':
			return false
		}
		p.i++
	}
	return false
}

// display reads the rest of a Display String: ASCII, other octets as "%e4".
func (p *dictParser) display() bool {
	isHex := func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' }
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '"':
			p.i++
			return true
		case c < ' ' || c > '~':
			return false
		case c == '%':
			if p.i+2 >= len(p.s) || !isHex(p.s[p.i+1]) || !isHex(p.s[p.i+2]) {
				return false
			}
			p.i += 2
		}
		p.i++
	}
	return false
}

// number reads an Integer of up to 15 digits or, if it may be one, a Decimal
// of up to 12 and 3.
func (p *dictParser) number(decimal bool) bool {
	p.eat('-')
	whole := len(p.while(isDigit))
	if !decimal || p.peek() != '.' {
		return 1 <= whole && whole <= 15
	}
	p.i++
	part := len(p.while(isDigit))
	return 1 <= whole && whole <= 12 && 1 <= part && part <= 3
}
