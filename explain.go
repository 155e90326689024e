package robots

import "strings"

// A Trace is a Decision with everything that was weighed for it, in the order
// in which it was weighed. It is data; package report puts it into words.
type Trace struct {
	Decision Decision

	Name   string // the crawler as asked for
	Token  string // the product token that was compared; "" if none could be
	Whole  bool   // the groups were found by comparing the whole name
	Star   bool   // no group names the crawler, so those of "*" apply
	URL    string // as asked for, by ExplainURL
	Target string // what was compared, before normalisation
	Normal string // the target in its normal form
	Dots   bool   // "." or ".." segments were resolved to get Target

	Groups []Group   // that apply, to be read as one (RFC 9309 2.2.1)
	Joins  []Join    // why some of them hold more user-agent lines than it seems
	Rules  []Weighed // none for /robots.txt itself, where none counts
}

// A Join tells that the user-agent line Line belongs to the same group as the
// one at With, because no rule stands between them.
type Join struct{ Line, With int }

// Weighed is a rule of the groups that apply, and what became of it.
type Weighed struct {
	Rule    Rule
	Matches bool
	Fate    Fate
}

// A Fate says what became of a rule.
type Fate uint8

const (
	FateNoMatch Fate = iota // its pattern does not match the target
	FateEmpty               // it has no pattern: no restriction
	FateNever               // its pattern begins with neither "/" nor "*": it matches nothing
	FateShorter             // it matches, and a rule with more octets does too
	FateTied                // it matches, and an allow rule of the same length does too
	FateRepeat              // it matches, and an earlier rule just like it decided
	FateDecides             // it is the one
)

// String returns a word for f, such as "decides".
func (f Fate) String() string {
	return [...]string{"no-match", "empty", "never-matches", "shorter", "tied", "repeat", "decides"}[min(f, FateDecides)]
}

// Explain is Decide with the whole way to the answer.
func (p *Policy) Explain(token, target string) Trace {
	t := Trace{Decision: p.Decide(token, target), Name: token}
	if t.Decision.Verdict == Invalid || p.Kind() == 0 {
		t.Target = target
		return t
	}
	rd := p.profile.reading()
	t.Target = targetOf(target)
	t.Normal = rd.normalTarget(t.Target)
	p.explain(&t, rd)
	return t
}

// ExplainURL is DecideURL with the whole way to the answer.
func (p *Policy) ExplainURL(token, url, fileURL string) Trace {
	target, err := p.scope(url, fileURL)
	if err != nil {
		return Trace{Decision: refuse(err), Name: token, URL: url}
	}
	t := p.Explain(token, target)
	t.URL = url
	written, _ := Target(url)
	t.Dots = written != target
	return t
}

func (p *Policy) explain(t *Trace, rd *reading) {
	k := p.pick(t.Name)
	t.Token, t.Whole, t.Star = k.who.token, k.how == pickWhole, k.how == pickStar
	d := t.Decision
	for g, left := k.first, k.count; left > 0; g++ {
		if !p.inPick(rd, g, k) {
			continue
		}
		left--
		group := Group{p, g}
		t.Groups = append(t.Groups, group)
		for ua := range group.UserAgents() {
			if ua.Joined > 0 {
				t.Joins = append(t.Joins, Join{ua.Line, ua.Joined})
			}
		}
		for i := p.groups[g].rules; i < p.groups[g].end && d.Basis != ByRobotsTxt; i++ {
			if p.recs[i].dir().IsRule() {
				t.Rules = append(t.Rules, p.weigh(int(i), t.Normal, d))
			}
		}
	}
}

// weigh says what became of the rule at record i, given the decision.
func (p *Policy) weigh(i int, target string, d Decision) Weighed {
	w := Weighed{Rule: p.ruleAt(i)}
	switch p.recs[i].class() {
	case ruleEmpty:
		w.Fate = FateEmpty
		return w
	case ruleNever:
		w.Fate = FateNever
		return w
	}
	text, glob := p.pattern(i)
	if rd := p.profile.reading(); rd.simple() {
		w.Matches = glob && matches(text, target) || !glob && strings.HasPrefix(target, text)
	} else {
		w.Matches = rd.globs(text, target)
	}
	winner, decided := d.Rule()
	switch {
	case decided && d.rule == i+1:
		w.Rule, w.Matches, w.Fate = winner, true, FateDecides
	case !w.Matches || !decided:
		w.Fate = FateNoMatch
	case w.Rule.Octets < winner.Octets:
		w.Fate = FateShorter
	case w.Rule.Allow != winner.Allow:
		w.Fate = FateTied
	default:
		w.Fate = FateRepeat
	}
	return w
}
