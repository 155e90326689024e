package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTableIsFresh(t *testing.T) {
	got, err := generate([]byte(read(t, "data/agents.json")))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != read(t, "agents_table.go") {
		t.Error("agents_table.go is stale: run go run ./agents/internal/gen")
	}
}

// A catalogue that is right in every point, with places to break it.
const good = `{
	"agents": [
		{"token": "Abot", "aliases": ["A bot"], "purpose": "search", "also": ["ads"], "country": "FR", "respects_robots": "yes",
			"evidence": {"kind": "vendor", "sources": ["https://a.example/bot"], "date": "2026-11-30"},
			"fallback": ["Bbot"], "ignores_star": true, "reverse_dns": [".a.example"], "observed": ["Abot/1.0"], "note": "Says yes."},
		{"token": "Bbot", "purpose": "training", "ai": true, "respects_robots": "claims", "crawl_delay": "no", "legacy": true, "replaced_by": "Abot",
			"evidence": {"kind": "community", "sources": ["https://b.example"], "date": "2026"}},
		{"token": "Cname", "purpose": "control", "sends_requests": false, "effect": "nothing", "respects_robots": "unknown",
			"evidence": {"kind": "none", "date": "2026-11"}},
		{"token": "D / E", "purpose": "user", "no_token": true, "respects_robots": "unknown", "evidence": {"kind": "none", "date": "2026-11"}}
	],
	"panels": [
		{"name": "some", "about": "Some.", "tokens": ["Abot", "Bbot"]},
		{"name": "all-ai", "about": "All.", "ai": true}
	],
	"policy_tokens": [
		{"token": "No-Training", "purpose": "training", "draft": true, "source": "https://p.example", "date": "2026-10-30", "note": "A draft."}
	]
}`

func TestGoodDataPass(t *testing.T) {
	if _, err := generate([]byte(good)); err != nil {
		t.Fatal(err)
	}
}

func TestBadDataAreRefused(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{`"ai": true, "resp`, `"a1": true, "resp`, `unknown field "a1"`},
		{`"agents": [`, `"agents": [],`, "agents.json"},
		{`"Abot", "aliases"`, `"Zbot", "aliases"`, "not in the order of their tokens"},
		{`"A bot"`, `"bBOT"`, `Bbot: the name "Bbot" is already one of Abot`},
		{`"A bot"`, `"aBOT"`, `the name "aBOT" is already one of Abot`},
		{`"A bot"`, `"A\nbot"`, "can be no name"},
		{`"A bot"`, `"Chrome"`, `"Chrome" is a word of browsers`},
		{`"purpose": "search"`, `"purpose": "seek"`, `purpose "seek" is none of`},
		{`"also": ["ads"]`, `"also": ["search"]`, "purpose search stands twice"},
		{`"also": ["ads"]`, `"also": ["ads", "ads"]`, `also: "ads" stands twice`},
		{`"FR"`, `"France"`, `country "France"`},
		{`"yes"`, `"maybe"`, `respects_robots "maybe" is none of`},
		{`"kind": "vendor"`, `"kind": "community"`, "only the operator can say yes"},
		{`"kind": "vendor"`, `"kind": "rumour"`, `evidence "rumour" is none of`},
		{`"yes"`, `"claims"`, "what the operator claims is yes"},
		{`"sources": ["https://a.example/bot"], `, ``, "evidence vendor with 0 sources"},
		{`"unknown",
			"evidence": {"kind": "none"`, `"no", "evidence": {"kind": "none"`, "respects no by no evidence"},
		{`https://a.example/bot`, `a.example/bot`, "is no URL"},
		{`"2026-11-30"`, `"2026-11-31"`, `date "2026-11-31"`},
		{`"2026-11-30"`, `"30.11.2026"`, `date "30.11.2026"`},
		{`"fallback": ["Bbot"]`, `"fallback": ["Xbot"]`, `no agent has the token "Xbot" of the fallback`},
		{`"fallback": ["Bbot"]`, `"fallback": ["Abot"]`, "falls back to itself"},
		{`"fallback": ["Bbot"]`, `"fallback": ["D / E"]`, "which has no token"},
		{`"ai": true, "respects`, `"fallback": ["Abot"], "respects`, "falls back to itself"},
		{`"replaced_by": "Abot"`, `"replaced_by": "Xbot"`, `no agent has the token "Xbot" of its replacement`},
		{`"legacy": true, `, ``, "replaced, and yet no legacy"},
		{`".a.example"`, `"a.example"`, "is no end of a host name"},
		{`"Abot/1.0"`, `"Abot\n1.0"`, "can be no header"},
		{`"Says yes."`, `"Says yes. "`, "is no plain line"},
		{`"sends_requests": false, `, ``, "a control token, and nothing else"},
		{`"purpose": "user"`, `"purpose": "user", "sends_requests": false`, "a control token, and nothing else"},
		{`"effect": "nothing", `, ``, "needs an effect"},
		{`"effect": "nothing"`, `"effect": "nothing", "observed": ["Cname"]`, "a control token has no header"},
		{`"no_token": true`, `"no_token": true, "fallback": ["Abot"]`, "what has no token"},
		{`"crawl_delay": "no"`, `"crawl_delay": "10"`, `crawl_delay "10" is none of`},
		{`"name": "all-ai"`, `"name": "some"`, "there are two"},
		{`"name": "some"`, `"name": "Some"`, "no good form"},
		{`"about": "Some."`, `"about": ""`, "nothing says what it is about"},
		{`["Abot", "Bbot"]`, `["Abot", "Abot"]`, `tokens: "Abot" stands twice`},
		{`["Abot", "Bbot"]`, `["Abot", "Xbot"]`, `no agent has the token "Xbot"`},
		{`["Abot", "Bbot"]`, `["D / E"]`, "has no token to ask for"},
		{`"tokens": ["Abot", "Bbot"]`, `"ai": false`, "either tokens or ai"},
		{`"No-Training"`, `"abot"`, "the token belongs to Abot"},
		{`"token": "No-Training", "purpose": "training", "draft": true`, `"purpose": "training"`, "only a draft may lack its token"},
		{"\n}", "\n} {}", "something follows"},
	} {
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Errorf("%q is not in the good data", tt.old)
			continue
		}
		if _, err := generate([]byte(bad)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: got %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}
