package web_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/web/internal/protocol"
)

// A saying is what the script is asked to say, and what report says.
type saying struct {
	Lang string          `json:"lang"`
	What string          `json:"what"` // message, help, verdict, because, sentences
	Arg  json.RawMessage `json:"arg"`
	want string
}

// node runs the script over sayings and returns what it says. It skips where
// there is no node.
func node(t *testing.T, all []saying) []string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run the script with")
	}
	dir := t.TempDir()
	build := exec.Command("go", "tool", "-modfile="+filepath.Join("..", "tools", "go.mod"), "esbuild", "src/say.ts", "--format=esm", "--outfile="+filepath.Join(dir, "say.mjs"), "--log-level=warning")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const script = `import { readFileSync } from "node:fs"
import * as say from "./say.mjs"
const { catalogues, sayings } = JSON.parse(readFileSync(0, "utf8"))
const langs = Object.fromEntries(say.LANGUAGES.map((tag) => [tag, new say.Language(tag, catalogues[tag])]))
console.log(JSON.stringify(sayings.map(({ lang, what, arg }) => {
  const said = say[what](langs[lang], arg, arg.source)
  return Array.isArray(said) ? said.join("\n") : said
})))`
	if err := os.WriteFile(filepath.Join(dir, "run.mjs"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	catalogues := map[string]json.RawMessage{}
	for _, l := range msg.Langs() {
		b, err := os.ReadFile(filepath.Join("..", "msg", "data", l.String()+".json"))
		if err != nil {
			t.Fatal(err)
		}
		catalogues[l.String()] = b
	}
	in, err := json.Marshal(map[string]any{"catalogues": catalogues, "sayings": all})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(dir, "run.mjs"))
	cmd.Stdin = bytes.NewReader(in)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var said []string
	if err := json.Unmarshal(out, &said); err != nil || len(said) != len(all) {
		t.Fatalf("%v: %d answers to %d", err, len(said), len(all))
	}
	return said
}

func compare(t *testing.T, all []saying) {
	t.Helper()
	for i, got := range node(t, all) {
		if s := all[i]; got != s.want {
			t.Errorf("%s %s %s:\nscript %q\nGo     %q", s.Lang, s.What, s.Arg, got, s.want)
		}
	}
}

