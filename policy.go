package robots

import (
	"iter"

	"github.com/robotsgate/robots/internal/urltext"
)

// A Policy is what one robots.txt says. It never changes once made and may be
// used by many goroutines at once. Parse makes one from text; Absent,
// Unavailable and Unreachable stand for files that could not be had.
//
// The zero Policy is no answer: it neither allows nor disallows, and
// Decision.Allowed is false for it. A nil *Policy behaves like the zero one.
type Policy struct {
	kind      Kind
	profile   Profile
	encoding  Encoding
	truncated bool
	marked    bool   // "<...>" does not count, by the profile
	asIs      bool   // Format leaves the text alone
	rejected  string // why the profile's parser gives the file up

	text   string // as parsed: decoded if it was UTF-16, cut if it was too long
	source int    // bytes that were offered

	recs   []rec
	groups []grp
	rules  int
	norms  []norm // of rules that are not compared as written

	remarks []remark
	counts  [numCodes]uint32

	few [6]grp // room for groups, so that a usual file needs no third allocation
}

// A Kind says where a Policy came from.
type Kind uint8

const (
	KindDocument    Kind = iota + 1 // a text was parsed, be it empty
	KindAbsent                      // there is no file: 404, 410, or no such file
	KindUnavailable                 // another 4xx, or too many redirects (RFC 9309 2.3.1.3)
	KindUnreachable                 // 5xx or a network error (RFC 9309 2.3.1.4)
)

// String returns "document", "absent", "unavailable" or "unreachable".
func (k Kind) String() string {
	switch k {
	case KindDocument:
		return "document"
	case KindAbsent:
		return "absent"
	case KindUnavailable:
		return "unavailable"
	case KindUnreachable:
		return "unreachable"
	}
	return ""
}

// Absent is the policy of a site that has no robots.txt. It allows everything,
// but by no consent of the site: its decisions rest on ByAbsent.
func Absent() *Policy { return &Policy{kind: KindAbsent} }

// Unavailable is the policy of a site that answers with a 4xx status other
// than 404 and 410. RFC 9309 2.3.1.3 lets a crawler access everything.
func Unavailable() *Policy { return &Policy{kind: KindUnavailable} }

// Unreachable is the policy of a site whose robots.txt could not be had for a
// server or network error. RFC 9309 2.3.1.4: a crawler MUST assume complete
// disallow.
func Unreachable() *Policy { return &Policy{kind: KindUnreachable} }

// ForStatus returns the policy that RFC 9309 2.3.1 derives from the final HTTP
// status of fetching robots.txt, for statuses that bring no text: 404 and 410
// absent, other 4xx unavailable, 5xx unreachable. It reports false for any
// other status; for 2xx parse the body.
func ForStatus(status int) (*Policy, bool) {
	switch {
	case status == 404 || status == 410:
		return Absent(), true
	case 400 <= status && status <= 499:
		return Unavailable(), true
	case 500 <= status && status <= 599:
		return Unreachable(), true
	}
	return nil, false
}

// Kind says where p came from; 0 for the zero Policy.
func (p *Policy) Kind() Kind {
	if p == nil {
		return 0
	}
	return p.kind
}

// Profile returns the profile by which the text was read.
func (p *Policy) Profile() Profile {
	if p == nil {
		return RFC9309
	}
	return p.profile
}

// Text returns the text that positions refer to. It is the text that was
// parsed, except that UTF-16 has become UTF-8 and that what lies behind a
// limit is gone. The raw text of all records, joined, gives it back.
func (p *Policy) Text() string {
	if p == nil {
		return ""
	}
	return p.text
}

// Encoding says how the text was encoded.
func (p *Policy) Encoding() Encoding {
	if p == nil {
		return UTF8
	}
	return p.encoding
}

// Truncated reports whether a limit was hit, so that part of the text was not
// read. The diagnostics say where and which.
func (p *Policy) Truncated() bool { return p != nil && p.truncated }

// Rejected reports whether the parser that p's profile stands for would give
// the whole text up, and why: an error, an exception or a panic where others
// read on. Its callers have no answer then and fetch nothing, so decisions are
// Disallow by ByUnreachable. It is never so for the standard.
func (p *Policy) Rejected() (reason string, ok bool) {
	if p == nil {
		return "", false
	}
	return p.rejected, p.rejected != ""
}

// Empty reports whether p is a document without any record: empty, blank, or
// comments only. Such a file is neither absent nor does it allow by rule.
func (p *Policy) Empty() bool {
	if p == nil || p.kind != KindDocument {
		return false
	}
	for i := range p.recs {
		if d := p.recs[i].dir(); d != DirBlank && d != DirComment {
			return false
		}
	}
	return true
}

// Records yields every line of the text in order. A run of blank lines is one
// record. Concatenating Record.Raw gives Text.
func (p *Policy) Records() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		if p == nil {
			return
		}
		for i := range p.recs {
			if !yield(Record{p, i}) {
				return
			}
		}
	}
}

// Groups yields the groups of the text in order (RFC 9309 2.1). Groups of the
// same crawler are not merged here; Decide and Explain merge them.
func (p *Policy) Groups() iter.Seq[Group] {
	return func(yield func(Group) bool) {
		if p == nil {
			return
		}
		for i := range p.groups {
			if !yield(Group{p, i}) {
				return
			}
		}
	}
}

// Sitemaps yields the Sitemap records of the text. They belong to no group
// (RFC 9309 2.2.4).
func (p *Policy) Sitemaps() iter.Seq[Record] { return p.Find(DirSitemap) }

// SitemapURLs returns the URLs of the Sitemap records, each once. A relative one
// is resolved against fileURL, the URL of the robots.txt, though the protocol
// wants absolute ones; with an empty fileURL it is returned as written.
func (p *Policy) SitemapURLs(fileURL string) []string {
	var urls []string
	seen := map[string]bool{"": true}
	for r := range p.Sitemaps() {
		u := r.Value()
		if fileURL != "" && u != "" {
			u = urltext.Resolve(fileURL, u)
		}
		if !seen[u] {
			seen[u] = true
			urls = append(urls, u)
		}
	}
	return urls
}

// Find yields the records of one directive, wherever they stand.
func (p *Policy) Find(d Directive) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for r := range p.Records() {
			if r.Directive() == d && !yield(r) {
				return
			}
		}
	}
}

// Len returns how many records, groups and rules the text has.
func (p *Policy) Len() (records, groups, rules int) {
	if p == nil {
		return 0, 0, 0
	}
	return len(p.recs), len(p.groups), p.rules
}
