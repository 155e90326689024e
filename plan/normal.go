package plan

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// Normal returns the form by which two URLs are found to be one. It does what
// cannot change what is fetched, and nothing else:
//
//	scheme and host in lower case        HTTP://A.example/  http://a.example/
//	escapes in the host decoded          a%2Eexample        a.example
//	default port left out                :443 of https
//	empty path is "/"                    http://a.example   http://a.example/
//	escapes of letters, digits, -._~     /%7Euser           /~user
//	other escapes in upper case          /%e6               /%E6
//	octets no URL may hold escaped       /a b               /a%20b
//	"." and ".." resolved                /a/../b            /b
//	fragment dropped                     /a#b               /a
//
// So a "+" is no blank, a final slash or "?" stays, doubled slashes stay, and
// the query is neither sorted nor cut. It fails for what is no absolute http,
// https or ftp URL, and for URLs with a user name.
func Normal(url string) (string, error) {
	n, err := normalise(url)
	return n.site + n.target, err
}

// A normal is a URL in its normal form, in its two parts.
type normal struct {
	site, target string
	asked        string // the target as rules are compared with it: only dots resolved
}

func normalise(url string) (normal, error) {
	p, err := urltext.Split(url)
	if err == nil && p.Userinfo {
		err = urltext.ErrUserinfo
	}
	if err != nil {
		return normal{}, err
	}
	target := p.Target
	if target == "" || target[0] != '/' {
		target = "/" + target
	}
	asked := urltext.RemoveDots(target)
	return normal{p.Key(), escapes(asked), asked}, nil
}

// escapes puts the escapes of a target into their one form. It is that in which
// rules compare targets, but for "*" and "$": here they are no wildcards, and
// RFC 3986 tells them from %2A and %24.
func escapes(target string) string {
	if urltext.Clean(target) {
		return target
	}
	var b strings.Builder
	b.Grow(len(target))
	for i := 0; i < len(target); {
		if c := target[i]; c == '*' || c == '$' {
			b.WriteByte(c)
			i++
			continue
		}
		var out [3]byte
		n, used := urltext.Next(target, i, false, &out)
		b.Write(out[:n])
		i += used
	}
	return b.String()
}
