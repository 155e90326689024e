// Package access asks a robots.txt many questions at once: crawlers by
// targets, or a list of named questions. What comes back says of each answer
// what it rests on, so that a table can tell "a rule allows it" from "nobody
// has said anything".
//
// A Probe is one question with a name, such as "the newsroom stays open" for
// GPTBot and /news/. Probes come from a file (ParseProbes), from a product of
// crawlers and targets (Product), or from the rules of a policy (Families).
package access

import "github.com/robotsgate/robots"

// A Probe is a question: may the crawler with that product token fetch the
// target? Its name is for people and may be empty.
type Probe struct {
	Name   string
	Token  string
	Target string // path and query
}

// Product returns the questions of every token about every target, by token.
func Product(tokens, targets []string) []Probe {
	all := make([]Probe, 0, len(tokens)*len(targets))
	for _, token := range tokens {
		for _, target := range targets {
			all = append(all, Probe{Token: token, Target: target})
		}
	}
	return all
}

// Evidence says what an answer rests on, in the words of a table. It is finer
// than a Basis where rules decide and tells an empty file from one without a
// group. The zero Evidence is that of a question that was not asked, or that
// cannot be judged (Decision.Err).
type Evidence uint8

const (
	OwnGroup    Evidence = iota + 1 // a rule of a group that names the crawler
	Star                            // a rule of the group of "*"
	NoRule                          // a group applies, none of its rules matches
	NoGroup                         // no group applies, not even "*"
	Empty                           // the file holds no record at all
	Absent                          // there is no file
	Unavailable                     // 4xx
	Unreachable                     // 5xx, a network error, or a file that its reader gives up
	RobotsTxt                       // the target is /robots.txt itself

	numEvidences
)

var evidences = [numEvidences]string{"none", "own-group", "star", "no-rule", "no-group", "empty", "absent", "unavailable", "unreachable", "robots-txt"}

// String returns the word for e that every output uses, such as "own-group".
func (e Evidence) String() string {
	if e >= numEvidences {
		e = 0
	}
	return evidences[e]
}

// Evidences returns all of them, in the order of their values.
func Evidences() []Evidence {
	var all []Evidence
	for e := OwnGroup; e < numEvidences; e++ {
		all = append(all, e)
	}
	return all
}

// Spoken reports whether the site has said something: a rule decides, or a
// group that applies leaves the target open. Where it is false a crawler may
// fetch, or may not, though no line says so.
func (e Evidence) Spoken() bool { return e == OwnGroup || e == Star || e == NoRule }

// EvidenceOf returns what a decision rests on.
func EvidenceOf(d robots.Decision) Evidence {
	switch d.Basis {
	case robots.ByRule:
		if d.Named {
			return OwnGroup
		}
		return Star
	case robots.ByNoRule:
		return NoRule
	case robots.ByNoGroup:
		if d.Empty() {
			return Empty
		}
		return NoGroup
	case robots.ByAbsent:
		return Absent
	case robots.ByUnavailable:
		return Unavailable
	case robots.ByUnreachable:
		return Unreachable
	case robots.ByRobotsTxt:
		return RobotsTxt
	}
	return 0
}
