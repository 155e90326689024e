package warc

import (
	"crypto/sha1"
	"encoding/base32"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

var endOfRecord = []byte("\r\n\r\n")

const (
	version         = "WARC/1.1\r\n"
	profileSame     = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	profileNotMod   = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
	dateForm        = "2006-01-02T15:04:05.000000Z"
	typeResponse    = "application/http; msgtype=response"
	typeRequest     = "application/http; msgtype=request"
	typeFields      = "application/warc-fields"
	reasonLength    = "length"
	reasonLost      = "disconnect"
	reasonUnknown   = "unspecified"
	maxExchangeSize = 1 << 31 // octets: a member's length is told in 32 bits
)

// An encoder makes the records of one exchange. It is used again and again.
type encoder struct {
	pack     *packer
	head     []byte // WARC header
	http     []byte // HTTP header
	names    []string
	info     string // id of the warcinfo record of the file
	response string // id of the response record
	date     string
}

func newEncoder() *encoder { return &encoder{pack: newPacker()} }

// encode leaves the members of an exchange in e.pack.out, the response first.
// original is where the same body was kept before, nil if it is to be kept now;
// info is the warcinfo record of the file that they are for.
func (e *encoder) encode(x *Exchange, payload string, original *kept, info string) {
	e.pack.out = e.pack.out[:0]
	e.info = info
	e.date = x.Started.UTC().Format(dateForm)
	e.response = newID()
	target := headerURL(x.URL)
	e.addResponse(x, target, payload, original)

	request := newID()
	e.http = appendRequest(e.http[:0], x, &e.names)
	e.begin("request", request, e.date)
	e.field("WARC-Target-URI", target)
	e.field("WARC-Concurrent-To", e.response)
	e.peer(x)
	e.block(typeRequest, nil, false)

	if why := whyNotWhole(x); why != "" {
		e.http = append(append(append(e.http[:0], "bodyNotWhole: "...), why...), "\r\n"...)
		if len(x.Digest) > 0 {
			e.http = append(e.http, "decodedBodyDigest: sha256:"...)
			e.http = append(hex.AppendEncode(e.http, x.Digest), "\r\n"...)
		}
		e.begin("metadata", newID(), e.date)
		e.field("WARC-Target-URI", target)
		e.field("WARC-Concurrent-To", e.response)
		e.block(typeFields, nil, false)
	}
}

// addResponse makes the response record, or the revisit record in its place. A
// revisit has the header alone, and says so (6.7.2 wants it said for a body that is
// kept elsewhere).
func (e *encoder) addResponse(x *Exchange, target, payload string, original *kept) {
	e.http = appendResponse(e.http[:0], x, &e.names)
	body, kind := x.Body, "response"
	notModified := x.Status == http.StatusNotModified
	if original != nil || notModified {
		kind = "revisit"
	}
	if x.NoBody || kind == "revisit" {
		body = nil
	}
	e.begin(kind, e.response, e.date)
	e.field("WARC-Target-URI", target)
	e.peer(x)
	if kind == "revisit" {
		e.revisit(x, target, original)
	}
	if payload != "" {
		e.field("WARC-Payload-Digest", payload)
	}
	switch reason := truncated(x); {
	case notModified:
	case original != nil:
		e.field("WARC-Truncated", reasonLength)
	case reason != "":
		e.field("WARC-Truncated", reason)
	}
	e.block(typeResponse, body, isPacked(x.Header))
}

// revisit says what a record is a revisit of.
func (e *encoder) revisit(x *Exchange, target string, original *kept) {
	profile := profileSame
	if x.Status == http.StatusNotModified {
		profile = profileNotMod
	}
	e.field("WARC-Profile", profile)
	switch {
	case original != nil:
		e.field("WARC-Refers-To", original.id)
		e.field("WARC-Refers-To-Target-URI", original.url)
		e.field("WARC-Refers-To-Date", original.date)
	case !x.Prior.IsZero():
		e.field("WARC-Refers-To-Target-URI", target)
		e.field("WARC-Refers-To-Date", x.Prior.UTC().Format(dateForm))
	}
}

// peer says who was asked, and how if HTTP/1 cannot show it. WARC-Protocol is
// no part of the standard, which knows HTTP/1.1 alone, but what crawlers write.
func (e *encoder) peer(x *Exchange) {
	if x.Remote.IsValid() {
		e.field("WARC-IP-Address", x.Remote.Unmap().WithZone("").String())
	}
	if strings.HasPrefix(x.Proto, "HTTP/2") {
		e.field("WARC-Protocol", "h2")
	}
}

func (e *encoder) begin(kind, id, date string) {
	e.head = append(e.head[:0], version...)
	e.field("WARC-Type", kind)
	e.field("WARC-Record-ID", id)
	e.field("WARC-Date", date)
	if kind != "warcinfo" {
		e.field("WARC-Warcinfo-ID", e.info)
	}
}

func (e *encoder) field(name, value string) {
	e.head = append(e.head, name...)
	e.head = append(e.head, ": "...)
	e.head = append(e.head, value...)
	e.head = append(e.head, "\r\n"...)
}

// block ends the header and packs the record: e.http and then body.
func (e *encoder) block(contentType string, body []byte, packed bool) {
	sum := sha1.New()
	sum.Write(e.http)
	sum.Write(body)
	e.field("WARC-Block-Digest", digestText(sum.Sum(nil)))
	e.field("Content-Type", contentType)
	e.field("Content-Length", strconv.Itoa(len(e.http)+len(body)))
	e.head = append(e.head, "\r\n"...)
	e.pack.add(e.head, e.http, body, packed)
}

// digestText spells a SHA-1 sum as the tools for WARC files do.
func digestText(sum []byte) string { return "sha1:" + base32.StdEncoding.EncodeToString(sum) }

// newID makes an id for a record. It need not be secret, only unlike all others.
func newID() string {
	const digits = "0123456789abcdef"
	b := []byte("<urn:uuid:00000000-0000-4000-8000-000000000000>")
	hi, lo := rand.Uint64(), rand.Uint64()
	for i := 10; i < len(b)-1; i++ {
		switch i {
		case 18, 23, 28, 33: // the hyphens
			continue
		case 24: // the version
			continue
		case 29: // the variant
			b[i] = digits[8|hi&3]
		default:
			b[i] = digits[hi&15]
		}
		hi, lo = hi>>4|lo<<60, lo>>4|hi<<60
	}
	return string(b)
}

// truncated is the reason why a body is not whole, in the words of WARC; empty
// if it is.
func truncated(x *Exchange) string {
	switch {
	case x.NoBody:
		return reasonUnknown
	case x.Cut:
		return reasonLength
	case x.Method == http.MethodHead || x.Status == http.StatusNotModified || x.Status == http.StatusNoContent:
		return ""
	}
	n, err := strconv.ParseInt(x.Header.Get("Content-Length"), 10, 64)
	switch {
	case err != nil || n <= int64(len(x.Body)):
		return ""
	case x.Body == nil:
		return reasonUnknown // it was not read
	}
	return reasonLost
}

// whyNotWhole is what the metadata record says.
func whyNotWhole(x *Exchange) string {
	word := clean(x.Why)
	switch {
	case x.NoBody && word != "":
		return "left out, " + word
	case x.NoBody:
		return "left out"
	case x.Cut && word != "":
		return "cut, " + word
	case x.Cut:
		return "cut"
	}
	return ""
}

// isPacked reports whether a body is compressed as it was sent.
func isPacked(h http.Header) bool {
	switch c := h.Get("Content-Encoding"); c {
	case "", "identity":
		t := h.Get("Content-Type")
		return strings.HasPrefix(t, "image/") && !strings.HasPrefix(t, "image/svg") || strings.HasPrefix(t, "video/") || strings.HasPrefix(t, "font/woff")
	}
	return true
}

// appendRequest appends the head of the request.
func appendRequest(b []byte, x *Exchange, names *[]string) []byte {
	host, target := splitURL(x.URL)
	method := x.Method
	if method == "" {
		method = http.MethodGet
	}
	b = append(appendName(b, method), ' ')
	b = appendURL(b, target)
	b = append(b, " HTTP/1.1\r\n"...)
	if x.Sent.Get("Host") == "" {
		b = append(b, "Host: "...)
		b = append(appendURL(b, host), "\r\n"...)
	}
	return append(appendHeader(b, x.Sent, names), "\r\n"...)
}

// appendResponse appends the head of the answer. It is in the form of HTTP/1.1
// whatever was spoken, since that is the only one that readers know.
func appendResponse(b []byte, x *Exchange, names *[]string) []byte {
	if x.Proto == "HTTP/1.0" {
		b = append(b, "HTTP/1.0 "...)
	} else {
		b = append(b, "HTTP/1.1 "...)
	}
	b = strconv.AppendInt(b, int64(x.Status), 10)
	b = append(b, ' ')
	phrase := x.Phrase
	if phrase == "" {
		phrase = http.StatusText(x.Status)
	}
	b = append(append(b, clean(phrase)...), "\r\n"...)
	return append(appendHeader(b, x.Header, names), "\r\n"...)
}

// appendHeader appends the fields in the order of their names: the order on the
// wire is not known any more. Transfer-Encoding is left out, since the body is
// without it. Values are kept octet by octet, but for those that would end the
// line: a space stands in their place.
func appendHeader(b []byte, h http.Header, names *[]string) []byte {
	all := (*names)[:0]
	for name := range h {
		all = append(all, name)
	}
	slices.Sort(all)
	*names = all
	for _, name := range all {
		if name == "" || strings.EqualFold(name, "Transfer-Encoding") {
			continue
		}
		for _, value := range h[name] {
			b = append(appendName(b, name), ": "...)
			b = append(append(b, clean(value)...), "\r\n"...)
		}
	}
	return b
}

// clean takes what would end a line out of a value.
func clean(s string) string {
	if strings.IndexByte(s, '\r') < 0 && strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.NewReplacer("\r", " ", "\n", " ", "\x00", " ").Replace(s)
}

// appendName appends a method or the name of a field. What cannot be in one is
// written as an underscore.
func appendName(b []byte, name string) []byte {
	for i := range len(name) {
		c := name[i]
		if c <= ' ' || c >= 0x7f || c == ':' {
			c = '_'
		}
		b = append(b, c)
	}
	return b
}

// splitURL returns the authority without user information, and the rest.
func splitURL(url string) (host, target string) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return "", url
	}
	rest, _, _ = strings.Cut(rest, "#")
	host, target = rest, "/"
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		host, target = rest[:i], rest[i:]
		if target[0] == '?' {
			target = "/" + target
		}
	}
	return host[strings.LastIndexByte(host, '@')+1:], target
}

// headerURL is an address as it may stand in a header.
func headerURL(url string) string { return string(appendURL(make([]byte, 0, len(url)), url)) }

// appendURL escapes what may not stand in a line of a header: controls, space
// and what is not ASCII.
func appendURL(b []byte, url string) []byte {
	const digits = "0123456789ABCDEF"
	for i := range len(url) {
		if c := url[i]; c <= ' ' || c >= 0x7f {
			b = append(b, '%', digits[c>>4], digits[c&15])
		} else {
			b = append(b, c)
		}
	}
	return b
}

// encodeInfo makes the record at the head of a file.
func (e *encoder) encodeInfo(id, file string, now time.Time, fields [][2]string) {
	e.pack.out = e.pack.out[:0]
	e.http = e.http[:0]
	for _, f := range fields {
		if f[1] != "" {
			e.http = append(append(append(e.http, f[0]...), ": "...), clean(f[1])...)
			e.http = append(e.http, "\r\n"...)
		}
	}
	e.begin("warcinfo", id, now.UTC().Format(dateForm))
	e.field("WARC-Filename", file)
	e.block(typeFields, nil, false)
}
