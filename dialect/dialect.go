// Package dialect tells who would read a robots.txt differently, and by which
// of its lines.
//
// Differences puts the same questions to every profile and keeps the answers
// that are not those of RFC 9309. A difference comes with its cause: the lines
// of the file that still show it once all others are taken away. Agree asks the
// opposite of two profiles, over all URLs at once.
package dialect

import (
	"slices"

	"github.com/robotsgate/robots"
)

// Options says how texts are read and bounds what excerpts may cost. The zero
// value has the default limits and bound.
type Options struct {
	Limits robots.Limits

	// Work is how many bytes of text may be parsed to make excerpts shorter;
	// default 64 MiB. Each excerpt takes an eighth of what is left at most, so
	// that the first ones leave something for the others.
	Work int
}

func (o Options) work() int {
	if o.Work <= 0 {
		return 64 << 20
	}
	return o.Work
}

// A Difference is a question that some profiles answer otherwise than RFC 9309
// does, all of them alike and for the same lines of the file.
type Difference struct {
	Profiles []robots.Profile // in the order of robots.Profiles
	Token    string
	Target   string
	Ours     robots.Decision // by RFC 9309
	Theirs   robots.Decision // by each of Profiles
	Rejected string          // why their parsers give the whole file up; "" if they do not

	// Excerpt is the cause: lines of the file that are answered in these two
	// ways without all the others, by the same rules. It is nil for UTF-16,
	// which most profiles do not decode: there no line is to blame.
	Excerpt []Line

	// Minimal tells that none of these lines can be left out. It is false only
	// if the bound was hit before.
	Minimal bool
}

// A Line is a line of the file, or a run of blank ones.
type Line struct {
	Number int    // from 1
	Text   string // as it stands in the file, with its end
}

// Differences asks every profile about every target for every crawler, with the
// default options.
func Differences(text string, tokens, targets []string) []Difference {
	return Options{}.Differences(text, tokens, targets)
}

// Differences asks every profile about every target, a path and query, for
// every crawler, a product token. What differs is the verdict: profiles that
// come to it by another line, or by none, are not listed. The differences come
// by token, then by target, then in the order of robots.Profiles.
func (o Options) Differences(text string, tokens, targets []string) []Difference {
	var policies []*robots.Policy
	for _, p := range robots.Profiles() {
		policies = append(policies, o.parse(p, text))
	}
	r := newReducer(o, text, policies[0])
	var all []Difference
	for _, token := range tokens {
		for _, target := range targets {
			ours := policies[0].Decide(token, target)
			first := len(all)
			for _, p := range policies[1:] {
				theirs := p.Decide(token, target)
				if theirs.Allowed() == ours.Allowed() {
					continue
				}
				d := Difference{Profiles: []robots.Profile{p.Profile()}, Token: token, Target: target, Ours: ours, Theirs: theirs}
				d.Rejected, _ = p.Rejected()
				d.Excerpt, d.Minimal = r.excerpt(question{p.Profile(), token, target}, policies[0], p)
				if i := slices.IndexFunc(all[first:], d.alike); i >= 0 {
					same := &all[first+i]
					same.Profiles = append(same.Profiles, p.Profile())
				} else {
					all = append(all, d)
				}
			}
		}
	}
	return all
}

func (o Options) parse(p robots.Profile, text string) *robots.Policy {
	return robots.Options{Profile: p, Limits: o.Limits}.Parse(text)
}

// alike reports whether two answers to one question are the same for the same
// reason.
func (d Difference) alike(x Difference) bool {
	return d.Theirs.Verdict == x.Theirs.Verdict && d.Theirs.Basis == x.Theirs.Basis && d.Theirs.Line() == x.Theirs.Line() &&
		d.Rejected == x.Rejected && d.Minimal == x.Minimal &&
		slices.EqualFunc(d.Excerpt, x.Excerpt, func(a, b Line) bool { return a.Number == b.Number })
}
