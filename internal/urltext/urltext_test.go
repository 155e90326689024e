package urltext

import (
	"strings"
	"testing"
)

// The table is written out so that it costs nothing at start-up; this is where
// it comes from.
func TestOctetsTable(t *testing.T) {
	if len(octets) != 256 {
		t.Fatalf("%d octets", len(octets))
	}
	for i := range 256 {
		c := string([]byte{byte(i)})
		want := byte(0)
		if strings.Contains("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", c) {
			want = kept | unreserved | plain
		} else if strings.Contains(":/?[]@!&'()+,;=", c) {
			want = kept | plain
		} else if c == "#" {
			want = kept
		} else if c == "*" || c == "$" {
			want = marker
		} else if c == "%" {
			want = sign
		}
		if octets[i] != want {
			t.Errorf("octet %#02x: %d, want %d", i, octets[i], want)
		}
	}
}

func TestNormalForms(t *testing.T) {
	for _, c := range []struct{ in, target, pattern, google string }{
		{"/a?b=c#", "/a?b=c#", "/a?b=c#", "/a?b=c#"},
		{"/%7Euser/%41", "/~user/A", "/~user/A", "/%7Euser/%41"},
		{"/%2f%3a", "/%2F%3A", "/%2F%3A", "/%2F%3A"},
		{"/é", "/%C3%A9", "/%C3%A9", "/%C3%A9"},
		{"/a b<", "/a%20b%3C", "/a%20b%3C", "/a b<"},
		{"/*$", "/%2A%24", "/*$", "/*$"},
		{"/$x$", "/%24x%24", "/%24x$", "/$x$"},
		{"/%", "/%25", "/%25", "/%"},
		{"/%4", "/%254", "/%254", "/%4"},
		{"/%zz%2", "/%25zz%252", "/%25zz%252", "/%zz%2"},
		{"/%2525", "/%2525", "/%2525", "/%2525"}, // decoded once, never twice
	} {
		if got := NormalTarget(c.in); got != c.target {
			t.Errorf("NormalTarget(%q) = %q, want %q", c.in, got, c.target)
		}
		if got := NormalPattern(c.in); got != c.pattern {
			t.Errorf("NormalPattern(%q) = %q, want %q", c.in, got, c.pattern)
		}
		if got := EscapePattern(c.in); got != c.google {
			t.Errorf("EscapePattern(%q) = %q, want %q", c.in, got, c.google)
		}
		want, _, _ := strings.Cut(c.in, "#")
		if got := string(AppendNormalTarget(nil, c.in)); got != NormalTarget(want) {
			t.Errorf("AppendNormalTarget(%q) = %q, want %q", c.in, got, NormalTarget(want))
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		url, key, target string
		err              error
	}{
		{"HTTP://Example.COM:80", "http://example.com", "", nil},
		{"https://example.com:0443/a?#x", "https://example.com", "/a?", nil},
		{"http://example.com?x", "http://example.com", "?x", nil},
		{"http://u:p@example.com:8080/", "http://example.com:8080", "/", nil},
		{"http://[2001:DB8::1]:81/x", "http://[2001:db8::1]:81", "/x", nil},
		{"http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]", "/", nil},
		{"http://ex%61mple.com/", "http://example.com", "/", nil},
		{"ftp://müller.example/", "ftp://müller.example", "/", nil},
		{"http://example.com:/", "http://example.com", "/", nil},
		{"", "", "", ErrNoScheme}, {"/a", "", "", ErrNoScheme}, {"example.com/a", "", "", ErrNoScheme},
		{"mailto:a@b", "", "", ErrScheme}, {"ipfs://x/", "", "", ErrScheme},
		{"http:/x", "", "", ErrHost}, {"http://", "", "", ErrHost}, {"http:///x", "", "", ErrHost},
		{"http://[::1", "", "", ErrHost}, {"http://[::1]x/", "", "", ErrHost}, {"http://[1::2::3]/", "", "", ErrHost},
		{"http://[12345::]/", "", "", ErrHost}, {"http://[::1%25eth0]/", "", "", ErrHost},
		{"http://ex ample.com/", "", "", ErrHost}, {`http://a\b/`, "", "", ErrHost}, {"http://a%zz/", "", "", ErrHost},
		{"http://:::cnn.com/", "", "", ErrHost}, {"http://a:99999/", "", "", ErrPort}, {"http://a:x/", "", "", ErrPort},
		{"http://a/\n", "", "", ErrCharacter},
	} {
		p, err := Split(c.url)
		if err != c.err {
			t.Errorf("Split(%q): %v, want %v", c.url, err, c.err)
		} else if err == nil && (p.Key() != c.key || p.Target != c.target) {
			t.Errorf("Split(%q): %q and %q, want %q and %q", c.url, p.Key(), p.Target, c.key, c.target)
		}
	}
}

func TestRemoveDots(t *testing.T) {
	for in, want := range map[string]string{
		"/a/../b": "/b", "/a/./b/": "/a/b/", "/..": "/", "/a/..": "/", "/a/.": "/a/", "/%2e%2E/b": "/b",
		"/a/b/../../../c": "/c", "//a/../b": "//b", "/a?x=/../y": "/a?x=/../y", "/...": "/...", "/a..b": "/a..b", "/a/../b?": "/b?",
	} {
		if got := RemoveDots(in); got != want {
			t.Errorf("RemoveDots(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestResolve(t *testing.T) {
	const base = "https://Example.com/robots.txt"
	for ref, want := range map[string]string{
		"/s.xml": "https://example.com/s.xml", "s.xml": "https://example.com/s.xml", "//cdn.example/s.xml": "https://cdn.example/s.xml",
		"http://a/b": "http://a/b", "../s.xml": "https://example.com/s.xml",
	} {
		if got := Resolve(base, ref); got != want {
			t.Errorf("Resolve(%q) = %q, want %q", ref, got, want)
		}
	}
}
