package page

import (
	"bytes"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/robotsgate/robots/internal/urltext"
	"github.com/robotsgate/robots/signals"
)

// slow reads a page by the tokens of golang.org/x/net/html.
func slow(body []byte, contentType, token string) (p Page) {
	if text, ok := utf8(body, contentType); ok {
		body = text
	}
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return p
		case html.StartTagToken, html.SelfClosingTagToken:
		default:
			continue
		}
		name, more := z.TagName()
		if string(name) == "noscript" {
			z.NextIsNotRawText()
		}
		a := map[string]string{}
		for more {
			var k, v []byte
			k, v, more = z.TagAttr()
			a[string(k)] = string(v)
		}
		href, linked := a["href"]
		short := href
		if len(href) > maxHref {
			short = ""
		}
		switch string(name) {
		case "a", "area":
			switch rel := a["rel"]; {
			case !linked:
			case hasWord(rel, "nofollow") || hasWord(rel, "ugc") || hasWord(rel, "sponsored"):
				p.Nofollow++
			case len(p.Links) == maxLinks:
				p.Dropped++
			case len(href) <= maxHref:
				p.Links = append(p.Links, href)
			}
		case "link":
			if p.Canonical == "" && hasWord(a["rel"], "canonical") {
				p.Canonical = short
			}
		case "base":
			if p.Base == "" {
				p.Base = short
			}
		case "meta":
			if n := strings.TrimSpace(a["name"]); urltext.EqualFold(n, "robots") || urltext.EqualFold(n, token) {
				p.Asks = p.Asks.Strictest(asks(signals.ReadMeta(n, a["content"]), token))
			}
		}
	}
}

// differs tells how the two readings of a page differ; "" if they do not.
func differs(body []byte, contentType string) string {
	low := bytes.ToLower(body)
	if bytes.Contains(low, []byte("<script")) && bytes.Contains(low, []byte("<!--")) {
		// The tokenizer leaves the escaped part of a script at any <, the standard
		// (13.2.5.24) does not. See TestTheEscapedPartOfAScriptEndsWhereTheStandardSays.
		return ""
	}
	fast, slow := Read(body, contentType, "bot"), slow(body, contentType, "bot")
	if reflect.DeepEqual(fast, slow) {
		return ""
	}
	return fmt.Sprintf("%+v, the tokenizer reads\n%+v", fast, slow)
}

func TestAPageIsReadAsATokenizerReadsIt(t *testing.T) {
	pieces := strings.Split(`<a href=1>|<a href="2?a=1&b=2">|<area href='3'>|<meta name=robots content=none>|<link rel=canonical href=4>|<a rel=ugc href=5>|<|</|<a|<A|<area|<base|<link|<meta|<p|<script|</script>|</ScRipt |<style>|</style>|<title>|</title>|<textarea>|</textarea|<noscript>|</noscript>|<iframe>|</iframe>|<xmp>|</xmp>|<plaintext>|<!|<!-|<!--|-->|--!>|--|->|!>|<!doctype html>|<?xml ?>|<!DOCTYPE|<![CDATA[|]]>| href=| HREF = | href|rel=|rel="nofollow"| rel='canonical x'| name=robots| name=bot| content=none| content="noindex,nofollow"|=|"|'|/|>|>|>|/>|x|y z|1|&amp;|&|&copy|&#65;|&lt;|`+"\x00|\r\n|\r|\n|\t|\f| |é|\xff", "|")
	r := rand.New(rand.NewSource(1))
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	links := 0
	for range n {
		var b []byte
		for range 1 + r.Intn(24) {
			b = append(b, pieces[r.Intn(len(pieces))]...)
		}
		if d := differs(b, ""); d != "" {
			t.Fatalf("%q: %s", b, d)
		}
		links += len(Read(b, "", "bot").Links)
	}
	if links < n/50 {
		t.Errorf("%d links in %d pages: the pieces make no pages", links, n)
	}
}

// WHATWG HTML 13.2.5.15 to 13.2.5.32: <!-- in a script begins a part that ends
// with -->, and in it a script within the script has an end of its own.
func TestTheEscapedPartOfAScriptEndsWhereTheStandardSays(t *testing.T) {
	for page, want := range map[string][]string{
		`<script><!-- <a href=1> </script><a href=2>`:                                     {"2"},
		`<script><!-- <script> <a href=1> </script> <a href=2> </script><a href=3>`:       {"3"},
		`<script><!-- <script> <a href=1> --> </script><a href=2>`:                        {"2"},
		`<script><!--> <script> </script><a href=2>`:                                      {"2"},
		`<script><!---> <script> </script><a href=2>`:                                     {"2"},
		`<script><!-- < <script> </script><a href=1></script><a href=2>`:                  {"2"},
		`<script><!-- <scripty> </script><a href=2>`:                                      {"2"},
		`<script><!-- <script>`:                                                           nil,
		`<script>"<!--"; "<script "; x </script> <a href=1> </script><a href=2>`:          {"2"},
		`<script><! -- <script> </script><a href=2>`:                                      {"2"},
		`<script><!-- <script> </scripty> <a href=1> </SCRIPT > </script/><a href=2>`:     {"2"},
		`<style><!-- <style> </style><a href=2>`:                                          {"2"},
		`<script><!-- <script> -- > </script> <a href=1> --></script><a href=2>`:          {"2"},
		`<script><!-- <script></script><script></script> --> </script><a href=2></p x=">`: {"2"},
	} {
		if p := Read([]byte(page), "text/html", "bot"); !slices.Equal(p.Links, want) {
			t.Errorf("%s: %q, want %q", page, p.Links, want)
		}
	}
}

func TestWhoeverRunsNoScriptsReadsWhatIsInNoscript(t *testing.T) {
	p := Read([]byte(`<noscript><meta name=robots content=noindex><a href=1></noscript>`), "text/html", "bot")
	if len(p.Links) != 1 || !p.Asks.Noindex {
		t.Errorf("%+v", p)
	}
}