func raw(t *testing.T, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// diagnostics makes, of every code there is, diagnostics with all details that
// its sentences name, in a few values each.
func diagnostics(t *testing.T) (all []diag.Diagnostic) {
	b, err := os.ReadFile(filepath.Join("..", "msg", "data", "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tree struct{ Diag map[string]map[string]string }
	if err := json.Unmarshal(b, &tree); err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\{([a-z]+)([?|}])`)
	options := regexp.MustCompile(`[?|]([a-z0-9-]*):`)
	for _, code := range slices.Sorted(maps.Keys(tree.Diag)) {
		text := tree.Diag[code]["message"] + tree.Diag[code]["fix"]
		values := []string{"/a?b=é判", "", "a\u202eb\x01\t😀\u200c"}
		for _, m := range options.FindAllStringSubmatch(text, -1) {
			values = append(values, m[1])
		}
		for i, value := range values {
			d := diag.Diagnostic{Code: diag.Code(code)}
			seen := map[string]bool{}
			for _, m := range names.FindAllStringSubmatch(text, -1) {
				if !seen[m[1]] {
					seen[m[1]] = true
					if m[2] == "|" {
						d.Args = append(d.Args, diag.Int(m[1], i))
					} else {
						d.Args = append(d.Args, diag.Text(m[1], value))
					}
				}
			}
			all = append(all, d)
		}
	}
	for _, c := range lint.Checks() {
		for _, f := range lint.Run(robots.Parse(c.Before), lint.Options{FileURL: "https://site.example/robots.txt"}) {
			all = append(all, f.Diagnostic)
		}
	}
	return all
}

func TestTheScriptSaysOfEveryCodeWhatReportSays(t *testing.T) {
	var all []saying
	for _, d := range diagnostics(t) {
		args := map[string]any{}
		for _, a := range d.Args {
			if a.IsInt {
				args[a.Name] = a.Int
			} else {
				args[a.Name] = a.Text
			}
		}
		arg := raw(t, map[string]any{"code": d.Code, "args": args})
		for _, l := range msg.Langs() {
			all = append(all, saying{l.String(), "message", arg, report.Message(l, d)}, saying{l.String(), "help", arg, report.Fix(l, d)})
		}
	}
	if len(all) < 3*2*90 {
		t.Fatalf("only %d sentences", len(all))
	}
	compare(t, all)
}

// decisions asks the core, and report, about all kinds of files.
func TestTheScriptSaysOfEveryDecisionWhatReportSays(t *testing.T) {
	desk := protocol.Desk{Verbs: protocol.All()}
	var all []saying
	seen := map[string]bool{}
	for _, status := range []int{0, 404, 403, 503} {
		for _, text := range []string{"", "# nothing\n", "User-agent: GPTBot\nDisallow: /x\nAllow: /y\n", "User-agent: *\nDisallow: /x\nAllow: /y\n", "Disallow: /\n", "User-agent: *\nDisallow: /\xff\n"} {
			for _, profile := range robots.Profiles() {
				for _, target := range []string{"/", "/x", "/y", "/robots.txt", "ftp:nothing", "https://other.example/"} {
					p := robots.Options{Profile: profile}.Parse(text)
					if other, ok := robots.ForStatus(status); ok {
						p = other
					}
					s := report.Source{Policy: p, FileURL: "https://site.example/robots.txt"}
					d := p.Decide("GPTBot", target)
					if target[0] != '/' {
						d = p.DecideURL("GPTBot", target, s.FileURL)
					}
					var a struct {
						Source  json.RawMessage
						Answers []map[string]any
					}
					request := raw(t, map[string]any{"robots_b64": []byte(text), "status": status, "profile": profile.String(), "robots_url": s.FileURL, "agents": []string{"GPTBot"}, "targets": []string{target}})
					if err := json.Unmarshal(desk.Answer("check", request), &a); err != nil || len(a.Answers) != 1 {
						t.Fatalf("%s: %v", request, err)
					}
					a.Answers[0]["source"] = a.Source
					for _, l := range msg.Langs() {
						seen[s.Because(l, d)] = true
						all = append(all, saying{l.String(), "verdict", raw(t, a.Answers[0]), s.Verdict(l, d)}, saying{l.String(), "because", raw(t, a.Answers[0]), s.Because(l, d)})
					}
				}
			}
		}
	}
	if len(seen) < 3*12 {
		t.Errorf("only %d different reasons", len(seen))
	}
	compare(t, all)
}

func TestTheScriptSaysOfAITablesWhatReportSays(t *testing.T) {
	desk := protocol.Desk{Verbs: protocol.All()}
	var all []saying
	texts := []string{"", "User-agent: *\nDisallow: /\n", "User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /news\nUser-agent: Googlebot\nContent-Signal: ai-train=no\n",
		"User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=y\nDisallow: /a/\nDisallow: /b/\nDisallow: /c/\nDisallow: /d/\nDisallow: /e/\nDisallow: /f/\nDisallow: /g/\nDisallow: /h/\n"}
	for _, c := range lint.Checks() {
		texts = append(texts, strings.ToValidUTF8(c.Before, "\ufffd")) // as a page has it
	}
	for _, text := range texts {
		for _, panel := range []string{"five", "all-ai", "control"} {
			for _, paths := range [][]string{nil, {"/"}} {
				bots, ok := agents.Panel(panel)
				if !ok {
					t.Fatal(panel)
				}
				p := robots.Parse(text)
				table := ai.Ask(p, bots, paths...)
				r := report.AI{Source: report.Source{Policy: p}, Table: table, Summary: table.Summary()}
				var a struct{ Summary json.RawMessage }
				request := raw(t, map[string]any{"robots": text, "panel": panel, "targets": paths})
				if err := json.Unmarshal(desk.Answer("ai", request), &a); err != nil {
					t.Fatal(err)
				}
				for _, l := range msg.Langs() {
					all = append(all, saying{l.String(), "sentences", a.Summary, strings.Join(report.Sentences(l, r), "\n")})
				}
			}
		}
	}
	compare(t, all)
}
