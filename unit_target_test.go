package robots_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/urltext"
)

func TestUnitTargetFileURL(t *testing.T) {
	for _, c := range []struct {
		name, url, want string
		err             error
	}{
		{"2.3 the file stands at the root of the host", "https://example.com/a/b?c#d", "https://example.com/robots.txt", nil},
		{"2.3 scheme and host are in lower case", "HTTPS://Example.COM/A", "https://example.com/robots.txt", nil},
		{"2.3 a URL without a path has one", "http://example.com", "http://example.com/robots.txt", nil},
		{"2.3 a query may stand where the path would", "http://example.com?x", "http://example.com/robots.txt", nil},
		{"2.3 the default port of http is left out", "http://example.com:80/", "http://example.com/robots.txt", nil},
		{"2.3 the default port of https is left out", "https://example.com:443/", "https://example.com/robots.txt", nil},
		{"2.3 the default port of ftp is left out", "ftp://example.com:21/", "ftp://example.com/robots.txt", nil},
		{"2.3 the port of another scheme stays", "http://example.com:443/", "http://example.com:443/robots.txt", nil},
		{"2.3 any other port stays", "https://example.com:8443/x", "https://example.com:8443/robots.txt", nil},
		{"2.3 an empty port is none", "https://example.com:/x", "https://example.com/robots.txt", nil},
		{"2.3 an IPv6 host keeps its brackets", "http://[2001:DB8::1]:8080/x", "http://[2001:db8::1]:8080/robots.txt", nil},
		{"2.3 a host outside ASCII is kept", "https://Müller.example/", "https://müller.example/robots.txt", nil},
		{"2.3 an @ behind the host is no user name", "https://example.com/@x", "https://example.com/robots.txt", nil},
		{"2.3 a user name is refused", "https://me:secret@example.com/", "", urltext.ErrUserinfo},
		{"2.3 a path is no URL", "/robots.txt", "", urltext.ErrNoScheme},
		{"2.3 nothing is no URL", "", "", urltext.ErrNoScheme},
		{"2.3 a host alone is no URL", "example.com/x", "", urltext.ErrNoScheme},
		{"2.3 other schemes have no robots.txt", "mailto:me@example.com", "", urltext.ErrScheme},
		{"2.3 a URL without a host has none", "http:///x", "", urltext.ErrHost},
		{"2.3 a backslash does not end a host", `http://example.com\x`, "", urltext.ErrHost},
		{"2.3 a port has five digits at most", "http://example.com:65536/", "", urltext.ErrPort},
		{"2.3 a control character is refused", "http://example.com/\x01", "", urltext.ErrCharacter},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := robots.FileURL(c.url)
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("FileURL(%q) = %q, %v; want %q, %v", c.url, got, err, c.want, c.err)
			}
			if c.err == nil {
				if again, err := robots.FileURL(got); again != got || err != nil {
					t.Errorf("FileURL(%q) = %q, %v: want it to stay", got, again, err)
				}
			}
		})
	}
}

