package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// lookalikes holds letters that look like one of ASCII, each before the one it
// is taken for: Cyrillic and Greek. Full-width forms are told by arithmetic.
const lookalikes = "аaеeоoсcрpхxуyіiјjѕsԁdһhԝwАAЕEОOСCРPХXУYІIЈJЅSНHКKМMТTВBαaοoνvΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXıi‐-‑-‒-–-—-−-"

// plainOf returns the ASCII character that r is taken for.
func plainOf(r rune) (byte, bool) {
	if 0xFF01 <= r && r <= 0xFF5E {
		return byte(r - 0xFF01 + '!'), true
	}
	if i := strings.IndexRune(lookalikes, r); r >= utf8.RuneSelf && i >= 0 {
		return lookalikes[i+utf8.RuneLen(r)], true
	}
	return 0, false
}

// plainText puts the ASCII characters that a text is taken for in their place.
// It reports false if there was nothing to replace, or something foreign stays.
func plainText(s string) (string, bool) {
	var b strings.Builder
	changed := false
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
			continue
		}
		c, ok := plainOf(r)
		if !ok {
			return s, false
		}
		changed = true
		b.WriteByte(c)
	}
	return b.String(), changed
}

// named returns the directive that a text is the name of.
func named(key string) (robots.Directive, bool) {
	for d := robots.DirUserAgent; d.String() != ""; d++ {
		if strings.EqualFold(d.String(), key) {
			return d, true
		}
	}
	return robots.DirUnknown, false
}

// fullWidthColon finds the colon of Chinese and Japanese keyboards, which
// separates nothing.
var fullWidthColon = Check{
	Doc: Doc{
		Code: "full-width-colon", Severity: diag.Error, Since: since, Source: "RFC 9309 2.2; field study",
		Before: "User-agent: *\nDisallow：/private/\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	instead: []diag.Code{"unparsable-line", "missing-colon", "info-unknown-directive", "misspelt-directive", "lookalike-character"},
	Run: func(p *pass) {
		for _, r := range p.records {
			if d := r.Directive(); d != robots.DirJunk && d != robots.DirUnknown {
				continue
			}
			key, _, ok := strings.Cut(r.Raw(), "：")
			if !ok {
				continue
			}
			plain, _ := plainText(strings.TrimSpace(key))
			if d, known := named(plain); known {
				at := within(r.Span(), len(key), len("："))
				p.report(at, diag.Text("directive", d.String())).mend(replaced(at, ": "))
			}
		}
	},
}

// lookalikeKey finds names of records and crawlers in which a letter is not the
// one that it looks like. Nobody sees it, and no parser knows the name.
var lookalikeKey = Check{
	Doc: Doc{
		Code: "lookalike-character", Severity: diag.Error, Since: since, Source: "RFC 9309 2.2",
		Before: "User-agent: *\nDis\u0430llow: /private/\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	instead: []diag.Code{"unparsable-line", "info-unknown-directive", "misspelt-directive", "token-outside-grammar"},
	Run: func(p *pass) {
		for _, r := range p.records {
			if r.Directive() != robots.DirUnknown {
				continue
			}
			if plain, ok := plainText(r.Key()); ok {
				if d, known := named(plain); known {
					p.report(keySpan(r), diag.Text("text", r.Key()), diag.Text("plain", d.String())).
						mend(replaced(keySpan(r), d.String()))
				}
			}
		}
		for _, g := range p.groups {
			for _, ua := range g.agents {
				if plain, ok := plainText(ua.Value); ok {
					p.report(ua.Span, diag.Text("text", ua.Value), diag.Text("plain", plain)).mend(replaced(ua.Span, plain))
				}
			}
		}
	},
}
