package export

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/gate"
)

var when = time.Date(2026, 12, 1, 10, 0, 0, 120e6, time.UTC)

var samples = []crawl.Page{
	{
		URL: "https://Example.com:8443/a?b=\"c\",d", Outcome: crawl.Fetched, Status: 200, Type: "text/html", Size: 5000, Wire: 1200, Digest: []byte{0xab, 1}, Depth: 2, Via: "link", From: "https://example.com/",
		Started: when, Ended: when.Add(1500 * time.Millisecond), Next: when.Add(time.Hour), Attempts: 2, Links: 9, File: "crawl-1.warc.gz", Offset: 77, ETag: `"x"`, Modified: "Tue, 01 Dec 2026 10:00:00 GMT",
		Flags: []string{"noindex", "nofollow", "noarchive", "revisit", "not-modified", "truncated", "retried"},
	},
	{URL: "http://a.test/no", Outcome: crawl.Refused, Reason: "disallowed", Detail: "Disallow: /no", Line: 3, Via: "seed"},
	{URL: "http://b.test/", Outcome: crawl.Refused, Reason: "robots-unreachable", Via: "seed"},
	{URL: "http://c.test/", Outcome: crawl.Failed, Reason: "network", Detail: "line\r\nbreak \xff\x00 <b> =1+1", Location: "\xfe", ETag: "=cmd()", Started: when, Ended: when, Attempts: 1, Via: "sitemap"},
	{URL: "http://d.test/", Outcome: crawl.Queued, Reason: "timeout", Via: "canonical", Flags: []string{"retried"}},
	{URL: "http://e.test/" + strings.Repeat("x", 100_000), Outcome: crawl.Fetched, Status: 301, Location: "/y", Started: when, Ended: when, Attempts: 1, Via: "redirect"},
}

var sites = []crawl.Site{
	{Origin: "http://a.test", Kind: robots.KindDocument, Status: 200, Fetched: when, Expires: when.Add(time.Hour), Fetches: 1, Delay: 1500 * time.Millisecond, Size: 40, Records: 3, Groups: 1, Rules: 2, File: "f", Offset: 5},
	{Origin: "http://b.test", Kind: robots.KindUnreachable, Standing: gate.Closed, Class: "dns", Fetched: when, Fetches: 3},
}

// seq yields values and then fails, if err says so.
func seq[T any](all []T, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, x := range all {
			if !yield(x, nil) {
				return
			}
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}

func rows() []Row {
	var all []Row
	for _, p := range samples {
		all = append(all, RowOf(p))
	}
	return all
}

func TestEveryFieldHasOneNameInAllForms(t *testing.T) {
	typ := reflect.TypeFor[Row]()
	if typ.NumField() != len(columns) {
		t.Fatalf("%d fields, %d columns", typ.NumField(), len(columns))
	}
	for i, c := range columns {
		j, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		p, _, _ := strings.Cut(typ.Field(i).Tag.Get("parquet"), ",")
		if j != c.Name || p != c.Name {
			t.Errorf("column %s is %s in JSON and %s in Parquet", c.Name, j, p)
		}
		r := Row{}
		f := reflect.ValueOf(&r).Elem().Field(i)
		before := cell(c.value(&r))
		switch f.Kind() {
		case reflect.String:
			f.SetString("v")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Struct:
			f.Set(reflect.ValueOf(when))
		default:
			f.SetInt(7)
		}
		if cell(c.value(&r)) == before {
			t.Errorf("column %s does not show its field", c.Name)
		}
	}
}

func TestJSONLinesReadBackAndFollowTheSchema(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "api", "schema", "crawl-page.json"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := JSONL(&b, seq(samples, nil)); err != nil {
		t.Fatal(err)
	}
	var got []Row
	for line := range strings.Lines(b.String()) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Errorf("%.200s: %v", line, err)
		}
		var r Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if !reflect.DeepEqual(got, rows()) {
		t.Errorf("%.2000v", got)
	}
	if !strings.Contains(b.String(), `"started":"2026-12-01T10:00:00.120Z"`) || !strings.Contains(b.String(), "<b>") {
		t.Errorf("%.1000s", b.String())
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "api", "schema", "crawl-page.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]any
	}
	if err := json.Unmarshal(text, &schema); err != nil || len(schema.Properties) != len(columns) {
		t.Errorf("%d properties in the schema, %d columns, %v", len(schema.Properties), len(columns), err)
	}
}

