package agents

import (
	"slices"
	"strings"
)

// An Agent is what the catalogue holds of one crawler, or of one name that
// robots.txt files use. It is a value without references, to be compared with
// == and kept as long as one likes. The zero Agent is nobody.
type Agent struct {
	Token    string // names it in robots.txt, as its operator writes it
	Operator string // who runs it; "" for software that anyone can run, or if nobody knows
	Country  string // of the operator, ISO 3166-1 alpha-2; "" if unknown

	Purpose       Purpose
	AI            bool // it serves generative AI
	SendsRequests bool // false for a name that only robots.txt uses, such as Google-Extended: no log will ever hold it
	NoToken       bool // it has no token, so that no group can address it; Token is what people call it

	Respects Respects // whether it obeys robots.txt
	Evidence Evidence // for Respects and all else here

	IgnoresStar bool    // groups of "*" do not speak to it, only those that name it
	CrawlDelay  Support // whether it reads Crawl-delay
	Effect      string  // what a rule against it brings about, or what a control token decides; "" if unknown

	IPRanges string // URL of the operator's list of addresses; "" if none is known
	BotAuth  string // URL of the keys with which it signs requests (Web Bot Auth); "" if none is known

	Legacy     bool   // once used, no longer documented or sent
	ReplacedBy string // the token that took over from a legacy one; "" if none did, or if nobody says so
	Note       string

	also purposes

	aliases, fallback, userAgents, observed, reverseDNS string // lines
}

// Names returns the tokens under which a policy may address a, in the order in
// which a tries them: its own, then those of its fallbacks, such as Googlebot
// for Googlebot-News. The first that a group carries is the one that counts. If
// none is carried, groups of "*" apply, unless a.IgnoresStar. It returns nil if
// no group can address a.
func (a Agent) Names() []string {
	if a.NoToken || a.Token == "" {
		return nil
	}
	return append([]string{a.Token}, lines(a.fallback)...)
}

// Aliases returns other names for a: spellings that files and lists use, former
// names, and names of variants that the catalogue does not keep apart. That a
// heeds a group with such a name is not said.
func (a Agent) Aliases() []string { return lines(a.aliases) }

// UserAgents returns the User-Agent headers that the operator documents.
// Versions in them change; W.X.Y.Z stands for one.
func (a Agent) UserAgents() []string { return lines(a.userAgents) }

// Observed returns User-Agent headers known from logs and lists, which no
// operator promises.
func (a Agent) Observed() []string { return lines(a.observed) }

// ReverseDNS returns how the host names of its addresses end, such as
// ".googlebot.com". A forward look-up must lead back to the address.
func (a Agent) ReverseDNS() []string { return lines(a.reverseDNS) }

// Purposes returns what a is for: Purpose, then all others.
func (a Agent) Purposes() []Purpose {
	all := []Purpose{a.Purpose}
	for p := range numPurposes {
		if a.also.has(p) {
			all = append(all, p)
		}
	}
	return all
}

// Serves reports whether p is among the purposes of a.
func (a Agent) Serves(p Purpose) bool { return slices.Contains(a.Purposes(), p) }

// RFCToken reports whether the token fits the grammar of RFC 9309 2.2.1: one or
// more of A-Z, a-z, "_" and "-". Parsers cut others short, each in its own way.
func (a Agent) RFCToken() bool {
	for i := range len(a.Token) {
		if c := a.Token[i]; c != '_' && c != '-' && (lower(c) < 'a' || lower(c) > 'z') {
			return false
		}
	}
	return a.Token != "" && !a.NoToken
}

// Evidence tells where the facts about an Agent come from. The zero Evidence
// is none.
type Evidence struct {
	Kind EvidenceKind
	Date string // of the page or the list, else of our reading: "2026", "2026-11" or "2026-11-30"

	sources string // lines
}

// Sources returns the URLs of what was read, the best first.
func (e Evidence) Sources() []string { return lines(e.sources) }

// lines splits a list of the table. Lists are strings so that an Agent holds
// nothing that a caller could change, and so that they cost nothing at start.
func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}
