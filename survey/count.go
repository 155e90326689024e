package survey

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
)

// A Count adds rows up. It keeps a number for each fact and nothing of the rows,
// so that its size is that of what is asked about, however many sites there
// are. The order in which rows are added does not matter.
type Count struct {
	facts    map[Fact]int
	order    map[string]int // the place of a crawler among those of a row
	purposes map[string]string
	first    time.Time // of the times of rows that have one
	last     time.Time
	timeless int
	buffer   []Fact
}

// ErrFacts is the error for rows that say more things than a survey can: they
// are no rows of one.
var ErrFacts = errors.New("survey: the rows name more crawlers, signals and causes than there are")

// Add counts a row.
func (c *Count) Add(r *Row) error {
	if c.facts == nil {
		c.facts, c.order, c.purposes = map[Fact]int{}, map[string]int{}, map[string]string{}
	}
	c.buffer = r.Facts(c.buffer[:0])
	for _, f := range c.buffer {
		c.facts[f]++
	}
	if len(c.facts) > mostFacts {
		return ErrFacts
	}
	if r.Outcome == LeftOut {
		return nil
	}
	for i := range r.Crawlers {
		w := &r.Crawlers[i]
		c.order[w.Agent] = max(c.order[w.Agent], i)
		if list := strings.Join(w.Purposes, ","); list > c.purposes[w.Agent] {
			c.purposes[w.Agent] = list
		}
	}
	switch t, err := r.when(); {
	case err != nil || t.IsZero():
		c.timeless++
	default:
		if c.first.IsZero() || t.Before(c.first) {
			c.first = t
		}
		if t.After(c.last) {
			c.last = t
		}
	}
	return nil
}

// A Number is how many sites say something, out of how many.
type Number struct {
	Fact
	N, Of            int
	Share, Low, High float64 // with the bounds of Wilson's 95 % interval
}

// A Table is the numbers about one thing.
type Table struct {
	Name    string // "outcome", "closed-to", "crawler", "purpose", "training-search", "file", "signal", "origin", "status" or "class"
	Numbers []Number
}

// A Head says what the numbers are about.
type Head struct {
	Sites    int      // that were counted: each once
	Read     int      // of them, those whose file was read
	LeftOut  []Number // why others were not counted
	Meta     []Number // how rows came to be: tool, user agent, profile, preset, panel, source, with how many sites
	First    string   // time of the oldest row, RFC 3339; "" if none has a time
	Last     string
	Timeless int // rows without a time
}

// Head returns what the numbers are about.
func (c *Count) Head() Head {
	h := Head{Read: c.facts[Fact{keyOutcome, string(Document)}], Timeless: c.timeless}
	for _, o := range Outcomes() {
		if o != LeftOut {
			h.Sites += c.facts[Fact{keyOutcome, string(o)}]
		}
	}
	h.LeftOut = c.under("left-out", c.facts[Fact{keyOutcome, string(LeftOut)}])
	for _, key := range metaKeys {
		h.Meta = append(h.Meta, c.under(key, h.Sites)...)
	}
	if !c.first.IsZero() {
		h.First, h.Last = c.first.UTC().Format(time.RFC3339), c.last.UTC().Format(time.RFC3339)
	}
	return h
}

// Tables returns all numbers, in an order that depends on nothing but them.
func (c *Count) Tables() []Table {
	h := c.Head()
	var out []Number
	for _, o := range Outcomes() {
		if n := c.number(Fact{keyOutcome, string(o)}, h.Sites); n.N > 0 && o != LeftOut {
			out = append(out, n)
		}
	}
	var crawlers []Number
	for _, agent := range c.Agents() {
		for _, word := range CrawlerFacts() {
			crawlers = append(crawlers, c.number(Fact{agent, word}, c.facts[Fact{agent, asked}]))
		}
	}
	var purpose []Number
	for _, p := range purposes {
		for _, word := range [...]string{"all-closed", "some-closed", "none-closed"} {
			if of := c.facts[Fact{p.String(), asked}]; of > 0 {
				purpose = append(purpose, c.number(Fact{p.String(), word}, of))
			}
		}
	}
	var both []Number
	for _, word := range [...]string{"closed-kept", "closed-closed", "kept-closed", "kept-kept"} {
		if of := c.facts[Fact{keyBoth, asked}]; of > 0 {
			both = append(both, c.number(Fact{keyBoth, word}, of))
		}
	}
	var bots []Number
	if of := c.facts[Fact{keyBots, asked}]; of > 0 {
		bots = []Number{c.number(Fact{keyBots, "any"}, of)}
		for _, n := range c.under(keyBots, of) {
			if n.Value != asked && n.Value != "any" {
				bots = append(bots, n)
			}
		}
	}
	signals := c.under(keySignal, h.Read)
	for _, n := range slices.Clone(signals) {
		signals = append(signals, c.below(n.Value+"/", h.Read)...)
	}
	tables := []Table{{"outcome", out}, {"closed-to", bots}, {"crawler", crawlers}, {"purpose", purpose}, {keyBoth, both},
		{keyFile, c.under(keyFile, h.Read)}, {keySignal, signals}, {keyOrigin, c.under(keyOrigin, h.Read)},
		{keyStatus, c.under(keyStatus, h.Sites)}, {keyClass, c.under(keyClass, h.Sites)}}
	return slices.DeleteFunc(tables, func(t Table) bool { return len(t.Numbers) == 0 })
}

// CrawlerFacts returns the words of facts about a crawler, in the order of
// tables.
func CrawlerFacts() []string {
	return []string{string(Closed), closedOwn, closedFall, closedStar, closedMerge, closedWritten, string(Partly), partlyOwn, partlyFall, partlyStar, string(Open), string(Silent),
		string(Unproven), rootClosed, rootMerge}
}

// Agents returns the crawlers that were asked about, in the order of the panel.
func (c *Count) Agents() []string {
	var all []string
	for agent := range c.order {
		all = append(all, agent)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(c.order[a], c.order[b]), cmp.Compare(a, b)) })
	return all
}

// Purposes returns what a crawler is counted for, parted by commas.
func (c *Count) Purposes(agent string) string { return c.purposes[agent] }

// Number returns the number of a fact about a crawler.
func (c *Count) Number(agent, word string) Number {
	return c.number(Fact{agent, word}, c.facts[Fact{agent, asked}])
}

func (c *Count) number(f Fact, of int) Number {
	n := Number{Fact: f, N: c.facts[f], Of: of}
	n.Share, n.Low, n.High = Wilson(n.N, of)
	return n
}

// under returns the numbers of a key, the largest first; those of numbers in
// their order.
func (c *Count) under(key string, of int) []Number {
	return c.pick(of, func(f Fact) bool { return f.Key == key })
}

// below returns the numbers of keys that begin so.
func (c *Count) below(prefix string, of int) []Number {
	return c.pick(of, func(f Fact) bool { return strings.HasPrefix(f.Key, prefix) })
}

func (c *Count) pick(of int, want func(Fact) bool) (all []Number) {
	for f := range c.facts {
		if want(f) {
			all = append(all, c.number(f, of))
		}
	}
	slices.SortFunc(all, func(a, b Number) int {
		byN := cmp.Compare(b.N, a.N)
		if a.Key == keyBots {
			byN = cmp.Compare(len(a.Value), len(b.Value)) // a histogram: 0, 1, ... 10
		}
		return cmp.Or(byN, cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value))
	})
	return all
}
