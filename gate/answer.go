package gate

import (
	"time"

	"github.com/robotsgate/robots"
)

// A Permit says that a URL may be fetched, and when.
type Permit struct {
	NotBefore time.Time
	Delay     time.Duration // between two requests to the authority, as it is now
	Decision  robots.Decision
	Standing  Standing
}

// A Refusal says that a URL is not to be fetched, and why. The zero Refusal is
// none.
type Refusal struct {
	Reason   Reason
	Decision robots.Decision // of robots.txt, for Disallowed and Unreachable
	Standing Standing
	RetryAt  time.Time // when to ask again; zero if that is of no use
	Err      error     // what failed, for the reasons that have one
}

// A Reason is why a URL is refused.
type Reason uint8

// The reasons.
const (
	NotRefused  Reason = iota
	Disallowed         // by a rule
	Unreachable        // robots.txt cannot be had (RFC 9309 2.3.1.4)
	InvalidURL         // no URL that a robots.txt could govern
	InvalidName        // the crawler has no name that a robots.txt could use
	TooSlow            // its turn comes later than Options.MaxWait
	GivenUp            // the caller's context ended before there was an answer
	Unknown            // Peek: robots.txt was not fetched yet, or is out of date
	Broken             // the gate cannot fetch: its client is not set up
)

var reasons = [...]string{"", "disallowed", "unreachable", "invalid-url", "invalid-name", "too-slow", "given-up", "unknown", "broken"}

// String is the word for programs, such as "disallowed"; "" for none.
func (r Reason) String() string { return reasons[r] }

// Reasons returns every reason but none.
func Reasons() []Reason {
	all := make([]Reason, 0, len(reasons)-1)
	for r := Disallowed; int(r) < len(reasons); r++ {
		all = append(all, r)
	}
	return all
}
