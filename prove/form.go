package prove

import "strings"

// A form is how far a target has got in being one: targets are compared in
// their normal form (RFC 9309 2.2.2), so %XX must be whole and must not stand
// for an octet that would be decoded. It also follows how far the target is
// /robots.txt, which no rule decides.
type form struct {
	escape byte // 0, or '%', or the first hex digit behind it
	robots int  // octets that are those of /robots.txt, or -1
}

const (
	letters    = "xyzqwvkjghuldmnpfciersatbo"
	unreserved = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"
	reserved   = "/=&?,;:@!'()+[]"
	hexDigits  = "0123456789ABCDEF"

	// hexChoices has those first that may stand before any second digit, and
	// of these those of octets outside ASCII before control characters.
	hexChoices = "EFABCD89" + "01" + "234567"
	hexFree    = len("EFABCD8901")
)

// next returns the form behind octet c; false if no target goes on so. Raw
// targets are compared as they are, so that any octet may follow but #.
func (f form) next(c byte, raw bool) (form, bool) {
	if f.robots >= 0 && f.robots < len(robotsTxt) && robotsTxt[f.robots] == c {
		f.robots++
	} else {
		f.robots = -1
	}
	switch {
	case raw:
		return f, c != '#'
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

// whole reports whether a target may end here.
func (f form) whole() bool { return f.escape == 0 }

// key returns f in one octet.
func (f form) key() byte {
	k := byte(f.robots+1) << 4
	if f.escape == 0 {
		return k
	}
	if f.escape == '%' {
		return 15<<4 | 15
	}
	return 14<<4 | byte(strings.IndexByte(hexDigits, f.escape))
}

// choices returns the octets to go on with: those wanted that a target may
// hold here, and one that is not wanted, the most readable first.
func (f form) choices(wanted *[256]bool, raw bool) []byte {
	var all []byte
	alphabet := unreserved + reserved + "%"
	if f.escape != 0 && !raw {
		alphabet = hexChoices
	}
	free := false
	for i := 0; i < len(alphabet); i++ {
		c := alphabet[i]
		if _, ok := f.next(c, raw); !ok {
			continue
		}
		// One octet that no rule waits for stands for all such, except for
		// first hex digits that restrict the second.
		restricts := f.escape == '%' && !raw && i >= hexFree
		if wanted[c] || !free {
			all = append(all, c)
			free = free || !wanted[c] && !restricts
		}
	}
	if raw {
		for c := range 256 {
			if wanted[c] && strings.IndexByte(alphabet, byte(c)) < 0 && c != '#' {
				all = append(all, byte(c))
			}
		}
	}
	return all
}

// wellFormed reports whether target is one in its normal form.
func wellFormed(target string) bool {
	var f form
	for i := 0; i < len(target); i++ {
		var ok bool
		if f, ok = f.next(target[i], false); !ok {
			return false
		}
	}
	return f.whole() && strings.HasPrefix(target, "/")
}
