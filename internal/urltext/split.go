package urltext

import (
	"errors"
	"strings"
)

// The ways in which a URL can be no URL that a robots.txt could govern.
var (
	ErrNoScheme  = errors.New("no scheme: want http://, https:// or ftp:// in front")
	ErrScheme    = errors.New("unsupported scheme: want http, https or ftp")
	ErrUserinfo  = errors.New("user name or password in the URL: take it out")
	ErrHost      = errors.New("invalid host")
	ErrPort      = errors.New("invalid port")
	ErrCharacter = errors.New("control character in the URL")
)

// Parts is a URL cut into pieces of its own text.
type Parts struct {
	Scheme string // as written, without the colon
	Host   string // as written; an IPv6 literal keeps its brackets
	Port   string // as written, without the colon; often empty
	Target string // path and query as written, without the fragment; may be empty

	Userinfo bool // there is a user name in front of the host; it is in no field
}

// Split cuts an absolute http, https or ftp URL into its parts. It resolves
// and decodes nothing. The error is one of those above.
func Split(url string) (Parts, error) {
	var p Parts
	for i := 0; i < len(url); i++ {
		// A control character would be dropped or escaped, each client in its way.
		if url[i] < 0x20 || url[i] == 0x7f {
			return p, ErrCharacter
		}
	}
	colon := strings.IndexByte(url, ':')
	if colon <= 0 || !isScheme(url[:colon]) {
		return p, ErrNoScheme
	}
	p.Scheme = url[:colon]
	if !EqualFold(p.Scheme, "http") && !EqualFold(p.Scheme, "https") && !EqualFold(p.Scheme, "ftp") {
		return p, ErrScheme
	}
	rest := url[colon+1:]
	if !strings.HasPrefix(rest, "//") {
		return p, ErrHost
	}
	rest = rest[2:]
	end := strings.IndexAny(rest, `/?#\`)
	if end < 0 {
		end = len(rest)
	}
	authority := rest[:end]
	p.Target = rest[end:]
	if i := strings.IndexByte(p.Target, '#'); i >= 0 {
		p.Target = p.Target[:i]
	}
	if strings.HasPrefix(p.Target, `\`) {
		// Browsers take the backslash for a slash, RFC 3986 does not: refuse
		// instead of guessing which host is meant.
		return p, ErrHost
	}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		authority, p.Userinfo = authority[i+1:], true
	}
	var err error
	p.Host, p.Port, err = splitHost(authority)
	return p, err
}

func splitHost(authority string) (host, port string, err error) {
	host = authority
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 || !isIPv6(host[1:end]) {
			return "", "", ErrHost
		}
		host, port = host[:end+1], host[end+1:]
		if port != "" && port[0] != ':' {
			return "", "", ErrHost
		}
		port = strings.TrimPrefix(port, ":")
	} else if i := strings.IndexByte(host, ':'); i >= 0 {
		host, port = host[:i], host[i+1:]
	}
	if host == "" || !isHost(host) {
		return "", "", ErrHost
	}
	if n := 0; port != "" {
		for i := 0; i < len(port); i++ {
			if port[i] < '0' || port[i] > '9' || n > 65535 {
				return "", "", ErrPort
			}
			n = n*10 + int(port[i]-'0')
		}
		if n > 65535 {
			return "", "", ErrPort
		}
	}
	return host, port, nil
}

func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if !('a' <= c && c <= 'z') && (i == 0 || !('0' <= s[i] && s[i] <= '9') && s[i] != '+' && s[i] != '-' && s[i] != '.') {
			return false
		}
	}
	return s != ""
}

// isHost accepts what RFC 3986 3.2.2 accepts as reg-name, and octets outside
// ASCII besides, as IRIs have them; turning those into punycode is for whoever
// fetches. An escape must be whole.
func isHost(s string) bool {
	if s[0] == '[' {
		return true
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x80 || octets[c]&unreserved != 0:
		case c == '%' && escaped(s, i) > 0x20:
			i += 2
		case strings.IndexByte("!$&'()*+,;=", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// isIPv6 checks the shape of an IPv6 literal: groups of up to four hex digits
// between colons, "::" at most once, an IPv4 tail, or IPvFuture. A zone is
// refused: it means something on one machine only.
func isIPv6(s string) bool {
	if s != "" && s[0]|0x20 == 'v' {
		dot := strings.IndexByte(s, '.')
		return dot > 1 && dot < len(s)-1
	}
	if strings.Count(s, "::") > 1 || strings.Contains(s, ":::") {
		return false
	}
	short := strings.Contains(s, "::")
	if !short && (strings.HasPrefix(s, ":") || strings.HasSuffix(s, ":")) {
		return false
	}
	n := 0
	for s != "" {
		group, rest, more := strings.Cut(s, ":")
		s = rest
		if group == "" {
			if !more && s == "" {
				break
			}
			continue
		}
		if strings.IndexByte(group, '.') >= 0 {
			if more || !isIPv4(group) {
				return false
			}
			n += 2
			break
		}
		if len(group) > 4 {
			return false
		}
		for i := 0; i < len(group); i++ {
			if unhex(group[i]) < 0 {
				return false
			}
		}
		n++
	}
	return n == 8 || short && n < 8
}

func isIPv4(s string) bool {
	parts := 0
	for s != "" {
		part, rest, more := strings.Cut(s, ".")
		n := 0
		for i := 0; i < len(part); i++ {
			if part[i] < '0' || part[i] > '9' {
				return false
			}
			if n = n*10 + int(part[i]-'0'); n > 255 {
				return false
			}
		}
		if part == "" || more && rest == "" {
			return false
		}
		parts++
		s = rest
	}
	return parts == 4
}

// DefaultPort returns the port that a scheme has when none is written, or "".
func DefaultPort(scheme string) string {
	switch {
	case EqualFold(scheme, "http"):
		return "80"
	case EqualFold(scheme, "https"):
		return "443"
	case EqualFold(scheme, "ftp"):
		return "21"
	}
	return ""
}

// Key returns scheme and authority in the form in which two URLs are compared
// for belonging together: lower case (of ASCII), escapes of the host decoded
// where that gives an unreserved octet, no default port (RFC 3986 6.2.2, 6.2.3).
func (p Parts) Key() string {
	key := Lower(p.Scheme) + "://" + Lower(decodeUnreserved(p.Host))
	port := strings.TrimLeft(p.Port, "0")
	if p.Port != "" && port == "" {
		port = "0"
	}
	if port != "" && port != DefaultPort(p.Scheme) {
		key += ":" + port
	}
	return key
}

// decodeUnreserved decodes the escapes of unreserved octets in s.
func decodeUnreserved(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if v := -1; s[i] == '%' {
			if v = escaped(s, i); v >= 0 && octets[v]&unreserved != 0 {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
