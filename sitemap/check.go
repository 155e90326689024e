package sitemap

import (
	"strconv"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/internal/urltext"
)

// maxURL is how long a URL may be by sitemaps.org: less than 2,048 characters.
const maxURL = 2047

// entry makes an entry of a line.
func (r *Reader) entry(f field) (found, bool) {
	return found{Entry: Entry{URL: f.text, Span: f.span}, at: f.span, fields: [numFields]field{fieldLoc: f}}, true
}

// check remarks on what is wrong with an entry.
func (r *Reader) check(f found) {
	if f.unknown != "" {
		r.remark(codeUnknownEntity, f.Span, diag.Text("entity", f.unknown))
	}
	if r.n == MaxURLs+1 {
		r.remark(codeTooMany, f.Span, diag.Int("limit", MaxURLs))
	}
	r.measure(f.Span)
	if len(f.URL) > maxURL {
		r.remark(codeLongURL, f.Span, diag.Int("limit", maxURL))
	}
	r.checkURL(f.URL, f.Span)
	for i, test := range tests {
		if v := &f.fields[i]; test.good != nil && !v.span.IsZero() && !test.good(v.text) {
			r.remark(test.code, v.span, diag.Text("value", v.text))
		}
	}
}

// tests are those of what stands beside a URL.
var tests = [numFields]struct {
	code code
	good func(string) bool
}{
	fieldLastMod:  {codeBadDate, isDate},
	fieldFreq:     {codeBadFreq, isFreq},
	fieldPriority: {codeBadPriority, isPriority},
}

// measure remarks, once, that the text is too large.
func (r *Reader) measure(at diag.Span) {
	if r.in.offset() > MaxBytes && r.counts[codeTooLarge] == 0 {
		r.remark(codeTooLarge, at, diag.Int("limit", MaxBytes))
	}
}

// checkURL judges one URL by itself, by where the sitemap lies, and by those
// before it.
func (r *Reader) checkURL(url string, at diag.Span) {
	p, err := urltext.Split(url)
	switch {
	case err == urltext.ErrNoScheme:
		r.remark(codeNotAbsolute, at, diag.Text("url", url))
		return
	case err == nil && p.Userinfo:
		err = urltext.ErrUserinfo
		fallthrough
	case err != nil:
		r.remark(codeBadURL, at, diag.Text("url", url), diag.Text("reason", err.Error()))
		return
	}
	r.checkPlace(p, at)
	// What lies beyond the limits is not remembered, so that memory has one too.
	if r.n > MaxURLs || len(url) > maxURL || r.in.offset() > MaxBytes {
		return
	}
	if first, ok := r.seen[url]; ok {
		r.remark(codeDuplicate, at, diag.Text("url", url), diag.Int("line", first.Line))
		r.relate(codeDuplicate, first)
		return
	}
	r.seen[url] = at
}

// relate adds a place that explains the diagnostic noted last, if it was kept.
func (r *Reader) relate(c code, at diag.Span) {
	if r.counts[c] <= maxKept {
		last := &r.diags[len(r.diags)-1]
		last.Related = append(last.Related, at)
	}
}

// checkPlace asks whether a sitemap at that place may list a URL of that place.
// sitemaps.org: one host, the sitemap's folder and below, unless the robots.txt
// of the URL's own host lists the sitemap.
func (r *Reader) checkPlace(p urltext.Parts, at diag.Span) {
	if r.site == "" {
		return
	}
	key := p.Key()
	for _, listed := range r.listed {
		if key == listed {
			return
		}
	}
	switch {
	case key != r.site:
		r.remark(codeForeignHost, at, diag.Text("host", key), diag.Text("site", r.site))
	case r.kind != Index && r.folder != "/" && !strings.HasPrefix(p.Target, r.folder):
		r.remark(codeOutsideFolder, at, diag.Text("folder", r.folder))
	}
}

// folderOf returns the folder of a path with its slash.
func folderOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i+1]
	}
	return "/"
}

func isFreq(s string) bool {
	switch s {
	case "always", "hourly", "daily", "weekly", "monthly", "yearly", "never":
		return true
	}
	return false
}

func isPriority(s string) bool {
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return false
	}
	v, err := strconv.ParseFloat(s, 64)
	return err == nil && v <= 1
}
