package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/robotsgate/robots/fetch"
)

// The examples of docs/serve.md are sent as they stand, and answered as they say.
// A line "..." stands for any rest; times of the day are any times.
func TestTheExamplesOfTheDocument(t *testing.T) {
	doc, err := os.ReadFile("../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, text) }))
	defer web.Close()
	_, url := served(t, Options{Client: &fetch.Client{UserAgent: "ExampleBot/1.0",
		Lookup: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("1.1.1.1")}, nil
		},
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, web.Listener.Addr().String())
		}}})
	n := 0
	for _, block := range strings.Split(string(doc), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, example := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(example, "\n")
			n++
			got := curl(t, words(command), url)
			if part, rest := strings.CutSuffix(want, "...\n"); rest || strings.HasSuffix(want, "...") {
				part = strings.TrimSuffix(part, "...")
				got, want = got[:min(len(got), len(part))], part
			}
			if timeless(strings.TrimSpace(got)) != timeless(strings.TrimSpace(want)) {
				t.Errorf("%s\n%s\nthe document says\n%s", command, got, want)
			}
		}
	}
	if n < 8 {
		t.Errorf("%d examples", n)
	}
}

var aTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`)

var aWait = regexp.MustCompile(`"wait":\d\.\d+`)

func timeless(s string) string {
	return aWait.ReplaceAllString(aTime.ReplaceAllString(s, "TIME"), `"wait":1`)
}

// curl sends what the command curl would.
func curl(t *testing.T, args []string, url string) string {
	t.Helper()
	method, body, at := "GET", "", ""
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	if args[0] != "curl" {
		t.Fatalf("%q", args)
	}
	for i := 1; i < len(args); i++ {
		switch args[i] {
		case "-s":
		case "-d":
			i++
			method, body = "POST", args[i]
		case "-H":
			i++
			k, v, _ := strings.Cut(args[i], ": ")
			header.Set(k, v)
		default:
			at = args[i]
		}
	}
	r, err := http.NewRequest(method, strings.Replace(at, "http://127.0.0.1:8080", url, 1), strings.NewReader(body))
	if err != nil || !strings.HasPrefix(at, "http://127.0.0.1:8080/") {
		t.Fatalf("%q: %v", args, err)
	}
	r.Header = header
	_, _, answer := do(t, r)
	return answer
}

// words cuts a command as a shell does, as far as single quotes go.
func words(command string) (all []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// The table of metrics is that of the service, name by name.
func TestTheTableOfMetrics(t *testing.T) {
	doc, err := os.ReadFile("../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	_, url := served(t, Options{Client: client()})
	send(t, "POST", url+"/v1/batch", "application/x-ndjson", "{}\n")
	send(t, "POST", url+"/v1/fetch", "application/json", `{"url":`+quoted(site(t))+`}`)
	_, _, body := send(t, "GET", url+"/metrics", "", "")
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (robots_\w+)`).FindAllStringSubmatch(body, -1) {
		there[m[1]] = true
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(robots_\\w+)`").FindAllStringSubmatch(string(doc), -1) {
		if !there[m[1]] {
			t.Errorf("docs/serve.md names %s, which is not there", m[1])
		}
		delete(there, m[1])
	}
	for name := range there {
		t.Errorf("docs/serve.md does not name %s", name)
	}
}
