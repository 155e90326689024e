package fetch

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/robotsgate/robots"
)

// An Outcome is what a fetch brought. It is a value, and nothing in it is
// shared with the client. The zero Outcome is no answer, and neither is its
// policy.
type Outcome struct {
	Key    string // scheme and authority that were asked for: the rules bind these, wherever the file came from
	Preset Preset // whose answers to failures were used

	// Kind is what follows by RFC 9309 2.3.1 and the preset: a document that
	// was fetched, absent, unavailable or unreachable.
	Kind robots.Kind

	Status   int         // of the last answer; 0 if there was none
	FinalURL string      // that was asked last
	Hops     []Hop       // every request, in order; at least one if any was tried
	Header   http.Header // of the last answer, what matters of it; see HeaderNames

	// Body is the text as served, decoded from gzip, brotli or zstd, but in its
	// own charset. It is there for documents, and for others as far as it was
	// read. It holds Limit octets at most, and one more if it was Truncated, so
	// that a parser sees that something is missing.
	Body      []byte
	Limit     int  // octets of Body that count
	Truncated bool // the file is larger than Limit

	NotModified bool // the server answered 304: Body is that of the outcome before

	Notes []Note     // what is odd about the answer, though it counts
	Class ErrorClass // why there is no document, in one word; "" if the status says it
	Err   error      // the same in detail; nil exactly when Class is ""

	FetchedAt time.Time     // when the last answer came, or was given up; UTC
	Took      time.Duration // over all hops
}

// A Hop is one request and what came of it.
type Hop struct {
	URL      string
	Status   int            // 0 if there was no answer
	Location string         // of a redirect, as it was sent
	Proto    string         // "HTTP/1.1" or "HTTP/2.0"
	Remote   netip.AddrPort // that was asked; zero if nobody could be
	Wire     int64          // octets that came over the connection, TLS included
	Timing   Timing
}

// Timing is how long each phase of a hop took; 0 for one that did not happen.
type Timing struct {
	Lookup time.Duration
	Dial   time.Duration
	TLS    time.Duration
	Header time.Duration // from sending the request to the end of the header
	Body   time.Duration
}

// HeaderNames returns the fields that Outcome.Header keeps.
func HeaderNames() []string {
	return []string{"Age", "Cache-Control", "Content-Encoding", "Content-Length", "Content-Range", "Content-Type",
		"Date", "Etag", "Expires", "Last-Modified", "Retry-After", "Server", "Vary", "Via", "X-Robots-Tag"}
}

// An ErrorClass is why a fetch brought no document, in a word that does not
// change, fit for metrics. "" means that the status alone says it.
type ErrorClass string

// The classes. All but TooManyRedirects and RedirectLoop leave the file
// unreachable, unless the preset says otherwise for network errors.
const (
	ClassNone             ErrorClass = ""
	ClassCancelled        ErrorClass = "cancelled"          // the caller's context ended; nothing was learnt
	ClassRefusedAddress   ErrorClass = "refused-address"    // private, loopback and the like; we did not ask
	ClassRefusedURL       ErrorClass = "refused-url"        // a redirect to another scheme, or with a user name
	ClassDNS              ErrorClass = "dns"                // the name could not be looked up
	ClassConnectRefused   ErrorClass = "connect-refused"    // nobody listens
	ClassNetwork          ErrorClass = "network"            // no route, and what has no word of its own
	ClassReset            ErrorClass = "reset"              // the connection ended before there was an answer
	ClassTimeoutDial      ErrorClass = "timeout-dial"       // Limits.Dial
	ClassTimeoutTLS       ErrorClass = "timeout-tls"        // Limits.TLS
	ClassTimeoutHeader    ErrorClass = "timeout-header"     // Limits.Header
	ClassTimeoutBody      ErrorClass = "timeout-body"       // Limits.Body
	ClassTimeoutTotal     ErrorClass = "timeout-total"      // Limits.Total
	ClassCertificate      ErrorClass = "tls-certificate"    // it does not hold for this host
	ClassTLS              ErrorClass = "tls"                // the handshake failed
	ClassProtocol         ErrorClass = "protocol"           // the answer is no HTTP
	ClassHeaderLimit      ErrorClass = "header-limit"       // Limits.HeaderBytes; far beyond it, HTTP/2 tells only protocol
	ClassWireLimit        ErrorClass = "wire-limit"         // Limits.WireBytes were read before 500 KiB of text
	ClassPartial          ErrorClass = "partial"            // the body ended early, or is a part (206)
	ClassDecode           ErrorClass = "decode"             // a content coding that is unknown or broken
	ClassLocation         ErrorClass = "location"           // a redirect without a usable Location
	ClassStatus           ErrorClass = "status"             // a status that is no answer here, such as 304 unasked
	ClassTooManyRedirects ErrorClass = "too-many-redirects" // Client.MaxRedirects
	ClassRedirectLoop     ErrorClass = "redirect-loop"      // the same, and the chain repeats itself
)

