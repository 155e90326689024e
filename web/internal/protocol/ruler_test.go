package protocol

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// decoded is how a TextDecoder shows octets: the parts that began like a
// character and did not become one are one U+FFFD each (WHATWG Encoding, UTF-8
// decoder). It is written from there, octet by octet, and not from broken.
func decoded(s string) (out []uint16, at []int) {
	emit := func(r rune, offset int) {
		for _, u := range utf16.AppendRune(nil, r) {
			out, at = append(out, u), append(at, offset)
		}
	}
	var point rune
	need, seen, start := 0, 0, 0
	low, high := byte(0x80), byte(0xbf)
	for i := 0; i < len(s); i++ {
		b := s[i]
		if need == 0 {
			start = i
			switch {
			case b < 0x80:
				emit(rune(b), i)
			case b >= 0xc2 && b <= 0xdf:
				need, point = 1, rune(b&0x1f)
			case b >= 0xe0 && b <= 0xef:
				if b == 0xe0 {
					low = 0xa0
				}
				if b == 0xed {
					high = 0x9f
				}
				need, point = 2, rune(b&0xf)
			case b >= 0xf0 && b <= 0xf4:
				if b == 0xf0 {
					low = 0x90
				}
				if b == 0xf4 {
					high = 0x8f
				}
				need, point = 3, rune(b&7)
			default:
				emit(utf8.RuneError, i)
			}
			continue
		}
		if b < low || b > high {
			emit(utf8.RuneError, start)
			need, seen, low, high = 0, 0, 0x80, 0xbf
			i--
			continue
		}
		low, high = 0x80, 0xbf
		point = point<<6 | rune(b&0x3f)
		if seen++; seen == need {
			emit(point, start)
			need, seen = 0, 0
		}
	}
	if need > 0 {
		emit(utf8.RuneError, start)
	}
	return out, append(at, len(s))
}

func TestRulerCountsAsAScriptDoes(t *testing.T) {
	pieces := []string{"a", "/x\n", "é", "判", "😀", "\ufffd", "\xff", "\xc3", "\xe5\x88", "\xf0\x9f\x98", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "\x80", "\ufeff", "\x00"}
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		var b strings.Builder
		for range r.IntN(40 + round*8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		ruler := newRuler(text)
		_, at := decoded(text)
		for unit, offset := range at {
			if unit > 0 && at[unit-1] == offset {
				continue // the second half of a pair
			}
			if got := ruler.units(offset); got != unit {
				t.Fatalf("%q: offset %d is unit %d, want %d", text, offset, got, unit)
			}
		}
	}
	if r := newRuler("ab"); r.units(-1) != 0 || r.units(9) != 2 || newRuler("").units(3) != 0 {
		t.Error("offsets outside of the text")
	}
}

// What an answer calls from and to cuts the very pattern out of the text as a
// script holds it.
func TestPlacesCutThePatternOut(t *testing.T) {
	for _, tt := range []struct{ text, pattern string }{
		{"User-agent: *\nDisallow: /é\n", "/é"},
		{"# 判定 😀😀\nUser-agent: *\nDisallow: /判/😀x # 😀\n", "/判/😀x"},
		{"# \xff\xe5\x88 \xc3\nUser-agent: *\nDisallow: /a\xffb\n", "/a\ufffdb"},
		{"\ufeffUser-agent: *\r\nDisallow: /bom\r\n", "/bom"},
		{strings.Repeat("# é😀\n", 900) + "User-agent: *\nAllow: /far\n", "/far"},
	} {
		a := ask(t, "check", map[string]any{"robots_b64": base64.StdEncoding.EncodeToString([]byte(tt.text)), "agents": []string{"a"}, "targets": []string{"/"}, "explain": true})
		rule := in(t, a, "answers", 0, "trace", "weighed", 0)
		units, _ := decoded(tt.text)
		from, to := int(in(t, rule, "from").(float64)), int(in(t, rule, "to").(float64))
		if got := string(utf16.Decode(units[from:to])); got != tt.pattern {
			t.Errorf("%q: from %d to %d is %q", tt.text, from, to, got)
		}
	}
}

// A script may hold half of a pair; it becomes U+FFFD, one unit for one.
func TestHalvesOfPairsKeepPlaces(t *testing.T) {
	d := Desk{Verbs: All()}
	a := decode(t, d.Answer("parse", []byte(`{"robots":"# \ud83d \ude00 \ud83d\ude00\nUser-agent: *\nDisallow: /x"}`)))
	const before = len("# . . ..\nUser-agent: *\nDisallow: ")
	if from := in(t, a, "groups", 0, "rules", 0, "from"); from != float64(before) {
		t.Errorf("from is %v, want %d", from, before)
	}
}

func TestBase64IsThatOfTheLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 300 {
		b := make([]byte, n%23)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		s := base64.StdEncoding.EncodeToString(b)
		if got, ok := decode64(s); !ok || got != string(b) {
			t.Fatalf("%q: %q %v", s, got, ok)
		}
		if n%23 > 0 {
			mangled := []byte(s)
			mangled[r.IntN(len(s))] = "=-_ \n"[r.IntN(5)]
			want, err := base64.StdEncoding.DecodeString(string(mangled))
			if got, ok := decode64(string(mangled)); ok && (err != nil || got != string(want)) {
				t.Fatalf("%q: %q, the library says %v", mangled, got, err)
			}
		}
	}
}
