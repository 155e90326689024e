package sitemap

import (
	"iter"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/urltext"
)

// A Denial is the answer by which one crawler may not fetch a listed URL.
type Denial struct {
	Token    string // as it was given; "" where the answer is that to any crawler
	Decision robots.Decision
}

// A Conflict is an entry that at least one of the crawlers may not fetch.
type Conflict struct {
	Entry   Entry
	Denials []Denial // by the order of the tokens; good until the next Conflict
}

// Blocked reports whether a robots.txt closes the URL to a crawler. If it does
// not, the URL cannot be judged: it is none, or belongs to another robots.txt.
func (c Conflict) Blocked() bool { return c.Denials[0].Decision.Verdict == robots.Disallow }

// Conflicts yields the entries that some crawler may not fetch by p, each with
// the decisions that say so. A decision is that of Policy.DecideURL. With
// fileURL, where the robots.txt is served, entries of other sites come as
// conflicts out of scope, once for all tokens; without it p speaks for all.
func Conflicts(p *robots.Policy, tokens []string, fileURL string, entries iter.Seq[Entry]) iter.Seq[Conflict] {
	return func(yield func(Conflict) bool) {
		j := judge{policy: p, fileURL: fileURL}
		if parts, err := urltext.Split(fileURL); err == nil {
			j.key = parts.Key()
		}
		for _, t := range tokens {
			j.readers = append(j.readers, p.For(t))
		}
		for e := range entries {
			if denials := j.ask(tokens, e.URL); len(denials) > 0 && !yield(Conflict{e, denials}) {
				return
			}
		}
	}
}

// A judge asks for many URLs what several crawlers may fetch.
type judge struct {
	policy  *robots.Policy
	fileURL string
	key     string // of fileURL
	readers []*robots.Reader
	denials []Denial
}

// ask returns the denials of one URL.
func (j *judge) ask(tokens []string, url string) []Denial {
	j.denials = j.denials[:0]
	parts, err := urltext.Split(url)
	plain := err == nil && !urltext.HasDots(parts.Target) && (j.fileURL == "" || j.key == parts.Key())
	target := parts.Target
	if target == "" || target[0] == '?' {
		target = "/" + target
	}
	for i, t := range tokens {
		var d robots.Decision
		if plain {
			d = j.readers[i].Decide(target)
		} else {
			d = j.policy.DecideURL(t, url, j.fileURL) // rare, and one place should know about it
		}
		switch {
		case d.Allowed():
		case d.Verdict == robots.Invalid || d.Verdict == robots.OutOfScope:
			return append(j.denials, Denial{Decision: d})
		default:
			j.denials = append(j.denials, Denial{t, d})
		}
	}
	return j.denials
}
