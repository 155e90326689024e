package wire

import "encoding/binary"

// A Via is how an address came to be known.
type Via byte

const (
	ViaSeed Via = iota
	ViaLink
	ViaSitemap
	ViaRedirect
	ViaCanonical
	ViaRobots // a sitemap that robots.txt or another sitemap names
)

var vias = [...]string{"seed", "link", "sitemap", "redirect", "canonical", "sitemap-file"}

// String is the word of the exports, such as seed.
func (v Via) String() string {
	if int(v) < len(vias) {
		return vias[v]
	}
	return "unknown"
}

// A Page is a page and the addresses found on it that belong to one partition.
type Page struct {
	From  string // address of the page; empty for seeds
	Links []Link
}

// A Link is one address found.
type Link struct {
	URL       string
	Depth     int // links from a seed; a redirect does not add to it
	Redirects int // redirects in a row that led here
	Priority  byte
	Via       Via
	Refused   Reason // not none: known, but not to be fetched
}

// AppendPage adds p to the record in b. A record is begun with Begin.
func AppendPage(b []byte, p Page) []byte {
	b = putString(b, p.From)
	b = binary.AppendUvarint(b, uint64(len(p.Links)))
	for _, l := range p.Links {
		b = binary.AppendUvarint(b, uint64(l.Depth))
		b = binary.AppendUvarint(b, uint64(l.Redirects))
		b = append(b, l.Priority, byte(l.Via), byte(l.Refused))
		b = putString(b, l.URL)
	}
	return b
}

// Begin starts a record of any kind.
func Begin(b []byte) []byte { return binary.AppendUvarint(b, version) }

// EachLink calls f with every link of a d record, in order. The index counts
// them; with the record's place in the log it names a task for good.
func EachLink(record []byte, f func(index int, from string, l Link)) error {
	r := open(record)
	index := 0
	for r.err == nil && len(r.b) > 0 {
		from := r.string()
		for range r.uint() {
			l := Link{Depth: int(r.uint()), Redirects: int(r.uint())}
			if len(r.b) < 3 {
				r.fail()
				break
			}
			l.Priority, l.Via, l.Refused = r.b[0], Via(r.b[1]), Reason(r.b[2])
			r.b = r.b[3:]
			l.URL = r.string()
			if r.err != nil {
				break
			}
			f(index, from, l)
			index++
		}
	}
	return r.err
}
