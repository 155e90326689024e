package robots_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/robotsgate/robots"
)

// inUTF16 encodes s with a mark in front.
func inUTF16(s string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		lo, hi := byte(u), byte(u>>8)
		if big {
			lo, hi = hi, lo
		}
		b.WriteByte(lo)
		b.WriteByte(hi)
	}
	return b.String()
}

func TestUnitEncodingUTF16(t *testing.T) {
	const rules = "User-agent: *\r\nDisallow: /é/😀\r\n"
	for _, big := range []bool{false, true} {
		order, mark, want := "low octet first", "\xff\xfe", robots.UTF16LE
		if big {
			order, mark, want = "high octet first", "\xfe\xff", robots.UTF16BE
		}
		unit := func(u uint16) string {
			if big {
				return string([]byte{byte(u >> 8), byte(u)})
			}
			return string([]byte{byte(u), byte(u >> 8)})
		}
		for _, c := range []struct{ name, bytes, text string }{
			{"2.3 is decoded", inUTF16(rules, big), rules},
			{"2.3 with a second mark keeps that one", inUTF16("\ufeffa", big), "\ufeffa"},
			{"2.3 with an odd last octet loses that one only", inUTF16(rules, big) + "x", rules + "\ufffd"},
			{"2.3 with half a pair at the end loses that one only", inUTF16(rules, big) + unit(0xd83d), rules + "\ufffd"},
			{"2.3 with half a pair and an odd octet loses both", inUTF16(rules, big) + unit(0xd83d) + "x", rules + "\ufffd\ufffd"},
			{"2.3 with half a pair before a letter keeps the letter", inUTF16(rules, big) + unit(0xd83d) + unit('a'), rules + "\ufffda"},
			{"2.3 with the halves in the wrong order loses both", inUTF16(rules, big) + unit(0xde00) + unit(0xd83d), rules + "\ufffd\ufffd"},
			{"2.3 with two first halves pairs the second", inUTF16(rules, big) + unit(0xd83d) + unit(0xd83d) + unit(0xde00), rules + "\ufffd😀"},
		} {
			t.Run(c.name+": "+order, func(t *testing.T) {
				p := robots.Parse(c.bytes)
				if p.Encoding() != want || p.Text() != c.text {
					t.Errorf("%v: %q, want %v: %q", p.Encoding(), p.Text(), want, c.text)
				}
				if d := p.Decide("x", "/%C3%A9/%F0%9F%98%80"); strings.HasPrefix(c.text, rules) && (d.Allowed() || d.Line() != 2) {
					t.Errorf("%v by %v", d.Verdict, d.Basis)
				}
				if again := robots.Parse(p.Text()); again.Encoding() != robots.UTF8 {
					t.Errorf("the decoded text is of %v", again.Encoding())
				}
			})
		}
		t.Run("2.3 without a zero octet the mark is a stray one: "+order, func(t *testing.T) {
			p := robots.Parse(mark + "\nUser-agent: *\nDisallow: /\n")
			if d := p.Decide("x", "/"); p.Encoding() != robots.UTF8 || d.Allowed() {
				t.Errorf("%v: %v by %v", p.Encoding(), d.Verdict, d.Basis)
			}
		})
		t.Run("2.3 the mark alone is no text: "+order, func(t *testing.T) {
			if p := robots.Parse(mark); p.Encoding() != robots.UTF8 || p.Text() != mark {
				t.Errorf("%v: %q", p.Encoding(), p.Text())
			}
		})
		t.Run("2.3 without its mark it is junk: "+order, func(t *testing.T) {
			p := robots.Parse(inUTF16(rules, big)[2:])
			if d := p.Decide("x", "/é/😀"); p.Encoding() != robots.UTF8 || d.Basis != robots.ByNoGroup {
				t.Errorf("%v: %v by %v", p.Encoding(), d.Verdict, d.Basis)
			}
		})
	}
	t.Run("google: it is not decoded", func(t *testing.T) {
		if p := google.Parse(inUTF16(rules, false)); p.Encoding() != robots.UTF8 || p.Text() != inUTF16(rules, false) {
			t.Errorf("%v: %q", p.Encoding(), p.Text())
		}
	})
}

