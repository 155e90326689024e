// Package report writes answers down: as text for people, as JSON for
// programs, as Markdown and as CSV.
//
// It decides nothing. What it is given is a policy with its answers; what it
// adds is words, alignment and, only when asked, colour. The text formats may
// change in any release. The JSON formats are a contract: their fields stand
// in a fixed order, carry schemaVersion, and are described in api/schema.
package report

import (
	"io"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// SchemaVersion is raised when a JSON format changes in a way that a reader of
// the old one would trip over. New fields do not raise it.
const SchemaVersion = 1

// Options says how to write. The zero value is English without colour.
type Options struct {
	Lang  msg.Lang
	Color bool
}

// A Source is the text that answers rest on, and where it came from.
type Source struct {
	Name    string // the path as given, "-" for standard input, "" if there is no text
	FileURL string // where the file is served, if that was told
	Policy  *robots.Policy
	Fetched *Fetched // how the text was fetched; nil if it was not
}

// Fetched is what shows where a source is from: what was asked, and the answer.
// All but URL, UserAgent and Preset is the server's, and not to be trusted.
type Fetched struct {
	URL       string // that was asked first
	FinalURL  string // that was asked last
	Status    int    // of the last answer; 0 if there was none
	At        string // when, in UTC, by RFC 3339
	UserAgent string // the header that was sent
	Preset    string // whose answers to failures were used
	Class     string // why there is no document, in one word; "" if the status says it
	Error     string // the same in detail
	Redirects int    // that were followed
	Bytes     int    // of the body, decoded
	SHA256    string // of the body, if it is a document
	Notes     []Note
}

// A Note is a remark on an answer that counts all the same.
type Note struct{ Code, Detail string }

// An Agent is a crawler that was asked for.
type Agent struct {
	ID    string // as shown to programs: the name, or OtherID
	Name  string // as the policy was asked
	Given string // the header that Name was taken from, if it was
}

// OtherID stands in machine formats for a crawler that the file does not name.
// It can be no product token, so it cannot be mistaken for one.
const OtherID = "*other*"

// Other reports whether a stands for any crawler that the file does not name.
func (a Agent) Other() bool { return a.ID == OtherID }

// label is how people see a.
func (a Agent) label(l msg.Lang) string {
	if a.Other() {
		return l.Text("agent.other")
	}
	return Clean(a.Name)
}

// An Answer is what the policy says to one crawler about one URL or target.
// Unless the check is to be explained, the trace needs no more than its
// Decision and its Token.
type Answer struct {
	Agent  Agent
	Target string
	Trace  robots.Trace
}

// A Check is a policy with the answers to a table of questions.
type Check struct {
	Source
	Answers []Answer // by crawler, then by target
	Explain bool     // also write how each answer was found
}

// A Format writes a check.
type Format func(w io.Writer, c Check, o Options) error

// Formats of a check by the name that --format knows them by.
var Formats = map[string]Format{
	"text":     Text,
	"json":     JSON,
	"markdown": Markdown,
	"csv":      CSV,
}

// FormatNames lists the keys of Formats, the default first.
var FormatNames = []string{"text", "json", "markdown", "csv"}
