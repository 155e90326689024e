// Package page reads of a page what a crawler must know: where it leads, and
// what its makers ask of crawlers beside robots.txt.
//
// It reads tokens and builds no tree, so that depth and broken nesting cost
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
	z := html.NewTokenizer(bytes.NewReader(body))
	z.SetMaxBuf(1 << 20)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return p.Page
		case html.StartTagToken, html.SelfClosingTagToken:
			p.tag(z)
		}
	}
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

func (p *reader) tag(z *html.Tokenizer) {
	name, more := z.TagName()
	if !more {
		return
	}
	switch string(name) {
	case "a", "area":
		p.link(z)
	case "link":
		a := attributes(z)
		if p.Canonical == "" && hasWord(a["rel"], "canonical") {
			p.Canonical = a["href"]
		}
	case "base":
		if a := attributes(z); p.Base == "" {
			p.Base = a["href"]
		}
	case "meta":
		a := attributes(z)
		if n := strings.TrimSpace(a["name"]); urltext.EqualFold(n, "robots") || urltext.EqualFold(n, p.token) {
			p.Asks = p.Asks.Strictest(asks(signals.ReadMeta(n, a["content"]), p.token))
		}
	}
}

// link takes href and rel off an anchor, without a map: there are many.
func (p *reader) link(z *html.Tokenizer) {
	var href, rel string
	found := false
	for more := true; more; {
		var k, v []byte
		k, v, more = z.TagAttr()
		switch string(k) {
		case "href":
			if !found && len(v) <= maxHref {
				href, found = string(v), true
			}
		case "rel":
			rel = string(v)
		}
	}
	switch {
	case !found:
	case rel != "" && (hasWord(rel, "nofollow") || hasWord(rel, "ugc") || hasWord(rel, "sponsored")):
		p.Nofollow++
	case len(p.Links) == maxLinks:
		p.Dropped++
	default:
		p.Links = append(p.Links, href)
	}
}

func attributes(z *html.Tokenizer) map[string]string {
	all := map[string]string{}
	for more := true; more; {
		var k, v []byte
		k, v, more = z.TagAttr()
		if _, twice := all[string(k)]; !twice && len(v) <= maxHref {
			all[string(k)] = string(v)
		}
	}
	return all
}

// hasWord reports whether a list of words, separated by blanks, has one of them.
func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if urltext.EqualFold(w, word) {
			return true
		}
	}
	return false
}
