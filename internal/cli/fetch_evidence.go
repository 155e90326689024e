package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// evidence is an outcome as JSON, by the schema fetch.json.
type evidence struct {
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
	Hops          []evidenceHop       `json:"hops"`
	Header        map[string][]string `json:"header"`
	Notes         []evidenceNote      `json:"notes"`
	Bytes         int                 `json:"bytes"`
	Truncated     bool                `json:"truncated"`
	SHA256        string              `json:"sha256,omitempty"`
	Text          string              `json:"text"` // of a document, in UTF-8
}

type evidenceHop struct {
	URL      string             `json:"url"`
	Status   int                `json:"status"`
	Location string             `json:"location,omitempty"`
	Protocol string             `json:"protocol,omitempty"`
	Remote   string             `json:"remote,omitempty"`
	Wire     int64              `json:"wireBytes"`
	Seconds  map[string]float64 `json:"seconds"`
}

type evidenceNote struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
}

func evidenceOf(c *fetch.Client, o fetch.Outcome) evidence {
	ev := evidence{SchemaVersion: report.SchemaVersion, Kind: "fetch", Site: o.Key, UserAgent: c.UserAgentHeader(), Preset: o.Preset.String(),
		Outcome: o.Kind.String(), Status: o.Status, Class: string(o.Class), FinalURL: o.FinalURL, FetchedAt: o.FetchedAt,
		Seconds: o.Took.Seconds(), Hops: []evidenceHop{}, Header: map[string][]string{}, Notes: []evidenceNote{}, Bytes: len(o.Body), Truncated: o.Truncated}
	if o.Err != nil {
		ev.Error = o.Err.Error()
	}
	if d, ok := o.RetryAfter(); ok {
		s := d.Seconds()
		ev.RetryAfter = &s
	}
	for _, h := range o.Hops {
		hop := evidenceHop{URL: h.URL, Status: h.Status, Location: h.Location, Protocol: h.Proto, Wire: h.Wire, Seconds: map[string]float64{
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
		ev.Notes = append(ev.Notes, evidenceNote{string(n.Code), n.Detail})
	}
	if o.Kind == robots.KindDocument {
		ev.SHA256, ev.Text = hash(o.Body), o.Policy().Text()
		if !utf8.ValidString(ev.Text) {
			ev.Text = strings.ToValidUTF8(ev.Text, "\ufffd")
		}
	}
	return ev
}

func (ev evidence) write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(ev)
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// saveEvidence keeps what was fetched and how. Nothing is overwritten: a record
// that could be replaced by a later one would prove little.
func (a *app) saveEvidence(dir string, ev evidence, o fetch.Outcome) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return ioErrorf("", "make %s: %w", dir, cause(err))
	}
	base := filepath.Join(dir, fileName(o.Key)+"-"+o.FetchedAt.Format("20060102T150405.000Z"))
	var b bytes.Buffer
	if err := ev.write(&b); err != nil {
		return err
	}
	files := []struct {
		name string
		data []byte
	}{{base + ".json", b.Bytes()}, {base + ".txt", o.Body}}
	if o.Kind != robots.KindDocument && len(o.Body) == 0 {
		files = files[:1]
	}
	for _, f := range files {
		if err := writeNew(f.name, f.data); err != nil {
			hint := ""
			if errors.Is(err, fs.ErrExist) {
				hint = "records are never overwritten: try again, or name another folder"
			}
			return ioErrorf(hint, "write %s: %w", f.name, cause(err))
		}
		a.say(a.lang.Text("fetch.saved", msg.Str("file", report.Clean(f.name))))
	}
	return nil
}

func writeNew(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// fileName makes a name of a site that every file system takes:
// "https-example.com-8443".
func fileName(site string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		}
		return '-'
	}, strings.Replace(site, "://", "-", 1))
}
