package address

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestReferencesInNormalForm(t *testing.T) {
	base := NewBase("http://a.example/b/c/d?q=1", nil)
	for ref, want := range map[string]string{
		"e":                                     "http://a.example/b/c/e",
		"e.html#top":                            "http://a.example/b/c/e.html",
		"../e":                                  "http://a.example/b/e",
		"./../../../e":                          "http://a.example/e",
		"/e":                                    "http://a.example/e",
		"//B.example/e":                         "http://b.example/e",
		"\\e":                                   "http://a.example/e",
		"":                                      "http://a.example/b/c/d?q=1",
		"#x":                                    "http://a.example/b/c/d?q=1",
		"?x=y":                                  "http://a.example/b/c/d?x=y",
		"?":                                     "http://a.example/b/c/d?",
		"HTTP://A.Example:80":                   "http://a.example/",
		"https://a.example:443/x":               "https://a.example/x",
		"https://a.example:8443/x":              "https://a.example:8443/x",
		"http://a.example":                      "http://a.example/",
		"http://a.example?x":                    "http://a.example/?x",
		"/%7euser/%2f%c3%a4":                    "http://a.example/~user/%2F%C3%A4",
		"/a b":                                  "http://a.example/a%20b",
		"/\u00e4?\u00e4":                        "http://a.example/%C3%A4?%C3%A4",
		"http://b\u00fccher.example/":           "http://xn--bcher-kva.example/",
		"  /x\n ":                               "http://a.example/x",
		"/x?PHPSESSID=0123456789abcdef&y=1":     "http://a.example/x?y=1",
		"/x?sid=12":                             "http://a.example/x?sid=12",
		"/x?sid=0123456789abcdef":               "http://a.example/x",
		"/x;jsessionid=AB12?y=1":                "http://a.example/x?y=1",
		"/x;JSESSIONID=AB12/z":                  "http://a.example/x/z",
		"a:b":                                   "",
		"mailto:x@a.example":                    "",
		"javascript:void(0)":                    "",
		"http://u:p@a.example/":                 "",
		"http:///":                              "",
		"http://0x7f.1/":                        "http://127.0.0.1/",
		"http://2130706433/":                    "http://127.0.0.1/",
		"http://a.example:99999/":               "",
		"http://[::1]/":                         "http://[::1]/",
		"/" + strings.Repeat("x", MaxLength):    "",
		"/" + strings.Repeat("x", 10*MaxLength): "",
	} {
		got, err := base.Resolve(ref)
		if (err != nil) != (want == "") || got != want {
			t.Errorf("%.60q: %.80q, %v, want %q", ref, got, err, want)
		}
	}
	if _, err := base.Resolve("http://u@a.example/"); !errors.Is(err, ErrUserinfo) {
		t.Errorf("a user name: %v", err)
	}
	if got, err := Absolute("http://a.example/x?b=1&utm=2&c", []string{"utm"}); err != nil || got != "http://a.example/x?b=1&c" {
		t.Errorf("dropped parameters: %q, %v", got, err)
	}
}

// The plain way and the full way agree wherever the plain way answers.
func TestThePlainWayAgreesWithTheFullWay(t *testing.T) {
	parts := []string{"/", "a", "b1", "..", ".", "x.html", "?", "&", "=", "http://", "https://", "c.example", "//", ":", "%41", "%", "\\", " ", "@", "ä", "#f", "1.2", "xn--a", "-", "~", "+", ";", "'", "\"", "^", "*", "$", "D", "\t", ":80", ":8080", "/../", "/./", "HTTP://", "Https://", "C.exAmple", "XN--", "[", "|"}
	bases := []string{"http://a.example/", "http://a.example/b/c", "https://a.example:8443/b/?x=/y", "http://a.example/b/c/d.html?q"}
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for range 200_000 {
		var ref strings.Builder
		for range r.IntN(7) {
			ref.WriteString(parts[r.IntN(len(parts))])
		}
		b := NewBase(bases[r.IntN(len(bases))], nil)
		cut, _, _ := strings.Cut(ref.String(), "#")
		got, ok := b.plain(cut)
		if !ok {
			continue
		}
		plain++
		if want, err := b.full(cut); err != nil || got != want {
			t.Fatalf("%q on %s: plain %q, full %q, %v", cut, b.url, got, want, err)
		}
		// A normal form is its own normal form.
		if again, err := Absolute(got, nil); err == nil {
			if twice, _ := Absolute(again, nil); twice != again {
				t.Fatalf("%q becomes %q and then %q", got, again, twice)
			}
		}
	}
	if plain < 10_000 {
		t.Errorf("only %d references went the plain way", plain)
	}
}

