package sitemap

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// large is an urlset with that many entries.
func large(n int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, "<url>\n  <loc>https://a.example/products/%d?page=%d&amp;x=1</loc>\n  <lastmod>2026-01-01</lastmod>\n  <priority>0.5</priority>\n</url>\n", i, i%7)
	}
	b.WriteString("</urlset>")
	return b.String()
}

func BenchmarkReader(b *testing.B) {
	text := large(MaxURLs)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(strings.NewReader(text), Options{})
		for range r.Entries() {
		}
	}
}

// The gate: 50,000 entries, eight crawlers.
func BenchmarkConflicts(b *testing.B) {
	p := robots.Parse("User-agent: *\nDisallow: /products/1\nAllow: /products/12\nDisallow: /*?page=3\n")
	text := large(MaxURLs)
	tokens := strings.Fields("a b c d e f g h")
	b.ReportAllocs()
	for b.Loop() {
		var tally Tally
		for c := range Conflicts(p, tokens, "", NewReader(strings.NewReader(text), Options{}).Entries()) {
			tally.Add("f", c)
		}
	}
}

// endless is a text of any length that takes no memory.
type endless struct {
	piece string
	left  int
	at    int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.piece[e.at:])
	e.at = (e.at + n) % len(e.piece)
	e.left -= n
	return n, nil
}

// A text of any length takes no more memory than the largest sitemap there may
// be: entries are read beyond both limits, and of the rest nothing is kept.
func TestMemoryDoesNotGrowWithTheText(t *testing.T) {
	for name, c := range map[string]struct {
		piece string
		size  int
	}{
		"entries": {"<url><loc>https://a.example/products/1</loc></url>\n", MaxBytes + 1<<20},
		"text":    {strings.Repeat("x", 100), 8 << 20},
		"names":   {"<" + strings.Repeat("x", 100) + "/>", 8 << 20},
		"comment": {"<!--" + strings.Repeat("x", 100), 8 << 20},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := NewReader(io.MultiReader(strings.NewReader(head+"<url><loc>"), &endless{piece: c.piece, left: c.size}), Options{})
		for range r.Entries() {
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
			t.Errorf("%s: %d bytes more after %d", name, grown, c.size)
		}
		if r.Bytes() < c.size {
			t.Errorf("%s: read only %d of %d bytes", name, r.Bytes(), c.size)
		}
	}
}
