package protocol

import (
	"encoding/json"
	"strings"
	"testing"
)

// ask puts a question and decodes the answer, which must be JSON.
func ask(t *testing.T, verb string, question map[string]any) map[string]any {
	t.Helper()
	request, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	d := Desk{Verbs: All()}
	return decode(t, d.Answer(verb, request))
}

func decode(t *testing.T, answer []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(answer, &out); err != nil {
		t.Fatalf("%v: %.400s", err, answer)
	}
	return out
}

// in follows a path of keys and numbers into an answer.
func in(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				t.Fatalf("%v: no element %d", path, p)
			}
			v = l[p]
		}
	}
	return v
}

const shop = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml\nDissalow: /x\n"

func TestCheckAnswersWithRuleAndTrace(t *testing.T) {
	a := ask(t, "check", map[string]any{"robots": shop, "agents": []string{"Mozilla/5.0 (compatible; GPTBot/1.1)", "*"}, "targets": []string{"/cart/help", "https://example.com/"}, "explain": true})
	for _, tt := range []struct {
		n                                int
		agent, token, verdict, word, fix string
		line                             float64
	}{
		{0, "GPTBot", "GPTBot", "disallow", "disallowed", "rule-own", 6},
		{1, "GPTBot", "GPTBot", "disallow", "disallowed", "rule-own", 6},
		{2, OtherID, "UnnamedBot", "allow", "allowed", "rule-star", 3},
	} {
		x := in(t, a, "answers", tt.n)
		if in(t, x, "agent") != tt.agent || in(t, x, "token") != tt.token || in(t, x, "verdict") != tt.verdict || in(t, x, "word") != tt.word || in(t, x, "because") != tt.fix || in(t, x, "rule", "line") != tt.line {
			t.Errorf("answer %d is %v", tt.n, x)
		}
	}
	if in(t, a, "answers", 0, "trace", "otherStar") != true || len(in(t, a, "answers", 2, "trace", "weighed").([]any)) != 2 {
		t.Error("the trace lacks steps")
	}
}

func TestAbsentIsNotAllowed(t *testing.T) {
	for status, word := range map[int]string{404: "absent", 403: "unavailable", 503: "unreachable"} {
		a := ask(t, "check", map[string]any{"robots": shop, "status": status, "agents": []string{"GPTBot"}, "targets": []string{"/"}})
		if got := in(t, a, "answers", 0, "word"); got != word || in(t, a, "source", "kind") != word {
			t.Errorf("%d: %v", status, got)
		}
	}
}

func TestEveryVerbAnswersItsKind(t *testing.T) {
	questions := map[string]map[string]any{
		"version": {}, "parse": {"robots": shop, "lines": true}, "lint": {"robots": shop}, "prove-fixes": {"robots": shop},
		"explain": {}, "check": {"robots": shop, "agents": []string{"a"}, "targets": []string{"/"}},
		"engines": {"robots": shop, "agent": "GPTBot", "target": "/cart"}, "ai": {"robots": shop}, "agents": {},
		"matrix": {"robots": shop, "agents": []string{"a", "*"}}, "diff": {"old": shop, "new": "User-agent: *\nDisallow:\n"},
		"sitemap": {"robots": shop, "agents": []string{"a"}, "sitemap": "https://example.com/cart\nhttps://example.com/\n"},
		"format":  {"robots": shop}, "fix": {"robots": shop},
		"selftest": {"vectors": []any{map[string]any{"id": "x-1", "clause": "2.1", "agent": "a", "url": "/", "want": "allow", "basis": "no-group"}}},
	}
	for _, v := range All() {
		q, ok := questions[v.Name]
		if !ok {
			t.Errorf("nothing is asked of %s", v.Name)
			continue
		}
		a := ask(t, v.Name, q)
		want := map[string]string{"prove-fixes": "lint"}[v.Name]
		if want == "" {
			want = v.Name
		}
		if a["kind"] != want {
			t.Errorf("%s answers %.300v", v.Name, a)
		}
	}
}

