package warc

import (
	"net/http"
	"net/netip"
	"time"
)

// An Exchange is a request and its answer as they went over the wire, but for
// the transfer coding.
type Exchange struct {
	URL      string
	Method   string
	Sent     http.Header // of the request
	Proto    string      // of the answer, such as HTTP/1.1 or HTTP/2.0
	Status   int
	Phrase   string // behind the status, as sent; that of the standard if empty
	Header   http.Header
	Body     []byte // in its content coding; not kept if NoBody. Of a 304, the body it speaks of if that is known, which is not written
	Cut      bool   // by a limit
	NoBody   bool   // noarchive: the page asks that no copy be kept
	Why      string // a word on why the body was cut or left out, such as noarchive; may be empty
	Revisit  bool   // the body was fetched before with that digest
	Digest   []byte // SHA-256 of the decoded body
	Remote   netip.Addr
	Started  time.Time
	Prior    time.Time // Started of the exchange that a 304 speaks of; zero if it is not known, or not kept
	IsRobots bool      // a robots.txt: it is kept in full even if it repeats another
}
