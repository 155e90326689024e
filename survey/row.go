package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robotsgate/robots"
)

// Kind is the kind of a Row in JSON.
const Kind = "survey-row"

// SchemaVersion is that of a Row.
const SchemaVersion = 1

// An Outcome is what was had of a site, in one word.
type Outcome string

// The outcomes. Those of robots.Kind keep their words.
const (
	Document    Outcome = "document"    // a file was read, be it empty
	HTML        Outcome = "html"        // a page was served in its place: it begins like one and holds no group
	Absent      Outcome = "absent"      // 404, 410
	Unavailable Outcome = "unavailable" // another 4xx, or redirects without end
	Unreachable Outcome = "unreachable" // 5xx, or a network error
	Redirect    Outcome = "redirect"    // an archive holds a redirect; where it led is a site of its own
	Rejected    Outcome = "rejected"    // the profile's parser gives the file up
	LeftOut     Outcome = "left-out"    // nothing was learnt about the site; Row.Class says why
)

// Outcomes returns all outcomes, the one that brings a file first.
func Outcomes() []Outcome { return slices.Clone(outcomes[:]) }

var outcomes = [...]Outcome{Document, HTML, Absent, Unavailable, Unreachable, Redirect, Rejected, LeftOut}

// A Row is what was learnt about one site. It is a line of JSON by the schema
// survey-row.json, and all that numbers are made of.
type Row struct {
	SchemaVersion int     `json:"schemaVersion"`
	Kind          string  `json:"kind"`
	Site          string  `json:"site"` // scheme and authority; for a file of an archive, its name
	Source        string  `json:"source"`
	From          string  `json:"from,omitempty"`      // final URL, or the name in the archive
	FetchedAt     string  `json:"fetchedAt,omitempty"` // RFC 3339; "" if the archive does not say
	Tool          string  `json:"tool"`
	UserAgent     string  `json:"userAgent,omitempty"` // with which it was fetched
	Profile       string  `json:"profile"`
	Preset        string  `json:"preset"`
	Panel         string  `json:"panel"`
	Outcome       Outcome `json:"outcome"`
	Status        int     `json:"status,omitempty"`
	Class         string  `json:"class,omitempty"` // why there is no file, or why it was left out
	Error         string  `json:"error,omitempty"`
	Redirects     int     `json:"redirects,omitempty"`
	Bytes         int     `json:"bytes"`
	SHA256        string  `json:"sha256,omitempty"`
	Truncated     bool    `json:"truncated,omitempty"`

	Groups      int       `json:"groups"`
	Rules       int       `json:"rules"`
	Unknown     int       `json:"unknown"` // records with a name nobody documents, and lines that are no records
	Sitemaps    int       `json:"sitemaps"`
	CrawlDelays int       `json:"crawlDelays"`
	Joined      int       `json:"joined"` // groups that another record than a rule keeps from ending
	Signals     []Signal  `json:"signals"`
	Origins     []string  `json:"origins"` // who wrote a part of the file beside its author
	Notes       []string  `json:"notes"`   // what is odd about the answer
	Crawlers    []Crawler `json:"crawlers"`
}

// A Signal is something that the file says about use, to whomever.
type Signal struct {
	Signal string `json:"signal"`
	Use    string `json:"use"`
	Value  string `json:"value"`
}

// A Crawler is what a site says to one crawler.
type Crawler struct {
	Agent     string   `json:"agent"`
	Purposes  []string `json:"purposes"`       // that are counted
	Class     Class    `json:"class"`          // over all URLs
	Verdict   string   `json:"verdict"`        // for "/"
	Basis     string   `json:"basis"`          // of the verdict, in the words of package access
	Via       string   `json:"via"`            // whose group serves, in the words of package ai
	Line      int      `json:"line,omitempty"` // that decided
	ByMerge   bool     `json:"byMerge,omitempty"`
	WrittenBy string   `json:"writtenBy,omitempty"` // of the line that decided, if not the author of the file
}

// mostCrawlers bounds the crawlers of a row, and mostFacts what a Count keeps.
const (
	mostCrawlers = 1000
	mostFacts    = 1 << 16
)

var errNoRow = errors.New("no row of a survey")

// ReadRow reads a line of JSON. It fails for a line that is no row, or one of a
// version that this package does not know.
func ReadRow(line []byte) (r Row, err error) {
	if err := json.Unmarshal(line, &r); err != nil {
		return r, fmt.Errorf("%w: %w", errNoRow, err)
	}
	switch {
	case r.Kind != Kind:
		return r, fmt.Errorf("%w: its kind is %.20q", errNoRow, r.Kind)
	case r.SchemaVersion != SchemaVersion:
		return r, fmt.Errorf("%w of version %d: version %d is read", errNoRow, r.SchemaVersion, SchemaVersion)
	case r.Site == "":
		return r, fmt.Errorf("%w: it names no site", errNoRow)
	case !slices.Contains(outcomes[:], r.Outcome):
		return r, fmt.Errorf("%w: its outcome is %.20q", errNoRow, r.Outcome)
	case len(r.Crawlers) > mostCrawlers:
		return r, fmt.Errorf("%w: it has %d crawlers, more than %d", errNoRow, len(r.Crawlers), mostCrawlers)
	}
	for i, c := range r.Crawlers {
		twice := slices.ContainsFunc(r.Crawlers[:i], func(b Crawler) bool { return b.Agent == c.Agent })
		switch {
		case twice || !CanName(c.Agent):
			return r, fmt.Errorf("%w: a crawler is called %.20q", errNoRow, c.Agent)
		case !slices.Contains(classes[:], c.Class) || (r.Outcome != Document) != (c.Class == Class(r.Outcome)):
			return r, fmt.Errorf("%w: %.20q has the class %.20q", errNoRow, c.Agent, c.Class)
		}
	}
	for _, said := range r.Signals {
		if !CanName(said.Signal) {
			return r, fmt.Errorf("%w: a signal is called %.20q", errNoRow, said.Signal)
		}
	}
	if _, err := r.when(); err != nil {
		return r, fmt.Errorf("%w: %w", errNoRow, err)
	}
	return r, r.bounded()
}

// mostText bounds what a Count may keep of one fact.
const mostText = 4096

// bounded finds words that are too long to be any.
func (r *Row) bounded() error {
	for _, f := range r.Facts(nil) {
		if len(f.Key)+len(f.Value) > mostText {
			return fmt.Errorf("%w: %.20q is %d octets long", errNoRow, f.Value, len(f.Value))
		}
	}
	return nil
}

// when returns the time of the row, the zero time if there is none.
func (r *Row) when() (time.Time, error) {
	if r.FetchedAt == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339Nano, r.FetchedAt)
}

// Append appends the row as a line of JSON.
func (r Row) Append(b []byte) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return b, err
	}
	return append(b, out.Bytes()...), nil
}

// outcomeOf is the word for a policy.
func outcomeOf(p *robots.Policy) Outcome {
	if _, given := p.Rejected(); given {
		return Rejected
	}
	if _, groups, _ := p.Len(); groups == 0 && isPage(p.Text()) {
		return HTML
	}
	return Outcome(p.Kind().String())
}

// isPage reports whether a text begins as HTML does. With no group in it, it is
// no robots.txt: none begins with "<".
func isPage(text string) bool {
	for len(text) > 0 {
		switch text[0] {
		case ' ', '\t', '\r', '\n', '\f', 0, 0xef, 0xbb, 0xbf:
			text = text[1:]
			continue
		}
		return text[0] == '<'
	}
	return false
}
