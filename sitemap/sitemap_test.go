package sitemap

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// read returns the URLs of a text and the codes of its remarks with their lines.
func read(t testing.TB, text string, o Options) (urls, remarks []string, r *Reader) {
	t.Helper()
	r = NewReader(strings.NewReader(text), o)
	for e := range r.Entries() {
		urls = append(urls, e.URL)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics() {
		remarks = append(remarks, fmt.Sprintf("%s@%d", strings.TrimPrefix(string(d.Code), "sitemap-"), d.Span.Line))
	}
	return urls, remarks, r
}

const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"

func set(body string) string { return head + body + "</urlset>\n" }

func utf16Of(s string, big bool) string {
	var b strings.Builder
	for _, c := range "\ufeff" + s {
		pair := [2]byte{byte(c), byte(c >> 8)}
		if big {
			pair[0], pair[1] = pair[1], pair[0]
		}
		b.Write(pair[:])
	}
	return b.String()
}

func TestDocuments(t *testing.T) {
	const a, b = "https://a.example/a", "https://a.example/b"
	url := func(loc string) string { return "<url><loc>" + loc + "</loc></url>\n" }
	for _, tt := range []struct {
		name, text string
		urls       string // with blanks between
		remarks    string
	}{
		{"a plain urlset", set(url(a) + url(b)), a + " " + b, ""},
		{"blanks and comments around the URL are no part of it", set("<url><loc>\n " + a + " <!-- x --> </loc></url>"), a, ""},
		{"CDATA is text in which an ampersand is one", set("<url><loc><![CDATA[ " + a + "?x&amp=1 ]]></loc></url>"), a + "?x&amp=1", ""},
		{"predefined entities and character references", set(url(a + "?x=1&amp;y&#61;2&#x3D;&apos;")), a + "?x=1&y=2='", ""},
		{"an unknown entity survives", set(url(a+"/caf&eacute;") + url(b)), a + "/caf&eacute; " + b, "unknown-entity@3"},
		{"an ampersand that was not escaped survives", set(url(a + "?x=1&y=2")), a + "?x=1&y=2", ""},
		{"an index", `<sitemapindex><sitemap><loc>` + a + `</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>`, a, ""},
		{"a list of URLs, with blank lines and CR LF", "\r\n" + a + "\r\n\r\n  " + b, a + " " + b, ""},
		{"RSS, with the link of Atom left alone", `<rss><channel><link>https://a.example/</link><atom:link href="x"/><item><title>caf&eacute;</title><link>` + a + `</link></item></channel></rss>`, a, ""},
		{"a prefix for the whole document", `<s:urlset xmlns:s="x"><s:url><s:loc>` + a + `</s:loc></s:url></s:urlset>`, a, ""},
		{"images, videos and hreflang are read past", set(`<url><image:image><image:loc>https://x.example/i.png</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="https://a.example/>?"/><loc>` + a + `</loc><video:video><video:loc>v</video:loc></video:video></url>`), a, ""},
		{"a foreign element without a prefix is read past", set(`<url><loc>` + a + `</loc><image xmlns="i"><loc>https://x.example/i.png</loc></image></url>`), a, ""},
		{"the first of two locs counts", set("<url><loc>" + a + "</loc><loc>" + b + "</loc></url>"), a, ""},
		{"an entry without loc", set(url(a) + "<url><lastmod>2026</lastmod></url>\n<url><loc/></url>"), a, "no-loc@4 no-loc@5"},
		{"junk behind the document", set(url(a)) + "Cached by x", a, "trailing-junk@5"},
		{"a second document behind the first", set(url(a)) + set(url(b)), a, "trailing-junk@6"},
		{"a comment behind the document is none of our business", set(url(a)) + "<!-- cached -->\n", a, ""},
		{"a document that ends early keeps what is whole", head + url(a) + "<url><loc>https://a.example/hal", a, "unclosed@4"},
		{"a url that is not closed", set("<url><loc>" + a + "</loc>\n" + url(b)), a + " " + b, "unclosed@4"},
		{"a loc that is not closed", set("<url><loc>" + a + "</url>\n" + url(b)), a + " " + b, "unclosed@3"},
		{"declared entities are never expanded", `<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset>` + url(a+"&b;") + `</urlset>`, a + "&b;", "entity-declared@1 entity-declared@1 unknown-entity@1"},
		{"a deep document is refused", head + url(a) + strings.Repeat("<x>", 100), a, "too-deep@4"},
		{"a page is no sitemap", "<!DOCTYPE html>\n<html><body>" + a, "", "unknown-root@2"},
		{"nothing", "", "", "unknown-root@1"},
		{"no entries", set(""), "", "empty@1"},
		{"UTF-16, little endian", utf16Of("<urlset>"+url(a+"/\u65b0")+"</urlset>", false), a + "/\u65b0", "encoding@1"},
		{"UTF-16, big endian", utf16Of(a+"\n"+b, true), a + " " + b, "encoding@1"},
		{"ISO-8859-1 as declared", `<?xml version='1.0' encoding='ISO-8859-1'?><urlset>` + url(a+"/\xe9") + `</urlset>`, a + "/\u00e9", "encoding@1"},
		{"an encoding that is not read is taken for UTF-8", `<?xml version="1.0" encoding="koi8-r"?><urlset>` + url(a) + `</urlset>`, a, "encoding@1"},
		{"a byte order mark", "\ufeff" + set(url(a)), a, ""},
		{"a tag that is never closed ends at the next", set(`<url><loc x="` + "\n<loc>" + a + "</loc></url>"), a, "unclosed@4"},
		{"a URL longer than anything is left out", set(url(a + "/" + strings.Repeat("x", 9000))), "", "url-too-long@3 empty@1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			urls, remarks, _ := read(t, tt.text, Options{})
			if got := strings.Join(urls, " "); got != tt.urls {
				t.Errorf("urls %q, want %q", got, tt.urls)
			}
			if got := strings.Join(remarks, " "); got != tt.remarks {
				t.Errorf("remarks %q, want %q", got, tt.remarks)
			}
		})
	}
}

