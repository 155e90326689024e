package report

import (
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// A word is how a basis is told to people. The verdict comes from here too,
// and not from the Verdict: a site that has no file has allowed nothing, so no
// sentence of ours says "allowed" for it.
type word struct {
	verdict string // key below "verdict."
	because string // key below "because.", "" where it depends on the group
	tint    tint
}

var words = map[robots.Basis]word{
	robots.ByNoGroup:     {"unrestricted", "no-group", yellow},
	robots.ByAbsent:      {"absent", "absent", yellow},
	robots.ByUnavailable: {"unavailable", "unavailable", yellow},
	robots.ByUnreachable: {"unreachable", "unreachable", yellow},
	robots.ByRobotsTxt:   {"allowed", "robots-txt", green},
	robots.ByInvalidURL:  {"invalid", "invalid-url", magenta},
	robots.ByScope:       {"out-of-scope", "out-of-scope", magenta},
}

func wordOf(d robots.Decision) word {
	if d.Empty() {
		return word{"empty", "empty", yellow}
	}
	if w, ok := words[d.Basis]; ok {
		return w
	}
	group := "star"
	if d.Named {
		group = "own"
	}
	switch {
	case d.Basis == robots.ByNoRule:
		return word{"allowed", "no-rule-" + group, green}
	case d.Basis == robots.ByRule && d.Verdict == robots.Disallow:
		return word{"disallowed", "rule-" + group, red}
	case d.Basis == robots.ByRule:
		return word{"allowed", "rule-" + group, green}
	}
	return word{"none", "none", magenta}
}

// Verdict returns the word for people: "allowed", "disallowed", "absent",
// "empty file" and so on, in that language. It is "allowed" only where a file
// was read and speaks to the crawler.
func Verdict(l msg.Lang, d robots.Decision) string {
	return l.Text("verdict." + wordOf(d).verdict)
}

// Because returns what the verdict rests on, for people.
func Because(l msg.Lang, d robots.Decision) string {
	if d.Err != nil {
		return l.Text("because."+wordOf(d).because) + ": " + Clean(d.Err.Error())
	}
	return l.Text("because." + wordOf(d).because)
}
