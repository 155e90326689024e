package conformance

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// A Vector is one question to a robots.txt implementation and its answer.
//
// The file is given by one of Robots, RobotsB64 and RobotsGen; with none of
// them it is empty. If Status is not zero there is no file, only the HTTP
// status that came in its place.
type Vector struct {
	ID     string `json:"id"`     // permanent, such as "group-013"
	Clause string `json:"clause"` // of RFC 9309, such as "2.2.1"
	Level  string `json:"level"`  // "must", "should" or "choice"
	Title  string `json:"title"`  // what the vector shows, in a short sentence

	Robots    string `json:"robots,omitempty"`     // the file as text
	RobotsB64 string `json:"robots_b64,omitempty"` // the file in base64, for octets that are not UTF-8
	RobotsGen Gen    `json:"robots_gen,omitzero"`  // the file as a recipe, for long ones
	Status    int    `json:"status,omitempty"`     // HTTP status of a fetch that brought no file

	Agent string `json:"agent"` // name of the crawler, as its operator would give it
	URL   string `json:"url"`   // absolute, or a target that starts with a slash

	// RobotsURL is where the file was asked for, before any redirect. If it is
	// empty the scope of the file is not judged.
	RobotsURL string `json:"robots_url,omitempty"`

	Want  string `json:"want"`           // a verdict: see [Answer]
	Basis string `json:"basis"`          // what the verdict rests on: see [Answer]
	Line  int    `json:"line,omitempty"` // line of the deciding rule, from 1; 0 if no rule decides

	Why string `json:"why"` // the reason, in a sentence or two
}

// A Gen is a recipe for a long file: Prefix, then Repeat Count times, then
// Suffix. The zero value makes the empty file.
type Gen struct {
	Prefix string `json:"prefix"`
	Repeat string `json:"repeat"`
	Count  int    `json:"count"`
	Suffix string `json:"suffix"`
}

// Text returns the octets of the file. It is empty if the file is, and if
// there is none because v has a status.
//
// It panics if RobotsB64 is not base64 or the count of RobotsGen is negative,
// which no vector of [All] has.
func (v Vector) Text() string {
	switch {
	case v.RobotsB64 != "":
		octets, err := base64.StdEncoding.DecodeString(v.RobotsB64)
		if err != nil {
			panic(fmt.Sprintf("conformance: vector %s: robots_b64: %v", v.ID, err))
		}
		return string(octets)
	case v.RobotsGen != Gen{}:
		g := v.RobotsGen
		return g.Prefix + strings.Repeat(g.Repeat, g.Count) + g.Suffix
	}
	return v.Robots
}
