package export

import (
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/robotsgate/robots/crawl"
)

// A Row is what is known of one address. Text of servers that is not UTF-8 has
// U+FFFD for what cannot be read. In JSON and CSV, times are RFC 3339 in UTC with
// milliseconds.
type Row struct {
	URL         string    `json:"url" parquet:"url"`
	Host        string    `json:"host" parquet:"host,dict"` // host and port, in lower case
	Outcome     string    `json:"outcome" parquet:"outcome,dict"`
	Reason      string    `json:"reason" parquet:"reason,dict,optional"`
	Detail      string    `json:"detail" parquet:"detail,optional"`
	Line        int       `json:"line" parquet:"line,optional"`
	Status      int       `json:"status" parquet:"status,optional"`
	Type        string    `json:"type" parquet:"type,dict,optional"`
	Size        int64     `json:"size" parquet:"size"`
	Wire        int64     `json:"wire" parquet:"wire"`
	Digest      string    `json:"digest" parquet:"digest,optional"`
	Depth       int       `json:"depth" parquet:"depth"`
	Via         string    `json:"via" parquet:"via,dict"`
	From        string    `json:"found_on" parquet:"found_on,optional"`
	Started     time.Time `json:"started" parquet:"started,optional,timestamp(millisecond)"`
	Ended       time.Time `json:"ended" parquet:"ended,optional,timestamp(millisecond)"`
	Next        time.Time `json:"next" parquet:"next,optional,timestamp(millisecond)"`
	Attempts    int       `json:"attempts" parquet:"attempts"`
	Links       int       `json:"links" parquet:"links"`
	Noindex     bool      `json:"noindex" parquet:"noindex"`
	Nofollow    bool      `json:"nofollow" parquet:"nofollow"`
	Noarchive   bool      `json:"noarchive" parquet:"noarchive"`
	Revisit     bool      `json:"revisit" parquet:"revisit"`
	NotModified bool      `json:"not_modified" parquet:"not_modified"`
	Truncated   bool      `json:"truncated" parquet:"truncated"`
	Location    string    `json:"location" parquet:"location,optional"`
	ETag        string    `json:"etag" parquet:"etag,optional"`
	Modified    string    `json:"last_modified" parquet:"last_modified,optional"`
	File        string    `json:"warc_file" parquet:"warc_file,dict,optional"`
	Offset      int64     `json:"warc_offset" parquet:"warc_offset,optional"`
}

// RowOf makes the row of a page.
func RowOf(p crawl.Page) Row {
	r := Row{
		URL: text(p.URL), Host: hostOf(p.URL), Outcome: string(p.Outcome), Reason: p.Reason, Detail: text(p.Detail), Line: p.Line,
		Status: p.Status, Type: text(p.Type), Size: p.Size, Wire: p.Wire, Digest: hex.EncodeToString(p.Digest),
		Depth: p.Depth, Via: p.Via, From: text(p.From), Started: stamp(p.Started), Ended: stamp(p.Ended), Next: stamp(p.Next),
		Attempts: p.Attempts, Links: p.Links, Location: text(p.Location), ETag: text(p.ETag), Modified: text(p.Modified),
		File: text(p.File), Offset: p.Offset,
	}
	for _, f := range p.Flags {
		switch f {
		case "noindex":
			r.Noindex = true
		case "nofollow":
			r.Nofollow = true
		case "noarchive":
			r.Noarchive = true
		case "revisit":
			r.Revisit = true
		case "not-modified":
			r.NotModified = true
		case "truncated":
			r.Truncated = true
		}
	}
	return r
}

// text makes a string one that every form can hold.
func text(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	}
	return s
}

func stamp(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC().Truncate(time.Millisecond)
}

// hostOf is the authority of an address without user information.
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToLower(text(rest[strings.LastIndexByte(rest, '@')+1:]))
}

