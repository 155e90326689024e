package testweb_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

// docs/testweb.md is what the catalogue says of itself today.
func TestCatalogueIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "testweb.md"))
	if err != nil || string(page) != testweb.Markdown() {
		t.Errorf("docs/testweb.md is stale (%v): run go run ./cmd/robots testweb --list >docs/testweb.md", err)
	}
}

func TestCasesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range testweb.Catalogue().Cases() {
		if seen[c.Name] || seen[c.URL()] {
			t.Errorf("%s is there twice", c.Name)
		}
		seen[c.Name], seen[c.URL()] = true, true
		if c.Does == "" || c.Wants == "" || c.Section == "" || c.Page == "" || c.Private == "" {
			t.Errorf("%s is not complete: %+v", c.Name, c)
		}
		if _, err := http.NewRequest("GET", c.URL(), nil); err != nil {
			t.Error(err)
		}
	}
	if len(seen) < 2*250 {
		t.Errorf("%d cases", len(seen)/2)
	}
}

// The fetcher of this module, held to what the catalogue wants. Time is that of a
// bubble, so that what hangs or drips costs none.
func TestFetchDoesWhatTheCatalogueWants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testweb.Start(t, testweb.Catalogue(), testweb.Options{Pipe: true})
		client := &fetch.Client{
			UserAgent: "testbot/1.0",
			RootCAs:   s.CertPool(),
			AllowNets: []netip.Prefix{netip.MustParsePrefix("127.1.0.0/16")},
			Lookup:    func(ctx context.Context, host string) ([]netip.Addr, error) { return s.LookupNetIP(ctx, "ip", host) },
			Dial:      s.DialContext,
		}
		asked := 0
		for _, c := range s.Web().Cases() {
			if c.Path != "/robots.txt" || testing.Short() && strings.HasPrefix(c.Name, "status-") {
				continue
			}
			asked++
			start := time.Now()
			o, err := client.Get(t.Context(), c.Scheme+"://"+c.Host+"/")
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			if d := time.Since(start); d > 61*time.Second {
				t.Errorf("%s took %v", c.Name, d)
			}
			policy := o.Policy()
			for target, want := range map[string]testweb.Want{"/page": c.Page, "/private/page": c.Private} {
				got := policy.Decide("testbot", target).Allowed()
				if want != testweb.Open && got != (want == testweb.Allow) {
					t.Errorf("%s: %s is allowed=%v, wanted %s (%s)", c.Name, target, got, want, c.Wants)
				}
			}
		}
		if asked < 100 || s.PrivateDials() != 0 {
			t.Errorf("%d cases, %d private dials", asked, s.PrivateDials())
		}
		s.Close()
	})
}

func TestHandshakesFailAsTheySay(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	// What hangs ends soon, and no other handshake has to be as quick as that.
	brief := testweb.Start(t, testweb.Catalogue(), testweb.Options{Longest: 200 * time.Millisecond})
	for name, part := range map[string]string{
		"tls-expired": "expired", "tls-future": "not yet valid", "tls-wrong-host": "another-host.test", "tls-self-signed": "unknown authority",
		"tls-untrusted": "unknown authority", "tls-old": "protocol version", "tls-alert": "internal error", "tls-close": "EOF",
		"tls-plain": "HTTP response to HTTPS", "tls-hang": "EOF", "tls-reset": "",
	} {
		of := s
		if name == "tls-hang" {
			of = brief
		}
		resp, err := of.Client().Get(of.URL(name))
		if err == nil {
			resp.Body.Close()
			t.Errorf("%s: answered", name)
		} else if !strings.Contains(err.Error(), part) && !errors.Is(err, net.ErrClosed) && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: %v", name, err)
		}
	}
	conn, err := tls.Dial("tcp", s.Addr(), &tls.Config{RootCAs: s.CertPool(), ServerName: "tls-fine.test"})
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// All cases at once, each left in the middle; then nothing of the server is left.
func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := testweb.Listen(testweb.Catalogue(), testweb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tr := s.Transport()
	c := &http.Client{Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	for _, kase := range s.Web().Cases() {
		if strings.HasPrefix(kase.Host, "*") {
			continue
		}
		wg.Go(func() {
			req, _ := http.NewRequestWithContext(ctx, "GET", strings.TrimSuffix(kase.URL(), "*"), nil)
			if resp, err := c.Do(req); err == nil {
				io.CopyN(io.Discard, resp.Body, 1000)
				<-ctx.Done()
				resp.Body.Close()
			}
		})
	}
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	s.Close()
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("closing took %v", d)
	}
	cancel()
	wg.Wait()
	tr.CloseIdleConnections()
	for range 3000 { // half a minute: what ends may wait for its turn
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		b := make([]byte, 1<<20)
		t.Errorf("%d goroutines before, %d after:\n%s", before, n, b[:runtime.Stack(b, true)])
	}
}