func TestQuestionsThatAreWrongAreTold(t *testing.T) {
	d := Desk{Verbs: All()}
	for _, tt := range []struct{ verb, request, code string }{
		{"nonsense", `{}`, "unknown-verb"},
		{"", ``, "unknown-verb"},
		{"check", ``, "bad-request"},
		{"check", `[]`, "wrong-type"},
		{"check", `{"robot":""}`, "unknown-key"},
		{"check", `{"agents":["a"]}`, "missing-key"},
		{"check", `{"robots":1}`, "wrong-type"},
		{"check", `{"robots":"","agents":[1]}`, "wrong-type"},
		{"check", `{"robots":"","profile":"mine"}`, "unknown-profile"},
		{"check", `{"robots":"","robots_url":"nowhere"}`, "bad-url"},
		{"check", `{"robots_b64":"a"}`, "bad-base64"},
		{"lint", `{"robots":"","ignore":["x"]}`, "unknown-code"},
		{"explain", `{"code":"x"}`, "unknown-code"},
		{"ai", `{"robots":"","panel":"x"}`, "unknown-panel"},
		{"ai", `{"robots":"","targets":["x"]}`, "bad-url"},
		{"format", `{"robots":"","style":"x"}`, "unknown-style"},
		{"fix", `{"robots":"","edits":[{"span":{"offset":0,"length":1},"new":""}]}`, "bad-edit"},
		{"selftest", `{"vectors":[{}]}`, "bad-vector"},
		{"parse", strings.Repeat("[", 99), "bad-request"},
	} {
		a := decode(t, d.Answer(tt.verb, []byte(tt.request)))
		if in(t, a, "error", "code") != tt.code {
			t.Errorf("%s %.60s: %v, want %s", tt.verb, tt.request, a, tt.code)
		}
	}
}

func TestLongTextsAreTooLarge(t *testing.T) {
	long := strings.Repeat("# nothing to see here\n", MaxText/20)
	for verb, q := range map[string]map[string]any{
		"parse": {"robots": long}, "lint": {"robots": long}, "diff": {"old": long, "new": ""}, "format": {"robots": long},
		"sitemap": {"robots": "", "agents": []string{"a"}, "sitemap": strings.Repeat(long, 3)},
	} {
		if a := ask(t, verb, q); in(t, a, "error", "code") != "too-large" {
			t.Errorf("%s: %.200v", verb, a)
		}
	}
	d := Desk{Verbs: All()}
	if a := decode(t, d.Answer("parse", make([]byte, MaxRequest+1))); in(t, a, "error", "code") != "too-large" {
		t.Errorf("request: %v", a)
	}
}

// Whatever is asked, the answer is one JSON object, and the core has no slip of
// its own to report.
func FuzzAnswer(f *testing.F) {
	for _, v := range All() {
		f.Add(v.Name, []byte(`{"robots":"User-agent: *\nDisallow: /é$","agents":["GPTBot","*"],"targets":["/","http://a/b"],"explain":true}`))
		f.Add(v.Name, []byte(`{"robots":"User-agent: a\nDissalow /x\nDisallow: *","profile":"google","agent":"a/1","target":"/x"}`))
	}
	f.Add("diff", []byte(`{"old":"User-agent: *\nDisallow: /a","new":"User-agent: *\nDisallow: /b"}`))
	f.Add("fix", []byte(`{"robots":"Disallow: /","edits":[{"span":{"offset":0,"length":2},"new":"x"},{"span":{"offset":1,"length":2},"new":"y"}]}`))
	f.Add("sitemap", []byte(`{"robots":"","sitemap":"<urlset><url><loc>http://a/</loc></url>","agents":["*"],"robots_url":"http://a/robots.txt"}`))
	f.Add("selftest", []byte(`{"vectors":[{"id":"a","robots_gen":{"prefix":"a","repeat":"b","count":3},"url":"/"}]}`))
	f.Fuzz(func(t *testing.T, verb string, request []byte) {
		d := Desk{Verbs: All()}
		answer := d.Answer(verb, request)
		if !json.Valid(answer) || answer[0] != '{' {
			t.Fatalf("%.300s", answer)
		}
		if strings.HasPrefix(string(answer), `{"error":{"code":"internal"`) {
			t.Fatalf("%s %.300s: %s", verb, request, answer)
		}
		if again := d.Answer(verb, request); string(again) != string(answer) {
			t.Fatal("the second answer is another")
		}
	})
}
