package assert

import (
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/prove"
)

// A State is what a whole site is to be. The zero State is none.
type State uint8

const (
	StateClosed State = iota + 1 // nobody may fetch anything: a staging site
	StateOpen                    // nobody who matters is shut out: a site in production
)

// String returns "closed" or "open", and "none" for the zero State.
func (s State) String() string { return [...]string{"none", "closed", "open"}[min(s, StateOpen)] }

// A Standing says whether a policy is in a state, and shows it crawler by
// crawler.
type Standing struct {
	Want   State
	Answer prove.Answer // Yes only if it is for every crawler
	Reason Reason       // Met, OtherVerdict, NoFile, Truncated or NotProven
	Claims []Claim      // none behind the fiftieth that is not Yes
}

// A Claim is how a site stands for some crawlers to which the same groups apply.
type Claim struct {
	Tokens []string // prove.Unnamed among them stands for a crawler that the file does not name
	Answer prove.Answer

	// Witness is a URL that may be fetched: it refutes that a site is closed, and
	// shows that it is open.
	Witness  string
	Decision robots.Decision // about Witness, or about "/" without one
	Group    int             // line of the first user-agent line of the group that decides, or that applies; 0 if none does
}

// Closed asks whether a file keeps every crawler from every URL but
// /robots.txt: each that it names, "*", and one that it does not name. It is
// proven, or refuted by a URL that may be fetched. An absent or unavailable file
// is not closed, and an unreachable one is not closed by a rule.
func Closed(p *robots.Policy) Standing { return Options{}.Closed(p) }

// Open asks whether a file shuts out neither a crawler that it does not name nor
// a search engine, with the default options. The engines are those given, or
// without any those of the catalogue's panel "engines".
//
// Shut out is who may fetch nothing but /robots.txt; for all others a URL shows
// that they are not. So an allow list is open, as little as it may allow; assert
// the paths that matter beside it. A file that is empty, or that speaks to
// nobody, is open too, for it was read and closes nothing. No file is not: it
// may have been lost on the way, and with it what it closed, and nobody has
// allowed anything.
func Open(p *robots.Policy, engines ...string) Standing { return Options{}.Open(p, engines...) }

// Closed is as the function, with these options.
func (o Options) Closed(p *robots.Policy) Standing {
	return o.standing(p, StateClosed, prove.Tokens(p), func(o prove.Options, token string) prove.Claim {
		return o.BlocksAll(p, token)
	})
}

// Open is as the function, with these options.
func (o Options) Open(p *robots.Policy, engines ...string) Standing {
	if len(engines) == 0 {
		engines = Engines()
	}
	tokens := append(slices.Clone(engines), "*", prove.Unnamed)
	return o.standing(p, StateOpen, tokens, func(o prove.Options, token string) prove.Claim {
		return o.Some(p, token, robots.Allow)
	})
}

// Engines returns the tokens of the search engines that Open asks for.
func Engines() []string {
	tokens, _ := ofPanel("engines")
	return tokens
}

// steps is what all searches of one call may take in sum, that of one call of
// package prove: a file may have thousands of groups, and each is asked.
const steps = 30_000_000

const (
	// maxTokens is how many crawlers are asked for. Real files name some hundred
	// at most; a file that names more than this is not proven to be anything.
	maxTokens = 5000

	// maxFailed is how many claims that fail are kept: more of them say no more.
	maxFailed = 50
)

// standing asks for every kind of crawler.
func (o Options) standing(p *robots.Policy, want State, tokens []string, ask func(prove.Options, string) prove.Claim) Standing {
	s := Standing{Want: want}
	if len(tokens) > maxTokens { // the last two are "*" and prove.Unnamed
		tokens = append(tokens[:maxTokens-2:maxTokens-2], tokens[len(tokens)-2:]...)
		s.Reason = NotProven
	}
	parts := access.Alike(tokens, p)
	failed := 0
	bounds := o.Prove
	if bounds.Steps <= 0 {
		bounds.Steps = max(steps/len(parts), steps/1000)
	}
	for _, part := range parts {
		c := ask(bounds, part[0])
		if unsaid(p) {
			c = prove.Claim{Answer: prove.No}
		} else if p.Truncated() {
			c.Answer = prove.NotProven
		}
		claim := Claim{Tokens: part, Answer: c.Answer, Witness: c.Witness, Decision: c.Decided}
		if c.Witness == "" {
			claim.Decision = p.Decide(part[0], "/")
		}
		claim.Group = groupOf(p, part[0], claim.Decision)
		s.Claims = append(s.Claims, claim)
		s.Reason = worse(s.Reason, c.Answer)
		if c.Answer != prove.Yes {
			if failed++; failed == maxFailed {
				break
			}
		}
	}
	switch {
	case unsaid(p):
		s.Reason = NoFile
	case p.Truncated():
		s.Reason = Truncated
	}
	s.Answer = s.Reason.answer()
	return s
}

// worse is the reason that counts: a crawler for which it is refuted outweighs
// one for which it is not proven.
func worse(r Reason, a prove.Answer) Reason {
	switch {
	case a == prove.No || r == OtherVerdict:
		return OtherVerdict
	case a == prove.NotProven || r == NotProven:
		return NotProven
	}
	return Met
}
