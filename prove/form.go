package prove

import (
	"strings"

	"github.com/robotsgate/robots"
)

// targets says over which targets a question is asked, in the form in which
// they are compared.
type targets uint8

const (
	// normalTargets are all targets in the normal form of RFC 9309 2.2.2: %XX
	// must be whole and must not stand for an octet that would be decoded.
	normalTargets targets = iota

	// rawTargets are all octets, for profiles that compare them as they are.
	rawTargets

	// plainTargets are those that every profile compares as they are written:
	// a path of unreserved octets and slashes without "." and ".." segments,
	// and perhaps a query of these with "=" and "&".
	plainTargets
)

func targetsOf(p robots.Profile) targets {
	switch {
	case p == robots.RFC9309:
		return normalTargets
	case p.RawTargets():
		return rawTargets
	}
	return plainTargets
}

// A form is how far a target has got in being one. It also follows how far the
// target is /robots.txt, which no rule decides.
type form struct {
	escape  byte // 0, or '%', or the first hex digit behind it
	robots  int8 // octets that are those of /robots.txt, or -1
	segment int8 // of a plain target: dots that the last segment is made of, or -1
	query   int8 // of a plain target: 0 in the path, 1 behind "?", 2 with something behind
}

const (
	letters    = "xyzqwvkjghuldmnpfciersatbo"
	unreserved = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"
	reserved   = "/=&?,;:@!'()+[]"
	plain      = unreserved + "/?=&"
	hexDigits  = "0123456789ABCDEF"

	// hexChoices has those first that may stand before any second digit, and
	// of these those of octets outside ASCII before control characters.
	hexChoices = "EFABCD89" + "01" + "234567"
	hexFree    = len("EFABCD8901")
)

// next returns the form behind octet c; false if no target goes on so.
func (f form) next(c byte, over targets) (form, bool) {
	if f.robots >= 0 && int(f.robots) < len(robotsTxt) && robotsTxt[f.robots] == c {
		f.robots++
	} else {
		f.robots = -1
	}
	switch {
	case over == rawTargets:
		return f, c != '#'
	case over == plainTargets:
		return f.nextPlain(c)
	case f.escape == 0:
		if c == '%' {
			f.escape = c
			return f, true
		}
		return f, strings.IndexByte(unreserved, c) >= 0 || strings.IndexByte(reserved, c) >= 0
	case f.escape == '%':
		f.escape = c
		return f, strings.IndexByte(hexDigits, c) >= 0
	}
	hi, lo := strings.IndexByte(hexDigits, f.escape), strings.IndexByte(hexDigits, c)
	f.escape = 0
	return f, lo >= 0 && strings.IndexByte(unreserved, byte(hi<<4|lo)) < 0
}

func (f form) nextPlain(c byte) (form, bool) {
	switch {
	case strings.IndexByte(plain, c) < 0:
		return f, false
	case f.query > 0:
		f.query = 2
		return f, c != '?'
	case c == '/' || c == '?':
		ok := f.segment <= 0
		f.segment = 0
		if c == '?' {
			f.query = 1
		}
		return f, ok
	case c == '=' || c == '&':
		return f, false
	case c == '.' && f.segment >= 0 && f.segment < 2:
		f.segment++
	default:
		f.segment = -1
	}
	return f, true
}

// whole reports whether a target may end here.
func (f form) whole() bool { return f.escape == 0 && f.segment <= 0 && f.query != 1 }

// key returns f in a few octets.
func (f form) key() [4]byte {
	return [4]byte{f.escape, byte(f.robots), byte(f.segment), byte(f.query)}
}

// choices returns the octets to go on with: those wanted that a target may
// hold here, and one that is not wanted, the most readable first.
func (f form) choices(wanted *[256]bool, over targets) []byte {
	var all []byte
	alphabet := unreserved + reserved + "%"
	if f.escape != 0 {
		alphabet = hexChoices
	}
	free := false
	for i := 0; i < len(alphabet); i++ {
		c := alphabet[i]
		if _, ok := f.next(c, over); !ok {
			continue
		}
		// One octet that no rule waits for stands for all such, except for
		// first hex digits that restrict the second.
		restricts := f.escape == '%' && i >= hexFree
		if wanted[c] || !free {
			all = append(all, c)
			free = free || !wanted[c] && !restricts
		}
	}
	if over == rawTargets {
		for c := range 256 {
			if wanted[c] && strings.IndexByte(alphabet, byte(c)) < 0 && c != '#' {
				all = append(all, byte(c))
			}
		}
	}
	return all
}

// has reports whether target is one of them.
func (over targets) has(target string) bool {
	var f form
	for i := 0; i < len(target); i++ {
		var ok bool
		if f, ok = f.next(target[i], over); !ok {
			return false
		}
	}
	return f.whole() && strings.HasPrefix(target, "/")
}
