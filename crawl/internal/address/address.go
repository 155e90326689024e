// Package address puts the addresses that a crawl finds into one form, and says
// which of them it may not follow, whatever robots.txt says.
//
//	what                               becomes                  source
//	scheme and host in capitals        small letters            RFC 3986 6.2.2.1
//	a default port                     nothing                  RFC 3986 6.2.3
//	segments . and ..                  resolved                 RFC 3986 6.2.2.3
//	an empty path                      /                        RFC 3986 6.2.3
//	%7E, %2f                           ~, %2F                   RFC 3986 6.2.2.1, 6.2.2.2
//	octets outside ASCII, spaces       percent-encoded          WHATWG URL
//	a host outside ASCII               punycode                 WHATWG URL
//	\ in a path, tabs, line ends       /, nothing, nothing      WHATWG URL, as browsers do
//	a fragment                         nothing                  it is never sent
//	session ids                        nothing                  SessionParams
//	parameters that the caller names   nothing                  Options.DropParams
//	a user name, a scheme not of HTTP  an error                 they are not followed
//
// The order of parameters stays, and so does a trailing slash or question mark:
// they name different things on some sites.
package address

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/nlnwa/whatwg-url/url"
)

// What an address can be wrong by.
var (
	ErrBroken   = errors.New("not a URL")
	ErrScheme   = errors.New("neither http nor https")
	ErrUserinfo = errors.New("a user name or password in it")
	ErrLong     = errors.New("longer than 2048 octets")
)

// MaxLength is how long an address may be. Longer ones are made by mistakes and
// by traps; no page that people read needs them.
const MaxLength = 2048

// parser follows browsers, which is what makers of pages test with.
var parser = url.NewParser(url.WithPercentEncodeSinglePercentSign())

// A Base is what references are resolved against.
type Base struct {
	url    string // in normal form
	origin string
	dir    string // up to the last slash of the path
	slow   *url.Url
	drop   []string
}

// Absolute puts an absolute address into normal form. drop names parameters to
// leave out beside session ids.
func Absolute(address string, drop []string) (string, error) {
	b := Base{drop: drop}
	return b.Resolve(address)
}

// NewBase makes a base of an address in normal form.
func NewBase(address string, drop []string) Base {
	b := Base{url: address, drop: drop}
	i := strings.Index(address, "://") + 3
	path := len(address)
	if j := strings.IndexAny(address[i:], "/?"); j >= 0 {
		path = i + j
	}
	b.origin = address[:path]
	end := len(address)
	if j := strings.IndexByte(address, '?'); j >= 0 {
		end = j
	}
	b.dir = address[:strings.LastIndexByte(address[:end], '/')+1]
	return b
}

// Resolve puts a reference into normal form.
func (b *Base) Resolve(ref string) (string, error) {
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		ref = ref[:i]
	}
	if len(ref) > 2*MaxLength {
		return "", ErrLong
	}
	u, ok := b.plain(ref)
	if !ok {
		var err error
		if u, err = b.full(ref); err != nil {
			return "", err
		}
	}
	if i := strings.IndexByte(u, '?'); i >= 0 {
		u = b.clean(u, i)
	}
	u = dropJSession(u)
	if len(u) > MaxLength {
		return "", ErrLong
	}
	return u, nil
}

// plain resolves what needs no more than putting together: nine in ten
// references are paths of plain characters, and the full way takes some ten
// times as long. It declines whenever a character could want more.
func (b *Base) plain(ref string) (string, bool) {
	if ref == "" {
		return b.url, b.url != ""
	}
	from, join := 0, ""
	switch n := origin(ref); {
	case n > 0:
		if low := strings.ToLower(ref[:n]); low != ref[:n] {
			ref = low + ref[n:]
		}
		if n == len(ref) {
			return ref + "/", true
		}
		if from = n; ref[n] != '/' {
			return "", false
		}
	case n < 0, b.url == "":
		return "", false
	case ref[0] == '/':
		if len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			return "", false
		}
		join = b.origin
	case ref[0] == '?':
		join, _, _ = strings.Cut(b.url, "?")
	default:
		if b.dir == "" {
			return "", false
		}
		join = b.dir
	}
	query, dots := false, false
	for i := from; i < len(ref); i++ {
		c := ref[i]
		switch {
		case isPlainByte(c):
		case c == '?':
			query = true
		case c == '.':
			// A segment that begins with a dot may be . or ..
			dots = dots || !query && (i == 0 || ref[i-1] == '/')
		case c == ':':
			// A colon before any slash may end a scheme.
			if join == b.dir && !strings.Contains(ref[:i], "/") {
				return "", false
			}
		default:
			return "", false
		}
	}
	if u := join + ref; !dots {
		return u, true
	} else if join == "" {
		return undot(u, from), true
	} else {
		return undot(u, len(b.origin)), true
	}
}

