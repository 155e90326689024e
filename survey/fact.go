package survey

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Fact is something that a row says, and that is counted: "GPTBot=closed".
type Fact struct{ Key, Value string }

// String returns the fact as ParseFact reads it.
func (f Fact) String() string { return f.Key + "=" + f.Value }

// ParseFact reads a fact as it is written in numbers, such as "GPTBot=closed".
func ParseFact(s string) (Fact, error) {
	i := strings.IndexByte(s, '=')
	if i < 1 || i == len(s)-1 {
		return Fact{}, fmt.Errorf("%q: no fact: want a name, = and a value", s)
	}
	return Fact{s[:i], s[i+1:]}, nil
}

// Keys of facts that are not about one crawler. No token of the catalogue is
// like one of them.
const (
	keyOutcome = "outcome"
	keyStatus  = "status"
	keyClass   = "class"
	keySignal  = "signal"
	keyOrigin  = "origin"
	keyFile    = "file"
	keyBots    = "closed-to"
	keyBoth    = "training-search"
)

// metaKeys are those of the head: how the row came to be.
var metaKeys = []string{"tool", "user-agent", "profile", "preset", "panel", "source"}

// Facts appends what the row says to facts, each once. A row that was left out
// says nothing but that.
func (r *Row) Facts(facts []Fact) []Fact {
	add := func(key, value string) { facts = append(facts, Fact{key, value}) }
	add(keyOutcome, string(r.Outcome))
	if r.Outcome == LeftOut {
		add("left-out", r.Class)
		return facts
	}
	for i, v := range [...]string{r.Tool, r.UserAgent, r.Profile, r.Preset, r.Panel, r.Source} {
		if v != "" {
			add(metaKeys[i], v)
		}
	}
	if r.Status != 0 {
		add(keyStatus, strconv.Itoa(r.Status))
	}
	if r.Class != "" {
		add(keyClass, r.Class)
	}
	if r.Outcome != Document {
		for i := range r.Crawlers {
			add(r.Crawlers[i].Agent, string(r.Crawlers[i].Class))
		}
		return facts
	}
	facts = r.fileFacts(facts)
	for i := range r.Crawlers {
		facts = r.Crawlers[i].facts(facts)
	}
	return r.purposeFacts(facts)
}

// fileFacts are what a file holds, whomever it speaks to.
func (r *Row) fileFacts(facts []Fact) []Fact {
	add := func(key, value string) {
		if f := (Fact{key, value}); !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	for _, has := range [...]struct {
		word string
		yes  bool
	}{
		{"no-group", r.Groups == 0}, {"sitemap", r.Sitemaps > 0}, {"crawl-delay", r.CrawlDelays > 0}, {"unknown-lines", r.Unknown > 0},
		{"joined-groups", r.Joined > 0}, {"truncated", r.Truncated},
	} {
		if has.yes {
			add(keyFile, has.word)
		}
	}
	for _, s := range r.Signals {
		add(keySignal, s.Signal)
		add(s.Signal+"/"+s.Use, s.Value)
	}
	for _, o := range r.Origins {
		add(keyOrigin, o)
	}
	return facts
}

// Words of facts about a crawler beside its classes.
const (
	asked         = "asked"           // the file was read and the crawler was asked about
	closedOwn     = "closed-own"      // closed by a group that names it
	closedFall    = "closed-fallback" // closed by the group of a crawler that it follows
	closedStar    = "closed-star"     // closed by the group of "*"
	closedMerge   = "closed-merge"    // closed, and its "/" only because groups are joined
	closedWritten = "closed-origin"   // closed by a line that somebody else than the author wrote
	partlyOwn     = "partly-own"      // partly closed by a group that names it
	partlyFall    = "partly-fallback" // by the group of a crawler that it follows
	partlyStar    = "partly-star"     // by the group of "*"
	rootClosed    = "root-disallowed" // "/" is disallowed by a rule, whatever else is open
	rootMerge     = "root-merge"      // the same, only because groups are joined
)

var vias = [...]struct {
	class     Class
	via, word string
}{
	{Closed, "own", closedOwn}, {Closed, "fallback", closedFall}, {Closed, "star", closedStar},
	{Partly, "own", partlyOwn}, {Partly, "fallback", partlyFall}, {Partly, "star", partlyStar},
}

func (c *Crawler) facts(facts []Fact) []Fact {
	add := func(value string) { facts = append(facts, Fact{c.Agent, value}) }
	add(asked)
	add(string(c.Class))
	if c.Verdict == "disallow" {
		add(rootClosed)
		if c.ByMerge {
			add(rootMerge)
		}
	}
	for _, v := range vias {
		if v.class == c.Class && v.via == c.Via {
			add(v.word)
		}
	}
	if c.Class == Closed && c.ByMerge {
		add(closedMerge)
	}
	if c.Class == Closed && c.WrittenBy != "" {
		add(closedWritten)
	}
	return facts
}

// purposeFacts sum crawlers up: by purpose, and how many are closed. For "/"
// being kept or closed to training and search, crawlers that serve both say
// nothing: they cannot be told apart by a rule.
func (r *Row) purposeFacts(facts []Fact) []Fact {
	type tally struct{ asked, closed, pure, pureClosed int }
	var by [len(purposes)]tally
	closed := 0
	for i := range r.Crawlers {
		c := &r.Crawlers[i]
		n := 0
		if c.Class == Closed {
			n = 1
		}
		closed += n
		for j, p := range purposes {
			if !slices.Contains(c.Purposes, p.String()) {
				continue
			}
			by[j].asked++
			by[j].closed += n
			if !slices.Contains(c.Purposes, purposes[0].String()) || !slices.Contains(c.Purposes, purposes[1].String()) {
				by[j].pure++
				by[j].pureClosed += n
			}
		}
	}
	add := func(key, value string) { facts = append(facts, Fact{key, value}) }
	for j, p := range purposes {
		if t := by[j]; t.asked > 0 {
			add(p.String(), asked)
			switch {
			case t.closed == t.asked:
				add(p.String(), "all-closed")
			case t.closed > 0:
				add(p.String(), "some-closed")
			default:
				add(p.String(), "none-closed")
			}
		}
	}
	if t, s := by[0], by[1]; t.pure > 0 && s.pure > 0 {
		word := func(n int) string {
			if n > 0 {
				return "closed"
			}
			return "kept"
		}
		add(keyBoth, asked)
		add(keyBoth, word(t.pureClosed)+"-"+word(s.pureClosed))
	}
	if len(r.Crawlers) > 0 {
		add(keyBots, asked)
		if closed > 0 {
			add(keyBots, "any")
		}
		add(keyBots, strconv.Itoa(closed))
	}
	return facts
}

// Has reports whether the row says all of some facts.
func (r *Row) Has(facts []Fact) bool {
	all := r.Facts(nil)
	for _, f := range facts {
		if !slices.Contains(all, f) {
			return false
		}
	}
	return true
}

// CanName reports whether facts about a crawler or a signal of that name can be
// told from others, and are no formula where a spreadsheet reads them.
func CanName(agent string) bool {
	if agent == "" || len(agent) > 200 || strings.ContainsAny(agent, "=/") || strings.ContainsAny(agent[:1], "+-@\t\r") {
		return false
	}
	taken := append([]string{keyOutcome, keyStatus, keyClass, keySignal, keyOrigin, keyFile, keyBots, keyBoth, "left-out"}, metaKeys...)
	for _, p := range purposes {
		taken = append(taken, p.String())
	}
	return !slices.Contains(taken, agent)
}
