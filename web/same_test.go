package web_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/conformance"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/web/internal/bundle"
	"github.com/robotsgate/robots/web/internal/protocol"
)

// A pair is a reactor beside the same package compiled for this machine.
type pair struct {
	*reactor
	native protocol.Desk
}

// same asks both and returns the answer, which must be one and the same to the
// octet.
func (p *pair) same(verb string, question map[string]any) string {
	p.t.Helper()
	request, err := json.Marshal(question)
	if err != nil {
		p.t.Fatal(err)
	}
	got, want := p.ask(verb, request), string(p.native.Answer(verb, request))
	if got != want {
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		from := max(i-60, 0)
		p.t.Errorf("%s %.200s: the answers differ at %d:\nwasm   %.200s\nnative %.200s", verb, request, i, got[from:], want[from:])
	}
	return got
}

func pairs(t *testing.T) (first, whole *pair) {
	return &pair{start(t, firstProgram), protocol.Desk{Verbs: protocol.First()}},
		&pair{start(t, wholeProgram), protocol.Desk{Verbs: protocol.All()}}
}

func TestTheCoreAnswersVectorsAsTheMachineDoes(t *testing.T) {
	first, whole := pairs(t)
	for i, v := range conformance.All() {
		q := map[string]any{"robots_b64": base64.StdEncoding.EncodeToString([]byte(v.Text())), "status": v.Status,
			"agents": []string{v.Agent}, "targets": []string{v.URL}, "explain": true}
		if _, err := robots.FileURL(v.RobotsURL); err == nil {
			q["robots_url"] = v.RobotsURL
		}
		if len(v.Text()) > 1<<16 {
			delete(q, "explain") // thousands of rules in every answer
		}
		if whole.same("check", q) != first.same("check", q) {
			t.Errorf("%s: the first view answers otherwise", v.ID)
		}
		if i%8 == 0 && len(v.Text()) < 1<<16 {
			delete(q, "agents")
			delete(q, "targets")
			delete(q, "explain")
			first.same("parse", q)
			whole.same("lint", q)
		}
	}
}

func TestTheSelftestOfThePagePasses(t *testing.T) {
	_, whole := pairs(t)
	lines, err := bundle.Vectors("..")
	if err != nil {
		t.Fatal(err)
	}
	vectors := "[" + strings.ReplaceAll(strings.TrimSpace(string(lines)), "\n", ",") + "]"
	var got struct {
		Total, Passed int
		Failures      []any
		ByClause      []struct {
			Clause        string
			Total, Passed int
		}
	}
	if err := json.Unmarshal([]byte(whole.same("selftest", map[string]any{"vectors": json.RawMessage(vectors)})), &got); err != nil {
		t.Fatal(err)
	}
	want := conformance.Run(conformance.Standard())
	if got.Total != want.Total || got.Passed != want.Passed || len(got.Failures) != 0 || len(got.ByClause) != len(want.ByClause) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for i, c := range want.ByClause {
		if g := got.ByClause[i]; g.Clause != c.Clause || g.Total != c.Total || g.Passed != c.Passed {
			t.Errorf("%+v, want %+v", g, c)
		}
	}
}

func TestTheCoreAnswersRealFilesAsTheMachineDoes(t *testing.T) {
	files := shared.Corpus(t)
	first, whole := pairs(t)
	const want = 200
	step, n := max(len(files)/want, 1), 0
	for i := 0; i < len(files) && n < want; i += step {
		n++
		if testing.Short() && n%10 != 0 {
			continue
		}
		text := files[i].Text
		if len(text) > 60_000 {
			text = text[:60_000]
		}
		q := func(more map[string]any) map[string]any {
			more["robots_b64"] = base64.StdEncoding.EncodeToString([]byte(text))
			return more
		}
		asked := map[string]any{"agents": []string{"Googlebot", "GPTBot", "*"}, "targets": []string{"/", "/search?q=a", "/wp-admin/x.php"}, "explain": true}
		if first.same("check", q(asked)) != whole.same("check", q(asked)) {
			t.Errorf("%s: the first view answers otherwise", files[i].Name)
		}
		first.same("parse", q(map[string]any{"lines": n%4 == 0}))
		whole.same([]string{"lint", "ai"}[n%2], q(map[string]any{}))
		switch n % 8 {
		case 0:
			whole.same("engines", q(map[string]any{"agent": "Googlebot", "target": "/search?q=a"}))
		case 1:
			whole.same("matrix", q(map[string]any{"agents": []string{"Googlebot", "GPTBot", "*"}}))
		case 2:
			whole.same("format", q(map[string]any{"style": "annotated"}))
		case 3:
			if len(text) < 4000 {
				whole.same("prove-fixes", q(map[string]any{}))
				whole.same("fix", q(map[string]any{}))
			}
		case 4:
			if len(text) < 4000 {
				whole.same("diff", map[string]any{"old": strings.ToValidUTF8(text, ""), "new": "User-agent: *\nDisallow: /search\n"})
			}
		case 5:
			whole.same("sitemap", q(map[string]any{"agents": []string{"*"}, "sitemap": "https://a.example/\nhttps://a.example/search\n"}))
		}
	}
}
