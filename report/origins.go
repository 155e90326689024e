package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// Origins are the answers of several addresses of a site, or to several user
// agents, side by side, and where they disagree.
type Origins struct {
	Host          string
	Answers       []Origin
	Disagreements []Disagreement
}

// An Origin is what one address answered to one user agent. It was fetched.
type Origin struct {
	Source
	Site string // scheme and authority
	Same int    // number of the policy, from 1: answers with the same number are of one kind and decide alike; 0 if it was left out
}

// A Disagreement is what sets two answers apart, or one from all others.
type Disagreement struct {
	Code  DisagreementCode
	A, B  int  // numbers of the answers, from 0; the same if it is about one
	Fails bool // crawlers get another policy

	// For OtherVerdict: who is told something else, on which target, and what.
	Token    string
	Target   string
	OfA, OfB robots.Decision
	Bots     int // how many crawlers that the files tell apart are told something else
}

// A DisagreementCode names a kind of disagreement; it does not change.
type DisagreementCode string

// The disagreements.
const (
	OtherKind    DisagreementCode = "kind"       // a file here, and none or no answer there
	OtherVerdict DisagreementCode = "verdict"    // both have a file, and these decide differently
	NotAlike     DisagreementCode = "not-proven" // whether they decide alike could not be settled
	OtherText    DisagreementCode = "text"       // other octets that decide alike
	NoSite       DisagreementCode = "no-site"    // no such name, or nobody listens: left out
	NotAsked     DisagreementCode = "not-asked"  // an address that we do not ask: left out
)

// DisagreementCodes returns all codes.
func DisagreementCodes() []DisagreementCode {
	return []DisagreementCode{OtherKind, OtherVerdict, NotAlike, OtherText, NoSite, NotAsked}
}

// Disagrees reports whether crawlers get more than one policy.
func (s Origins) Disagrees() bool {
	return slices.ContainsFunc(s.Disagreements, func(d Disagreement) bool { return d.Fails })
}

// severalAgents reports whether more than one user agent was sent.
func (s Origins) severalAgents() bool {
	return slices.ContainsFunc(s.Answers, func(a Origin) bool { return a.Fetched.UserAgent != s.Answers[0].Fetched.UserAgent })
}

// label names an answer in a sentence.
func (s Origins) label(i int) string {
	a := s.Answers[i]
	if s.severalAgents() {
		return Clean(a.Site) + " (" + short(Clean(a.Fetched.UserAgent), maxCell) + ")"
	}
	return Clean(a.Site)
}

// An OriginsFormat writes answers side by side.
type OriginsFormat func(w io.Writer, s Origins, o Options) error

// OriginsFormats are the formats by name.
var OriginsFormats = map[string]OriginsFormat{"text": OriginsText, "json": OriginsJSON}

// OriginsFormatNames lists the keys of OriginsFormats, the default first.
var OriginsFormatNames = []string{"text", "json"}

// OriginsText writes a table of the answers for people, what is odd about them,
// and what sets them apart.
func OriginsText(w io.Writer, s Origins, o Options) error {
	var b strings.Builder
	s.table(o.Lang).write(&b, o)
	for i, a := range s.Answers {
		for _, n := range a.Fetched.Notes {
			b.WriteString(s.label(i) + ": " + o.Lang.Text("fetch.note."+n.Code, msg.Str("detail", Clean(n.Detail))) + "\n")
		}
		if a.Fetched.Error != "" {
			b.WriteString(s.label(i) + ": " + Clean(a.Fetched.Class+": "+a.Fetched.Error) + "\n")
		}
	}
	b.WriteByte('\n')
	tint, key := green, "origins.agree"
	switch {
	case s.Disagrees():
		tint, key = red, "origins.disagree"
	case s.compared() == 0:
		tint, key = yellow, "origins.none"
	}
	b.WriteString(o.paint(tint, o.Lang.Text(key, msg.Int("n", s.compared()))) + "\n")
	for _, d := range s.Disagreements {
		b.WriteString("  " + s.message(o.Lang, d) + "\n")
	}
	for _, why := range s.why() {
		b.WriteString(o.Lang.Text("origins.why-"+why) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// compared returns how many answers were.
func (s Origins) compared() (n int) {
	for _, a := range s.Answers {
		if a.Same > 0 {
			n++
		}
	}
	return n
}

func (s Origins) table(l msg.Lang) *table {
	t := &table{numbers: map[int]bool{2: true, 5: true, 7: true}}
	for _, h := range [...]string{"site", "user-agent", "status", "outcome", "final", "octets", "hash", "policy"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, a := range s.Answers {
		f, agent, final, tint := a.Fetched, "", "", plain
		if s.severalAgents() {
			agent = short(Clean(f.UserAgent), maxCell)
		}
		if f.Redirects > 0 {
			final = short(Clean(f.FinalURL), maxCell)
		}
		if a.Same > 1 {
			tint = red
		}
		octets := ""
		if a.Policy.Kind() == robots.KindDocument {
			octets = strconv.Itoa(f.Bytes)
		}
		t.add(cell{Clean(a.Site), plain}, cell{agent, plain}, cell{number(f.Status), plain}, cell{l.Text("origins.outcome." + a.Policy.Kind().String()), plain},
			cell{final, plain}, cell{octets, plain}, cell{f.SHA256[:min(12, len(f.SHA256))], faint}, cell{number(a.Same), tint})
	}
	return t
}

// message tells a disagreement in a sentence.
func (s Origins) message(l msg.Lang, d Disagreement) string {
	a, b := s.Answers[d.A], s.Answers[d.B]
	args := []msg.Arg{msg.Str("a", s.label(d.A)), msg.Str("b", s.label(d.B))}
	switch d.Code {
	case OtherKind:
		args = append(args, msg.Str("of-a", l.Text("origins.outcome."+a.Policy.Kind().String())), msg.Str("of-b", l.Text("origins.outcome."+b.Policy.Kind().String())))
	case OtherVerdict:
		args = append(args, msg.Str("agent", botName(l, d.Token)), msg.Str("target", short(Clean(d.Target), maxCell)), msg.Int("n", d.Bots),
			msg.Str("of-a", a.Verdict(l, d.OfA)), msg.Str("of-b", b.Verdict(l, d.OfB)), msg.Str("by-a", a.grounds(l, d.OfA)), msg.Str("by-b", b.grounds(l, d.OfB)))
	case NoSite, NotAsked:
		args = append(args, msg.Str("class", a.Fetched.Class))
	}
	return l.Text("origins."+string(d.Code), args...)
}

// why names what explains the disagreements that matter: answers by the address,
// or by the user agent.
func (s Origins) why() (all []string) {
	for _, d := range s.Disagreements {
		by := "agents"
		if s.Answers[d.A].Site != s.Answers[d.B].Site {
			by = "sites"
		}
		if d.Fails && !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	return all
}
