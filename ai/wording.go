package ai

import "github.com/robotsgate/robots"

// A Wording is an answer as people write it down: the verdict with whose group
// it comes from, or why there is none. The zero Wording is no answer.
type Wording uint8

const (
	Unanswered         Wording = iota // not a target that can be judged, or the zero Policy
	AllowedOwn                        // by its own group: a rule, or none that matches
	AllowedFallback                   // by the group of a crawler that it follows
	AllowedStar                       // by the group of "*"
	DisallowedOwn                     // by its own group
	DisallowedFallback                // by the group of a crawler that it follows
	DisallowedStar                    // by the group of "*"
	Unrestricted                      // no group speaks to it
	Empty                             // the file holds no record
	Absent                            // there is no file
	Unavailable                       // the file is refused (4xx)
	Unreachable                       // the file cannot be had (5xx), so RFC 9309 2.3.1.4 assumes disallow
	RobotsTxt                         // robots.txt itself, which is always open
)

// String returns the word for w in machine formats, such as "disallowed-star".
func (w Wording) String() string {
	return [...]string{"none", "allowed-own", "allowed-fallback", "allowed-star", "disallowed-own", "disallowed-fallback",
		"disallowed-star", "not-restricted", "empty-file", "absent", "unavailable", "unreachable", "robots-txt"}[min(w, RobotsTxt)]
}

// Open reports whether a file was read and does not keep the crawler out.
// Absent and Unavailable are not open: a crawler may fetch, but nobody has
// said so. Nor is RobotsTxt, about which a file has no say.
func (w Wording) Open() bool {
	return AllowedOwn <= w && w <= AllowedStar || w == Unrestricted || w == Empty
}

// Closed reports whether the crawler must stay out.
func (w Wording) Closed() bool { return DisallowedOwn <= w && w <= DisallowedStar || w == Unreachable }

// Unsaid reports whether there was no file to say anything.
func (w Wording) Unsaid() bool { return w == Absent || w == Unavailable }

// Wording puts a decision of a into words.
func (a Access) Wording(d robots.Decision) Wording {
	switch d.Basis {
	case robots.ByRule, robots.ByNoRule:
		w := AllowedOwn
		if d.Verdict == robots.Disallow {
			w = DisallowedOwn
		}
		switch a.Via {
		case ViaFallback:
			return w + (AllowedFallback - AllowedOwn)
		case ViaStar:
			return w + (AllowedStar - AllowedOwn)
		}
		return w
	case robots.ByNoGroup:
		if d.Empty() {
			return Empty
		}
		return Unrestricted
	case robots.ByAbsent:
		return Absent
	case robots.ByUnavailable:
		return Unavailable
	case robots.ByUnreachable:
		return Unreachable
	case robots.ByRobotsTxt:
		return RobotsTxt
	}
	return Unanswered
}
