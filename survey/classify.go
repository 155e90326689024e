package survey

import (
	"slices"
	"strconv"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/signals"
)

// A Capture is what was had of one site: an answer, a record of an archive, or a
// file.
type Capture struct {
	Site      string
	Source    string // "web", "warc" or "file"
	From      string
	FetchedAt time.Time // zero if unknown
	UserAgent string
	Preset    string

	Kind      robots.Kind // what follows from the answer
	Outcome   Outcome     // Redirect or LeftOut, which no Kind says; "" otherwise
	Status    int
	Class     string
	Error     string
	Redirects int
	Notes     []string

	Body   []byte
	Limit  int    // octets of Body that count; 0 for the default of the parser
	SHA256 string // of Body
}

// A Method is how captures are read: all that rows of one survey share.
type Method struct {
	Tool    string // name and version of the program
	Profile robots.Profile
	Panel   string // the name of the choice of Crawlers
	Bots    []agents.Agent
}

// Row says what a capture tells crawlers.
func (m Method) Row(c Capture) Row {
	r := Row{SchemaVersion: SchemaVersion, Kind: Kind, Site: c.Site, Source: c.Source, From: c.From, Tool: m.Tool, UserAgent: c.UserAgent,
		Profile: m.Profile.String(), Preset: c.Preset, Panel: m.Panel, Outcome: c.Outcome, Status: c.Status, Class: c.Class, Error: c.Error,
		Redirects: c.Redirects, Bytes: len(c.Body), SHA256: c.SHA256,
		Signals: []Signal{}, Origins: []string{}, Notes: slices.Clone(c.Notes), Crawlers: []Crawler{}}
	if r.Notes == nil {
		r.Notes = []string{}
	}
	if !c.FetchedAt.IsZero() {
		r.FetchedAt = c.FetchedAt.UTC().Format(time.RFC3339Nano)
	}
	if c.Outcome == "" {
		m.read(&r, c)
	}
	return r
}

// read fills in what the policy says.
func (m Method) read(r *Row, c Capture) {
	p := m.policy(c)
	r.Outcome, r.Truncated = outcomeOf(p), p.Truncated()
	_, r.Groups, r.Rules = p.Len()
	for rec := range p.Records() {
		switch rec.Directive() {
		case robots.DirUnknown, robots.DirJunk:
			r.Unknown++
		case robots.DirSitemap:
			r.Sitemaps++
		case robots.DirCrawlDelay:
			r.CrawlDelays++
		}
	}
	set := signals.Read(p)
	for _, s := range set.All() {
		if said := (Signal{s.Signal.String(), s.Use.String(), s.Value.String()}); !slices.Contains(r.Signals, said) {
			r.Signals = append(r.Signals, said)
		}
	}
	origins := set.Origins()
	for _, o := range origins {
		if !slices.Contains(r.Origins, o.Name) {
			r.Origins = append(r.Origins, o.Name)
		}
	}
	var parted *robots.Policy
	parted, r.Joined = part(p)
	known := map[string]Class{}
	for _, bot := range m.Bots {
		r.Crawlers = append(r.Crawlers, m.crawler(p, parted, bot, r.Outcome, origins, known))
	}
}

func (m Method) policy(c Capture) *robots.Policy {
	switch c.Kind {
	case robots.KindAbsent:
		return robots.Absent()
	case robots.KindUnavailable:
		return robots.Unavailable()
	case robots.KindUnreachable:
		return robots.Unreachable()
	}
	return robots.Options{Profile: m.Profile, Limits: robots.Limits{Bytes: c.Limit}}.Parse(string(c.Body))
}

// crawler says what p tells one crawler. parted is p with joined groups taken
// apart, or nil; known holds the classes of groups that were looked at.
func (m Method) crawler(p, parted *robots.Policy, bot agents.Agent, outcome Outcome, origins []signals.Origin, known map[string]Class) Crawler {
	a := ai.Resolve(p, bot)
	d := a.Decide("/")
	c := Crawler{Agent: bot.Token, Purposes: []string{}, Class: Class(outcome), Verdict: d.Verdict.String(), Basis: access.EvidenceOf(d).String(),
		Via: a.Via.String(), Line: d.Line()}
	for _, purpose := range purposes {
		if ai.Serves(bot, purpose) {
			c.Purposes = append(c.Purposes, purpose.String())
		}
	}
	if outcome != Document {
		return c
	}
	c.Class = classOf(p, a, known)
	if parted != nil && d.Verdict == robots.Disallow {
		c.ByMerge = ai.Resolve(parted, bot).Decide("/").Verdict != robots.Disallow
	}
	for _, o := range origins {
		if o.First <= c.Line && c.Line <= o.Last {
			c.WrittenBy = o.Name
		}
	}
	return c
}

// purposes are those that numbers are summed up by.
var purposes = [...]agents.Purpose{agents.PurposeTraining, agents.PurposeSearch, agents.PurposeUser}

// A Class is what a site says to a crawler over all URLs. Where no file was read
// it is the outcome.
type Class string

// The classes of files that were read.
const (
	Open     Class = "open"     // a group speaks to the crawler and closes nothing, proven
	Closed   Class = "closed"   // nothing but /robots.txt is open, proven
	Partly   Class = "partly"   // some URLs are open and some closed, proven
	Silent   Class = "silent"   // no group speaks to the crawler
	Unproven Class = "unproven" // the rules are too many to tell
)

// Classes returns all classes: those of files that were read, and the other
// outcomes.
func Classes() []Class { return slices.Clone(classes[:]) }

var classes = [...]Class{Closed, Partly, Open, Silent, Unproven,
	Class(HTML), Class(Absent), Class(Unavailable), Class(Unreachable), Class(Redirect), Class(Rejected), Class(LeftOut)}

// classOf asks for every URL, not for "/" alone: "Disallow: /" beside "Allow:
// /a" closes "/" and not the site, and a rule such as "/*" closes the site.
func classOf(p *robots.Policy, a ai.Access, known map[string]Class) Class {
	key := ""
	for g := range a.Groups() {
		key += " " + strconv.Itoa(g.Line())
	}
	if key == "" {
		return Silent
	}
	c, ok := known[key]
	if !ok {
		c = proven(p, a.Name)
		known[key] = c
	}
	return c
}

func proven(p *robots.Policy, name string) Class {
	switch prove.BlocksAll(p, name).Answer {
	case prove.Yes:
		return Closed
	case prove.No:
		switch prove.AllowsAll(p, name).Answer {
		case prove.Yes:
			return Open
		case prove.No:
			return Partly
		}
	}
	return Unproven
}