func TestCSVReadsBack(t *testing.T) {
	var b bytes.Buffer
	if err := CSV(&b, seq(samples, nil)); err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(all) != len(samples)+1 {
		t.Fatalf("%d lines, %v", len(all), err)
	}
	for i, r := range rows() {
		for j, c := range columns {
			// a reader of CSV takes CR LF within a cell for LF
			if want := strings.ReplaceAll(cell(c.value(&r)), "\r\n", "\n"); all[0][j] != c.Name || all[i+1][j] != want {
				t.Errorf("row %d, %s: %.200q, want %.200q", i, c.Name, all[i+1][j], want)
			}
		}
	}
}

func TestParquetReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := Parquet(path, seq(samples, nil)); err != nil {
		t.Fatal(err)
	}
	got, err := parquet.ReadFile[Row](path)
	if err != nil {
		t.Fatal(err)
	}
	want := rows()
	if len(got) != len(want) {
		t.Fatalf("%d rows", len(got))
	}
	for i := range got {
		for _, at := range []*time.Time{&got[i].Started, &got[i].Ended, &got[i].Next} {
			if *at = at.UTC(); at.UnixMilli() == 0 {
				t.Errorf("row %d: a time that is not known became 1970", i)
			}
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("row %d: %.500v, want %.500v", i, got[i], want[i])
		}
	}
}

