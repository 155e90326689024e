package page

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func TestLinksAreReadAndNofollowIsHeeded(t *testing.T) {
	p := Read([]byte(`<!doctype html><base href=/b/><BASE href=/c/>
<a href="1">x</a><A HREF='2?a=1&amp;b=2'>y</a><a rel="noopener NoFollow" href=3>z</a><a rel=ugc href=4>
<area href=5><a name=x>no</a><a href="6" href="7">
<link rel="stylesheet canonical" href="/canon"><link rel=canonical href=/second>
<script>document.write('<a href="no">')</script><!-- <a href="no"> --><textarea><a href="no"></textarea>`), "text/html", "bot")
	if want := []string{"1", "2?a=1&b=2", "5", "6"}; !slices.Equal(p.Links, want) {
		t.Errorf("links %q, want %q", p.Links, want)
	}
	if p.Nofollow != 2 || p.Canonical != "/canon" || p.Base != "/b/" {
		t.Errorf("%+v", p)
	}
}

func TestThePageAsksForAllCrawlersOrForThisOne(t *testing.T) {
	after := time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC)
	for meta, want := range map[string]Asks{
		`<meta name=robots content="noindex">`:                                 {Noindex: true},
		`<META NAME=Robots CONTENT=" NoIndex , NoFollow ">`:                    {Noindex: true, Nofollow: true},
		`<meta name=robots content=none>`:                                      {Noindex: true, Nofollow: true},
		`<meta name=robots content=noarchive>`:                                 {Noarchive: true},
		`<meta name=BOT content=nofollow>`:                                     {Nofollow: true},
		`<meta name=otherbot content=nofollow>`:                                {},
		`<meta name=description content=nofollow>`:                             {},
		`<meta name=robots content=index><meta name=robots content=noindex>`:   {Noindex: true},
		`<meta name=robots content="unavailable_after: 2030-01-02">`:           {After: after},
		`<meta name=robots content="all">`:                                     {},
		`<meta content=nofollow name=robots><meta name=robots content=follow>`: {Nofollow: true},
	} {
		if got := Read([]byte(meta), "text/html", "bot").Asks; got != want {
			t.Errorf("%s: %+v, want %+v", meta, got, want)
		}
	}
	for _, c := range []struct {
		values []string
		want   Asks
	}{
		{nil, Asks{}},
		{[]string{"noindex, nofollow"}, Asks{Noindex: true, Nofollow: true}},
		{[]string{"otherbot: noindex"}, Asks{}},
		{[]string{"bot: noindex", "nofollow"}, Asks{Noindex: true, Nofollow: true}},
		{[]string{"unavailable_after: 02 Jan 2030 00:00:00 GMT"}, Asks{After: after}},
	} {
		h := http.Header{"X-Robots-Tag": c.values}
		if got := AsksOf(h, "Bot"); got.Noindex != c.want.Noindex || got.Nofollow != c.want.Nofollow || !got.After.Equal(c.want.After) {
			t.Errorf("%q: %+v, want %+v", c.values, got, c.want)
		}
	}
}

func TestUTF16IsReadAndOtherCharsetsDoNoHarm(t *testing.T) {
	var wide []byte
	for _, u := range utf16.Encode([]rune("\ufeff<a href=/x>")) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for contentType, body := range map[string][]byte{
		"text/html":                      wide,
		"text/html; charset=utf-16le":    wide,
		"text/html; charset=shift_jis":   []byte("\x83\x65<a href=/x>"),
		"text/html; charset=nonsense":    []byte("<a href=/x>"),
		"text/html; charset=iso-8859-1":  []byte("\xe4<a href=/x>"),
		"text/html;charset=\"utf-8\" ; ": []byte("<a href=/x>"),
	} {
		if got := Read(body, contentType, "bot").Links; !slices.Equal(got, []string{"/x"}) {
			t.Errorf("%s: %q", contentType, got)
		}
	}
}

func TestAPageOfLinksIsBounded(t *testing.T) {
	p := Read([]byte(strings.Repeat("<a href=x>", maxLinks+7)), "text/html", "bot")
	if len(p.Links) != maxLinks || p.Dropped != 7 {
		t.Errorf("%d links, %d dropped", len(p.Links), p.Dropped)
	}
	Read([]byte("<a href=\""+strings.Repeat("x", 3<<20)), "text/html", "bot")
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`<a href="1"><meta name=robots content="none">`), "text/html; charset=utf-16")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		if p := Read(body, contentType, "bot"); len(p.Links) > maxLinks {
			t.Error("too many links")
		}
		if d := differs(body, contentType); d != "" {
			t.Error(d)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var body strings.Builder
	body.WriteString("<!doctype html><title>x</title>")
	for i := range 40 {
		fmt.Fprintf(&body, "<p class=text>%s <a class=link href=\"/page/%d\">more</a></p>", strings.Repeat("word ", 30), i)
	}
	b.SetBytes(int64(body.Len()))
	b.ReportAllocs()
	for b.Loop() {
		Read([]byte(body.String()), "text/html; charset=utf-8", "bot")
	}
}