func TestChecks(t *testing.T) {
	for _, tt := range []struct{ name, inside, remarks string }{
		{"a date", "<loc>https://a.example/s/</loc><lastmod>2026-02-28</lastmod>", ""},
		{"a year and a month", "<loc>https://a.example/s/</loc><lastmod>2026-02</lastmod>", ""},
		{"a time with minutes", "<loc>https://a.example/s/</loc><lastmod>2026-02-28T10:00+01:00</lastmod>", ""},
		{"a time with a fraction", "<loc>https://a.example/s/</loc><lastmod>2026-02-28T10:00:00.45Z</lastmod>", ""},
		{"a time without a zone", "<loc>https://a.example/s/</loc><lastmod>2026-02-28T10:00:00</lastmod>", "bad-date@3"},
		{"a day that no month has", "<loc>https://a.example/s/</loc><lastmod>2026-02-30</lastmod>", "bad-date@3"},
		{"a date of another custom", "<loc>https://a.example/s/</loc><lastmod>28.2.2026</lastmod>", "bad-date@3"},
		{"priorities from 0 to 1", "<loc>https://a.example/s/</loc><priority>1.0</priority>", ""},
		{"a priority above", "<loc>https://a.example/s/</loc><priority>5</priority>", "bad-priority@3"},
		{"a priority that is no plain number", "<loc>https://a.example/s/</loc><priority>1e-1</priority>", "bad-priority@3"},
		{"changefreq", "<loc>https://a.example/s/</loc><changefreq>daily</changefreq>", ""},
		{"changefreq in capitals", "<loc>https://a.example/s/</loc><changefreq>Daily</changefreq>", "bad-changefreq@3"},
		{"a relative URL", "<loc>/s/x</loc>", "url-not-absolute@3"},
		{"another scheme", "<loc>mailto:x@a.example</loc>", "bad-url@3"},
		{"a user name", "<loc>https://u@a.example/s/</loc>", "bad-url@3"},
		{"another host", "<loc>https://b.example/s/</loc>", "foreign-host@3"},
		{"another scheme is another site", "<loc>http://a.example/s/</loc>", "foreign-host@3"},
		{"a host that lists the sitemap", "<loc>https://c.example/</loc>", ""},
		{"the same host in capitals, with its port", "<loc>https://A.example:443/s/</loc>", ""},
		{"above the sitemap's folder", "<loc>https://a.example/x</loc>", "outside-folder@3"},
		{"a URL that is too long", "<loc>https://a.example/s/" + strings.Repeat("x", 2100) + "</loc>", "url-too-long@3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := Options{URL: "https://a.example/s/map.xml", Listed: []string{"https://c.example/robots.txt"}}
			if _, remarks, _ := read(t, set("<url>"+tt.inside+"</url>"), o); strings.Join(remarks, " ") != tt.remarks {
				t.Errorf("remarks %q, want %q", remarks, tt.remarks)
			}
		})
	}
}

