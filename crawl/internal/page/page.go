// Package page reads of a page what a crawler must know: where it leads, and
// what its makers ask of crawlers beside robots.txt.
//
// It reads tags and builds no tree, so that depth and broken nesting cost
// nothing. What a page asks comes from its X-Robots-Tag headers and its robots
// meta tags, for all crawlers or for this one by name; if several speak, each is
// heeded, so that the strictest holds.
package page

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/robotsgate/robots/internal/urltext"
	"github.com/robotsgate/robots/signals"
)

// Limits on what one page may bring.
const (
	maxLinks = 10_000
	maxHref  = 4096
)

// A Page is what was read.
type Page struct {
	Links     []string // references as written, of a and area, nofollow left out
	Dropped   int      // beyond the first 10,000
	Nofollow  int      // links whose own rel says nofollow, ugc or sponsored
	Canonical string   // reference of link rel=canonical; empty if there is none
	Base      string   // of the base element
	Asks      Asks
}

// Asks are what a page asks of a crawler.
type Asks struct {
	Noindex   bool
	Nofollow  bool      // follow none of the links
	Noarchive bool      // keep no copy
	After     time.Time // unavailable_after; zero if there is none
}

// Strictest joins what two places ask.
func (a Asks) Strictest(b Asks) Asks {
	after := a.After
	if after.IsZero() || !b.After.IsZero() && b.After.Before(after) {
		after = b.After
	}
	return Asks{a.Noindex || b.Noindex, a.Nofollow || b.Nofollow, a.Noarchive || b.Noarchive, after}
}

// AsksOf reads the X-Robots-Tag headers of an answer for a crawler's token.
func AsksOf(h http.Header, token string) Asks {
	values := h.Values("X-Robots-Tag")
	if len(values) == 0 {
		return Asks{}
	}
	return asks(signals.ReadHeader(values...), token)
}

func asks(t signals.Tag, token string) (a Asks) {
	for _, r := range t.Rules() {
		if r.Agent != "" && !urltext.EqualFold(r.Agent, token) {
			continue
		}
		switch r.Name {
		case "noindex":
			a.Noindex = true
		case "nofollow":
			a.Nofollow = true
		case "none":
			a.Noindex, a.Nofollow = true, true
		case "noarchive", "nocache":
			a.Noarchive = true
		case "unavailable_after":
			if at, ok := date(r.Value); ok {
				a = a.Strictest(Asks{After: at})
			}
		}
	}
	return a
}

// dates are the forms that are met: RFC 850 is the one that the first
// description of unavailable_after names.
var dates = []string{time.RFC850, time.RFC1123, time.RFC1123Z, time.RFC3339, time.RFC822, "2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05", "2006-01-02", "2006-01-02 15:04:05", "02-Jan-2006 15:04:05 MST"}

func date(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, form := range dates {
		if t, err := time.Parse(form, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Read reads an HTML page. contentType is the header's; it can name a charset.
func Read(body []byte, contentType, token string) Page {
	p := reader{token: token}
	if text, ok := utf8(body, contentType); ok {
		body = text
	}
	z := scanner{text: body}
	for name := z.next(); name != nil; name = z.next() {
		p.tag(&z, name)
	}
	return p.Page
}

// utf8 converts a page that is in another charset. ASCII is the same in most of
// them, and links are ASCII nearly always: only UTF-16 and what the header or a
// byte order mark names is worth the work.
func utf8(body []byte, contentType string) ([]byte, bool) {
	low := strings.ToLower(contentType)
	if !strings.Contains(low, "charset=") && !bytes.HasPrefix(body, []byte{0xff, 0xfe}) && !bytes.HasPrefix(body, []byte{0xfe, 0xff}) {
		return nil, false
	}
	e, name, _ := charset.DetermineEncoding(body[:min(len(body), 1024)], contentType)
	if name == "utf-8" || strings.HasPrefix(name, "windows-125") || strings.HasPrefix(name, "iso-8859-") {
		return nil, false
	}
	text, err := e.NewDecoder().Bytes(body)
	return text, err == nil
}

type reader struct {
	Page
	token string
}

func (p *reader) tag(z *scanner, name []byte) {
	switch {
	case is(name, "a"), is(name, "area"):
		p.link(z)
	case is(name, "link"):
		a, ok := attributes(z, "rel", "href")
		if ok && p.Canonical == "" && hasWord(a[0], "canonical") {
			p.Canonical = a[1]
		}
	case is(name, "base"):
		if a, ok := attributes(z, "href"); ok && p.Base == "" {
			p.Base = a[0]
		}
	case is(name, "meta"):
		a, ok := attributes(z, "name", "content")
		if n := strings.TrimSpace(a[0]); ok && (urltext.EqualFold(n, "robots") || urltext.EqualFold(n, p.token)) {
			p.Asks = p.Asks.Strictest(asks(signals.ReadMeta(n, a[1]), p.token))
		}
	}
}

// link takes href and rel off an anchor.
func (p *reader) link(z *scanner) {
	v, found, ok := values(z, "href", "rel")
	if !ok || !found[0] {
		return
	}
	if found[1] {
		if rel := decoded(v[1]); hasWord(rel, "nofollow") || hasWord(rel, "ugc") || hasWord(rel, "sponsored") {
			p.Nofollow++
			return
		}
	}
	if len(p.Links) == maxLinks {
		p.Dropped++
	} else if href := decoded(v[0]); len(href) <= maxHref {
		p.Links = append(p.Links, href)
	}
}

// attributes are those of the rest of a tag that are asked for, "" for the
// missing and the overlong; ok is false if the page ends within the tag.
func attributes(z *scanner, keys ...string) (all [2]string, ok bool) {
	v, _, ok := values(z, keys...)
	for i := range v {
		if all[i] = decoded(v[i]); len(all[i]) > maxHref {
			all[i] = ""
		}
	}
	return all, ok
}

// values are attributes as they are written. Of two with one name the first counts.
func values(z *scanner, keys ...string) (all [2][]byte, found [2]bool, ok bool) {
	for z.open {
		k, v := z.attribute()
		for i, key := range keys {
			if !found[i] && is(k, key) {
				all[i], found[i] = v, true
			}
		}
	}
	return all, found, !z.cut
}

// decoded undoes the character references of an attribute's value.
func decoded(v []byte) string {
	if len(v) > 8*maxHref {
		return string(v) // too long, whatever it means
	}
	if !bytes.ContainsAny(v, "&\r\x00") {
		return string(v)
	}
	if n := bytes.Count(v, amp); n == bytes.Count(v, amp[:1]) && !bytes.ContainsAny(v, "\r\x00") {
		return string(bytes.ReplaceAll(v, amp, amp[:1]))
	}
	// References without a semicolon, and names by the hundreds: a tokenizer knows them.
	tag := append([]byte(`<a a="`), bytes.ReplaceAll(v, []byte(`"`), []byte("&quot;"))...)
	t := html.NewTokenizer(bytes.NewReader(append(tag, `">`...)))
	t.Next()
	_, val, _ := t.TagAttr()
	return string(val)
}

var amp = []byte("&amp;")

// hasWord reports whether a list of words, separated by blanks, has one of them.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if urltext.EqualFold(w, word) {
			return true
		}
	}
	return false
}
