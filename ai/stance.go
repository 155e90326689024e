package ai

import (
	"slices"

	"github.com/robotsgate/robots/agents"
)

// A Stance is what a site's author wants of crawlers, purpose by purpose. A
// purpose in neither list is left as it is.
type Stance struct {
	Refuse []agents.Purpose // may fetch nothing
	Keep   []agents.Purpose // may fetch what they may fetch today, no more and no less
	Agents []agents.Agent   // the crawlers meant
	Signal bool             // say it in a Content-Signal record of the group of "*" too
}

// A side is where a stance puts a crawler.
type side uint8

const (
	sideNone side = iota
	sideRefused
	sideKept
)

// side returns where a stands, and whether it also serves a purpose that the
// stance puts on the other side. What it is for first of all decides, then
// whatever else it is for, and of that a refusal outweighs.
func (s Stance) side(a agents.Agent) (sd side, torn bool) {
	serves := func(all []agents.Purpose) bool {
		return slices.ContainsFunc(all, func(p agents.Purpose) bool { return Serves(a, p) })
	}
	refused, kept := serves(s.Refuse), serves(s.Keep)
	switch {
	case slices.Contains(s.Refuse, a.Purpose):
		return sideRefused, kept
	case slices.Contains(s.Keep, a.Purpose):
		return sideKept, refused
	case refused:
		return sideRefused, kept
	case kept:
		return sideKept, false
	}
	return sideNone, false
}

// signal returns the value of a Content-Signal record that says the same, or ""
// if the record has no words for it. Its ai-input is what fetches for a person
// are used for.
func (s Stance) signal() string {
	text := ""
	for _, k := range [...]struct {
		key     string
		purpose agents.Purpose
	}{{"search", agents.PurposeSearch}, {"ai-input", agents.PurposeUser}, {"ai-train", agents.PurposeTraining}} {
		value := ""
		switch {
		case slices.Contains(s.Refuse, k.purpose):
			value = "no"
		case slices.Contains(s.Keep, k.purpose):
			value = "yes"
		default:
			continue
		}
		if text != "" {
			text += ", "
		}
		text += k.key + "=" + value
	}
	return text
}