func TestRecordAndCasesFollowTheSchemas(t *testing.T) {
	var log bytes.Buffer
	s := testweb.Start(t, testweb.Catalogue(), testweb.Options{Pipe: true, Log: &log, Keep: 2})
	for _, name := range []string{"text-usual", "etag", "close-at-once"} {
		if resp, err := s.Client().Get(s.URL(name)); err == nil {
			resp.Body.Close()
		}
	}
	s.Close()
	if got := s.Requests(); len(got) != 2 || s.Dropped() == 0 || s.LogError() != nil {
		t.Errorf("%d kept, %d dropped, %v", len(got), s.Dropped(), s.LogError())
	}
	var cases bytes.Buffer
	testweb.WriteCases(&cases, s.Web())
	check := func(schema, text string) {
		t.Helper()
		c, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "api", "schema", schema))
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = c.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) < 3 {
		t.Fatalf("log: %q", lines)
	}
	for _, line := range lines {
		check("testweb-request.json", line)
	}
	check("testweb-cases.json", cases.String())
}

func TestJudgeFindsEachFault(t *testing.T) {
	at := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	one := func(target string, status, inFlight int, since time.Duration) testweb.Request {
		return testweb.Request{Start: at, End: at, Scheme: "http", Host: "h0.test", Target: target, UserAgent: "testbot/1.0", Status: status, InFlight: inFlight, SinceStart: since, SinceEnd: since}
	}
	web := testweb.Clean(1, 20, 1)
	rules := testweb.Rules{Delay: time.Second, Want: web.Want}
	file := one("/robots.txt", 200, 1, -1)
	fine := testweb.Judge([]testweb.Request{file, one("/p/1", 200, 1, time.Second), one("/p/2", 500, 1, time.Second), one("/p/2", 200, 1, time.Second)}, rules)
	if !fine.Polite() || fine.MinGap != time.Second || fine.Pages != 2 {
		t.Errorf("%+v", fine)
	}
	secret, conditional := one("/p/1", 200, 1, time.Second), one("/p/1", 304, 1, time.Second)
	secret.Secrets, conditional.Condition = true, `"1"`
	for name, c := range map[string]struct {
		record []testweb.Request
		got    func(testweb.Report) int
	}{
		"disallowed": {[]testweb.Request{file, one("/private/1", 200, 1, time.Second)}, func(r testweb.Report) int { return r.Disallowed }},
		"escaped":    {[]testweb.Request{file, one("/%70rivate/1", 200, 1, time.Second)}, func(r testweb.Report) int { return r.Disallowed }},
		"duplicate":  {[]testweb.Request{file, one("/p/1", 200, 1, time.Second), one("/%70/1", 200, 1, time.Second)}, func(r testweb.Report) int { return r.Duplicates }},
		"in flight":  {[]testweb.Request{file, one("/p/1", 200, 2, time.Second)}, func(r testweb.Report) int { return r.MaxInFlight - 1 }},
		"too soon":   {[]testweb.Request{file, one("/p/1", 200, 1, time.Second-1)}, func(r testweb.Report) int { return r.TooSoon }},
		"no robots":  {[]testweb.Request{one("/p/1", 200, 1, -1), file}, func(r testweb.Report) int { return r.NoRobots }},
		"secrets":    {[]testweb.Request{file, secret}, func(r testweb.Report) int { return r.Secrets }},
	} {
		if r := testweb.Judge(c.record, rules); c.got(r) != 1 || r.Polite() {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := testweb.Judge([]testweb.Request{file, one("/p/1", 200, 1, time.Second), conditional}, rules); !r.Polite() {
		t.Errorf("a conditional fetch counts as a duplicate: %+v", r)
	}
	if r := testweb.Judge(nil, testweb.Rules{PrivateDials: 1}); r.Polite() || r.MinGap != -1 {
		t.Errorf("%+v", r)
	}
}

func TestServerTellsAboutItself(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(2, 20, 1))
	c := s.Client()
	get(t, c, "http://h0.test/private/1")
	base := "http://" + s.Addr()
	for path, part := range map[string]string{"/": "h1.localhost", "/seeds.txt": "http://h1.test/\n", "/expected.txt": "http://h1.test/p/3\n", "/ca.pem": "BEGIN CERTIFICATE", "/requests.jsonl": `"target":"/private/1"`, "/cases.json": `"cases": []`} {
		if resp, body := get(t, c, base+path); resp.StatusCode != 200 || !strings.Contains(body, part) {
			t.Errorf("%s: %s %.200s", path, resp.Status, body)
		}
	}
	_, body := get(t, c, base+"/judge.json")
	var r testweb.Report
	if err := json.Unmarshal([]byte(body), &r); err != nil || r.Disallowed != 1 {
		t.Errorf("%v %s", err, body)
	}
	if resp, _ := get(t, c, base+"/reset"); resp.StatusCode != 405 {
		t.Errorf("a GET resets: %s", resp.Status)
	}
	resp, err := c.Post(base+"/reset", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if len(s.Requests()) != 0 || s.Judge().Requests != 0 {
		t.Error("the record was not forgotten")
	}
	if resp, _ := get(t, c, "http://nobody.test/"); resp.StatusCode != http.StatusMisdirectedRequest {
		t.Error(resp.Status)
	}
}

// Faults in pages, traps and sitemaps answer with what the case is about, and no
// handler panics: Start would say so.
func TestPagesTrapsAndSitemapsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testweb.Start(t, testweb.Catalogue(), testweb.Options{Pipe: true})
		c := s.Client()
		for _, kase := range s.Web().Cases() {
			if kase.Path == "/robots.txt" || strings.HasPrefix(kase.Host, "*") || kase.Name == "page-faults" {
				continue
			}
			resp, err := c.Get(kase.URL())
			if err != nil {
				t.Errorf("%s: %v", kase.Name, err)
				continue
			}
			b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
			resp.Body.Close()
			if want := map[bool]int{false: 200, true: 302}[kase.Name == "redirect-to-closed" || kase.Name == "trap-redirects"]; resp.StatusCode != want || err != nil || len(b) == 0 {
				t.Errorf("%s: %s, %d octets, %v", kase.Name, resp.Status, len(b), err)
			}
			if kase.Section == "Traps" && resp.StatusCode == 200 && !anchor.Match(b) {
				t.Errorf("%s: a trap without a link", kase.Name)
			}
		}
		for _, u := range []string{"http://n5.wild.test/", "http://faults.test/status-404", "http://faults.test/gzip", "http://faults.test/nothing", "http://n3.wild.test/robots.txt", "http://faults.test/robots.txt"} {
			resp, body := get(t, c, u)
			if want := map[bool]int{true: 404, false: 200}[strings.Contains(u, "404") || strings.Contains(u, "nothing")]; resp.StatusCode != want || body == "" {
				t.Errorf("%s: %s", u, resp.Status)
			}
		}
		s.Close()
	})
}

// A list of sitemaps in robots.txt, in the form of whoever asks.
func TestSitemapsAreListed(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	_, body := get(t, s.Client(), s.URL("sitemap-robots"))
	if !strings.Contains(body, "Sitemap: http://sitemaps.test/sitemap-index.xml\n") || strings.Count(body, "Sitemap: ") < 15 {
		t.Error(body)
	}
}
