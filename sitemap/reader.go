package sitemap

import (
	"io"
	"iter"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/urltext"
)

// What sitemaps.org lets a sitemap hold. More is reported and read on.
const (
	MaxURLs  = 50_000
	MaxBytes = 50 << 20 // unpacked
)

// Options says where a sitemap is served, which two of the checks need. The
// zero value leaves them out.
type Options struct {
	// URL is where the sitemap is served. It may list URLs of its own host, in
	// its own folder and below.
	URL string

	// Listed holds URLs of sites whose robots.txt lists this sitemap. By that
	// they have agreed to be listed in it, wherever it lies; any URL of a site
	// will do.
	Listed []string
}

// A Kind is the form that a sitemap has.
type Kind uint8

const (
	URLSet Kind = iota + 1
	Index       // its entries are sitemaps
	Text        // one URL a line
	RSS
)

// String returns "urlset", "index", "text" or "rss", and "unknown" for the
// zero Kind.
func (k Kind) String() string {
	return [...]string{"unknown", "urlset", "index", "text", "rss"}[min(k, RSS)]
}

// An Entry is one URL that a sitemap lists. What stands beside the URL is as
// written and may be nonsense; the diagnostics say so.
type Entry struct {
	URL        string    // entities replaced, else as written
	Span       diag.Span // of the URL in the text
	LastMod    string
	ChangeFreq string
	Priority   string
}

// A Reader reads one sitemap. It is for one goroutine and one pass.
type Reader struct {
	in   input
	kind Kind
	doc  document
	n    int

	site   string   // key of Options.URL, or ""
	folder string   // the folder that Options.URL lies in
	listed []string // keys of the sites that agree to be listed
	seen   map[string]diag.Span

	diags  []diag.Diagnostic
	counts [numCodes]int
}

// NewReader returns a Reader of a text that is not compressed. Spans count in
// its UTF-8, whatever its encoding is.
func NewReader(r io.Reader, o Options) *Reader {
	rd := &Reader{seen: map[string]diag.Span{}}
	rd.in.line = 1
	text, declared, known, skipped, err := open(r)
	rd.in.r, rd.in.base, rd.in.start = text, skipped, skipped
	if err != nil {
		rd.in.err = err
	}
	if declared != "" {
		read := map[bool]string{true: "yes", false: "no"}[known]
		rd.remark(codeEncoding, diag.Span{Line: 1, Column: 1}, diag.Text("encoding", declared), diag.Text("read", read))
	}
	if p, err := urltext.Split(o.URL); err == nil {
		rd.site, rd.folder = p.Key(), folderOf(p.Target)
	}
	for _, url := range o.Listed {
		if p, err := urltext.Split(url); err == nil {
			rd.listed = append(rd.listed, p.Key())
		}
	}
	return rd
}

// Kind returns the form of the text, once the first entry was read or the text
// has ended; 0 if it is none.
func (r *Reader) Kind() Kind { return r.kind }

// Len returns how many entries were read so far.
func (r *Reader) Len() int { return r.n }

// Bytes returns how much was read so far, in bytes of UTF-8.
func (r *Reader) Bytes() int { return r.in.offset() }

// Err returns why reading ended before the text did, or nil. A document that
// is broken is no error; see Diagnostics.
func (r *Reader) Err() error {
	if r.in.err == io.EOF {
		return nil
	}
	return r.in.err
}

// Entries yields the entries in order as they are read, each checked before.
// Stopping early and calling it again reads on.
func (r *Reader) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for {
			e, ok := r.next()
			if !ok {
				return
			}
			r.n++
			r.check(e)
			if !yield(e.Entry) {
				return
			}
		}
	}
}

// next reads up to the next entry, by the form of the text.
func (r *Reader) next() (found, bool) {
	for r.kind == 0 && !r.doc.begun && isSpace(r.in.peek()) {
		r.in.next()
	}
	if r.kind == 0 && !r.doc.begun && r.in.peek() != '<' && r.in.peek() != 0 {
		r.kind = Text
	}
	r.doc.begun = true
	if r.kind == Text {
		return r.nextLine()
	}
	return r.nextElement()
}

// nextLine reads the text form: one URL a line, blank lines aside.
func (r *Reader) nextLine() (found, bool) {
	for !r.doc.done {
		r.doc.text.reset()
		r.doc.done = !r.in.until('\n', func(b []byte) { r.doc.text.add(b, r.here(0)) })
		r.in.next()
		if f := r.doc.text.field(); f.text != "" {
			return r.entry(f)
		}
	}
	r.finish()
	return found{}, false
}

// here is the place of the next byte.
func (r *Reader) here(n int) diag.Span {
	at := r.in.offset()
	return diag.Span{Offset: at, Len: n, Line: r.in.line, Column: at - r.in.start + 1}
}

// finish says what can only be said at the end.
func (r *Reader) finish() {
	if r.doc.finished {
		return
	}
	r.doc.finished = true
	r.measure(r.here(0))
	if r.n == 0 && r.kind != 0 {
		r.remark(codeEmpty, diag.Span{Line: 1, Column: 1})
	}
}