func TestTrapsAreSeenAndOrdinaryAddressesAreNot(t *testing.T) {
	for address, trap := range map[string]bool{
		"http://a.example/":                            false,
		"http://a.example/2024/05/12/title":            false,
		"http://a.example/2031/05/":                    true,
		"http://a.example/1850/05/":                    true,
		"http://a.example/1850/battle":                 false,
		"http://a.example/calendar?year=2099&month=3":  true,
		"http://a.example/calendar?year=2025&month=3":  false,
		"http://a.example/wine?year=1850":              false,
		"http://a.example/events?date=2099-01-02":      true,
		"http://a.example/a/b/a/b/a/b/":                true,
		"http://a.example/a/a/a/":                      false,
		"http://a.example/a/a/a/a":                     true,
		"http://a.example/en/docs/en/docs/x":           false,
		"http://a.example/" + strings.Repeat("x/", 20): true,
		"http://a.example/" + strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyzABCDEFGH", ""), "/"): true,
		"http://a.example/?a=1&a=1&a=1&a=1":             true,
		"http://a.example/?a=1&a=2&a=3&a=4":             false,
		"http://a.example/?" + strings.Repeat("a&", 30): true,
	} {
		if why := Trap(address, 2026); (why != "") != trap {
			t.Errorf("%s: %q", address, why)
		}
	}
}

func TestScopesHoldWhatTheirNameSays(t *testing.T) {
	seeds := []string{"http://www.a.co.uk/docs/index.html", "http://b.example:8080/"}
	for _, c := range []struct {
		mode    Mode
		in, out string
	}{
		{SameHost, "https://www.a.co.uk/x http://b.example:8080/y", "http://a.co.uk/ http://b.example/"},
		{Domain, "http://a.co.uk/ http://x.y.a.co.uk/ http://b.example/", "http://b.co.uk/ http://c.example/"},
		{Prefix, "http://www.a.co.uk/docs/x http://www.a.co.uk/docs/ http://b.example:8080/y", "http://www.a.co.uk/ https://www.a.co.uk/docs/ http://www.a.co.uk/docs"},
		{Anywhere, "http://c.example/", ""},
	} {
		s, err := NewScope(c.mode, seeds, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range strings.Fields(c.in) {
			if !s.Holds(u) {
				t.Errorf("%s does not hold %s", c.mode, u)
			}
		}
		for _, u := range strings.Fields(c.out) {
			if s.Holds(u) {
				t.Errorf("%s holds %s", c.mode, u)
			}
		}
	}
	s, err := NewScope(Anywhere, seeds, []string{`/news/`}, []string{`\.pdf$`})
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]bool{"http://a.co.uk/news/1": true, "http://a.co.uk/news/1.pdf": false, "http://a.co.uk/1": false} {
		if s.Holds(u) != want {
			t.Errorf("%s: %v", u, !want)
		}
	}
	if _, err := NewScope("far", seeds, nil, nil); err == nil {
		t.Error("an unknown mode was taken")
	}
	if _, err := NewScope(Anywhere, seeds, []string{"("}, nil); err == nil {
		t.Error("a broken expression was taken")
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("http://a.example/b", "../c?d#e")
	f.Fuzz(func(t *testing.T, base, ref string) {
		normal, err := Absolute(base, nil)
		if err != nil {
			return
		}
		b := NewBase(normal, nil)
		u, err := b.Resolve(ref)
		if err != nil {
			return
		}
		if strings.ContainsAny(u, "\n\r\t #") || !strings.HasPrefix(u, "http") || len(u) > MaxLength {
			t.Errorf("%q on %q: %q", ref, normal, u)
		}
		Trap(u, 2026)
	})
}

func BenchmarkResolve(b *testing.B) {
	for _, c := range []struct{ name, ref string }{{"plain", "/page/17.html?a=b"}, {"full", "../page/17.html?a=%62"}} {
		b.Run(c.name, func(b *testing.B) {
			base := NewBase("http://a.example/b/c/d", nil)
			b.ReportAllocs()
			for b.Loop() {
				base.Resolve(c.ref)
			}
		})
	}
}
