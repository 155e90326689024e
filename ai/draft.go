package ai

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/prove"
)

// A Draft is the text of a robots.txt that takes a stance, and what it changes.
type Draft struct {
	Text   string
	Policy *robots.Policy // of Text

	Refused   []Effect       // crawlers that may fetch nothing any more
	Kept      []Effect       // crawlers that may fetch what they could; Equal says whether that is proven
	Others    []Effect       // crawlers not meant that Text treats otherwise, or for which it is not proven that it does not
	Torn      []agents.Agent // crawlers that serve a refused purpose and a kept one; their first purpose decided
	Unnamable []agents.Agent // crawlers meant that no group can address

	// SignalStands is the line of a Content-Signal record that the group of "*"
	// has already, so that none was added; else 0.
	SignalStands int
}

// Asked reports whether Text does all that was asked for and nothing else, and
// that this is proven.
func (d Draft) Asked() bool {
	return !d.Policy.Truncated() && len(d.Others) == 0 && !slices.ContainsFunc(d.Kept, func(e Effect) bool { return e.Equal != prove.Yes }) &&
		!slices.ContainsFunc(d.Refused, func(e Effect) bool { return e.Closed != prove.Yes })
}

// Init drafts a robots.txt from the one at hand, for a policy of any kind: a
// site without a file begins with an empty one. The text at hand stays as it
// is, but for lines that name a refused crawler. A block is added at its end:
// a group that shuts the refused crawlers out, and groups that name the kept
// ones.
//
// A group that names a crawler takes it out of the group of "*" (RFC 9309
// 2.2.1), so that naming it alone would open what "*" closes. The groups of the
// kept crawlers therefore repeat what has spoken to them so far.
func Init(p *robots.Policy, s Stance) Draft {
	var d Draft
	var refused, kept []Access
	for _, a := range s.Agents {
		sd, torn := s.side(a)
		switch {
		case sd == sideNone:
			continue
		case a.NoToken:
			d.Unnamable = append(d.Unnamable, a)
			continue
		case torn:
			d.Torn = append(d.Torn, a)
		}
		if sd == sideRefused {
			refused = append(refused, Resolve(p, a))
		} else {
			kept = append(kept, Resolve(p, a))
		}
	}
	d.Text, d.SignalStands = draft(p, s, refused, kept)
	d.Policy = robots.Options{Profile: p.Profile()}.Parse(d.Text)
	c := comparison{old: p, new: d.Policy, parts: map[part]*robots.Policy{}, known: map[[2]*robots.Policy]prove.Answer{}}
	meant := map[string]bool{}
	for _, a := range refused {
		d.Refused = append(d.Refused, c.effect(a.Agent))
		meant[fold(a.Agent.Token)] = true
	}
	for _, a := range kept {
		d.Kept = append(d.Kept, c.effect(a.Agent))
		meant[fold(a.Agent.Token)] = true
	}
	d.Others = c.others(meant)
	return d
}

// draft puts the text together.
func draft(p *robots.Policy, s Stance, refused, kept []Access) (text string, stands int) {
	b := block{text: p.Text(), end: "\n"}
	if strings.Contains(b.text, "\r\n") {
		b.end = "\r\n"
	}
	var names []string
	for _, a := range refused {
		if a.Via == ViaOwn && prove.BlocksAll(p, a.Name).Answer == prove.Yes {
			continue // as it is wanted already
		}
		names = append(names, a.Agent.Token)
		if a.Via == ViaOwn {
			b.take(a)
		}
	}
	if len(b.taken) > 0 {
		b.text = b.without(p)
	}
	if signal := s.signal(); s.Signal && signal != "" {
		stands = b.signal(signal)
	}
	if len(names) > 0 {
		b.group("may fetch nothing", names, []string{"Disallow: /"})
	}
	b.repeat(kept, names)
	return b.done(), stands
}

func fold(s string) string { return strings.ToLower(s) }
