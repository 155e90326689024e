package page

import "bytes"

// A scanner finds start tags, by the rules of the HTML standard's tokenizer
// (13.2.5), and no more than those: text, comments, end tags and the contents of
// scripts are stepped over, not read octet by octet. A crawler reads many pages
// and of each a few tags; golang.org/x/net/html, which is right and makes tokens
// of everything, took a sixth of all processor time. The tests hold this against it.
type scanner struct {
	text []byte
	at   int
	open bool // at is within a tag, at its attributes
	cut  bool // the page ended in a tag, which is none then
}

// next moves to the next start tag and returns its name as it is written; nil is
// the end of the page.
func (s *scanner) next() []byte {
	for {
		s.finish()
		i := bytes.IndexByte(s.text[s.at:], '<')
		if i < 0 || s.at+i+1 == len(s.text) {
			return nil
		}
		s.at += i + 1
		switch c := s.text[s.at]; {
		case isLetter(c):
			name := s.name()
			if raw := rawText(name); raw != "" {
				s.finish()
				s.skip(raw)
				continue
			}
			return name
		case c == '/':
			if s.at++; s.at < len(s.text) && isLetter(s.text[s.at]) {
				s.name()
			} else {
				s.to('>')
			}
		case c == '!' && bytes.HasPrefix(s.text[s.at:], []byte("!--")):
			s.comment()
		case c == '!' || c == '?':
			s.to('>')
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// endsName reports whether c ends the name of a tag or of an attribute.
func endsName(c byte) bool { return isBlank(c) || c == '/' || c == '>' }

// to moves behind the next c.
func (s *scanner) to(c byte) {
	if i := bytes.IndexByte(s.text[s.at:], c); i >= 0 {
		s.at += i + 1
	} else {
		s.at = len(s.text)
	}
}

// name reads the name of a tag.
func (s *scanner) name() []byte {
	from := s.at
	for s.at < len(s.text) && !endsName(s.text[s.at]) {
		s.at++
	}
	s.open = true
	return s.text[from:s.at]
}

func (s *scanner) blanks() {
	for s.at < len(s.text) && isBlank(s.text[s.at]) {
		s.at++
	}
}

// finish moves to the end of the tag.
func (s *scanner) finish() {
	for s.open {
		s.attribute()
	}
}

// attribute reads the next attribute of the tag. After the last one open is
// false: then the key is nil, and so it is where a stray slash stands for one.
func (s *scanner) attribute() (key, value []byte) {
	s.blanks()
	if s.cut = s.at == len(s.text); s.cut || s.text[s.at] == '>' {
		s.open = false
		s.to('>')
		return nil, nil
	}
	from := s.at
	for s.at < len(s.text) && !endsName(s.text[s.at]) && (s.text[s.at] != '=' || s.at == from) {
		s.at++
	}
	key = s.text[from:s.at]
	s.blanks()
	if s.at == len(s.text) {
		return key, nil
	}
	switch s.text[s.at] {
	case '/':
		s.at++
	case '=':
		s.at++
		value = s.value()
	}
	return key, value
}

// value reads what is behind the = of an attribute.
func (s *scanner) value() []byte {
	s.blanks()
	if s.at == len(s.text) || s.text[s.at] == '>' {
		return nil
	}
	from := s.at
	if q := s.text[s.at]; q == '"' || q == '\'' {
		s.at++
		s.to(q)
		return s.text[from+1 : max(s.at-1, from+1)]
	}
	for s.at < len(s.text) && !isBlank(s.text[s.at]) && s.text[s.at] != '>' {
		s.at++
	}
	return s.text[from:s.at]
}

// comment moves behind a comment, which may end in --!> and be <!--> or <!--->.
func (s *scanner) comment() {
	from := s.at + len("!--")
	s.at = from
	for s.at < len(s.text) && s.text[s.at] == '-' {
		s.at++
	}
	if s.at < len(s.text) && s.text[s.at] == '>' {
		s.at++
		return
	}
	for s.at = from; s.at < len(s.text); {
		s.to('>')
		inside := bytes.TrimSuffix(s.text[from:s.at], []byte(">"))
		if bytes.HasSuffix(inside, []byte("--")) || bytes.HasSuffix(inside, []byte("--!")) {
			return
		}
	}
}

// rawText returns the name of an element that holds text and no tags, and "" for
// others. Whoever runs no scripts reads what is in noscript.
func rawText(name []byte) string {
	var all []string
	switch name[0] | 0x20 {
	case 'i':
		all = []string{"iframe"}
	case 'n':
		all = []string{"noembed", "noframes"}
	case 'p':
		all = []string{"plaintext"}
	case 's':
		all = []string{"script", "style"}
	case 't':
		all = []string{"textarea", "title"}
	case 'x':
		all = []string{"xmp"}
	}
	for _, n := range all {
		if is(name, n) {
			return n
		}
	}
	return ""
}

// is reports whether a name is a lower-case word, in whatever case it is written.
func is(name []byte, word string) bool {
	if len(name) != len(word) {
		return false
	}
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// stands reports whether "<"+slash+word and the end of a name are at i.
func (s *scanner) stands(i int, slash, word string) bool {
	from := i + 1 + len(slash)
	to := from + len(word)
	return to < len(s.text) && string(s.text[i+1:from]) == slash && is(s.text[from:to], word) && endsName(s.text[to])
}

// skip moves to the end tag of an element that holds text. Within the text of a
// script <!-- begins a part in which <script> and </script> come in pairs.
func (s *scanner) skip(name string) {
	if name == "plaintext" { // it has no end tag
		s.at = len(s.text)
	}
	escaped, double, dashes := false, false, 0
	for ; s.at < len(s.text); s.at++ {
		if !escaped {
			i := bytes.IndexByte(s.text[s.at:], '<')
			if i < 0 {
				break
			}
			s.at += i
		}
		switch c := s.text[s.at]; {
		case c == '>' && s.at-dashes >= 2 && string(s.text[s.at-2:s.at]) == "--":
			escaped, double = false, false
		case c != '<':
		case s.stands(s.at, "/", name):
			if !double {
				return
			}
			double = false
			s.at += len("</script")
		case name != "script":
		case !escaped && bytes.HasPrefix(s.text[s.at:], []byte("<!--")):
			escaped, dashes = true, s.at+len("<!")
			s.at += len("<!-")
		case escaped && !double && s.stands(s.at, "", name):
			double = true
			s.at += len("<script")
		}
	}
	s.at = len(s.text)
}
