package report

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/conformance"
	"github.com/robotsgate/robots/dialect"
	"github.com/robotsgate/robots/msg"
)

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "api", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid fails unless what write writes is JSON by the schema.
func valid(t *testing.T, s *jsonschema.Schema, what string, write func(w io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(&b)
	if err == nil {
		err = s.Validate(v)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func TestJSONFollowsTheSchemas(t *testing.T) {
	checks, parses := schema(t, "check.json"), schema(t, "parse.json")
	policies := map[string]*robots.Policy{"absent": robots.Absent(), "unavailable": robots.Unavailable(), "unreachable": robots.Unreachable()}
	for i, text := range []string{"", "# only", sample, "\xff\xfeU\x00:\x00\n\x00", "User-agent: *\nDisallow: /\xff\n"} {
		for _, p := range robots.Profiles() {
			policies[fmt.Sprint(i, p)] = robots.Options{Profile: p}.Parse(text)
		}
	}
	for name, p := range policies {
		s := Source{Name: name, FileURL: "https://a.example/robots.txt", Policy: p}
		c := check(s, []string{"GPTBot", "", "Sogou web spider", OtherID},
			[]string{"/", "/新聞/1", "/robots.txt", "https://a.example/b/../c", "https://b.example/", "nonsense"}, true)
		c.Answers[0].Agent.Given = "GPTBot/1.0"
		for _, l := range msg.Langs() {
			valid(t, checks, name, func(w io.Writer) error { return JSON(w, c, Options{Lang: l}) })
			valid(t, parses, name, func(w io.Writer) error { return ParseJSON(w, s, Options{Lang: l}) })
		}
	}
}

func TestDialectsFollowTheSchema(t *testing.T) {
	s := schema(t, "dialects.json")
	agents := []Agent{{ID: "GPTBot", Name: "GPTBot"}, {ID: OtherID, Name: "Unnamed"}}
	targets := []string{"/", "/a", "/新聞/1", "/robots.txt"}
	for i, text := range []string{"", "# only", sample, "\xff\xfeU\x00:\x00\n\x00", "User-agent: GPT\nDisallow: /\xff\nDisalow: /a\n"} {
		d := Dialects{Source: Source{Name: "robots.txt", Policy: robots.Parse(text)}, Agents: agents, Targets: targets,
			Differences: dialect.Differences(text, []string{"GPTBot", "Unnamed"}, targets)}
		for _, l := range msg.Langs() {
			valid(t, s, fmt.Sprint(i), func(w io.Writer) error { return DialectsJSON(w, d, Options{Lang: l}) })
			for _, write := range DialectFormats {
				var b bytes.Buffer
				if err := write(&b, d, Options{Lang: l}); err != nil {
					t.Error(err)
				}
				if left := regexp.MustCompile(`\{[a-z]+[?|}]|(dialect|rejected|head)\.[a-z]`).FindString(b.String()); left != "" {
					t.Errorf("text %d in %v: %q is left over", i, l, left)
				}
			}
		}
	}
}

func TestSelftestFollowsTheSchema(t *testing.T) {
	s := schema(t, "selftest.json")
	for what, m := range map[string]conformance.Matcher{
		"right": conformance.Standard(),
		"wrong": func(conformance.Vector) conformance.Answer { return conformance.Answer{} },
	} {
		valid(t, s, what, func(w io.Writer) error { return SelftestJSON(w, conformance.Run(m)) })
	}
}
