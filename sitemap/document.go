package sitemap

import "github.com/robotsgate/robots/diag"

// What an entry may tell, as an index into form.fields.
const (
	fieldLoc = iota
	fieldLastMod
	fieldFreq
	fieldPriority

	numFields
)

// A form is a kind of document: its root, the element of an entry, and the
// elements below that hold something.
type form struct {
	kind       Kind
	root, item string
	fields     [numFields]string
}

var forms = [...]form{
	{URLSet, "urlset", "url", [...]string{"loc", "lastmod", "changefreq", "priority"}},
	{Index, "sitemapindex", "sitemap", [...]string{"loc", "lastmod", "", ""}},
	{RSS, "rss", "item", [...]string{"link", "", "", ""}},
}

// maxDepth is how deep elements may lie in each other. Sitemaps with all their
// extensions have six levels; a deeper document is a trap or none.
const maxDepth = 64

// A document is where the Reader is in its text.
type document struct {
	begun, done, finished bool

	form   *form
	prefix string // of the root's name; a name with another one is not ours
	depth  int
	closed bool // the root is
	item   int  // depth of the entry that is open, or 0
	field  int  // of form.fields, one that is open, or -1
	text   text // of that field
	got    found
	name   []byte
	ready  *found
}

// A found is an entry with what its checks need.
type found struct {
	Entry
	fields  [numFields]field
	at      diag.Span
	unknown string // an entity of the URL
}

// nextElement reads XML up to the end of the next entry.
func (r *Reader) nextElement() (found, bool) {
	d := &r.doc
	for !d.done {
		if !r.in.until('<', r.content) {
			r.ended()
		} else {
			r.markup()
		}
		if f := d.ready; f != nil {
			d.ready = nil
			return *f, true
		}
	}
	r.finish()
	return found{}, false
}

// content takes text between tags.
func (r *Reader) content(piece []byte) {
	d := &r.doc
	switch {
	case d.form != nil && !d.closed && d.field >= 0:
		d.text.add(piece, r.here(0))
	case d.closed:
		var junk text
		if junk.add(piece, r.here(0)); !junk.at.IsZero() {
			r.trailing(junk.at)
		}
	}
}

// trailing remarks on what stands behind the document, and reads no further:
// caches and servers like to append a comment of their own.
func (r *Reader) trailing(at diag.Span) {
	if !r.doc.done {
		r.remark(codeTrailing, at)
	}
	r.doc.done = true
}

// ended settles a text that ends: what is whole counts.
func (r *Reader) ended() {
	d := &r.doc
	d.done = true
	switch {
	case d.form == nil && r.counts[codeUnknownRoot] == 0:
		r.remark(codeUnknownRoot, r.here(0), diag.Text("name", ""))
	case d.depth > 0 && !d.closed:
		r.remark(codeUnclosed, r.here(0), diag.Text("name", d.form.root))
		if d.item > 0 && d.got.URL != "" {
			r.complete()
		}
	}
}

// opened takes a start tag.
func (r *Reader) opened(prefix, name string, at diag.Span) {
	d := &r.doc
	if d.closed {
		r.trailing(at)
		return
	}
	if d.form == nil {
		r.root(prefix, name, at)
		return
	}
	own := prefix == d.prefix
	if own && d.item > 0 && (name == d.form.item || d.field >= 0 && d.fieldNamed(name) >= 0) {
		if d.field >= 0 {
			r.remark(codeUnclosed, at, diag.Text("name", d.form.fields[d.field]))
			r.closeField()
		}
		d.depth = d.item // whatever is open below was not closed
	}
	switch {
	case own && name == d.form.item:
		if d.item > 0 {
			r.remark(codeUnclosed, at, diag.Text("name", name))
			r.complete()
			d.depth = d.item - 1
		}
		d.item, d.got = d.depth+1, found{at: at}
	case own && d.item > 0 && d.depth == d.item:
		if d.field = d.fieldNamed(name); d.field >= 0 {
			d.text.reset()
		}
	}
	if d.depth++; d.depth > maxDepth {
		r.remark(codeTooDeep, at, diag.Int("limit", maxDepth))
		d.done = true
	}
}

// root takes the first start tag.
func (r *Reader) root(prefix, name string, at diag.Span) {
	d := &r.doc
	for i := range forms {
		if forms[i].root == name {
			d.form, d.prefix, d.depth, d.field, r.kind = &forms[i], prefix, 1, -1, forms[i].kind
			return
		}
	}
	r.remark(codeUnknownRoot, at, diag.Text("name", name))
	d.done = true
}

func (d *document) fieldNamed(name string) int {
	for i, f := range d.form.fields {
		if f == name && f != "" {
			return i
		}
	}
	return -1
}

// shut takes an end tag. Its name is looked at only where it is ours: a wrong
// one further down harms nobody.
func (r *Reader) shut(prefix, name string, at diag.Span) {
	d := &r.doc
	if d.form == nil || d.closed {
		return
	}
	own := prefix == d.prefix
	switch {
	case own && (name == d.form.item || name == d.form.root):
		if d.field >= 0 {
			r.remark(codeUnclosed, at, diag.Text("name", d.form.fields[d.field]))
			r.closeField()
		}
		if d.item > 0 {
			r.complete()
			d.depth, d.item = d.item-1, 0
		}
		if name == d.form.root {
			d.depth, d.closed = 0, true
		}
	case d.field >= 0 && d.depth == d.item+1:
		r.closeField()
		d.depth = d.item
	default:
		d.depth = max(d.depth-1, d.item, 1)
	}
}

// closeField keeps the value that was read. Of an element that stands twice the
// first one counts.
func (r *Reader) closeField() {
	d := &r.doc
	if d.field < 0 {
		return
	}
	if f := &d.got.fields[d.field]; f.span.IsZero() {
		*f = d.text.field()
		value, unknown := unescape(f.text)
		switch d.field {
		case fieldLoc:
			d.got.URL, d.got.Span, d.got.unknown = value, f.span, unknown
		case fieldLastMod:
			d.got.LastMod = value
		case fieldFreq:
			d.got.ChangeFreq = value
		case fieldPriority:
			d.got.Priority = value
		}
	}
	d.field = -1
}

// complete makes the entry ready that was read, if it has a URL that is whole.
func (r *Reader) complete() {
	f := r.doc.got
	switch {
	case f.fields[fieldLoc].cut:
		r.remark(codeLongURL, f.Span, diag.Int("limit", maxURL))
	case f.URL == "":
		r.remark(codeNoLoc, f.at)
	default:
		r.doc.ready = &f
	}
}
