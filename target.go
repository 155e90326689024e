package robots

import (
	"errors"
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// ErrOutOfScope is the reason of decisions on a URL that another robots.txt
// governs: it has another scheme, host or port (RFC 9309 2.3).
var ErrOutOfScope = errors.New("the URL belongs to another robots.txt: scheme, host and port must be the same")

var errWantTarget = errors.New("want a path and query here, such as /a?b=c: for a whole URL call DecideURL")

// FileURL returns the URL of the robots.txt that governs url:
// "https://example.com/robots.txt" for "https://Example.com:443/a?b#c"
// (RFC 9309 2.3). Scheme and host are put into lower case and a default port is
// left out, so that the result can serve as a key. A host outside ASCII is kept
// as it is: punycode is for whoever fetches. It fails for anything but absolute
// http, https and ftp URLs, and for URLs with a user name, since whoever fetches
// the file would send it along. Target and DecideURL pass over a user name.
func FileURL(url string) (string, error) {
	p, err := urltext.Split(url)
	if err != nil {
		return "", urlError(url, err)
	}
	if p.Userinfo {
		return "", urlError(url, urltext.ErrUserinfo)
	}
	return p.Key() + "/robots.txt", nil
}

// Target returns the part of url that rules are compared with: path and query
// as they are written, a trailing "?" included, without the fragment. An empty
// path is "/". It takes absolute URLs, and what begins with "/" or "?" or is
// empty as a target already. Nothing is decoded or resolved.
func Target(url string) (string, error) {
	if url != "" && url[0] != '/' && url[0] != '?' {
		p, err := urltext.Split(url)
		if err != nil {
			return "", urlError(url, err)
		}
		url = p.Target
	}
	return targetOf(url), nil
}

// targetOf drops the fragment and puts the slash in front that an empty path
// stands for.
func targetOf(s string) string {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[:i]
	}
	if s == "" {
		return "/"
	}
	if s[0] != '/' {
		return "/" + s
	}
	return s
}

// isWholeURL reports whether s is a URL where only path and query are wanted.
// Taken for a path it would match nothing, and so be allowed.
func isWholeURL(s string) bool {
	i := strings.Index(s, "://")
	return i > 0 && !strings.ContainsAny(s[:i], "/?#")
}

// A URLError is a URL that cannot be judged, and why.
type URLError struct {
	URL string
	Err error
}

func (e *URLError) Error() string {
	url := e.URL
	if len(url) > 200 {
		url = url[:200] + "..."
	}
	return "url \"" + url + "\": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *URLError) Unwrap() error { return e.Err }

func urlError(url string, err error) error { return &URLError{url, err} }
