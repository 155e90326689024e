package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/survey"
	"github.com/robotsgate/robots/warc"
)

// surveyed runs the command, which must succeed.
func surveyed(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(append([]string{"robots", "survey"}, args...), strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, &errs)
	}
	return out.String(), errs.String()
}

var surveyWeb = []string{"redirect-2.test", "status-404.test", "status-403.test", "status-503.test", "loop-self.test", "private-metadata.test", "status-204.test", "http-garbage.test"}

func listOfWeb(t *testing.T, s *testweb.Server) string {
	t.Helper()
	var b strings.Builder
	for _, host := range surveyWeb {
		b.WriteString("http://" + s.Authority(host, true) + "\nhttp://" + s.Authority(host, true) + "/page # the same\n")
	}
	name := filepath.Join(t.TempDir(), "hosts.txt")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// A site is asked once, however often the list has it, and a survey that was cut
// short asks for what is missing and for nothing else.
func TestSurveyAsksEachSiteOnceAndGoesOn(t *testing.T) {
	s := numericWeb(t)
	list, rows := listOfWeb(t, s), filepath.Join(t.TempDir(), "rows.jsonl")
	args := []string{list, "--allow-net", "127.1.0.0/16", "--as", "StudyBot/1.0", "--rows", rows, "--format", "json", "--workers"}
	full, _ := surveyed(t, append(args, "5")...)
	asked := s.Requests()
	perURL := map[string]int{}
	for _, r := range asked {
		if r.Host != "loop-self.test" { // a loop is followed like any chain
			perURL[r.Host+r.Target]++
		}
		if r.UserAgent != "StudyBot/1.0" {
			t.Errorf("asked as %q", r.UserAgent)
		}
	}
	if len(perURL) < len(surveyWeb) {
		t.Errorf("only %v were asked", perURL)
	}
	for url, n := range perURL {
		if n > 1 {
			t.Errorf("%s was asked for %d times", url, n)
		}
	}
	if again, _ := surveyed(t, append(args, "5")...); again != full || len(s.Requests()) != len(asked) {
		t.Errorf("a second run asked %d times, and wrote\n%s\nafter\n%s", len(s.Requests())-len(asked), again, full)
	}

	// What a dead process leaves: some rows, and a piece of one.
	text, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	cut := append(bytes.Join(lines[:3], nil), lines[3][:40]...)
	if err := os.WriteFile(rows, cut, 0o666); err != nil {
		t.Fatal(err)
	}
	_, said := surveyed(t, append(args, "2")...)
	for _, want := range []string{"not whole", "3 sites have a row", fmt.Sprintf("%d of %d sites asked", len(surveyWeb)-3, len(surveyWeb)-3)} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	for fact, n := range map[string]int{"outcome=absent": 1, "outcome=unreachable": 3, "class=redirect-loop": 1, "status=403": 1, "outcome=document": 2, "GPTBot=closed": 0} {
		out, _ := surveyed(t, rows, "--where", fact)
		if got := strings.Count(out, "\n"); got != n {
			t.Errorf("%s: %d sites, want %d: %s", fact, got, n, out)
		}
	}
}

func TestSurveyRowsAndNumbersFollowTheSchemas(t *testing.T) {
	row, numbers := schema(t, "survey-row.json"), schema(t, "survey.json")
	s := numericWeb(t)
	web, dir := filepath.Join(t.TempDir(), "web.jsonl"), t.TempDir()
	surveyed(t, listOfWeb(t, s), "--allow-net", "127.1.0.0/16", "--rows", web)
	for name, text := range map[string]string{"a.example": "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /\n", "b.example": "<html>", "readme": "x",
		"c.example": "User-agent: GPTBot\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "d.example": strings.Repeat("Disallow: /a\n", 1<<17)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := surveyed(t, web, dir, "--panel", "all-ai", "--panel", "engines", "--format", "jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(surveyWeb)+5 {
		t.Errorf("%d rows", len(lines))
	}
	for _, line := range lines {
		if err := validate(row, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	out, _ = surveyed(t, web, dir, "--format", "json")
	if err := validate(numbers, out); err != nil {
		t.Error(err)
	}
}

// A robots.txt in WARC files is read as one that was fetched, a redirect leads
// nowhere, and of two captures the later one counts.
func TestSurveyReadsWARC(t *testing.T) {
	dir := t.TempDir()
	w, err := warc.NewWriter(warc.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for i, x := range []struct {
		url    string
		status int
		body   string
	}{
		{"https://a.example/robots.txt", 200, "User-agent: *\nDisallow: /\n"},
		{"https://a.example/page", 200, "User-agent: *\nDisallow: /\n"},
		{"https://b.example/robots.txt", 404, "gone"},
		{"http://c.example/robots.txt", 301, ""},
		{"https://d.example/robots.txt", 503, ""},
		{"https://a.example/robots.txt", 200, "User-agent: *\nAllow: /\n"},
	} {
		e := &warc.Exchange{URL: x.url, Method: "GET", Proto: "HTTP/1.1", Status: x.status, Header: http.Header{"Content-Type": {"text/plain"}},
			Body: []byte(x.body), Started: at.Add(time.Duration(i) * time.Hour), IsRobots: true}
		if _, _, err := w.Record(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if len(files) != 1 {
		t.Fatalf("%v", files)
	}
	rows := filepath.Join(dir, "rows.jsonl")
	surveyed(t, files[0], "--rows", rows)
	for fact, want := range map[string]string{"GPTBot=open": "https://a.example\n", "GPTBot=closed": "", "outcome=absent": "https://b.example\n",
		"outcome=redirect": "http://c.example\n", "outcome=unreachable": "https://d.example\n", "source=warc": "http://c.example\nhttps://a.example\nhttps://b.example\nhttps://d.example\n"} {
		if out, _ := surveyed(t, rows, "--where", fact); out != want {
			t.Errorf("%s: %q, want %q", fact, out, want)
		}
	}
	if out, _ := surveyed(t, rows); !strings.Contains(out, "5 rows: 1 older than another of the same site, 0 left out") {
		t.Error(out)
	}
}

// An archive that ends early counts as far as it goes, and says so.
func TestSurveyOfABrokenArchive(t *testing.T) {
	var b bytes.Buffer
	for _, name := range []string{"a.example", "b.example"} {
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <https://%s/robots.txt>\r\nWARC-Date: 2026-11-01T00:00:00Z\r\nContent-Length: 75\r\n\r\n"+
			"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\nUser-agent: GPTBot\n\r\n", name)
		if name == "a.example" {
			b.Truncate(b.Len() - len("13\r\nUser-agent: GPTBot\n\r\n"))
			b.WriteString("1a\r\nUser-agent: *\nDisallow: /\n\r\n0\r\n\r\n")
		}
	}
	name := filepath.Join(t.TempDir(), "x.warc")
	text := strings.Replace(b.String(), "Content-Length: 75", fmt.Sprint("Content-Length: ", len("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\nUser-agent: *\nDisallow: /\n\r\n0\r\n\r\n")), 1)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := Main([]string{"robots", "survey", name, "--format", "csv", "-a", "GPTBot"}, strings.NewReader(""), &out, &errs)
	if code != exitIO || !strings.Contains(errs.String(), "is not whole") || !strings.Contains(out.String(), "crawler,GPTBot=closed,1,1,") {
		t.Errorf("exit %d: %s\n%s", code, &errs, &out)
	}
}

// The same rows in another order, split over files, are the same survey.
func TestSurveyOfFilesThatPeopleWrote(t *testing.T) {
	if testing.Short() {
		t.Skip("all files of the corpus")
	}
	archive, dir := shared.Path(t, "corpus", "robots-open.tar.gz"), t.TempDir()
	rows := filepath.Join(dir, "rows.jsonl")
	want, _ := surveyed(t, archive, "--rows", rows, "--format", "json")
	text, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(bytes.SplitSeq(bytes.TrimSpace(text), []byte("\n")))
	slices.Reverse(lines)
	var parts []string
	for i, part := range [][][]byte{lines[:1000], lines[1000:]} {
		parts = append(parts, filepath.Join(dir, fmt.Sprint(i)))
		if err := os.WriteFile(parts[i], append(bytes.Join(part, []byte("\n")), '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := surveyed(t, append(parts, "--format", "json")...); got != want {
		t.Error("the numbers depend on the order of rows")
	}
	for _, line := range lines {
		if r, err := survey.ReadRow(line); err != nil || r.Outcome == survey.Document && slices.ContainsFunc(r.Crawlers, func(c survey.Crawler) bool { return c.Class == survey.Unproven }) {
			t.Errorf("%s: %v", r.Site, err)
		}
	}
}

func TestHostsOfFiles(t *testing.T) {
	for name, want := range map[string]string{"a/b.example.txt": "b.example", "b.example": "b.example", "B.Example/robots.txt": "b.example", "b.example_robots.txt": "b.example",
		"b.example.robots.txt": "b.example", "notes.txt": "", "robots.txt": "", "a b.example": "", "x/../b.example": "b.example", "127.0.0.1.txt": "127.0.0.1"} {
		if got := hostOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