// A Note is a remark on an answer that counts all the same.
type Note struct {
	Code   NoteCode
	Detail string // such as the media type; of the server, so not to be trusted
}

// A NoteCode names a kind of remark; it does not change.
type NoteCode string

// The notes.
const (
	NoteHTML         NoteCode = "html-served"       // the text is a page, not a robots.txt; its lines count (RFC 9309 2.3.1.1)
	NoteContentType  NoteCode = "content-type"      // not text/plain (RFC 9309 2.3)
	NoteCharset      NoteCode = "charset"           // labelled as, or found to be, something else than UTF-8
	NoteEmptyStatus  NoteCode = "no-content"        // 204 or 205: a file without a line
	NoteOddStatus    NoteCode = "odd-status"        // a 2xx other than 200
	NoteTruncated    NoteCode = "truncated"         // larger than Limits.BodyBytes; what lies behind does not count
	NoteMislabelled  NoteCode = "mislabelled"       // said to be compressed, but is not; read as it is
	NoteUnlabelled   NoteCode = "unlabelled"        // compressed without saying so; decoded
	NoteElsewhere    NoteCode = "other-authority"   // a redirect led to another authority; the rules bind the first
	NoteDowngrade    NoteCode = "downgrade"         // a redirect led from https to http
	NoteSkipped      NoteCode = "skipped-addresses" // some addresses of the host are private and were not tried
	NoteEnforcedSize NoteCode = "wire-limit"        // Limits.WireBytes cut the file
)

// Policy returns what a crawler may do by this outcome, read by RFC 9309.
func (o *Outcome) Policy() *robots.Policy { return o.PolicyBy(robots.RFC9309) }

// PolicyBy is Policy with the text read by a profile.
func (o *Outcome) PolicyBy(p robots.Profile) *robots.Policy {
	switch o.Kind {
	case robots.KindDocument:
		return robots.Options{Profile: p, Limits: robots.Limits{Bytes: o.Limit}}.Parse(string(o.Body))
	case robots.KindAbsent:
		return robots.Absent()
	case robots.KindUnavailable:
		return robots.Unavailable()
	case robots.KindUnreachable:
		return robots.Unreachable()
	}
	return &robots.Policy{}
}

// RetryAfter returns how long the server asked to wait from FetchedAt on, by
// its Retry-After header (RFC 9110 10.2.3), and whether it did. A date in the
// past is 0. What is longer than a year counts as a year.
func (o *Outcome) RetryAfter() (time.Duration, bool) {
	const most = 365 * 24 * time.Hour
	v := strings.TrimSpace(o.Header.Get("Retry-After"))
	if v == "" {
		return 0, false
	}
	if strings.Trim(v, "0123456789") == "" {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || n > int64(most/time.Second) {
			return most, true
		}
		return time.Duration(n) * time.Second, true
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0, false
	}
	// The server's own clock is the better base for its own date.
	base := o.FetchedAt
	if d, err := http.ParseTime(o.Header.Get("Date")); err == nil {
		base = d
	}
	return min(max(at.Sub(base), 0), most), true
}

// Has reports whether there is a note of that code.
func (o *Outcome) Has(code NoteCode) bool {
	for _, n := range o.Notes {
		if n.Code == code {
			return true
		}
	}
	return false
}

func (o *Outcome) note(code NoteCode, detail string) {
	if !o.Has(code) {
		o.Notes = append(o.Notes, Note{code, detail})
	}
}

// Classes returns all classes but ClassNone.
func Classes() []ErrorClass {
	return []ErrorClass{ClassCancelled, ClassRefusedAddress, ClassRefusedURL, ClassDNS, ClassConnectRefused, ClassNetwork, ClassReset,
		ClassTimeoutDial, ClassTimeoutTLS, ClassTimeoutHeader, ClassTimeoutBody, ClassTimeoutTotal, ClassCertificate, ClassTLS, ClassProtocol,
		ClassHeaderLimit, ClassWireLimit, ClassPartial, ClassDecode, ClassLocation, ClassStatus, ClassTooManyRedirects, ClassRedirectLoop}
}

// NoteCodes returns all codes of notes.
func NoteCodes() []NoteCode {
	return []NoteCode{NoteHTML, NoteContentType, NoteCharset, NoteEmptyStatus, NoteOddStatus, NoteTruncated, NoteMislabelled, NoteUnlabelled,
		NoteElsewhere, NoteDowngrade, NoteSkipped, NoteEnforcedSize}
}
