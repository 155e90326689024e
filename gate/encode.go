package gate

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// encoding is the first octet of what Encode makes. A change of the form raises
// it, and what is older is fetched again.
const encoding = 1

// saved is what is kept of an entry beside its texts. The words are short since
// there are many of them, and they are a contract with what lies on disks.
type saved struct {
	Last, Good savedOutcome
	Expires    time.Time
	Since      time.Time `json:",omitzero"`
	Failures   int       `json:",omitempty"`
	Next       time.Time `json:",omitzero"`
	Blocked    time.Time `json:",omitzero"`
	Extra      int64     `json:",omitempty"`
}

type savedOutcome struct {
	Key       string           `json:",omitempty"`
	Preset    string           `json:",omitempty"`
	Kind      robots.Kind      `json:",omitempty"`
	Status    int              `json:",omitempty"`
	FinalURL  string           `json:",omitempty"`
	Header    http.Header      `json:",omitempty"`
	Limit     int              `json:",omitempty"`
	Truncated bool             `json:",omitempty"`
	Notes     []fetch.Note     `json:",omitempty"`
	Class     fetch.ErrorClass `json:",omitempty"`
	Err       string           `json:",omitempty"`
	FetchedAt time.Time        `json:",omitzero"`
}

// lastYear is as far as JSON can say a time.
var lastYear = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Encode writes down an entry and a pace, for a Store. The hops of a fetch are
// not kept.
func Encode(e Entry, p Pace) []byte {
	p.Next = earlier(p.Next, lastYear) // a million turns of a month
	meta, err := json.Marshal(saved{
		Last: outcomeToSave(e.Last), Good: outcomeToSave(e.Good), Expires: e.Expires, Since: e.Since, Failures: e.Failures,
		Next: p.Next, Blocked: p.Blocked, Extra: int64(p.Extra),
	})
	if err != nil {
		panic(err) // strings, numbers and times of this century
	}
	b := make([]byte, 0, 32+len(meta)+len(e.Last.Body)+len(e.Good.Body))
	b = append(b, encoding)
	for _, part := range [][]byte{meta, e.Last.Body, e.Good.Body} {
		b = binary.AppendUvarint(b, uint64(len(part)))
		b = append(b, part...)
	}
	return b
}

// Decode reads what Encode wrote. It keeps no part of b.
func Decode(b []byte) (Entry, Pace, error) {
	if len(b) == 0 || b[0] != encoding {
		return Entry{}, Pace{}, errors.New("not an entry of this version")
	}
	b = b[1:]
	var parts [3][]byte
	for i := range parts {
		n, used := binary.Uvarint(b)
		if used <= 0 || n > uint64(len(b)-used) {
			return Entry{}, Pace{}, errors.New("an entry that was cut")
		}
		parts[i], b = b[used:used+int(n)], b[used+int(n):]
	}
	var s saved
	if err := json.Unmarshal(parts[0], &s); err != nil {
		return Entry{}, Pace{}, fmt.Errorf("an entry that is damaged: %w", err)
	}
	if s.Last.Kind > robots.KindUnreachable || s.Good.Kind > robots.KindUnreachable {
		return Entry{}, Pace{}, errors.New("an entry that is damaged: no such kind")
	}
	e := Entry{Expires: s.Expires, Since: s.Since, Failures: s.Failures}
	e.Last, e.Good = s.Last.outcome(parts[1]), s.Good.outcome(parts[2])
	return e, Pace{Next: s.Next, Blocked: s.Blocked, Extra: time.Duration(s.Extra)}, nil
}

func outcomeToSave(o fetch.Outcome) savedOutcome {
	s := savedOutcome{
		Key: o.Key, Kind: o.Kind, Status: o.Status, FinalURL: o.FinalURL, Header: o.Header,
		Limit: o.Limit, Truncated: o.Truncated, Notes: o.Notes, Class: o.Class, FetchedAt: o.FetchedAt,
	}
	if o.Preset != fetch.Default {
		s.Preset = o.Preset.String()
	}
	if o.Err != nil {
		s.Err = o.Err.Error()
	}
	return s
}

func (s savedOutcome) outcome(body []byte) fetch.Outcome {
	o := fetch.Outcome{
		Key: s.Key, Kind: s.Kind, Status: s.Status, FinalURL: s.FinalURL, Header: s.Header,
		Limit: s.Limit, Truncated: s.Truncated, Notes: s.Notes, Class: s.Class, FetchedAt: s.FetchedAt,
	}
	o.Preset, _ = fetch.PresetNamed(s.Preset)
	if len(body) > 0 {
		o.Body = append([]byte(nil), body...)
	}
	if s.Err != "" {
		o.Err = errors.New(s.Err)
	}
	return o
}