// origin is how long the scheme and authority are that an absolute reference
// begins with; 0 if it is not absolute, and -1 if it may be and is not plain.
func origin(ref string) int {
	i := strings.Index(ref, "://")
	if i < 0 || i > len("https") {
		return 0
	}
	https := i == len("https")
	if !https && !strings.EqualFold(ref[:i], "http") || https && !strings.EqualFold(ref[:i], "https") {
		return -1
	}
	from := i + len("://")
	n := from
	for n < len(ref) && isHostByte(ref[n]) {
		n++
	}
	host := ref[from:n]
	// A label of digits may be an address in disguise, and of xn-- wants a check.
	if host == "" || host[0] == '.' || strings.Contains(host, "..") || isDigit(host[len(host)-1]) || host[len(host)-1] == '.' || hasFold(host, "xn--") {
		return -1
	}
	if n == len(ref) || ref[n] != ':' {
		return n
	}
	colon := n
	for n++; n < len(ref) && isDigit(ref[n]); n++ {
	}
	port := ref[colon+1 : n]
	if port == "" || port[0] == '0' || len(port) > 4 || !https && port == "80" || https && port == "443" {
		return -1
	}
	return n
}

// hasFold reports whether s has a lower-case word in it, in whatever case.
func hasFold(s, word string) bool {
	for i := range len(s) - len(word) + 1 {
		if strings.EqualFold(s[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// undot resolves the segments . and .. of a path that begins at i, RFC 3986 5.2.4.
func undot(u string, i int) string {
	end := len(u)
	if j := strings.IndexByte(u, '?'); j >= 0 {
		end = j
	}
	b := append(make([]byte, 0, len(u)), u[:i]...)
	for rest, more := u[i+1:end], true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		switch segment {
		case ".", "..":
			if j := bytes.LastIndexByte(b[i:], '/'); j >= 0 && segment == ".." {
				b = b[:i+j]
			}
			if !more {
				b = append(b, '/')
			}
		default:
			b = append(append(b, '/'), segment...)
		}
	}
	return string(append(b, u[end:]...))
}

func isHostByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '.'
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isPlainByte reports whether c stands for itself in a path and in a query,
// whatever is around it.
func isPlainByte(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte("-_~/=&+,;!()@*$", c) >= 0
}

// full resolves by the WHATWG algorithm.
func (b *Base) full(ref string) (string, error) {
	var u *url.Url
	var err error
	if b.url == "" {
		u, err = parser.Parse(ref)
	} else {
		if b.slow == nil {
			if b.slow, err = parser.Parse(b.url); err != nil {
				return "", ErrBroken
			}
		}
		u, err = b.slow.Parse(ref)
	}
	switch {
	case err != nil:
		return "", ErrBroken
	case u.Scheme() != "http" && u.Scheme() != "https":
		return "", ErrScheme
	case u.Username() != "" || u.Password() != "":
		return "", ErrUserinfo
	case u.Hostname() == "":
		return "", ErrBroken
	}
	target := u.Pathname()
	if target == "" {
		target = "/"
	}
	search := u.Search()
	if search == "" && hasBareQuery(ref) {
		search = "?"
	}
	return u.Scheme() + "://" + u.Host() + escapes(target+search), nil
}

// escapes puts the percent escapes of a target into normal form. What is not
// escaped stays: "*" and "%2A" are one to a robots.txt and may be two to a server.
func escapes(s string) string {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) {
			b = append(b, s[i])
			continue
		}
		c, ok := unhex(s[i+1], s[i+2])
		switch {
		case !ok:
			b = append(b, '%')
			continue
		case isUnreserved(c):
			b = append(b, c)
		default:
			const digits = "0123456789ABCDEF"
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
		i += 2
	}
	return string(b)
}

func unhex(hi, lo byte) (byte, bool) {
	v, err := strconv.ParseUint(string([]byte{hi, lo}), 16, 8)
	return byte(v), err == nil
}

// isUnreserved is RFC 3986 2.3: what an escape of stands for the octet itself.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

// hasBareQuery reports whether a reference ends in a question mark: the parser
// cannot tell an empty query from none, and some sites can.
func hasBareQuery(ref string) bool {
	i := strings.IndexByte(ref, '?')
	return i >= 0 && strings.Trim(ref[i+1:], "\t\n\r ") == ""
}