// Readers of the struct cannot tell "" from null, so this one looks at the file.
func TestWhatSaysNothingIsNullInParquet(t *testing.T) {
	var all []crawl.Page
	for i := range 2000 {
		p := crawl.Page{URL: "http://a.test/", Outcome: crawl.Fetched, Via: "link"}
		if i%64 < 2 || i > 1000 && i%97 < i/20 { // runs that end with a word of 64, and of any length
			p = samples[i%len(samples)]
		}
		all = append(all, p)
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	if err := Parquet(path, seq(all, nil)); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	rows := file.RowGroups()[0].Rows()
	defer rows.Close()
	one := make([]parquet.Row, 1)
	for i, p := range all {
		if n, err := rows.ReadRows(one); n != 1 {
			t.Fatalf("row %d: %v", i, err)
		}
		r := RowOf(p)
		for j, v := range one[0] {
			if want := columns[j].value(&r); v.IsNull() != (want == nil) {
				t.Errorf("row %d, %s: %v, want %v", i, columns[j].Name, v, want)
			}
		}
	}
}

func TestOutputThatIsNoFileIsWrittenAndNotReplaced(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	say := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	if err := File(link, say); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(target); string(b) != "new" {
		t.Errorf("behind the link: %q", b)
	}
	if to, _ := os.Readlink(link); to != target {
		t.Errorf("the link leads to %q", to)
	}
	if err := File(dir, say); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("%v", err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	pipe := fmt.Sprintf("/proc/self/fd/%d", w.Fd())
	if _, err := os.Stat(pipe); err != nil {
		t.Skip(err)
	}
	if err := File(pipe, say); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 3)
	if _, err := io.ReadFull(r, b); err != nil || string(b) != "new" {
		t.Errorf("through a pipe: %q, %v", b, err)
	}
	if all, _ := os.ReadDir(dir); len(all) != 2 {
		t.Errorf("%d files", len(all))
	}
}

func TestManyRowsFillSeveralRowGroups(t *testing.T) {
	n := groupRows + 300
	if testing.Short() {
		n = 300
	}
	path := filepath.Join(t.TempDir(), "p.parquet")
	err := Parquet(path, func(yield func(crawl.Page, error) bool) {
		for i := range n {
			if !yield(crawl.Page{URL: fmt.Sprintf("http://a.test/%d", i), Outcome: crawl.Fetched, Via: "link"}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := parquet.ReadFile[Row](path)
	if err != nil || len(got) != n || got[n-1].URL != fmt.Sprintf("http://a.test/%d", n-1) {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

func TestSQLiteAnswers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b%20c#d?mode=memory")
	if err := SQLite(path, seq(samples, nil), seq(sites, nil)); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+escapePath(path)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for query, want := range map[string]string{
		"SELECT count(*) FROM pages": "6",
		"SELECT host FROM pages WHERE digest = 'ab01' AND noindex AND nofollow AND noarchive AND revisit AND not_modified AND truncated": "example.com:8443",
		"SELECT line FROM pages WHERE reason = 'disallowed'":                                                                             "3",
		"SELECT count(*) FROM pages WHERE status IS NULL AND started IS NULL":                                                            "3",
		"SELECT detail FROM pages WHERE outcome = 'failed'":                                                                              "line\r\nbreak \uFFFD\uFFFD <b> =1+1",
		"SELECT round((julianday(ended)-julianday(started))*86400000) FROM pages WHERE attempts = 2":                                     "1500",
		"SELECT length(url) FROM pages WHERE status = 301":                                                                               "100014",
		"SELECT kind || ' ' || standing || ' ' || class FROM robots WHERE origin = 'http://b.test'":                                      "unreachable closed dns",
		"SELECT delay_ms || ' ' || rules || ' ' || fetched || ' ' || warc_offset FROM robots WHERE kind = 'document'":                    "1500 2 2026-12-01T10:00:00.120Z 5",
		"SELECT group_concat(name || '=' || value, ' ') FROM (SELECT * FROM statistics WHERE name NOT LIKE '%:%' ORDER BY name)":         "bytes=5000 bytes_received=1200 pages=6 requests=4 robots_fetched=4 robots_unreachable=1 skipped_by_rule=1 skipped_unreachable=1",
		"SELECT count(*) FROM statistics WHERE name = 'reason:timeout'":                                                                  "0",
		"SELECT value FROM statistics WHERE name = 'outcome:refused'":                                                                    "2",
		"SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name LIKE 'pages_%'":                                                "4",
		"PRAGMA integrity_check": "ok",
	} {
		var got any
		if err := db.QueryRow(query).Scan(&got); err != nil || strings.TrimSuffix(fmt.Sprint(got), ".0") != want {
			t.Errorf("%s: %v, %v, want %s", query, got, err, want)
		}
	}
}

func TestAFailureLeavesTheOldFileAndNothingElse(t *testing.T) {
	broken := errors.New("the log is broken")
	for name, write := range map[string]func(string) error{
		"sqlite":  func(p string) error { return SQLite(p, seq(samples, broken), nil) },
		"sites":   func(p string) error { return SQLite(p, seq(samples, nil), seq(sites, broken)) },
		"parquet": func(p string) error { return Parquet(p, seq(samples, broken)) },
		"jsonl": func(p string) error {
			return File(p, func(w io.Writer) error { return JSONL(w, seq(samples, broken)) })
		},
		"csv": func(p string) error { return File(p, func(w io.Writer) error { return CSV(w, seq(samples, broken)) }) },
	} {
		path := filepath.Join(t.TempDir(), "out")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := write(path); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
		all, _ := os.ReadDir(filepath.Dir(path))
		if b, _ := os.ReadFile(path); string(b) != "old" || len(all) != 1 {
			t.Errorf("%s: %q and %d files", name, b, len(all))
		}
	}
	full := writerFunc(func([]byte) (int, error) { return 0, broken })
	if err := JSONL(full, seq(samples, nil)); !errors.Is(err, broken) {
		t.Errorf("JSONL: %v", err)
	}
	if err := CSV(full, seq(samples, nil)); !errors.Is(err, broken) {
		t.Errorf("CSV: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// docs/crawl-output.md has a row for every column, in their order, with their
// words.
func TestThePageListsTheColumns(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", "crawl-output.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, c := range columns {
		want += fmt.Sprintf("| `%s` | %s | %s |\n", c.Name, strings.ToLower(c.Type), c.What)
	}
	if !strings.Contains(string(b), want) {
		t.Errorf("docs/crawl-output.md should hold:\n%s", want)
	}
}
