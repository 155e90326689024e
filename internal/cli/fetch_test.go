package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/msg"
)

// fetched runs the command against a host of the test web.
func fetched(t *testing.T, s *testweb.Server, host string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	all := append([]string{"robots", "fetch", "http://" + s.Authority(host, true) + "/page", "--allow-net", "127.1.0.0/16"}, args...)
	code = Main(all, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

func numericWeb(t *testing.T) *testweb.Server {
	t.Helper()
	return testweb.Start(t, testweb.Catalogue(), testweb.Options{Numeric: true})
}

func TestFetchTellsTheChainAndWhatFollows(t *testing.T) {
	s := numericWeb(t)
	for _, c := range []struct {
		host string
		args []string
		code int
		want []string
		errs string
	}{
		{"redirect-2.test", nil, 0, []string{"301  http://", "     -> /hop/1/robots.txt", "200  http://", "document: its rules hold", "User-agent: *"}, ""},
		{"status-404.test", nil, 0, []string{"404  http://", "absent:"}, ""},
		{"status-403.test", nil, 0, []string{"unavailable:"}, ""},
		{"status-429.test", nil, 3, []string{"unreachable:", "asks to slow down"}, "robots.txt is unreachable"},
		{"status-429.test", []string{"--preset", "rfc"}, 0, []string{"unavailable:"}, ""},
		{"status-500.test", nil, 3, []string{"unreachable:"}, "robots.txt is unreachable"},
		{"status-500.test", []string{"--preset", "yandex"}, 0, []string{"unavailable for yandex", "RFC 9309 does not allow it"}, ""},
		{"loop-self.test", nil, 0, []string{"too many redirects", "redirect-loop:"}, ""},
		{"private-metadata.test", nil, 3, []string{"refused-address:", "169.254.169.254"}, "--allow-net"},
		{"status-404.test", []string{"--format", "raw"}, 0, nil, ""},
		{"status-500.test", []string{"--format", "raw"}, 3, nil, "the server answers 500 Internal Server Error"},
	} {
		code, out, errs := fetched(t, s, c.host, c.args...)
		if code != c.code || !strings.Contains(errs, c.errs) || c.errs == "" && errs != "" || c.want == nil && out != "" {
			t.Errorf("%s %v: exit %d, want %d: %s\n%s", c.host, c.args, code, c.code, errs, out)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s %v: no %q in\n%s", c.host, c.args, w, out)
			}
		}
	}
	// Without --allow-net, loopback is refused.
	var out, errs bytes.Buffer
	if code := Main([]string{"robots", "fetch", "http://" + s.Addr()}, strings.NewReader(""), &out, &errs); code != 3 || !strings.Contains(out.String(), "loopback") {
		t.Errorf("exit %d: %s", code, &out)
	}
}

func TestFetchJSONFollowsTheSchema(t *testing.T) {
	s, schema := numericWeb(t), schema(t, "fetch.json")
	for _, host := range []string{"redirect-5.test", "status-404.test", "status-403.test", "status-429.test", "status-503.test", "loop-two.test", "private-10.test", "status-204.test", "redirect-to-page.test", "http-garbage.test"} {
		code, out, _ := fetched(t, s, host, "--format", "json", "--as", "ExampleBot/1.0", "--contact", "https://bot.example")
		if err := validate(schema, out); err != nil {
			t.Errorf("%s: exit %d: %v", host, code, err)
		}
		if !strings.Contains(out, `"userAgent": "ExampleBot/1.0 (+https://bot.example)"`) {
			t.Errorf("%s: %s", host, out)
		}
	}
	if r := s.Requests(); r[len(r)-1].UserAgent != "ExampleBot/1.0 (+https://bot.example)" {
		t.Errorf("the server was asked by %q", r[len(r)-1].UserAgent)
	}
}

// The schema knows every word that an outcome may hold, and each note has its
// sentence in every language.
func TestFetchWordsAreKnown(t *testing.T) {
	b, err := os.ReadFile("../../api/schema/fetch.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Class struct{ Enum []string }
			Notes struct {
				Items struct {
					Properties struct{ Code struct{ Enum []string } }
				}
			}
		}
	}
	if err := json.Unmarshal(b, &schema); err != nil {
		t.Fatal(err)
	}
	for _, c := range fetch.Classes() {
		if !slices.Contains(schema.Properties.Class.Enum, string(c)) {
			t.Errorf("the schema lacks the class %s", c)
		}
	}
	for _, n := range fetch.NoteCodes() {
		if !slices.Contains(schema.Properties.Notes.Items.Properties.Code.Enum, string(n)) {
			t.Errorf("the schema lacks the note %s", n)
		}
		for _, l := range msg.Langs() {
			if key := "fetch.note." + string(n); l.Text(key, msg.Str("detail", "x")) == key {
				t.Errorf("%v has no sentence for %s", l, n)
			}
		}
	}
}

func TestFetchSavesEvidenceAndOverwritesNothing(t *testing.T) {
	s, dir := numericWeb(t), filepath.Join(t.TempDir(), "new", "dir")
	for _, host := range []string{"redirect-1.test", "status-404.test"} {
		if code, _, errs := fetched(t, s, host, "--save", dir); code != 0 || !strings.Contains(errs, "saved ") {
			t.Errorf("%s: exit %d: %s", host, code, errs)
		}
	}
	texts, _ := filepath.Glob(filepath.Join(dir, "http-127.1.*Z.txt"))
	records, _ := filepath.Glob(filepath.Join(dir, "http-127.1.*Z.json"))
	if len(texts) != 1 || len(records) != 2 {
		t.Fatalf("%v, %v", texts, records)
	}
	body, _ := os.ReadFile(texts[0])
	record, _ := os.ReadFile(strings.TrimSuffix(texts[0], ".txt") + ".json")
	if err := validate(schema(t, "fetch.json"), string(record)); err != nil || !bytes.Contains(record, []byte(evidence.Hash(body))) {
		t.Errorf("%v: %s", err, record)
	}
	if err := writeNew(texts[0], nil); err == nil {
		t.Error("a record was overwritten")
	}
}
