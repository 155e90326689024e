package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
)

// namesakes are crawlers of their own that are one letter away from another.
var namesakes = []string{"semrushbot-si"}

// meantBy returns the crawler that a line which names nobody was probably to
// name.
//
// agents.Similar is generous, since it answers people. Here hundreds of old
// names lie one letter from a crawler of today: WebZIP from webzio, Roverbot
// from rogerbot, Aipbot from AI2Bot. So aliases do not count, and neither do
// slips in short names, other than letters that changed places.
func meantBy(ua robots.UserAgent) (agents.Agent, bool) {
	if slices.Contains(namesakes, lower(ua.Token)) {
		return agents.Agent{}, false
	}
	meant, ok := agents.Similar(ua.Token)
	return meant, ok && likelySlip(ua.Token, meant.Token)
}

// likelySlip reports whether one name is the other with one slip of the
// fingers. What both end in, such as "bot", does not make a name longer.
func likelySlip(a, b string) bool {
	a, b = lower(a), lower(b)
	for _, kind := range [...]string{"bot", "spider", "crawler"} {
		if strings.HasSuffix(a, kind) && strings.HasSuffix(b, kind) {
			a, b = strings.TrimSuffix(a, kind), strings.TrimSuffix(b, kind)
			break
		}
	}
	size := min(len(a), len(b))
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a) == 2 && len(b) == 2:
		return size >= 3 && a[0] == b[1] && a[1] == b[0]
	case len(a)+len(b) == 1: // a letter too much or missing; digits are versions
		return size >= 5 && strings.Trim(a+b, "0123456789") != ""
	case len(a) == 1 && len(b) == 1:
		return size >= 6
	}
	return false
}
