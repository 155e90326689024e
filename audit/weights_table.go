package audit

import (
	"strings"

	"github.com/robotsgate/robots/diag"
)

// A PartID names a part of the score. The words are a contract.
type PartID string

// The parts of the score.
const (
	Readable PartID = "readable" // can every crawler read all of it
	Groups   PartID = "groups"   // does each group reach whom it names
	Rules    PartID = "rules"    // does each rule do what it says
	Search   PartID = "search"   // do search engines get in, and see the pages as people do
	Sitemaps PartID = "sitemaps" // are sitemaps found, and what they list open
)

// The weights. docs/audit.md has the reason for each, and a test holds the two
// together.

// weights says how many points each part has. They add up to 100.
var weights = [...]struct {
	id     PartID
	points int
}{
	{Readable, 20},
	{Groups, 25},
	{Rules, 20},
	{Search, 25},
	{Sitemaps, 10},
}

// A Price is what a finding costs the first time that its code is met in a
// text. Each doubling of the number adds half of it, up to Most times the price:
// a thousand of the same slip are one slip and not a thousand.
type Price struct {
	Name   string
	Points int
}

// Most is how many times its price one code can cost.
const Most = 3

const (
	broken   = iota // an error: the text does not do what it says
	doubtful        // a warning: probably not what its author meant
	clutter         // a warning of what changes no answer
	free            // information, and all outside RFC 9309
)

var prices = [...]Price{{"broken", 20}, {"doubtful", 6}, {"clutter", 2}, {"free", 0}}

// codes says to which part a finding belongs, and what it costs as a warning.
// As an error it is broken, as information it is free, whatever its code; what
// is free here is free always.
var codes = [...]struct {
	part  PartID
	price int
	codes string
}{
	{Readable, doubtful, "cr-only-lines several-records-on-line line-over-google-limit line-cut full-width-colon lookalike-character" +
		" invisible-character missing-colon misspelt-directive byte-order-mark byte-order-mark-inside utf-16 nul-octet invalid-utf-8" +
		" html-served file-truncated limit-reached file-size-near-limit unparsable-line"},
	{Groups, doubtful, "empty-group split-group several-star-groups no-star-group duplicate-user-agent misspelt-agent unknown-agent" +
		" agent-ignores-robots named-group-drops-star-rules rule-before-group implicit-group-merge empty-user-agent token-with-digits" +
		" token-outside-grammar signal-without-rules"},
	{Groups, clutter, "duplicate-group legacy-agent"},
	{Rules, doubtful, "conflicting-rules case-variants url-as-rule comma-in-rule trailing-star regex-in-rule space-in-rule non-ascii-rule" +
		" query-order revealing-path comment-cuts-rule rule-without-slash dollar-inside-pattern bad-percent-escape"},
	{Rules, clutter, "dead-rule duplicate-rule empty-disallow"},
	{Search, doubtful, "blocked-assets"},
	{Sitemaps, doubtful, "lost-sitemap relative-sitemap foreign-sitemap placeholder-domain sitemap-in-run"},

	// Search engines are asked one by one, and what joins groups is charged where
	// they join: once is enough.
	{Search, free, "site-blocked search-engine-blocked"},
	{Groups, free, "signal-joins-groups"},

	// Comments that suppress are for this tool, and no crawler reads them.
	{Readable, free, "suppression-malformed suppression-without-reason suppression-of-unknown-code suppression-unused suppression-expired"},

	// Records outside RFC 9309. What Google's library reads as a rule by its
	// prefix is charged if it shuts Googlebot out, and only then.
	{Readable, free, "info-unknown-directive key-read-by-prefix"},
	{Groups, free, "record-before-group bad-crawl-delay bad-request-rate sub-second-crawl-delay long-crawl-delay bad-visit-time" +
		" bad-clean-param meta-rule-as-directive little-read-directive expired-draft-directive contradictory-signals" +
		" content-usage-unparsable content-usage-uppercase-key content-usage-value content-usage-quoted content-usage-boolean" +
		" content-usage-obsolete-label content-usage-unknown-label content-usage-path-conflict content-usage-path-disallowed" +
		" content-signal-outside-group content-signal-value content-signal-unknown-key content-signal-separator content-signal-differs" +
		" license-not-absolute license-several-global license-in-group managed-block-open managed-block-doubles-star signal-limit-reached"},
}

// A Share is what engines and listed URLs cost: points that are parted by how
// many of them there are.
type Share struct {
	Code  diag.Code
	Least float64 // as soon as there is one
	Most  float64 // for all of them
}

// shares holds them. An engine that is shut out costs its equal share of Most,
// and one that only "/" is closed to likewise; listed URLs cost Least, and the
// rest in proportion to how many of all are closed.
var shares = [...]Share{
	{chargeShut, 0, 25},
	{chargeFront, 0, 12.5},
	{chargeListed, 3, 10},
}

// A Cap is the most that a text can get of which too little could be read.
type Cap struct {
	Why diag.Code
	At  int
}

// caps holds them, the gravest first.
var caps = [...]Cap{
	{"rejected", 0},        // the parser of the profile gives the file up
	{"html-served", 10},    // a web page in place of the file
	{"no-record", 10},      // a text with no record that RFC 9309 or sitemaps.org knows
	{"utf-16", 40},         // most parsers read nothing of it
	{"file-truncated", 60}, // the end was not read
	{"limit-reached", 60},  // a part was not read
}

// A Grade is a score in one letter, "" for none.
type Grade string

// A Step is the least score that has a grade.
type Step struct {
	Grade Grade
	From  int
}

var grades = [...]Step{{"A", 95}, {"B", 85}, {"C", 70}, {"D", 50}, {"F", 0}}

func gradeOf(score int) Grade {
	for _, g := range grades {
		if score >= g.From {
			return g.Grade
		}
	}
	return "F"
}

// billed returns the part that a finding belongs to and its price as a
// warning. A code that nobody has weighed costs nothing.
func billed(code diag.Code) (PartID, int) {
	for _, row := range codes {
		for c := range strings.FieldsSeq(row.codes) {
			if c == string(code) {
				return row.part, row.price
			}
		}
	}
	return "", free
}
