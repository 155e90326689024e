// Package protocol answers the questions of a page, as JSON, with what package
// robots and those beside it know.
//
// A question is a verb and an object, an answer is an object:
//
//	d := protocol.Desk{Verbs: protocol.All()}
//	d.Answer("check", []byte(`{"robots":"User-agent: *\nDisallow: /x","agents":["GPTBot"],"targets":["/x"]}`))
//
// The shapes are those of api/schema, with positions as scripts count them
// beside those in bytes, and with codes and details where those have sentences:
// the page holds the sentences, in the language of the reader. web/src/protocol.ts
// declares all of it.
//
// The program web/wasm puts a Desk into WebAssembly. The same package compiled
// for the machine is what its tests compare with. It has no fmt and no
// reflection, since the page has to load it.
package protocol

import (
	"github.com/robotsgate/robots/internal/jsontext"
)

// SchemaVersion is that of the shapes of api/schema.
const SchemaVersion = 1

// Version is the version of the program, as it was built; it may be empty.
var Version string

// What a question may hold, in octets. A robots.txt beyond the limit of package
// robots is still read, up to there; what is longer than MaxText is surely
// something else, and a page must not stall over it.
const (
	MaxText    = 4 << 20
	MaxSitemap = 12 << 20
	MaxRequest = 32 << 20
)

// A Desk answers questions one by one. It keeps the policies of the last
// texts, because a page asks much about few texts; no answer depends on that.
// The zero Desk answers nothing.
type Desk struct {
	Verbs []Verb

	kept [2]kept
	next int // in kept, to be dropped next
}

// A Verb is one kind of question: the keys it may hold, and what answers it.
type Verb struct {
	Name string
	keys string
	run  func(*question)
}

const (
	textKeys   = "robots robots_b64 profile"
	sourceKeys = textKeys + " status robots_url name"
)

// First returns the verbs of the first view. They are few: what only the others
// need is not linked into a program that has no more than these.
func First() []Verb {
	return []Verb{
		{"version", "", version},
		{"parse", sourceKeys + " brief lines", parse},
		{"check", sourceKeys + " agents targets explain", check},
		{"engines", sourceKeys + " agent target", engines},
	}
}

// All returns all verbs.
func All() []Verb {
	return append(First(), []Verb{
		{"lint", sourceKeys + " ignore today", lintFast},
		{"prove-fixes", sourceKeys + " ignore today", lintProven},
		{"explain", "code", explain},
		{"ai", sourceKeys + " agents panel targets", askAI},
		{"agents", "agents panel", listAgents},
		{"matrix", sourceKeys + " agents targets", matrix},
		{"diff", "old new profile agents", compare},
		{"sitemap", sourceKeys + " sitemap sitemap_url agents", listed},
		{"format", textKeys + " style minimize", format},
		{"fix", sourceKeys + " ignore unsafe edits", fix},
		{"selftest", "vectors", selftest},
	}...)
}

// Answer returns the answer to a question, always one JSON object. One with
// the key "error" says what is wrong with the question.
func (d *Desk) Answer(name string, request []byte) (answer []byte) {
	// A slip in here must not end the program that serves the page.
	defer func() {
		if recover() != nil {
			answer = problem{code: "internal"}.bytes()
		}
	}()
	if len(request) > MaxRequest {
		return tooLarge("request", len(request), MaxRequest).bytes()
	}
	for _, v := range d.Verbs {
		if v.Name == name {
			return d.answer(v, request)
		}
	}
	return problem{code: "unknown-verb", texts: []string{"verb", name}}.bytes()
}

func (d *Desk) answer(v Verb, request []byte) []byte {
	value, at, err := jsontext.Read(request)
	if err != nil {
		return problem{code: "bad-request", texts: []string{"reason", err.Error()}, ints: []string{"offset"}, values: []int{at}}.bytes()
	}
	q := &question{desk: d, value: value}
	q.only(v.keys)
	if q.wrong == nil {
		q.w.Object(func() { v.run(q) })
	}
	if q.wrong != nil {
		return q.wrong.bytes()
	}
	return q.w.Bytes()
}

// A problem is what is wrong with a question: a code, and details by name.
type problem struct {
	code   string
	texts  []string // name, value, name, value ...
	ints   []string // names
	values []int    // one for each of ints
}

func (p problem) bytes() []byte {
	var w jsontext.Writer
	w.Object(func() {
		w.ObjectAt("error", func() {
			w.StringAt("code", p.code)
			w.ObjectAt("args", func() {
				for i := 0; i+1 < len(p.texts); i += 2 {
					w.StringAt(p.texts[i], p.texts[i+1])
				}
				for i, name := range p.ints {
					w.IntAt(name, p.values[i])
				}
			})
		})
	})
	return w.Bytes()
}

func tooLarge(key string, octets, limit int) problem {
	return problem{code: "too-large", texts: []string{"key", key}, ints: []string{"octets", "limit"}, values: []int{octets, limit}}
}
