package crawl

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/page"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/sitemap"
)

// redirect takes where a redirect leads as an address that was found. It is
// judged, queued and paced like any other, by whoever owns its host.
func (w *worker) redirect(v *visit, location string) {
	if location == "" {
		return
	}
	base := address.NewBase(v.task.URL, w.opt.DropParams)
	via := wire.ViaRedirect
	if v.task.Via == wire.ViaRobots {
		via = wire.ViaRobots
	}
	l, ok := w.judge.admit(&base, location, via, int(v.task.Key.Depth), v.task.Redirects+1)
	switch {
	case !ok:
		v.res.Reason = wire.BadURL
		if _, err := base.Resolve(location); errors.Is(err, address.ErrLong) {
			v.res.Reason = wire.TooLong
		}
	case l.URL != v.task.URL:
		v.links = append(v.links, l)
	}
	v.res.Links = len(v.links)
}

// readPage reads what a page asks and where it leads.
func (w *worker) readPage(v *visit, a *answer) {
	r := &v.res
	r.Size, r.Digest = int64(len(a.body)), a.digest[:16]
	if a.cut {
		r.Flags |= wire.Truncated
	}
	asks := a.asks
	var p page.Page
	if isHTML(a.typ, a.body) {
		p = page.Read(a.body, a.resp.Header.Get("Content-Type"), w.judge.token)
		asks = asks.Strictest(p.Asks)
	}
	r.Flags |= flagsOf(asks)
	a.x.NoBody = asks.Noarchive
	if !asks.After.IsZero() && !asks.After.After(time.Now()) {
		r.Reason, r.Detail = wire.Expired, asks.After.UTC().Format(time.RFC3339)
		a.x.NoBody = true
		return
	}
	repeats := w.repeats.see(frontier.HostOf(v.task.URL), a.digest)
	if repeats > 0 {
		r.Flags |= wire.Revisit
		a.x.Revisit = repeats > 0
	}
	// A site that gives one page under ever new addresses has no more to give.
	if repeats >= maxRepeats {
		r.Reason = wire.RepeatedContent
		return
	}
	if asks.Nofollow {
		return
	}
	w.follow(v, &p)
}

// maxRepeats is how often a host may give the same page until its links are
// taken no more.
const maxRepeats = 20

func flagsOf(a page.Asks) (f wire.Flags) {
	for _, x := range [...]struct {
		set  bool
		flag wire.Flags
	}{{a.Noindex, wire.Noindex}, {a.Nofollow, wire.Nofollow}, {a.Noarchive, wire.Noarchive}} {
		if x.set {
			f |= x.flag
		}
	}
	return f
}

// isHTML goes by the type that the server says, and looks only where it says
// none: a page that calls itself text is text.
func isHTML(typ string, body []byte) bool {
	switch typ {
	case "text/html", "application/xhtml+xml":
		return true
	case "":
		return strings.HasPrefix(http.DetectContentType(body[:min(len(body), 512)]), "text/html")
	}
	return false
}

// follow admits the links of a page.
func (w *worker) follow(v *visit, p *page.Page) {
	base := address.NewBase(v.task.URL, w.opt.DropParams)
	if p.Base != "" {
		if u, err := base.Resolve(p.Base); err == nil {
			base = address.NewBase(u, w.opt.DropParams)
		}
	}
	depth := int(v.task.Key.Depth)
	here := make(map[string]bool, len(p.Links)+1)
	here[v.task.URL] = true
	room := maxPageLinks
	add := func(ref string, via wire.Via, depth int) {
		l, ok := w.judge.admit(&base, ref, via, depth, 0)
		if !ok || here[l.URL] || room < len(l.URL) {
			return
		}
		room -= len(l.URL)
		here[l.URL] = true
		v.res.Links++
		if !w.known.has(l) {
			v.links = append(v.links, l)
		}
	}
	if p.Canonical != "" {
		add(p.Canonical, wire.ViaCanonical, depth)
	}
	for _, ref := range p.Links {
		add(ref, wire.ViaLink, depth+1)
	}
}

// maxPageLinks bounds the octets of the addresses that one page brings: short
// references on a long base could bring twenty megabytes.
const maxPageLinks = 4 << 20

// maxSitemap is what sitemaps.org lets a sitemap have, decoded.
const maxSitemap = 50 << 20

// maxSitemapLinks bounds the octets of the addresses that one sitemap brings.
const maxSitemapLinks = 16 << 20

// maxNesting is how many sitemaps may name one another in a row: an index and
// its sitemaps, and one more for sites that got it wrong.
const maxNesting = 3

// readSitemap reads a sitemap as it comes and takes its entries as addresses.
func (w *worker) readSitemap(v *visit, a *answer) error {
	body, err := w.open(a, maxSitemap)
	if err != nil {
		return err
	}
	defer body.Close()
	a.raw.keep = nil // sitemaps are large, and made again every day
	a.x.NoBody = true
	sum := sha256.New()
	in := bufio.NewReader(io.TeeReader(body, sum))
	var text io.Reader = in
	if magic, _ := in.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		text = z
	}
	read := sitemap.NewReader(io.LimitReader(text, maxSitemap), sitemap.Options{URL: v.task.URL})
	base := address.NewBase(v.task.URL, w.opt.DropParams)
	n, room := 0, maxSitemapLinks
	for e := range read.Entries() {
		if n++; n > sitemap.MaxURLs || room < 0 {
			break
		}
		via, depth, redirects := wire.ViaSitemap, 1, 0
		if read.Kind() == sitemap.Index {
			if v.task.Redirects >= maxNesting {
				continue
			}
			via, depth, redirects = wire.ViaRobots, 0, v.task.Redirects+1
		}
		l, ok := w.judge.admit(&base, e.URL, via, depth, redirects)
		if ok && !w.known.has(l) {
			room -= len(l.URL)
			v.links = append(v.links, l)
		}
	}
	v.res.Links, v.res.Size = n, a.raw.n
	v.res.Digest = sum.Sum(nil)[:16]
	if err := read.Err(); err != nil && !errors.Is(err, errLong) {
		return err
	}
	return nil
}
