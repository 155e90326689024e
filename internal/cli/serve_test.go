package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/robotsgate/robots/internal/verb"
)

// The verbs of the service answer with the very octets of the commands.
func TestVerbsAnswerAsTheCommandsDo(t *testing.T) {
	for _, name := range []string{"shop.txt", "news.txt", "trap.txt"} {
		file := filepath.Join("..", "..", "testdata", "robots", name)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		s := verb.Source{Robots: &text, Name: file}
		old := filepath.Join("..", "..", "testdata", "robots", "shop.txt")
		oldBytes, _ := os.ReadFile(old)
		oldText := string(oldBytes)
		asked := verb.Crawlers{Agents: []string{"GPTBot", "*"}, Targets: []string{"/", "/a?b=c"}}
		google := s
		google.Profile = "google"
		for _, c := range []struct {
			args string
			q    verb.Question
		}{
			{"check", verb.Check{Source: s}},
			{"check -a GPTBot -a * -u / -u /a?b=c --explain", verb.Check{Source: s, Crawlers: asked, Explain: true}},
			{"check --lang zh-Hant", verb.Check{Source: s, Language: verb.Language{Lang: "zh-Hant"}}},
			{"check --profile google", verb.Check{Source: google}},
			{"parse", verb.Parse{Source: s}},
			{"lint --no-config", verb.Lint{Source: s}},
			{"lint --no-config --select dead-rule", verb.Lint{Source: s, Findings: verb.Findings{Select: []string{"dead-rule"}}}},
			{"matrix", verb.Matrix{Source: s}},
			{"matrix -a GPTBot -a * -u / -u /a?b=c", verb.Matrix{Source: s, Crawlers: asked}},
			{"ai", verb.AI{Source: s}},
			{"ai --panel training -u /", verb.AI{Source: s, Panels: []string{"training"}, Crawlers: verb.Crawlers{Targets: []string{"/"}}}},
			{"audit --no-config", verb.Audit{Source: s}},
			{"audit --no-config --engines none -a GPTBot -u /", verb.Audit{Source: s, Engines: []string{"none"}, Crawlers: verb.Crawlers{Agents: []string{"GPTBot"}, Targets: []string{"/"}}}},
			{"diff " + old, verb.Diff{Old: verb.Source{Robots: &oldText, Name: old}, New: s}},
			{"diff -a GPTBot " + old, verb.Diff{Old: verb.Source{Robots: &oldText, Name: old}, New: s, Agents: []string{"GPTBot"}}},
		} {
			var want, got, stderr bytes.Buffer
			args := append([]string{"robots"}, strings.Fields(c.args)...)
			if code := Main(append(args, file, "--format", "json"), strings.NewReader(""), &want, &stderr); code > exitFindings {
				t.Errorf("%s: exit code %d, %s", c.args, code, stderr.String())
				continue
			}
			if err := c.q.Answer(&got, verb.Setting{}); err != nil {
				t.Errorf("%s: %v", c.args, err)
			} else if got.String() != want.String() {
				t.Errorf("%s %s:\n%s\nthe command says\n%s", c.args, name, got.String(), want.String())
			}
		}
	}
}

// fix answers with what lint --fix writes.
func TestFixMendsAsTheCommandDoes(t *testing.T) {
	text := "User-agent: *\nDisalow: /x\nDisallow : /a\ndisallow: /a\n"
	file := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, stderr bytes.Buffer
	if code := Main([]string{"robots", "lint", "--no-config", "--fix", file}, strings.NewReader(""), &out, &stderr); code > exitFindings {
		t.Fatal(code, stderr.String())
	}
	want, _ := os.ReadFile(file)
	var b bytes.Buffer
	if err := (verb.Fix{Source: verb.Source{Robots: &text}}).Answer(&b, verb.Setting{}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Robots string }
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got.Robots != string(want) || got.Robots == text {
		t.Errorf("%v: %q, the command writes %q", err, got.Robots, want)
	}
}

// The page of the service names all flags, and all metrics that there are.
func TestTheDocumentOfTheServiceIsWhole(t *testing.T) {
	doc, err := os.ReadFile("../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	a := Command()
	cmd, _, err := a.Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("--[a-z-]+").FindAllString(cmd.LocalFlags().FlagUsages(), -1) {
		if !bytes.Contains(doc, []byte("`"+m+"`")) && !bytes.Contains(doc, []byte("`"+m+" ")) {
			t.Errorf("docs/serve.md does not tell about %s", m)
		}
	}
}