func TestUnitTarget(t *testing.T) {
	for _, c := range []struct {
		name, url, want string
		err             error
	}{
		{"2.2.2 path and query are what rules are compared with", "https://example.com/a/b?c=d", "/a/b?c=d", nil},
		{"2.2.2 the fragment is not", "https://example.com/a#b?c", "/a", nil},
		{"2.2.2 an empty path is a slash", "https://example.com", "/", nil},
		{"2.2.2 so it is before a query", "https://example.com?a", "/?a", nil},
		{"2.2.2 so it is before a fragment", "https://example.com#a", "/", nil},
		{"2.2.2 a question mark at the end stays", "https://example.com/a?", "/a?", nil},
		{"2.2.2 nothing is decoded or resolved", "https://example.com/%7Ea/../b//c", "/%7Ea/../b//c", nil},
		{"2.2.2 a target is a target already", "/a?b#c", "/a?b", nil},
		{"2.2.2 two slashes in front are a path", "//a/b", "//a/b", nil},
		{"2.2.2 a query alone gets its slash", "?a=b", "/?a=b", nil},
		{"2.2.2 nothing is the root", "", "/", nil},
		{"2.3 a user name is passed over", "https://me@example.com/x", "/x", nil},
		{"2.3 a colon does not make a scheme of a path", "/a:b", "/a:b", nil},
		{"2.3 a path without its slash is no URL", "a/b", "", urltext.ErrNoScheme},
		{"2.3 a fragment alone is no URL", "#a", "", urltext.ErrNoScheme},
		{"2.3 a scheme that nobody fetches is refused", "data:text/plain,x", "", urltext.ErrScheme},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := robots.Target(c.url); got != c.want || !errors.Is(err, c.err) {
				t.Errorf("Target(%q) = %q, %v; want %q, %v", c.url, got, err, c.want, c.err)
			}
		})
	}
}

func TestUnitTargetDecideURL(t *testing.T) {
	const file = "https://example.com/robots.txt"
	p := robots.Parse("User-agent: *\nDisallow: /private\nDisallow: /*.pdf$\n")
	for _, c := range []struct {
		name, url, file string
		verdict         robots.Verdict
		basis           robots.Basis
		err             error
	}{
		{"2.3 a URL of the same host is judged", "https://example.com/private/x", file, robots.Disallow, robots.ByRule, nil},
		{"2.3 however it is written", "HTTPS://EXAMPLE.com:443/private#x", file, robots.Disallow, robots.ByRule, nil},
		{"2.3 without a file any host is judged", "ftp://other.example/private", "", robots.Disallow, robots.ByRule, nil},
		{"2.3 another host has its own file", "https://www.example.com/", file, robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 another scheme has its own file", "http://example.com/", file, robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 another port has its own file", "https://example.com:8443/", file, robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 a port in the file must be in the URL", "https://example.com/", "https://example.com:8443/robots.txt", robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 the robots.txt of another host is out of scope too", "https://a.example/robots.txt", file, robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 a user name is passed over", "https://me:secret@example.com/a.pdf", file, robots.Disallow, robots.ByRule, nil},
		{"2.3 a host before an @ is a user name", "https://example.com@evil.example/", file, robots.OutOfScope, robots.ByScope, robots.ErrOutOfScope},
		{"2.3 a target is no URL", "/private", file, robots.Invalid, robots.ByInvalidURL, urltext.ErrNoScheme},
		{"2.3 nothing is no URL", "", "", robots.Invalid, robots.ByInvalidURL, urltext.ErrNoScheme},
		{"2.3 a scheme that nobody fetches is invalid", "javascript:alert(1)", file, robots.Invalid, robots.ByInvalidURL, urltext.ErrScheme},
		{"2.3 a bad file makes a good URL invalid", "https://example.com/", "robots.txt", robots.Invalid, robots.ByInvalidURL, urltext.ErrNoScheme},
		{"2.2.2 dots are resolved as clients do", "https://example.com/a/../private/x", file, robots.Disallow, robots.ByRule, nil},
		{"2.2.2 dots may be written as escapes", "https://example.com/a/%2E%2e/private", file, robots.Disallow, robots.ByRule, nil},
		{"2.2.2 dots lead out of what is disallowed", "https://example.com/private/../a", file, robots.Allow, robots.ByNoRule, nil},
		{"2.2.2 dots in a query stay", "https://example.com/a?/../private", file, robots.Allow, robots.ByNoRule, nil},
		{"2.2.2 a query decides with the path", "https://example.com/a?x.pdf", file, robots.Disallow, robots.ByRule, nil},
		{"2.2.2 a fragment decides nothing", "https://example.com/a#.pdf", file, robots.Allow, robots.ByNoRule, nil},
		{"2.2.2 the file itself is allowed", file, file, robots.Allow, robots.ByRobotsTxt, nil},
		{"2.2.2 so it is behind dots", "https://example.com/private/../robots.txt", file, robots.Allow, robots.ByRobotsTxt, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := p.DecideURL("a", c.url, c.file)
			if d.Verdict != c.verdict || d.Basis != c.basis || d.Allowed() != (c.verdict == robots.Allow) || !errors.Is(d.Err, c.err) {
				t.Errorf("%v by %v: %v; want %v by %v: %v", d.Verdict, d.Basis, d.Err, c.verdict, c.basis, c.err)
			}
			if tr := p.ExplainURL("a", c.url, c.file); tr.Decision.Verdict != d.Verdict || tr.Decision.Line() != d.Line() || tr.URL != c.url {
				t.Errorf("explained as %v, line %d, of %q", tr.Decision.Verdict, tr.Decision.Line(), tr.URL)
			}
		})
	}
	t.Run("2.2.2 dots in a target stay", func(t *testing.T) {
		if d := p.Decide("a", "/private/../a"); d.Verdict != robots.Disallow {
			t.Errorf("%v by %v", d.Verdict, d.Basis)
		}
	})
	t.Run("2.3 a whole URL is no target", func(t *testing.T) {
		for _, url := range []string{"https://example.com/a", "x://", "HTTP://a"} {
			if d := p.Decide("a", url); d.Verdict != robots.Invalid || d.Err == nil {
				t.Errorf("%q: %v, %v", url, d.Verdict, d.Err)
			}
		}
		for _, target := range []string{"/https://example.com/", "?u=https://example.com/", "a/b://c"} {
			if d := p.Decide("a", target); d.Verdict != robots.Allow {
				t.Errorf("%q: %v, %v", target, d.Verdict, d.Err)
			}
		}
	})
}

