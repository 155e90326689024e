// Package assert holds a robots.txt to what its author wants of it: who may
// fetch what, on which evidence, and whether a whole site is closed or open.
//
//	results := assert.Run(robots.Parse(text), []assert.Assertion{{
//		Agents: []string{"GPTBot"}, Paths: []string{"*"}, Want: assert.Disallow, Evidence: assert.Explicit,
//	}})
//
// An assertion is met only by what a file says. A site without a file allows
// nothing, it only leaves everything unsaid; a file that could not be had closes
// nothing by a rule; and of a text that a limit cut, something is not known.
// None of these meets any assertion.
//
// What is asked is what robots.Policy.Decide answers, the reading of RFC 9309:
// that a crawler follows the group of another is for package ai. Where an
// assertion is about every URL, package prove is asked, and an answer that it
// does not reach is a failure of its own and never passes.
package assert

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

// Other is how an assertion names a crawler that the file does not name.
const Other = "*"

// EveryURL is the path that stands for every URL of the site but /robots.txt.
const EveryURL = "*"

// An Assertion is what an author wants: either the same answer for some crawlers
// about some paths, or that the file lists some sitemaps.
type Assertion struct {
	Name string // for people; may be empty

	// Agents are product tokens, Other, or a choice of the catalogue:
	// "panel:training", or "purpose:seo". See Expand.
	Agents []string

	// Paths are paths with their queries, absolute URLs of the site, or EveryURL.
	// Each is one URL and no pattern.
	Paths    []string
	Want     Want
	Evidence Evidence // what the answer is to rest on; Any by default

	Sitemaps []string // URLs that the file is to list; then all above but Name is empty

	Line int // where the assertion stands, for people; 0 if nowhere
}

// A Want is the answer that is wanted. The zero Want is none, and no assertion.
type Want uint8

const (
	Allow    Want = iota + 1 // the crawler may fetch it, and a file says so
	Disallow                 // the crawler may not, by a rule
)

// String returns "allow" or "disallow", and "none" for the zero Want.
func (w Want) String() string { return [...]string{"none", "allow", "disallow"}[min(w, Disallow)] }

// Evidence is what an answer is to rest on.
type Evidence uint8

const (
	Any       Evidence = iota // whatever the file says
	Explicit                  // a group that names the crawler
	Inherited                 // the group of "*", because no group names the crawler
	Rule                      // a rule of any group, not the silence of all
)

// String returns "any", "explicit", "inherited" or "rule".
func (e Evidence) String() string {
	return [...]string{"any", "explicit", "inherited", "rule"}[min(e, Rule)]
}

// A Reason says why an assertion is not met.
type Reason uint8

const (
	Met           Reason = iota
	OtherVerdict         // the verdict is not the wanted one
	OtherEvidence        // the verdict is, but it rests on something else
	NoFile               // there is no file, it could not be had, or its reader gives it up
	NotJudged            // the URL is none of this site
	Truncated            // a limit cut the text, and what lies behind is not known
	NotProven            // a search over all URLs ended without an answer
	NotListed            // no Sitemap record has this URL

	numReasons
)

// String returns a word for r, such as "other-verdict".
func (r Reason) String() string {
	return [numReasons]string{"met", "other-verdict", "other-evidence", "no-file", "not-judged", "truncated", "not-proven", "not-listed"}[min(r, numReasons-1)]
}

// answer is what a reason comes to.
func (r Reason) answer() prove.Answer {
	switch r {
	case Met:
		return prove.Yes
	case Truncated, NotProven:
		return prove.NotProven
	}
	return prove.No
}

// A Result is what came of an assertion for one crawler and one path, or for
// one sitemap.
type Result struct {
	Of     int    // index of the assertion
	Agent  string // as the policy was asked, Other for a crawler that it does not name; "" for a sitemap
	Path   string // as the assertion has it; for a sitemap its URL
	Answer prove.Answer
	Reason Reason

	Decision robots.Decision // about the path; for EveryURL about Witness, or about "/" without one
	Witness  string          // for EveryURL: a URL that refutes it
	Group    int             // line of the first user-agent line of the group that decides, or that applies; 0 if none does
	Remedy   Remedy          // if one is known that touches nothing else
}

// Passed reports whether the assertion is met.
func (r Result) Passed() bool { return r.Answer == prove.Yes }

// A Remedy is lines with which a result would pass. That they do has been
// tried. The zero Remedy is none.
type Remedy struct {
	Below int // the line below which they go; 0 for the end of the file
	Lines []string
}

// Options says how to ask. The zero value is fine.
type Options struct {
	// FileURL is where the file is served. Absolute URLs of other sites are then
	// not judged; without it, of any URL only path and query count.
	FileURL string

	// Prove bounds each search over all URLs.
	Prove prove.Options
}

// Run asks a policy all that some assertions are about, with the default
// options: every crawler of each about every path of it, in their order.
// An assertion that Assertion.Check refuses has no results.
func Run(p *robots.Policy, all []Assertion) []Result { return Options{}.Run(p, all) }