func TestASpanIsWhereTheURLStands(t *testing.T) {
	text := set("<url>\n  <loc>\n  https://a.example/1\n</loc></url>\n<url><loc>https://a.example/1</loc></url>")
	r := NewReader(strings.NewReader(text), Options{})
	for e := range r.Entries() {
		if got := text[e.Span.Offset:e.Span.End()]; got != e.URL {
			t.Errorf("span of %q holds %q", e.URL, got)
		}
	}
	d := r.Diagnostics()[0]
	if d.Code != "sitemap-duplicate-url" || d.Span.Line != 7 || d.Span.Column != 11 || d.Related[0].Line != 5 || d.Related[0].Column != 3 {
		t.Errorf("got %+v", d)
	}
}

func TestLimitsAreReportedAndReadOn(t *testing.T) {
	line := "https://a.example/" + strings.Repeat("x", 1100) + "/%07d\n"
	var b strings.Builder
	for i := range MaxURLs + 2 {
		fmt.Fprintf(&b, line, i)
	}
	urls, remarks, r := read(t, b.String(), Options{})
	if len(urls) != MaxURLs+2 || len(r.seen) > MaxURLs {
		t.Errorf("%d URLs, %d remembered", len(urls), len(r.seen))
	}
	slices.Sort(remarks)
	if len(remarks) != 2 || !strings.HasPrefix(remarks[0], "too-large@") || remarks[1] != "too-many-urls@50001" {
		t.Errorf("remarks %q", remarks)
	}
}

func TestOfOneCodeAHundredAreKeptAndAllAreCounted(t *testing.T) {
	_, _, r := read(t, strings.Repeat("/x\n", 250), Options{})
	if n := len(r.Diagnostics()); n != maxKept {
		t.Errorf("%d kept", n)
	}
	if c := r.Counts(); len(c) != 1 || c[0] != (diag.Count{Code: "sitemap-url-not-absolute", Seen: 250}) {
		t.Errorf("counts %v", c)
	}
}

func TestAnErrorOfTheReaderIsTold(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader(set("")[:40]+strings.Repeat(" ", 4000)), iotest.ErrReader(io.ErrUnexpectedEOF)), Options{})
	for range r.Entries() {
	}
	if r.Err() != io.ErrUnexpectedEOF {
		t.Errorf("got %v", r.Err())
	}
}