func TestUnitTargetErrors(t *testing.T) {
	_, fileErr := robots.FileURL("https://me@example.com/")
	_, targetErr := robots.Target("x")
	p := robots.Parse("")
	for _, c := range []struct {
		name     string
		err      error
		url      string
		is, isnt error
	}{
		{"2.3 FileURL says which URL and why", fileErr, "https://me@example.com/", urltext.ErrUserinfo, robots.ErrOutOfScope},
		{"2.3 Target says which URL and why", targetErr, "x", urltext.ErrNoScheme, urltext.ErrHost},
		{"2.3 DecideURL says what is out of scope", p.DecideURL("a", "http://a/", "http://b/").Err, "http://a/", robots.ErrOutOfScope, urltext.ErrHost},
		{"2.3 DecideURL says when the file is the bad one", p.DecideURL("a", "http://a/", "gopher://b/").Err, "gopher://b/", urltext.ErrScheme, robots.ErrOutOfScope},
	} {
		t.Run(c.name, func(t *testing.T) {
			var u *robots.URLError
			if !errors.As(c.err, &u) || u.URL != c.url || !errors.Is(c.err, c.is) || errors.Is(c.err, c.isnt) || u.Unwrap() != c.is {
				t.Fatalf("%v, want %q and %v", c.err, c.url, c.is)
			}
			if want := `url "` + c.url + `": ` + c.is.Error(); c.err.Error() != want {
				t.Errorf("%q, want %q", c.err, want)
			}
		})
	}
	t.Run("2.3 the message holds the start of a long URL", func(t *testing.T) {
		url := "x" + strings.Repeat("y", 10_000)
		_, err := robots.Target(url)
		if n := len(err.Error()); n > 400 || !strings.Contains(err.Error(), url[:200]+`..."`) {
			t.Errorf("%d octets: %s", n, clip(err.Error()))
		}
	})
	t.Run("2.3 no error stands with a URL that is judged", func(t *testing.T) {
		if d := p.DecideURL("a", "http://a/", "http://a/robots.txt"); d.Err != nil {
			t.Error(d.Err)
		}
	})
}
