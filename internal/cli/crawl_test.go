package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/msg"
)

// crawled runs robots crawl with arguments, as a program would.
func crawled(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(append([]string{"robots", "crawl"}, args...), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

func gardenOf(t *testing.T, w *testweb.Web) *testweb.Server {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("addresses in 127.1.0.0/16 are of Linux alone")
	}
	return testweb.Start(t, w, testweb.Options{Numeric: true})
}

const asBot = "--user-agent=ExampleBot/1.0 (+https://example.com/bot)"

func TestWhatCrawlWritesForProgramsFollowsTheSchemas(t *testing.T) {
	s := gardenOf(t, testweb.Hostile(16, 3, 1))
	dir := filepath.Join(t.TempDir(), "c")
	args := []string{asBot, "--allow-net=127.1.0.0/16", "--delay=0", "--dir", dir, "--format=json", "--timeout=2s", "--max-delay=900ms", "--max-per-host=60"}
	for _, h := range s.Web().Hosts() {
		args = append(args, "http://"+s.Authority(h, true)+"/")
	}
	code, out, errs := crawled(args...)
	if err := validate(schema(t, "crawl.json"), out); err != nil || code != 0 || !strings.Contains(errs, "warning: no delay") {
		t.Fatalf("exit %d: %v\n%s%s", code, err, out, errs)
	}
	for name, sub := range map[string]string{"crawl-status.json": "status", "crawl-verify.json": "verify"} {
		code, out, errs := crawled(sub, dir, "--format=json")
		if err := validate(schema(t, name), out); err != nil || code != 0 {
			t.Errorf("%s: exit %d: %v\n%s%s", sub, code, err, out, errs)
		}
	}
	page := schema(t, "crawl-page.json")
	_, out, _ = crawled("export", dir)
	outcomes := map[string]bool{}
	for line := range strings.Lines(out) {
		if err := validate(page, line); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		for _, o := range []crawl.Outcome{crawl.Fetched, crawl.Refused, crawl.Failed} {
			if strings.Contains(line, fmt.Sprintf(`"outcome":"%s"`, o)) {
				outcomes[string(o)] = true
			}
		}
	}
	if len(outcomes) < 2 {
		t.Errorf("outcomes %v of\n%.2000s", outcomes, out)
	}
	if r := s.Judge(); !r.Polite() || r.Duplicates > 0 {
		t.Errorf("%+v", r)
	}
}

func TestABrokenPromiseIsToldByTheSchema(t *testing.T) {
	for _, p := range []crawl.Proof{
		{TooSoon: 1, Smallest: -1500 * time.Millisecond, Faults: []string{"a.test"}}, {AtOnce: 1, Smallest: 0, Faults: []string{"a.test"}}, {Smallest: -1},
	} {
		b, err := json.Marshal(proofOf(p))
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(schema(t, "crawl-verify.json"), string(b)); err != nil {
			t.Errorf("%v: %s", err, b)
		}
		if strings.Contains(string(b), "smallestOver") != (p.Smallest != -1) {
			t.Errorf("%s", b)
		}
	}
}

// Every reason has a sentence in every language.
func TestReasonsOfACrawlHaveSentences(t *testing.T) {
	for _, r := range crawl.Reasons() {
		for _, l := range msg.Langs() {
			if key := "crawl.reason." + r; l.Text(key) == key {
				t.Errorf("%v has no sentence for %s", l, r)
			}
		}
	}
}

func TestADryRunFetchesRobotsAndSitemapsAlone(t *testing.T) {
	s := gardenOf(t, testweb.Clean(2, 12, 1))
	seed := "http://" + s.Authority("h0.test", true)
	code, out, errs := crawled("--dry-run", seed+"/", seed+"/private/1", asBot, "--allow-net=127.1.0.0/16", "--delay=10ms", "--exclude=/p/3$", "--format=json")
	if err := validate(schema(t, "plan.json"), out); err != nil || code != 0 || !strings.Contains(out, `"reason": "denied"`) || !strings.Contains(errs, "robots.txt read") {
		t.Errorf("exit %d: %v\n%s%s", code, err, out, errs)
	}
	if strings.Contains(out, `/p/3"`) || !strings.Contains(errs, "1  out of scope") {
		t.Errorf("excluded: %s", errs)
	}
	for _, r := range s.Requests() {
		if r.Target != "/robots.txt" && !strings.HasPrefix(r.Target, "/sitemap") {
			t.Errorf("asked for %s", r.Target)
		}
	}
}

func TestADryRunTellsOfAddressesThatAreNotReached(t *testing.T) {
	code, _, errs := crawled("--dry-run", "http://127.0.0.1:1/", asBot)
	if code != 0 || !strings.Contains(errs, "1 address of private networks") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestMetricsOfACrawl(t *testing.T) {
	var errs bytes.Buffer
	a := &app{stderr: &errs}
	m, err := a.serveMetrics("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	m.set(crawl.Progress{Fetched: 7, Reasons: map[string]int64{"disallowed": 3}, Elapsed: time.Second})
	_, url, _ := strings.Cut(strings.TrimSpace(errs.String()), "metrics at ")
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	for _, want := range []string{"\nrobots_crawl_pages_total 7\n", "# TYPE robots_crawl_pages_total counter", `robots_crawl_reasons_total{reason="disallowed"} 3`, "robots_crawl_elapsed_seconds 1"} {
		if !strings.Contains("\n"+string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, err := a.serveMetrics(":0"); err != nil || !strings.Contains(errs.String(), "127.0.0.1:") {
		t.Errorf("%v: %s", err, &errs)
	}
}

// A terminal gets a block that is written over, anything else a line at times.
func TestProgressIsNoWallOfText(t *testing.T) {
	var errs bytes.Buffer
	a := &app{stderr: &errs}
	p := &progress{a: a, w: &errs, said: time.Now()}
	for i := range 100 {
		p.show(crawl.Progress{Fetched: int64(i), Elapsed: time.Duration(i) * time.Second})
	}
	if errs.Len() != 0 {
		t.Errorf("%d octets at once", errs.Len())
	}
	p.said = time.Now().Add(-plainEvery)
	p.show(crawl.Progress{Fetched: 600, Elapsed: 105 * time.Second, Bytes: 12_000_000})
	if got := errs.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "1 min 45 s: 600 pages") {
		t.Errorf("%q", got)
	}
	errs.Reset()
	b := &progress{a: a, w: &errs, block: true}
	slow := []crawl.SlowHost{{Host: "a.example\x1b[2J", Queued: 90, Delay: time.Minute, Left: 90 * time.Minute}}
	b.show(crawl.Progress{Fetched: 1, Elapsed: time.Second, Slow: slow})
	b.show(crawl.Progress{Fetched: 2, Elapsed: 2 * time.Second})
	got := errs.String()
	if !strings.Contains(got, "90 waiting at 1 min each, 1 h 30 min left") || strings.Contains(got, "[2J") && strings.Contains(got, "\x1b[2J") || !strings.Contains(got, "\x1b[4A\r\x1b[J") {
		t.Errorf("%q", got)
	}
	errs.Reset()
	a.say("something else")
	b.show(crawl.Progress{Fetched: 3, Elapsed: 3 * time.Second})
	if got := errs.String(); strings.Contains(got, "\x1b[3A") || !strings.Contains(got, "fetched 3") {
		t.Errorf("it is written over: %q", got)
	}
}