func TestConflictsNameTheRule(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /tmp/\n\nUser-agent: GPTBot\nDisallow: /\n")
	entries := slices.Values([]Entry{
		{URL: "https://a.example/"}, {URL: "https://a.example/tmp/x"}, {URL: "https://a.example/b/../tmp/y"},
		{URL: "https://b.example/tmp/"}, {URL: "tmp"}, {URL: "https://a.example?q"}, {URL: "https://a.example/robots.txt"},
	})
	var got []string
	var tally Tally
	for c := range Conflicts(p, []string{"GPTBot", "Otherbot"}, "https://a.example/robots.txt", entries) {
		s := strings.TrimPrefix(c.Entry.URL, "https://a.example")
		for _, d := range c.Denials {
			s += fmt.Sprintf(" %s:%v:%d", d.Token, d.Decision.Verdict, d.Decision.Line())
		}
		got = append(got, s)
		tally.Add("f", c)
	}
	want := []string{"/ GPTBot:disallow:5", "/tmp/x GPTBot:disallow:5 Otherbot:disallow:2", "/b/../tmp/y GPTBot:disallow:5 Otherbot:disallow:2",
		"https://b.example/tmp/ :out-of-scope:0", "tmp :invalid:0", "?q GPTBot:disallow:5"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if tally.Blocked != 4 || tally.Invalid != 1 || tally.OutOfScope != 1 || tally.PerToken["GPTBot"] != 4 || tally.PerToken["Otherbot"] != 2 {
		t.Errorf("tally %+v", tally)
	}
	g := tally.Grounds()
	if len(g) != 2 || g[0].Entries != 4 || len(g[0].Examples) != MaxExamples || g[1].Entries != 2 || g[1].Decision.Line() != 2 {
		t.Errorf("grounds %+v", g)
	}
}

// What a Conflict says is what Policy.DecideURL says.
func TestConflictsAnswerAsThePolicyDoes(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /a\nAllow: /a/*?x$\nDisallow: /%E6\n")
	for _, url := range []string{"https://h.example/a", "https://h.example/a/b?x", "https://h.example/./a", "https://h.example/x/%2e%2e/a",
		"https://h.example/\u65b0", "https://h.example", "https://h.example#a", "https://h.example/a#b", "ftp://h.example/a", "https://h.example:444/a"} {
		for _, file := range []string{"", "https://h.example/robots.txt"} {
			want := p.DecideURL("x", url, file)
			denied := false
			for c := range Conflicts(p, []string{"x"}, file, slices.Values([]Entry{{URL: url}})) {
				if denied = true; c.Denials[0].Decision.Verdict != want.Verdict || c.Denials[0].Decision.Line() != want.Line() {
					t.Errorf("%s: got %+v", url, c)
				}
			}
			if denied == want.Allowed() {
				t.Errorf("%s: denied %v, want %v", url, denied, want.Verdict)
			}
		}
	}
}

// In whatever pieces a text comes, it says the same, and reading ends.
func FuzzReader(f *testing.F) {
	f.Add(set("<url><loc>https://a.example/&amp;</loc><priority>2</priority></url>"))
	f.Add("<!DOCTYPE a [<!ENTITY a 'b'>]><rss><item><link><![CDATA[x&y]]></link>")
	f.Add("https://a.example/\r\n\nx")
	f.Add(utf16Of("<sitemapindex><sitemap><loc>x", true))
	f.Fuzz(func(t *testing.T, text string) {
		var runs [2][]string
		for i, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			rd := NewReader(r, Options{URL: "https://a.example/"})
			for e := range rd.Entries() {
				if e.URL == "" || e.Span.Line < 1 || e.Span.Column < 1 || e.Span.Len < 1 {
					t.Fatalf("entry %+v", e)
				}
				runs[i] = append(runs[i], fmt.Sprint(e))
			}
			for _, d := range rd.Diagnostics() {
				if d.Span.Line < 1 || d.Span.Column < 1 {
					t.Fatalf("diagnostic %+v", d)
				}
				runs[i] = append(runs[i], fmt.Sprint(d))
			}
		}
		if !slices.Equal(runs[0], runs[1]) {
			t.Fatalf("whole: %q\nin pieces: %q", runs[0], runs[1])
		}
	})
}
