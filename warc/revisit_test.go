package warc

import (
	"strings"
	"testing"
	"time"
)

func TestTheSameBodyIsKeptOnceIfTheCrawlSaysSo(t *testing.T) {
	w := newWriter(t, Options{MaxSize: 3000})
	body := text(1500)
	again := page("http://a.test/2", body)
	again.Revisit = true
	record(t, w, again) // nothing known yet, as after a restart: written in full
	file, offset := record(t, w, again)
	robots := page("http://a.test/robots.txt", body)
	robots.Revisit, robots.IsRobots = true, true
	record(t, w, robots)
	w.Close()
	all := folder(t, w.opt.Dir)
	if got := types(all); strings.ReplaceAll(got, "warcinfo ", "") != "response request revisit request response request" {
		t.Fatal(got)
	}
	var first, rev seen
	for _, r := range all {
		if r.Type == "revisit" {
			rev = r
		} else if r.Type == "response" && first.Type == "" {
			first = r
		}
	}
	if rev.Offset != offset || file == "" || rev.Header.Get("WARC-Refers-To") != first.Header.Get("WARC-Record-ID") || rev.Header.Get("WARC-Refers-To-Date") != first.Header.Get("WARC-Date") ||
		rev.Header.Get("WARC-Refers-To-Target-URI") != "http://a.test/2" || rev.Header.Get("WARC-Profile") != profileSame || rev.Header.Get("WARC-Payload-Digest") != digestOf([]byte(body)) {
		t.Errorf("revisit: %v", rev.Header)
	}
	if !strings.HasSuffix(rev.block, "\r\n\r\n") || strings.Contains(rev.block, "crawler") || rev.Header.Get("WARC-Truncated") != "length" {
		t.Errorf("a revisit keeps the header only: %q", rev.block)
	}
}

func TestNotModifiedLeadsToWhatItSpeaksOf(t *testing.T) {
	w := newWriter(t, Options{})
	first := page("http://a.test/robots.txt", "Disallow: /x")
	first.IsRobots = true
	record(t, w, first)
	robots := page("http://a.test/robots.txt", "Disallow: /x") // the text is known from before
	robots.Status, robots.IsRobots = 304, true
	record(t, w, robots)
	other := page("http://a.test/", "")
	other.Status, other.Body, other.Prior = 304, nil, when.Add(-time.Hour)
	record(t, w, other)
	w.Close()
	all := folder(t, w.opt.Dir)
	if got := types(all); got != "warcinfo response request revisit request revisit request" {
		t.Fatal(got)
	}
	a, b, c := all[1], all[3], all[5]
	if b.Header.Get("WARC-Refers-To") != a.Header.Get("WARC-Record-ID") || b.Header.Get("WARC-Refers-To-Date") != a.Header.Get("WARC-Date") ||
		b.Header.Get("WARC-Payload-Digest") != a.Header.Get("WARC-Payload-Digest") || !strings.HasSuffix(b.block, "\r\n\r\n") || b.Header.Get("WARC-Profile") != profileNotMod {
		t.Errorf("%v %q", b.Header, b.block)
	}
	if c.Header.Get("WARC-Refers-To-Target-URI") != "http://a.test/" || c.Header.Get("WARC-Refers-To-Date") != "2026-12-01T08:20:30.123456Z" || c.Header.Get("WARC-Payload-Digest") != "" {
		t.Errorf("%v", c.Header)
	}
}

func TestNotModifiedIsARevisit(t *testing.T) {
	w := newWriter(t, Options{})
	x := page("http://a.test/", "")
	x.Status, x.Body, x.Proto = 304, nil, "HTTP/2.0"
	record(t, w, x)
	w.Close()
	r := folder(t, w.opt.Dir)[1]
	if r.Type != "revisit" || r.Header.Get("WARC-Profile") != profileNotMod || r.Header.Get("WARC-Protocol") != "h2" || !strings.HasPrefix(r.block, "HTTP/1.1 304 Not Modified\r\n") {
		t.Errorf("%v %q", r.Header, r.block)
	}
}
