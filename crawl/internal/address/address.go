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
	from := 0
	join := ""
	switch {
	case strings.HasPrefix(ref, "http://") || strings.HasPrefix(ref, "https://"):
		from = strings.Index(ref, "://") + 3
		n := 0
		for from+n < len(ref) && isHostByte(ref[from+n]) {
			n++
		}
		host := ref[from : from+n]
		// A label of digits may be an address in disguise, and of xn-- wants a check.
		if n == 0 || host[0] == '.' || strings.Contains(host, "..") || isDigit(host[len(host)-1]) || host[len(host)-1] == '.' || strings.Contains(host, "xn--") {
			return "", false
		}
		if from += n; from == len(ref) {
			return ref + "/", true
		}
		if ref[from] != '/' {
			return "", false
		}
	case b.url == "":
		return "", false
	case ref[0] == '/':
		if len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\') {
			return "", false
		}
		join = b.origin
	case ref[0] == '?':
		return "", false
	default:
		if b.dir == "" {
			return "", false
		}
		join = b.dir
	}
	query := false
	for i := from; i < len(ref); i++ {
		c := ref[i]
		switch {
		case isPlainByte(c):
		case c == '?':
			query = true
		case c == '.':
			// A segment that begins with a dot may be . or ..
			if !query && (i == 0 || ref[i-1] == '/') {
				return "", false
			}
		case c == ':':
			// A colon before any slash may end a scheme.
			if join == b.dir && !strings.Contains(ref[:i], "/") {
				return "", false
			}
		default:
			return "", false
		}
	}
	return join + ref, true
}

func isHostByte(c byte) bool {
	return 'a' <= c && c <= 'z' || isDigit(c) || c == '-' || c == '.'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isPlainByte reports whether c stands for itself in a path and in a query,
// whatever is around it.
func isPlainByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || strings.IndexByte("-_~/=&+,;!()@*$", c) >= 0
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
