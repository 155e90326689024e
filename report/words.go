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

// Verdict returns the word for people: "allowed", "disallowed", "absent",
// "empty file" and so on, in that language. It is "allowed" only where a file
// was read and speaks to the crawler.
func Verdict(l msg.Lang, d robots.Decision) string {
	return Source{}.Verdict(l, d)
}

// Because returns what the verdict rests on, for people.
func Because(l msg.Lang, d robots.Decision) string { return Source{}.Because(l, d) }

// wordOf also tells a file that cannot be had from one that its reader gives up:
// to the core both are unreachable, to people they are not.
func (s Source) wordOf(d robots.Decision) word {
	if _, ok := s.Policy.Rejected(); ok && d.Basis == robots.ByUnreachable {
		return word{"rejected", "rejected", red}
	}
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

// Verdict is Verdict for a decision of s, whose file may be given up.
func (s Source) Verdict(l msg.Lang, d robots.Decision) string {
	return l.Text("verdict." + s.wordOf(d).verdict)
}

// Because is Because for a decision of s, with the reason of giving up.
func (s Source) Because(l msg.Lang, d robots.Decision) string {
	because := l.Text("because."+s.wordOf(d).because, msg.Str("reason", s.rejected(l)))
	if d.Err != nil {
		return because + ": " + Clean(d.Err.Error())
	}
	return because
}

// rejections has the keys of the reasons of robots.Policy.Rejected.
var rejections = map[string]string{
	"an octet that is no UTF-8":                                          "octet",
	"a pattern that is no UTF-8":                                         "pattern",
	"no line but blank ones and comments":                                "no-line",
	"a rule before any user-agent line":                                  "rule",
	"a rule or Crawl-delay before any user-agent line":                   "rule-or-delay",
	"a Crawl-delay before any user-agent line, or one that is no number": "delay",
}

// rejected tells why the parser of the profile gives the file up, or "".
func (s Source) rejected(l msg.Lang) string {
	reason, _ := s.Policy.Rejected()
	return rejection(l, reason)
}

// rejection tells such a reason in that language.
func rejection(l msg.Lang, reason string) string {
	if key := rejections[reason]; key != "" {
		return l.Text("rejected." + key)
	}
	return reason
}
