// Package evidence writes down what a fetch brought, such that it can be shown
// to others later: URLs, statuses, header, time, user agent and hash.
package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/report"
)

// A Record is an outcome as JSON, by the schema fetch.json.
type Record struct {
	SchemaVersion int                 `json:"schemaVersion"`
	Kind          string              `json:"kind"` // "fetch"
	Site          string              `json:"site"`
	UserAgent     string              `json:"userAgent"`
	Preset        string              `json:"preset"`
	Outcome       string              `json:"outcome"`
	Status        int                 `json:"status"`
	Class         string              `json:"class,omitempty"`
	Error         string              `json:"error,omitempty"`
	FinalURL      string              `json:"finalUrl"`
	FetchedAt     time.Time           `json:"fetchedAt"`
	Seconds       float64             `json:"seconds"`
	RetryAfter    *float64            `json:"retryAfter,omitempty"` // in seconds
	Hops          []Hop               `json:"hops"`
	Header        map[string][]string `json:"header"`
	Notes         []Note              `json:"notes"`
	Bytes         int                 `json:"bytes"`
	Truncated     bool                `json:"truncated"`
	SHA256        string              `json:"sha256,omitempty"`
	Text          string              `json:"text"` // of a document, in UTF-8
}

// A Hop is one request of a fetch.
type Hop struct {
	URL      string             `json:"url"`
	Status   int                `json:"status"`
	Location string             `json:"location,omitempty"`
	Protocol string             `json:"protocol,omitempty"`
	Remote   string             `json:"remote,omitempty"`
	Wire     int64              `json:"wireBytes"`
	Seconds  map[string]float64 `json:"seconds"`
}

// A Note is a remark on an answer that counts all the same.
type Note struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
}

// Of returns the record of what c fetched.
func Of(c *fetch.Client, o fetch.Outcome) Record {
	ev := Record{SchemaVersion: report.SchemaVersion, Kind: "fetch", Site: o.Key, UserAgent: c.UserAgentHeader(), Preset: o.Preset.String(),
		Outcome: o.Kind.String(), Status: o.Status, Class: string(o.Class), FinalURL: o.FinalURL, FetchedAt: o.FetchedAt,
		Seconds: o.Took.Seconds(), Hops: []Hop{}, Header: map[string][]string{}, Notes: []Note{}, Bytes: len(o.Body), Truncated: o.Truncated}
	if o.Err != nil {
		ev.Error = o.Err.Error()
	}
	if d, ok := o.RetryAfter(); ok {
		s := d.Seconds()
		ev.RetryAfter = &s
	}
	for _, h := range o.Hops {
		hop := Hop{URL: h.URL, Status: h.Status, Location: h.Location, Protocol: h.Proto, Wire: h.Wire, Seconds: map[string]float64{
			"lookup": h.Timing.Lookup.Seconds(), "dial": h.Timing.Dial.Seconds(), "tls": h.Timing.TLS.Seconds(),
			"header": h.Timing.Header.Seconds(), "body": h.Timing.Body.Seconds()}}
		if h.Remote.IsValid() {
			hop.Remote = h.Remote.String()
		}
		ev.Hops = append(ev.Hops, hop)
	}
	for name, v := range o.Header {
		ev.Header[name] = v
	}
	for _, n := range o.Notes {
		ev.Notes = append(ev.Notes, Note{string(n.Code), n.Detail})
	}
	if len(o.Body) > 0 {
		ev.SHA256 = Hash(o.Body) // of what is no document too: it is kept beside the record
	}
	if o.Kind == robots.KindDocument {
		ev.SHA256, ev.Text = Hash(o.Body), o.Policy().Text()
		if !utf8.ValidString(ev.Text) {
			ev.Text = strings.ToValidUTF8(ev.Text, "\ufffd")
		}
	}
	return ev
}

// Write writes the record.
func (ev Record) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(ev)
}

// Hash returns the SHA-256 of b in hexadecimal.
func Hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
