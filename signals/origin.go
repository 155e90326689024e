package signals

import (
	"slices"
	"sort"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// An Origin is a part of the file that somebody other than the site's author
// wrote, as the comments around it say.
type Origin struct {
	Name        string // whose it is, such as "Cloudflare"
	First, Last int    // its lines, those of the comments included
	Open        bool   // the comment that ends it is missing: Last is the last line

	// Star is the line of the first group of "*" that begins in it, OtherStar
	// that of the first one in the rest of the file; 0 if there is none. If there
	// are both, the crawlers that no group names follow the rules of the two
	// together (RFC 9309 2.2.1), though each author saw only one of them, and
	// some parsers take only one.
	Star, OtherStar int
}

// DoublesStar reports whether the part adds a group of "*" to a file that has
// one of its own.
func (o Origin) DoublesStar() bool { return o.Star > 0 && o.OtherStar > 0 }

// originMarks are the comments around parts that others write. The case of
// letters does not count; Cloudflare itself writes "content" and "Content".
var originMarks = [...]struct{ name, begin, end string }{
	{"Cloudflare", "begin cloudflare managed content", "end cloudflare managed content"},
}

// Origins returns the parts of the file that others wrote, in order.
func (s Set) Origins() []Origin { return slices.Clone(s.origins) }

func (r *reader) readOrigins() (all []Origin) {
	open := -1 // the row of originMarks that is open
	last := 0
	var begin diag.Span
	for rec := range r.policy.Records() {
		last = rec.Line()
		if rec.Directive() != robots.DirComment {
			continue
		}
		text, _ := rec.Comment()
		text = lower(strings.Trim(text, "# \t"))
		for i, m := range originMarks {
			switch {
			case open < 0 && text == m.begin:
				open, begin = i, rec.Span()
				all = append(all, Origin{Name: m.name, First: rec.Line(), Open: true})
			case open == i && text == m.end:
				open = -1
				o := &all[len(all)-1]
				o.Last, o.Open = rec.Line(), false
			}
		}
	}
	if open >= 0 {
		all[len(all)-1].Last = last
		r.remark(codeBlockOpen, begin, diag.Text("name", originMarks[open].name))
	}
	stars := slices.DeleteFunc(slices.Clone(r.groups), func(g group) bool { return !g.star })
	for i := range all {
		r.starsOf(&all[i], stars)
	}
	return all
}

// starsOf finds the first groups of "*" inside and outside of o.
func (r *reader) starsOf(o *Origin, stars []group) {
	from := sort.Search(len(stars), func(i int) bool { return stars[i].first >= o.First })
	to := sort.Search(len(stars), func(i int) bool { return stars[i].first > o.Last })
	if from < to {
		o.Star = stars[from].first
	}
	others := stars[:from]
	if from == 0 {
		others = stars[to:]
	}
	if len(others) == 0 {
		return
	}
	o.OtherStar = others[0].first
	if o.Star > 0 {
		r.remark(codeBlockStars, others[0].span, diag.Text("name", o.Name), diag.Int("line", o.Star))
	}
}
