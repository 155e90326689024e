package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/assert"
	"github.com/robotsgate/robots/msg"
)

// tested holds a few texts to assertions of all kinds, most of which fail.
func tested() (tests []Test) {
	var all []assert.Assertion
	for _, want := range []assert.Want{assert.Allow, assert.Disallow} {
		for _, e := range []assert.Evidence{assert.Any, assert.Explicit, assert.Inherited, assert.Rule} {
			a := assert.Assertion{Name: "A | b", Agents: []string{"GPTBot", "ClaudeBot"}, Paths: []string{"/", "/新聞/", "https://b.example/x", "*"}, Want: want, Evidence: e, Line: 7}
			if want == assert.Allow && e == assert.Rule {
				a.Paths = a.Paths[:3]
			}
			all = append(all, a)
		}
	}
	all = append(all, assert.Assertion{Sitemaps: []string{"https://a.example/s.xml"}}, assert.Assertion{Agents: []string{"*"}, Paths: []string{"/"}, Want: assert.Allow})
	long := strings.Repeat("Disallow: /aaaaaaaaaaaaaaaaa\n", 30000)
	for i, p := range []*robots.Policy{
		robots.Parse("User-agent: *\nDisallow: /x\nUser-agent: GPTBot\nAllow: /新聞/\nDisallow: /\n"), robots.Parse(""), robots.Absent(), robots.Unreachable(),
		robots.Parse("User-agent: *\nDisallow: /\n"), robots.Options{Limits: robots.Limits{Bytes: 500 << 10}}.Parse("User-agent: *\n" + long),
		robots.Options{Profile: robots.Python}.Parse("User-agent: *\nDisallow: /\n"),
	} {
		o := assert.Options{FileURL: "https://a.example/robots.txt"}
		t := Test{Source: Source{Name: "robots, 新:聞.txt", Policy: p}, Config: ".robots.toml", Assertions: all, Results: o.Run(p, all)}
		switch i % 3 {
		case 0:
			t.Env, t.EnvLine, t.Standing = "staging", 3, assert.Closed(p)
		case 1:
			t.Env, t.EnvLine, t.Standing = "production", 5, assert.Open(p)
		}
		tests = append(tests, t)
	}
	return tests
}

func TestAssertionsFollowTheSchema(t *testing.T) {
	whole := schema(t, "test.json")
	one, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "api", "schema", "test.json") + "#/$defs/result")
	if err != nil {
		t.Fatal(err)
	}
	tests := tested()
	for _, l := range msg.Langs() {
		valid(t, whole, "json", func(w io.Writer) error { return TestJSON(w, tests, Options{Lang: l}) })
	}
	valid(t, whole, "nothing", func(w io.Writer) error { return TestJSON(w, nil, Options{}) })
	var b bytes.Buffer
	if err := TestJSONLines(&b, tests, Options{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		valid(t, one, "jsonl", func(w io.Writer) error { _, err := io.WriteString(w, line); return err })
	}
}

// Every format tells of every failure in every language, and leaves no key and
// no placeholder behind.
func TestAssertionFormats(t *testing.T) {
	tests := tested()
	total, failed, unproven := TestTally(tests)
	reasons := map[assert.Reason]bool{}
	eachRow(tests, func(r testRow) { reasons[r.reason] = true })
	if len(reasons) != 8 || failed == 0 || unproven == 0 || failed+unproven == total {
		t.Fatalf("%d reasons, %d of %d failed, %d not proven", len(reasons), failed, total, unproven)
	}
	for _, l := range msg.Langs() {
		for name, write := range TestFormats {
			var b bytes.Buffer
			if err := write(&b, tests, Options{Lang: l}); err != nil {
				t.Fatal(err)
			}
			s := b.String()
			for _, left := range []string{"test.n", "test.s", "test.w", "{line", "{agent", "{octets", "{group", "{evidence", "|*:"} {
				if strings.Contains(s, left) {
					t.Errorf("%s in %v: %q is left over", name, l, left)
				}
			}
			want := failed + unproven
			switch name {
			case "github":
				if n := strings.Count(s, "\n"); n != want {
					t.Errorf("github: %d lines, want %d", n, want)
				}
			case "text", "markdown":
				if n := strings.Count(s, "robots, 新:聞.txt"); n != want {
					t.Errorf("%s: %d failures, want %d", name, n, want)
				}
			case "junit":
				var suites junitSuites
				if err := xml.Unmarshal(b.Bytes(), &suites); err != nil {
					t.Fatal(err)
				}
				cases, failures := 0, 0
				for _, x := range suites.Suites {
					cases, failures = cases+x.Tests, failures+x.Failures
				}
				if cases != total || failures != want {
					t.Errorf("junit: %d of %d fail, want %d of %d", failures, cases, want, total)
				}
			}
		}
	}
}
