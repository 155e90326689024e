package cli

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/robotsgate/robots/survey"
)

func written(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// A file that --rows names by a slip keeps every octet, whether its last line has
// an end or not; one of rows loses a part of a row and no whole one.
func TestSurveyCutsNothingButAPartOfARow(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "files")
	if err := os.MkdirAll(archive, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, site := range []string{"a.example", "b.example"} {
		if err := os.WriteFile(filepath.Join(archive, site), []byte("User-agent: *\nDisallow: /"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rows, _ := surveyed(t, archive, "--format", "jsonl", "-a", "GPTBot")
	first := rows[:strings.IndexByte(rows, '\n')+1]
	for text, want := range map[string]string{
		"my only notes":                    "",
		"a.example\nb.example":             "",
		"WARC/1.1\r\nWARC-Type: x":         "",
		"\x1f\x8b\x08\x00":                 "",
		`{"kind":"mine"}`:                  "",
		first + "c.example":                "",
		"":                                 rows,
		"{":                                rows,
		first + `{"schemaVersion":1,"kind`: rows,
		first + "{":                        rows,
		strings.TrimSpace(first):           rows,
		strings.TrimSpace(rows):            rows,
		rows:                               rows,
	} {
		name := written(t, "x", text)
		var out, errs bytes.Buffer
		code := Main([]string{"robots", "survey", archive, "-a", "GPTBot", "--rows", name}, strings.NewReader(""), &out, &errs)
		got, _ := os.ReadFile(name)
		if want == "" && (code != exitUsage || string(got) != text) || want != "" && (code != 0 || string(got) != want) {
			t.Errorf("%q: exit %d, and it became %q", text, code, got)
		}
	}
}

// warcOf returns a WARC file of records for https://a.example/robots.txt, a day
// apart, each a type and an HTTP message.
func warcOf(records ...[2]string) string {
	var b strings.Builder
	for i, r := range records {
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: https://a.example/robots.txt\r\nWARC-Date: 2026-11-%02dT00:00:00Z\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", r[0], i+1, len(r[1]), r[1])
	}
	return b.String()
}

// What an archive says was as before leaves what was before; and a coding that
// the archive has undone is not undone again.
func TestSurveyOfArchivesAsTheyAreFound(t *testing.T) {
	const closes = "User-agent: *\nDisallow: /\n"
	served := [2]string{"response", "HTTP/1.1 200 OK\r\n\r\n" + closes}
	for what, text := range map[string]string{
		"a revisit":             warcOf(served, [2]string{"revisit", ""}),
		"a revisit with a head": warcOf(served, [2]string{"revisit", "HTTP/1.1 200 OK\r\n\r\n"}),
		"304":                   warcOf(served, [2]string{"response", "HTTP/1.1 304 Not Modified\r\n\r\n"}),
		"no HTTP":               warcOf(served, [2]string{"response", "hello"}),
		"gzip, undone":          warcOf([2]string{"response", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + closes}),
		"zstd, undone":          warcOf([2]string{"response", "HTTP/1.1 200 OK\r\nContent-Encoding: ZSTD\r\n\r\n" + closes}),
	} {
		if out, _ := surveyed(t, written(t, "x.warc", text), "--where", "GPTBot=closed"); out != "https://a.example\n" {
			t.Errorf("%s: %q", what, out)
		}
	}
}

// Inputs are told apart though a folder of a tar is called WARC, or an editor put
// a byte order mark in front of rows.
func TestSurveyInputsThatBeginLikeOthers(t *testing.T) {
	for _, folder := range []string{"WARC/", "WARC/1.1/", "{x}/"} {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, h := range []tar.Header{{Name: folder + "a.example.txt"}, {Name: "/../b.example", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}, {Name: "c.example", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, {Name: "d.example", Typeflag: tar.TypeChar}} {
			h.Format = tar.FormatUSTAR
			if err := w.WriteHeader(&h); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		name := written(t, "x.tar", b.String())
		rows, _ := surveyed(t, name, "--format", "jsonl", "-a", "GPTBot")
		if r, err := survey.ReadRow([]byte(rows)); err != nil || r.Site != "a.example" {
			t.Errorf("%s: %q: %v", folder, rows, err)
		}
		if again, _ := surveyed(t, written(t, "rows", "\ufeff"+rows), "--format", "jsonl"); again != rows {
			t.Errorf("after a byte order mark: %q", again)
		}
	}
}

// Rows are read again once they are written, which a device has no end for.
// A list is held in memory, and gzip can hold a thousand times its size.
func TestSurveyListsAreBounded(t *testing.T) {
	list := strings.Repeat("a.example\n", 1000)
	if all, err := listOf(strings.NewReader(list), 9000); err != nil || len(all) != 1000 {
		t.Errorf("%d sites, %v", len(all), err)
	}
	var e *exitError
	if _, err := listOf(strings.NewReader(list), 8999); !errors.As(err, &e) || e.code != exitUsage {
		t.Errorf("a list that is too long: %v", err)
	}
}

func TestSurveyKeepsRowsInRegularFilesOnly(t *testing.T) {
	rows, _ := surveyed(t, written(t, "a.warc", warcOf([2]string{"response", "HTTP/1.1 200 OK\r\n\r\n"})), "--format", "jsonl", "-a", "GPTBot")
	name := written(t, "rows", rows)
	for _, into := range []string{os.DevNull, t.TempDir()} {
		var out, errs bytes.Buffer
		if code := Main([]string{"robots", "survey", name, "--rows", into}, strings.NewReader(""), &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "no regular file") {
			t.Errorf("%s: exit %d: %s", into, code, &errs)
		}
	}
}

// A survey that is killed while it reads leaves no temporary file.
func TestSurveyLeavesNoTemporaryFileHoweverItEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open has its name there")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := &surveyRun{app: &app{}, flags: &surveyFlags{}}
	defer s.close()
	if err := s.put(survey.Capture{Site: "a.example", Outcome: survey.LeftOut, Class: "no-host"}); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v: %v", left, err)
	}
	if n, err := s.count(); err != nil || n.Rows != 1 {
		t.Errorf("%d rows: %v", n.Rows, err)
	}
}
