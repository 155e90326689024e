package verb

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// The words in the tags are those of the packages that know them.
func TestTheTagsNameAllProfilesAndLanguages(t *testing.T) {
	enum := func(of any, field string) string {
		f, ok := reflect.TypeOf(of).FieldByName(field)
		if !ok {
			t.Fatal(field)
		}
		return f.Tag.Get("enum")
	}
	if got, want := enum(Source{}, "Profile"), strings.Join(profileNames(), ","); got != want {
		t.Errorf("profiles %s, want %s", got, want)
	}
	var langs []string
	for _, l := range msg.Langs() {
		langs = append(langs, l.String())
	}
	if got, want := enum(Language{}, "Lang"), strings.Join(langs, ","); got != want {
		t.Errorf("languages %s, want %s", got, want)
	}
}

// A question that is wrong says by which key, and writes nothing.
func TestWrongQuestionsNameTheKey(t *testing.T) {
	text, bad := "User-agent: *\nDisallow: /\n", "%"
	given := Source{Robots: &text}
	for _, c := range []struct {
		q   Question
		key string
	}{
		{Check{}, "robots"},
		{Check{Source: Source{Robots: &text, RobotsB64: &text}}, "robots"},
		{Check{Source: Source{RobotsB64: &bad}}, "robots_b64"},
		{Check{Source: Source{Status: 302}}, "status"},
		{Check{Source: Source{Robots: &text, RobotsURL: "mailto:a"}}, "robots_url"},
		{Check{Source: Source{Robots: &text, Profile: "nobody"}}, "profile"},
		{Check{Source: given, Crawlers: Crawlers{Agents: make([]string, 1000), Targets: make([]string, 1000)}}, "agents, targets"},
		{Diff{Old: given}, "new.robots"},
		{Matrix{Source: given, Crawlers: Crawlers{Targets: []string{"nonsense"}}}, "targets"},
		{AI{Source: given, Panels: []string{"nobody"}}, "panels"},
		{AI{Source: given, Crawlers: Crawlers{Targets: []string{"nonsense"}}}, "targets"},
		{Audit{Source: given, Engines: []string{"nobody"}}, "engines"},
		{Lint{Source: given, Findings: Findings{Select: []string{"nothing"}}}, "select"},
		{Fix{Source: Source{Status: 404}}, "status"},
		{Explain{Code: "nothing"}, "code"},
	} {
		var b strings.Builder
		err := c.q.Answer(&b, Setting{})
		if wrong, ok := IsWrong(err); !ok || wrong.Key != c.key || b.Len() > 0 {
			t.Errorf("%T: %v, want one about %s; wrote %q", c.q, err, c.key, b.String())
		}
	}
}

// Telling of every rule for every answer is bounded by their product.
func TestTracesAreBounded(t *testing.T) {
	text := "User-agent: *\n" + strings.Repeat("Disallow: /a\n", 30_000)
	q := Check{Source: Source{Robots: &text}, Crawlers: Crawlers{Agents: make([]string, 10), Targets: make([]string, 10)}}
	if err := q.Answer(io.Discard, Setting{}); err != nil {
		t.Error(err)
	}
	q.Explain = true
	if _, ok := IsWrong(q.Answer(io.Discard, Setting{})); !ok {
		t.Error("three million rules are told of")
	}
}

// What fixes are safe is decided once more over all of them, as by the command.
func TestFixWithoutUnsafeChangesNoAnswer(t *testing.T) {
	text := "User-agent: *\nDisalow: /x\nDisallow: /a\nDisallow: /a\n"
	var b strings.Builder
	if err := (Fix{Source: Source{Robots: &text}}).Answer(&b, Setting{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"proven": true`) {
		t.Error(b.String())
	}
	if d := robots.Parse(text).Decide("A", "/x"); d.Verdict != robots.Allow {
		t.Error(d.Verdict)
	}
}