// A Column is a column of every form.
type Column struct {
	Name string
	Type string // of SQLite: TEXT, INTEGER; BOOLEAN and TIMESTAMP by their affinity
	What string

	value func(*Row) any // nil if it says nothing
}

// Columns lists the columns in their order. Names and meanings are a contract.
func Columns() []Column { return append([]Column(nil), columns...) }

var columns = []Column{
	{"url", "TEXT", "the address, in normal form", func(r *Row) any { return r.URL }},
	{"host", "TEXT", "its host, with the port if it has one", func(r *Row) any { return r.Host }},
	{"outcome", "TEXT", "fetched: the server answered, whatever it said; refused: not requested; failed: requested, and no answer came; queued: its turn has not come", func(r *Row) any { return r.Outcome }},
	{"reason", "TEXT", "why it was not fetched, or not kept; one word", func(r *Row) any { return some(r.Reason) }},
	{"detail", "TEXT", "the same in words", func(r *Row) any { return some(r.Detail) }},
	{"line", "INTEGER", "of the robots.txt rule that decided", func(r *Row) any { return some(r.Line) }},
	{"status", "INTEGER", "of HTTP", func(r *Row) any { return some(r.Status) }},
	{"type", "TEXT", "media type, without parameters", func(r *Row) any { return some(r.Type) }},
	{"size", "INTEGER", "octets of the body, decoded", func(r *Row) any { return r.Size }},
	{"wire", "INTEGER", "octets of the body as received", func(r *Row) any { return r.Wire }},
	{"digest", "TEXT", "the first 16 octets of the SHA-256 of the decoded body, in hex", func(r *Row) any { return some(r.Digest) }},
	{"depth", "INTEGER", "links from a seed", func(r *Row) any { return r.Depth }},
	{"via", "TEXT", "how it was found: seed, link, sitemap, redirect, canonical, sitemap-file", func(r *Row) any { return r.Via }},
	{"found_on", "TEXT", "the page it was found on first", func(r *Row) any { return some(r.From) }},
	{"started", "TIMESTAMP", "when the last request began", func(r *Row) any { return some(r.Started) }},
	{"ended", "TIMESTAMP", "when its answer was read", func(r *Row) any { return some(r.Ended) }},
	{"next", "TIMESTAMP", "when it is to be fetched again", func(r *Row) any { return some(r.Next) }},
	{"attempts", "INTEGER", "requests made", func(r *Row) any { return r.Attempts }},
	{"links", "INTEGER", "addresses found on it", func(r *Row) any { return r.Links }},
	{"noindex", "BOOLEAN", "the page asks not to be indexed", func(r *Row) any { return r.Noindex }},
	{"nofollow", "BOOLEAN", "the page asks that its links be not followed", func(r *Row) any { return r.Nofollow }},
	{"noarchive", "BOOLEAN", "the page asks that no copy be kept", func(r *Row) any { return r.Noarchive }},
	{"revisit", "BOOLEAN", "the body is one that was fetched before", func(r *Row) any { return r.Revisit }},
	{"not_modified", "BOOLEAN", "the server said so (304)", func(r *Row) any { return r.NotModified }},
	{"truncated", "BOOLEAN", "a limit cut the body", func(r *Row) any { return r.Truncated }},
	{"location", "TEXT", "where a redirect leads", func(r *Row) any { return some(r.Location) }},
	{"etag", "TEXT", "ETag as sent", func(r *Row) any { return some(r.ETag) }},
	{"last_modified", "TEXT", "Last-Modified as sent", func(r *Row) any { return some(r.Modified) }},
	{"warc_file", "TEXT", "WARC file that has the exchange", func(r *Row) any { return some(r.File) }},
	{"warc_offset", "INTEGER", "where in it the response begins", func(r *Row) any { return some(r.Offset) }},
}

// some is nil for a zero value.
func some[T comparable](v T) any {
	if v == *new(T) {
		return nil
	}
	return v
}
