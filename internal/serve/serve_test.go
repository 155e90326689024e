package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots/api/schema"
	"github.com/robotsgate/robots/fetch"
)

const text = "User-agent: *\nDisallow: /private/\nDisalow: /x\n\nUser-agent: GPTBot\nDisallow: /\n"

// served returns a service and where it is.
func served(t testing.TB, o Options) (*Server, string) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() { h.Close(); s.Close() })
	return s, h.URL
}

// site is a web site on loopback with a robots.txt.
func site(t testing.TB) string {
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, text) }))
	t.Cleanup(h.Close)
	return h.URL
}

func client() *fetch.Client {
	return &fetch.Client{UserAgent: "TestBot/1.0", AllowNets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
}

// send returns status, media type and body.
func send(t testing.TB, method, url, media, body string) (int, string, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	return do(t, r)
}

func do(t testing.TB, r *http.Request) (int, string, string) {
	t.Helper()
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, a.Header.Get("Content-Type"), string(b)
}

func compiled(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	b, err := schema.Files.ReadFile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AddResource("mem:///"+name, v)
	s, err := c.Compile("mem:///" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

func quoted(s string) string { b, _ := json.Marshal(s); return string(b) }

// examples are a question to each verb that huma reads.
func examples(site string) map[string]string {
	r := `"robots":` + quoted(text)
	return map[string]string{
		"check":  `{` + r + `,"agents":["GPTBot","*","Mozilla/5.0 (compatible; bingbot/2.0)"],"targets":["/","/private/a"],"explain":true,"lang":"zh-Hant","name":"a.txt"}`,
		"parse":  `{` + r + `,"profile":"google"}`,
		"lint":   `{` + r + `,"ignore":["misspelt-directive"],"robots_url":"https://example.com/robots.txt"}`,
		"fix":    `{` + r + `}`,
		"diff":   `{"old":{"status":404},"new":{` + r + `},"agents":["GPTBot","*"]}`,
		"matrix": `{"robots_b64":"VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL2EK","targets":["/a","https://example.com/b"]}`,
		"audit":  `{` + r + `,"engines":["Googlebot"],"min_severity":"warning"}`,
		"ai":     `{` + r + `,"panels":["five"],"lang":"zh-Hans"}`,
		"fetch":  `{"url":` + quoted(site) + `}`,
	}
}

func TestEveryVerbAnswersByItsSchema(t *testing.T) {
	_, url := served(t, Options{Client: client()})
	for verb, q := range examples(site(t)) {
		status, media, body := send(t, "POST", url+"/v1/"+verb, "application/json", q)
		if status != 200 || media != "application/json" {
			t.Errorf("%s: %d %s %s", verb, status, media, body)
		} else if err := validate(compiled(t, verb), body); err != nil {
			t.Errorf("%s: %v\n%s", verb, err, body)
		}
	}
}

// Every schema of the description compiles, what it refers to is there, and each
// example is a question by it.
func TestTheDescriptionHolds(t *testing.T) {
	_, url := served(t, Options{Client: client()})
	_, _, body := send(t, "GET", url+"/openapi.json", "", "")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	top := doc.(map[string]any)
	if top["openapi"] != "3.1.0" {
		t.Errorf("openapi %v", top["openapi"])
	}
	const base = "mem:///openapi"
	compile := func(pointer string) *jsonschema.Schema {
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		if err := c.AddResource(base, doc); err != nil {
			t.Fatal(err)
		}
		s, err := c.Compile(base + "#" + pointer)
		if err != nil {
			t.Errorf("%s: %v", pointer, err)
		}
		return s
	}
	schemas := top["components"].(map[string]any)["schemas"].(map[string]any)
	for name := range schemas {
		compile("/components/schemas/" + name)
	}
	ids, questions := map[string]bool{}, examples("https://example.com")
	for path, methods := range top["paths"].(map[string]any) {
		for _, op := range methods.(map[string]any) {
			op := op.(map[string]any)
			if id := op["operationId"].(string); ids[id] {
				t.Errorf("two operations are called %s", id)
			} else {
				ids[id] = true
			}
			if len(op["responses"].(map[string]any)) < 2 {
				t.Errorf("%s: no errors are described", path)
			}
			refs(t, op, schemas)
		}
		if q, ok := questions[strings.TrimPrefix(path, "/v1/")]; ok {
			s := compile("/paths/" + strings.ReplaceAll(path, "/", "~1") + "/post/requestBody/content/application~1json/schema")
			if err := validate(s, q); err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if err := validate(s, `{"agnets":[]}`); err == nil {
				t.Errorf("%s: a key that is misspelt is none", path)
			}
		}
	}
}

// refs fails for references of the description to schemas that it lacks.
func refs(t *testing.T, v any, schemas map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		if r, ok := v["$ref"].(string); ok && schemas[strings.TrimPrefix(r, "#/components/schemas/")] == nil {
			t.Errorf("%s leads nowhere", r)
		}
		for _, e := range v {
			refs(t, e, schemas)
		}
	case []any:
		for _, e := range v {
			refs(t, e, schemas)
		}
	}
}

// What is wrong is told as a problem (RFC 9457) with the same status inside, and
// nothing that was sent comes back at length.
func TestWrongRequestsGetAProblem(t *testing.T) {
	_, url := served(t, Options{Limits: Limits{Body: 1 << 20}})
	const js = "application/json"
	long := strings.Repeat("x", 600<<10)
	for _, c := range []struct {
		what, method, path, media, body string
		want                            int
	}{
		{"no JSON", "POST", "/v1/check", js, `{"robots":`, 400},
		{"nothing", "POST", "/v1/check", js, ``, 400},
		{"a list", "POST", "/v1/check", js, `[]`, 422},
		{"a wrong type", "POST", "/v1/check", js, `{"robots":` + quoted(long) + `,"agents":"x"}`, 422},
		{"an unknown key", "POST", "/v1/lint", js, `{"robots":"","selct":[]}`, 422},
		{"no source", "POST", "/v1/parse", js, `{}`, 422},
		{"two sources", "POST", "/v1/parse", js, `{"robots":"","status":404}`, 422},
		{"a wrong status", "POST", "/v1/parse", js, `{"status":200}`, 422},
		{"a wrong profile", "POST", "/v1/parse", js, `{"robots":"","profile":"nobody"}`, 422},
		{"broken base64", "POST", "/v1/parse", js, `{"robots_b64":"%%"}`, 422},
		{"a wrong URL", "POST", "/v1/matrix", js, `{"robots":"","targets":["mailto:a"]}`, 422},
		{"an unknown code", "POST", "/v1/lint", js, `{"robots":"","ignore":["nothing"]}`, 422},
		{"an unknown panel", "POST", "/v1/ai", js, `{"robots":"","panels":["nobody"]}`, 422},
		{"nothing to mend", "POST", "/v1/fix", js, `{"status":404}`, 422},
		{"too many cells", "POST", "/v1/check", js, `{"robots":"","agents":[` + strings.Repeat(`"a",`, 1999) + `"b"],"targets":[` + strings.Repeat(`"/",`, 99) + `"/"]}`, 422},
		{"deep", "POST", "/v1/check", js, `{"robots":` + strings.Repeat("[", 100_000), 400},
		{"a million values", "POST", "/v1/check", js, `{"targets":[` + strings.Repeat(`"",`, 300_000) + `""]}`, 400},
		{"too long", "POST", "/v1/check", js, `{"robots":` + quoted(long+long) + `}`, 413},
		{"a form", "POST", "/v1/check", "application/x-www-form-urlencoded", `robots=`, 415},
		{"a batch as JSON", "POST", "/v1/batch", js, `{}`, 415},
		{"no such verb", "POST", "/v1/frobnicate", js, `{}`, 404},
		{"a wrong method", "GET", "/v1/check", "", ``, 405},
		{"fetch is not on", "POST", "/v1/fetch", js, `{"url":"https://example.com"}`, 403},
		{"ask is not on", "GET", "/v1/ask?agent=a&url=https://example.com", "", ``, 403},
		{"ask is not on", "POST", "/v1/ask", "application/x-ndjson", `{}`, 403},
		{"saw is not on", "POST", "/v1/saw", js, `{}`, 403},
	} {
		status, media, body := send(t, c.method, url+c.path, c.media, c.body)
		var p struct {
			Title  string
			Status int
			Detail string
		}
		if err := json.Unmarshal([]byte(body), &p); err != nil || status != c.want || media != "application/problem+json" || p.Status != status || p.Detail == "" || p.Title == "" {
			t.Errorf("%s: %d %s %.300s, want %d", c.what, status, media, body, c.want)
		}
		if len(body) > 2000 {
			t.Errorf("%s: %d octets of complaint", c.what, len(body))
		}
	}
	// The same without a length, which is found out on the way.
	r, _ := http.NewRequest("POST", url+"/v1/check", io.MultiReader(strings.NewReader(`{"robots":"`), strings.NewReader(long), strings.NewReader(long)))
	r.Header.Set("Content-Type", js)
	if status, _, body := do(t, r); status != 413 {
		t.Errorf("a long body of no told length: %d %s", status, body)
	}
}

// A page in a browser may not ask: not by a name of its own that leads here, not
// from another origin, not as an image, unless its origin was named.
func TestPagesOfOthersMayNotAsk(t *testing.T) {
	_, url := served(t, Options{Hosts: LoopbackHosts(), Origins: []string{"https://good.example"}})
	for _, c := range []struct {
		what, path, host, origin, site string
		want                           int
	}{
		{"by the address", "/healthz", "", "", "", 200},
		{"by name and any port", "/healthz", "LOCALHOST:1", "", "", 200},
		{"by IPv6", "/healthz", "[::1]:8080", "", "", 200},
		{"by a name that leads here", "/healthz", "evil.example", "", "", 421},
		{"by a name that begins well", "/v1/check", "localhost.evil.example:80", "", "", 421},
		{"from another origin", "/v1/check", "", "https://evil.example", "cross-site", 403},
		{"from a sandbox", "/v1/check", "", "null", "cross-site", 403},
		{"as an image", "/v1/check", "", "", "cross-site", 403},
		{"from its own page", "/v1/check", "", url, "same-origin", 200},
		{"from the address bar", "/v1/check", "", "", "none", 200},
		{"from a named origin", "/v1/check", "", "https://good.example", "cross-site", 200},
	} {
		method := "GET"
		if c.path == "/v1/check" {
			method = "POST"
		}
		r, _ := http.NewRequest(method, url+c.path, strings.NewReader(`{"status":404}`))
		r.Header.Set("Content-Type", "application/json")
		r.Host = c.host
		for k, v := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
			if v != "" {
				r.Header.Set(k, v)
			}
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != c.want {
			t.Errorf("%s: %d, want %d", c.what, a.StatusCode, c.want)
		}
		if got := a.Header.Get("Access-Control-Allow-Origin"); (got != "") != (c.origin == "https://good.example") || got == "*" {
			t.Errorf("%s: allowed origin %q", c.what, got)
		}
	}
	r, _ := http.NewRequest("OPTIONS", url+"/v1/check", nil)
	r.Header.Set("Origin", "https://good.example")
	r.Header.Set("Access-Control-Request-Method", "POST")
	if status, _, _ := do(t, r); status != 204 {
		t.Errorf("the question before the question: %d", status)
	}
}

// The log has a line for each request, without what was asked, and no control
// character reaches whoever reads it.
func TestTheLogTellsNoSecretsAndMovesNoCursor(t *testing.T) {
	var log bytes.Buffer
	s, err := New(Options{Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/v1/parse?secret=1", strings.NewReader(`{"robots":"# secret"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header["User-Agent"] = []string{"a\x1b[2J\u202eb\"\n\x7f" + strings.Repeat("c", 2000)}
	s.ServeHTTP(httptest.NewRecorder(), r)
	r = httptest.NewRequest("GET", "/%1b%0a", nil)
	s.ServeHTTP(httptest.NewRecorder(), r)
	s.Close()
	lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
	if len(lines) != 2 || strings.Contains(log.String(), "secret") || strings.ContainsAny(strings.ReplaceAll(log.String(), "\n", ""), "\x1b\x7f\u202e") {
		t.Fatalf("%q", log.String())
	}
	var got struct {
		Time   time.Time
		Status int
		Path   string
		Bytes  int
	}
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil || got.Status != 200 || got.Path != "/v1/parse" || got.Bytes < 100 || got.Time.IsZero() || len(lines[0]) > 2000 {
		t.Errorf("%v: %s", err, lines[0])
	}
}

// Metrics have labels from fixed sets, whatever strangers send.
func TestMetricsAreBounded(t *testing.T) {
	_, url := served(t, Options{Client: client()})
	for i := range 50 {
		send(t, "GET", fmt.Sprintf("%s/nothing/%d", url, i), "", "")
		send(t, "POST", fmt.Sprintf("%s/v1/x%d", url, i), "application/json", "{}")
	}
	send(t, "POST", url+"/v1/fetch", "application/json", `{"url":`+quoted(site(t))+`}`)
	send(t, "POST", url+"/v1/fetch", "application/json", `{"url":"http://127.0.0.1:1"}`)
	_, _, body := send(t, "GET", url+"/metrics", "", "")
	for _, want := range []string{`robots_requests_total{code="404",verb="page"} 100`, `robots_requests_total{code="200",verb="fetch"} 2`, `robots_request_seconds_count{verb="fetch"} 2`,
		`robots_fetches_total{class="",outcome="document"} 1`, `robots_fetches_total{class="connect-refused",outcome="unreachable"} 1`,
		"robots_gate_entries 0", "robots_gate_bytes ", "robots_gate_evicted_total 0", `robots_gate_refusals_total{reason="disallowed"} 0`, "robots_requests_running 1", "go_goroutines "} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in\n%s", want, body)
		}
	}
	if strings.Contains(body, "nothing") || strings.Contains(body, "x17") {
		t.Error("what a stranger sent is a label")
	}
}

func TestHealthAndPage(t *testing.T) {
	s, url := served(t, Options{})
	for _, path := range []string{"/healthz", "/readyz", "/"} {
		if status, _, body := send(t, "GET", url+path, "", ""); status != 200 || body == "" {
			t.Errorf("%s: %d %q", path, status, body)
		}
	}
	s.leaving.Store(true)
	if status, _, _ := send(t, "GET", url+"/readyz", "", ""); status != 503 {
		t.Errorf("ready while it leaves: %d", status)
	}
}

// The page is at / where it was built in, and what is no file of it is a problem.
func TestThePageIsServed(t *testing.T) {
	s, url := served(t, Options{})
	for _, site := range []fs.FS{nil, fstest.MapFS{"index.html": {Data: []byte("<title>page")}, "a/core.wasm": {Data: []byte("\x00asm")}}} {
		s.site, s.pages = site, http.FileServerFS(site)
		for path, want := range map[string]struct {
			status int
			media  string
		}{
			"/":              {200, "text/html; charset=utf-8"},
			"/a/core.wasm":   {200, "application/wasm"},
			"/a/":            {404, "application/problem+json"},
			"/a":             {404, "application/problem+json"},
			"/nothing":       {404, "application/problem+json"},
			"/%2e%2e/etc":    {404, "application/problem+json"},
			"/a%5c..%5ccore": {404, "application/problem+json"},
		} {
			if site == nil && path != "/" {
				want.status, want.media = 404, "application/problem+json"
			}
			if status, media, body := send(t, "GET", url+path, "", ""); status != want.status || media != want.media {
				t.Errorf("%s: %d %s %.100s", path, status, media, body)
			}
		}
	}
}
