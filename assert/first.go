package assert

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/prove"
)

// A Kind says why First proposes an assertion.
type Kind uint8

const (
	KindHome      Kind = iota // what a crawler that nobody names may do on the home page
	KindStar                  // what the group of "*" closes or opens
	KindShutOut               // crawlers that their group shuts out
	KindLetIn                 // crawlers that may fetch everything by their group
	KindOwn                   // what a group closes or opens to the crawlers that it names
	KindInherited             // crawlers that matter and have no group
	KindSitemaps              // the sitemaps of the file
)

// String returns "home", "star", "shut-out", "let-in", "own", "inherited" or
// "sitemaps".
func (k Kind) String() string {
	return [...]string{"home", "star", "shut-out", "let-in", "own", "inherited", "sitemaps"}[min(k, KindSitemaps)]
}

// A Proposal is an assertion that a policy meets, and why it is worth keeping.
type Proposal struct {
	Kind Kind
	Assertion
	Rule string // the rule that meets it, as a line of robots.txt; "" if none does
}

// First proposes a first set of assertions for a policy, all of which it meets:
// the home page, what each group closes and opens, crawlers that matter with
// the group that speaks to them or without one, and sitemaps. left is how many
// kinds of crawlers had no room. It proposes nothing where nothing can be met:
// for a site without a file, and for a text that a limit cut.
func First(p *robots.Policy) (all []Proposal, left int) {
	if unsaid(p) || p.Truncated() {
		return nil, 0
	}
	d := drafter{policy: p}
	d.path(KindHome, []string{Other}, "/", Any)
	d.rules(KindStar, []string{Other}, Any)
	left = d.groups()
	d.inherited()
	if urls := slices.DeleteFunc(p.SitemapURLs(""), func(s string) bool { return !writable(s) }); len(urls) > 0 {
		d.add(Proposal{Kind: KindSitemaps, Assertion: Assertion{Sitemaps: urls[:min(len(urls), maxListed)]}})
	}
	return d.all, left
}

const (
	maxGroups = 12   // kinds of crawlers, which is what one looks through
	maxListed = 8    // names in one assertion
	maxNamed  = 1000 // names of a file that are looked at; real files have some hundred at most
)

// watched are the crawlers that First asks for whether or not a file names them:
// those of AI that files name most, and the large search engines.
var watched = strings.Fields("Googlebot bingbot GPTBot OAI-SearchBot ClaudeBot PerplexityBot CCBot Bytespider")

type drafter struct {
	policy *robots.Policy
	all    []Proposal
}

// add keeps a proposal if the policy meets it and it says something new.
func (d *drafter) add(x Proposal) {
	if x.Assertion.Check() != nil {
		return
	}
	results := Run(d.policy, []Assertion{x.Assertion})
	for _, r := range results {
		if !r.Passed() {
			return
		}
	}
	if rule, ok := results[0].Decision.Rule(); ok && len(x.Sitemaps) == 0 && writable(rule.Pattern) {
		x.Rule = rule.String()
	}
	for _, y := range d.all {
		if slices.Equal(x.Agents, y.Agents) && slices.Equal(x.Paths, y.Paths) && slices.Equal(x.Sitemaps, y.Sitemaps) {
			return
		}
	}
	d.all = append(d.all, x)
}

// path proposes that what is said about a path stays so.
func (d *drafter) path(k Kind, agents []string, path string, e Evidence) {
	want := Disallow
	if d.policy.Decide(name(agents[0]), path).Allowed() {
		want = Allow
	}
	d.add(Proposal{Kind: k, Assertion: Assertion{Agents: agents, Paths: []string{path}, Want: want, Evidence: e}})
}

// rules proposes a path that is closed and one that is open, so that both show
// a rule at work where there is one.
func (d *drafter) rules(k Kind, agents []string, e Evidence) {
	for _, allow := range [...]bool{false, true} {
		if path, ok := d.example(agents[0], allow); ok {
			d.path(k, agents, path, e)
		}
	}
}

// example returns a path that a rule with that verdict decides, by the first
// rule of the text that has one; of open paths "/" will do.
func (d *drafter) example(agent string, allow bool) (string, bool) {
	reader := d.policy.For(name(agent))
	for g := range reader.Groups() {
		for r := range g.Rules() {
			path := access.Sample(r.Pattern)
			if r.Allow != allow || !writable(path) || strings.Contains(path, "*") {
				continue
			}
			if got, ok := reader.Decide(path).Rule(); ok && got.Line == r.Line {
				return path, true
			}
		}
	}
	return "/", allow && reader.Decide("/").Allowed()
}

// groups proposes what each group says to the crawlers that it names. It tells
// how many kinds of crawlers had no room.
func (d *drafter) groups() (left int) {
	parts := access.Alike(d.named(), d.policy)
	slices.SortStableFunc(parts, func(a, b []string) int { return interest(b) - interest(a) })
	for _, part := range parts[:min(len(parts), maxGroups)] {
		agents := listed(part)
		switch token := agents[0]; {
		case prove.BlocksAll(d.policy, token).Answer == prove.Yes:
			d.path(KindShutOut, agents, EveryURL, Explicit)
		case prove.AllowsAll(d.policy, token).Answer == prove.Yes:
			d.path(KindLetIn, agents, EveryURL, Explicit)
		default:
			d.rules(KindOwn, agents, Explicit)
		}
	}
	return max(0, len(parts)-maxGroups)
}

// named returns the crawlers that groups name and that can be written down.
func (d *drafter) named() (tokens []string) {
	seen := map[string]bool{}
	for g := range d.policy.Groups() {
		for ua := range g.UserAgents() {
			if len(seen) == maxNamed {
				return tokens
			}
			key := strings.ToLower(ua.Token)
			if ua.Token == "" || ua.Token == Other || seen[key] {
				continue
			}
			seen[key] = true
			if _, err := Expand([]string{ua.Token}); err != nil || !writable(ua.Token) || !d.policy.Decide(ua.Token, "/").Named {
				continue
			}
			tokens = append(tokens, ua.Token)
		}
	}
	return tokens
}

// inherited proposes that crawlers which matter and have no group of their own
// go on following that of "*".
func (d *drafter) inherited() {
	var agents []string
	for _, token := range watched {
		if !d.policy.Decide(token, "/").Named {
			agents = append(agents, token)
		}
	}
	if len(agents) > 0 {
		d.path(KindInherited, agents, "/", Inherited)
	}
}

// listed chooses the crawlers of an assertion: those that matter, then others
// in the order of the text.
func listed(part []string) []string {
	slices.SortStableFunc(part, func(a, b string) int { return interest([]string{b}) - interest([]string{a}) })
	return part[:min(len(part), maxListed)]
}

// interest is 1 for crawlers among which is one that matters.
func interest(tokens []string) int {
	for _, t := range tokens {
		if slices.ContainsFunc(watched, func(w string) bool { return strings.EqualFold(w, t) }) {
			return 1
		}
	}
	return 0
}

// writable reports whether a string can stand in a file of settings and be read
// by people: it is UTF-8, not long, and holds nothing that steers a terminal.
func writable(s string) bool {
	const most = 200
	return s != "" && len(s) <= most && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
