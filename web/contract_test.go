package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/web/internal/protocol"
)

// worded are the keys that hold sentences or their language; the page says them
// itself. Probes of a diff are asked for in another way.
var worded = []string{"lang", "message", "fix", "help", "messages", "probes", "error"}

// within reports where want, as the command writes it, is not part of got, as
// the page gets it: every key of the one is in the other, with the same value.
func within(path string, got, want any) error {
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %T", path, got)
		}
		for k, v := range want {
			if slices.Contains(worded, k) {
				continue
			}
			if err := within(path+"."+k, g[k], v); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return fmt.Errorf("%s has %d elements, want %d", path, len(g), len(want))
		}
		for i, v := range want {
			if err := within(fmt.Sprintf("%s[%d]", path, i), g[i], v); err != nil {
				return err
			}
		}
		return nil
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%s is %v, want %v", path, got, want)
	}
	return nil
}

// The page is told in the words of api/schema: whatever the command writes is in
// the answer, under the same names.
func TestAnswersHoldWhatTheCommandWrites(t *testing.T) {
	texts := []string{"", "User-agent: *\nDisallow: /a\nAllow: /a/b$\n\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\nContent-Signal: ai-train=no\nCrawl-delay: 5\n\nSitemap: https://site.example/s.xml\nDissalow: /x\nnonsense\n"}
	for _, c := range lint.Checks() {
		texts = append(texts, c.Before)
	}
	desk := protocol.Desk{Verbs: protocol.All()}
	for _, text := range texts {
		p := robots.Parse(text)
		source := report.Source{Name: "robots.txt", Policy: p}
		after := robots.Parse("User-agent: *\nDisallow: /a\n")
		named := report.Agent{ID: "GPTBot", Name: "GPTBot"}
		check := report.Check{Source: source, Explain: true, Answers: []report.Answer{{Agent: named, Target: "/a/b", Trace: p.Explain("GPTBot", "/a/b")}}}
		five, _ := agents.Panel("five")
		table := ai.Ask(p, five)
		for _, tt := range []struct {
			verb     string
			question map[string]any
			write    func(w *bytes.Buffer) error
		}{
			{"parse", nil, func(w *bytes.Buffer) error { return report.ParseJSON(w, source, report.Options{}) }},
			{"check", map[string]any{"agents": []string{"GPTBot"}, "targets": []string{"/a/b"}, "explain": true}, func(w *bytes.Buffer) error {
				check := check
				return report.JSON(w, check, report.Options{})
			}},
			{"prove-fixes", nil, func(w *bytes.Buffer) error {
				return report.LintJSON(w, []report.LintFile{{Source: source, Findings: lint.Run(p, lint.Options{Proofs: 200})}}, report.Options{})
			}},
			{"ai", nil, func(w *bytes.Buffer) error {
				return report.AIJSON(w, report.AI{Source: source, Table: table, Summary: table.Summary()}, report.Options{})
			}},
			{"agents", map[string]any{"panel": "five"}, func(w *bytes.Buffer) error { return report.AgentsJSON(w, five) }},
			{"diff", map[string]any{"old": text, "new": after.Text()}, func(w *bytes.Buffer) error {
				return report.DiffJSON(w, report.Diff{Old: report.Source{Name: "old", Policy: p}, New: report.Source{Name: "new", Policy: after},
					Outcome: diff.Behaviour(p, after), Changes: diff.Compare(p, after)}, report.Options{})
			}},
		} {
			q := map[string]any{}
			for k, v := range tt.question {
				q[k] = v
			}
			if tt.verb != "agents" && tt.verb != "diff" {
				q["robots_b64"] = []byte(text)
			}
			if tt.verb == "diff" && !utf8.ValidString(text) { // which takes text only
				continue
			}
			var b bytes.Buffer
			if err := tt.write(&b); err != nil {
				t.Fatal(err)
			}
			var got, want any
			answer := desk.Answer(tt.verb, raw(t, q))
			if err := json.Unmarshal(answer, &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b.Bytes(), &want); err != nil {
				t.Fatal(err)
			}
			if tt.verb == "check" {
				delete(want.(map[string]any), "diagnostics") // those are in the answer to parse
			}
			if err := within(tt.verb, got, want); err != nil {
				t.Errorf("%.120q: %v", text, err)
			}
		}
	}
}