func TestUnitEncodingOddOctets(t *testing.T) {
	const closed = "User-agent: *\nDisallow: /\n"
	for _, c := range []struct {
		name, text, target string
		line               int // of the rule that decides, 0 for none
	}{
		{"2.3 a mark in front is passed over", "\ufeff" + closed, "/", 2},
		{"2.2 a second mark spoils the first line", "\ufeff\ufeff" + closed, "/", 0},
		{"2.2 a mark behind a line end spoils its line", "User-agent: *\n\ufeffDisallow: /\nDisallow: /b\n", "/b", 3},
		{"2.2 part of a mark spoils the first line", "\xef\xbb" + closed, "/", 0},
		{"2.2 a mark of two octets before UTF-8 does so too", "\xff\xfe" + closed, "/", 0},
		{"2.2.2 a zero octet in a rule is compared as any other", head + "Disallow: /a\x00b\n", "/a%00b", 2},
		{"2.2.2 so it is raw in a target", head + "Disallow: /a\x00b\n", "/a\x00b/c", 2},
		{"2.2.2 it does not end the rule", head + "Disallow: /a\x00b\n", "/a", 0},
		{"2.2 a zero octet in a key spoils the line", "User-agent: *\nDis\x00allow: /\n", "/", 0},
		{"2.2.2 an octet that is no UTF-8 is compared as any other", head + "Disallow: /\xff\n", "/%FF", 2},
		{"2.2.2 so it is on both sides", head + "Disallow: /%ff\n", "/\xff", 2},
		{"2.2.2 so is half a letter", head + "Disallow: /\xc3\n", "/é", 2},
		{"2.2.2 it is not the sign for it", head + "Disallow: /\xff\n", "/\ufffd", 0},
		{"2.2.2 letters outside ASCII are not folded", head + "Disallow: /É\n", "/é", 0},
		{"2.2 only ASCII folds in a key: the long s is no s", "U\u017fer-agent: *\nDisallow: /\n", "/", 0},
		{"2.2 nor is the Kelvin sign a k", "User-agent: *\nDisallow: /\u212a\n", "/k", 0},
		{"2.2 a space outside ASCII is no white space", "User-agent:\u00a0*\nDisallow: /\n", "/", 0},
		{"2.2 nor is a form feed", "User-agent:\f*\nDisallow: /\n", "/", 0},
		{"2.2 nor does NEL end a line", "User-agent: *\nDisallow: /a\u0085Disallow: /b\n", "/b", 0},
		{"2.2 nor does U+2028", "User-agent: *\nDisallow: /a\u2028Disallow: /b\n", "/b", 0},
		{"2.3.1.1 rules between lines of HTML are followed", "<html>\n<pre>\n" + closed + "</pre>\n", "/", 4},
		{"2.3.1.1 rules inside a line of HTML are none", "<html><body>User-agent: *<br>Disallow: /</body></html>\n", "/", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(c.text)
			if d := p.Decide("x", c.target); d.Line() != c.line || d.Allowed() != (c.line == 0) {
				t.Errorf("%v by %v, line %d; want line %d", d.Verdict, d.Basis, d.Line(), c.line)
			}
			if p.Text() != c.text {
				t.Errorf("the text became %q", p.Text())
			}
		})
	}
	t.Run("google: a zero octet ends its line", func(t *testing.T) {
		p := google.Parse(head + "Disallow: /a\x00b\n\x00Disallow: /c\n")
		if d, e := p.Decide("x", "/a"), p.Decide("x", "/c"); d.Line() != 2 || e.Line() != 0 {
			t.Errorf("lines %d and %d, want 2 and none", d.Line(), e.Line())
		}
	})
}

// All texts of up to eight octets of CR, LF and a letter, against the plain
// meaning of RFC 9309 2.2: CRLF, CR and LF end a line.
func TestUnitEncodingLineEnds(t *testing.T) {
	plain := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	t.Run("2.2 CR, LF and CRLF end a line in any mixture", func(t *testing.T) {
		const octets, most = "\r\nx", 8
		n := 0
		var try func(text string)
		try = func(text string) {
			n++
			var got, want []int
			for r := range robots.Parse(text).Records() {
				if r.Directive() == robots.DirJunk {
					got = append(got, r.Line())
				}
			}
			for i, line := range strings.Split(plain.Replace(text), "\n") {
				if line != "" {
					want = append(want, i+1)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q has lines %v, want %v", text, got, want)
			}
			for i := 0; i < len(octets) && len(text) < most; i++ {
				try(text + octets[i:i+1])
			}
		}
		if try(""); n != 9_841 {
			t.Errorf("%d texts tried", n)
		}
	})
	for _, c := range []struct{ name, eol string }{
		{"2.2 LF ends a line", "\n"}, {"2.2 CR and LF end one line", "\r\n"}, {"2.2 CR ends a line", "\r"},
		{"2.2 LF and CR end two", "\n\r"}, {"2.2 CR, CR and LF end two", "\r\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := robots.Parse(strings.ReplaceAll("User-agent: *|Disallow: /a|Disallow: /b", "|", c.eol))
			ends := len(plain.Replace(c.eol))
			if d := p.Decide("x", "/b"); d.Line() != 1+2*ends {
				t.Errorf("line %d, want %d", d.Line(), 1+2*ends)
			}
			if r, _ := p.Decide("x", "/a").Rule(); r.Span.Column != 11 || r.Pattern != "/a" {
				t.Errorf("pattern %q at column %d", r.Pattern, r.Span.Column)
			}
		})
	}
}
