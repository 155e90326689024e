package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/sitemap"
)

func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

// The scripts of this folder need files that an archive of text cannot hold.
func TestPackedScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/packed",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LANG", "C")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"gzip":  gzipFile,
			"join":  joinFiles,
			"cut":   cutFile,
		},
	})
}

// gzipFile packs a file: "gzip FILE PACKED".
func gzipFile(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), zipped(ts.ReadFile(args[0])), 0o666))
}

// joinFiles writes files behind each other: "join FILE... JOINED".
func joinFiles(ts *testscript.TestScript, neg bool, args []string) {
	last := len(args) - 1
	var b strings.Builder
	for _, name := range args[:last] {
		b.WriteString(ts.ReadFile(name))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[last]), []byte(b.String()), 0o666))
}

// cutFile keeps the first half of a file: "cut FILE HALF".
func cutFile(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text[:len(text)/2]), 0o666))
}

// write puts a file into a folder of the test.
func write(t *testing.T, name string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// urlsIn reads a file as the command does, and tells what stood behind it.
func urlsIn(t *testing.T, path string) (urls []string, tail bool) {
	t.Helper()
	a := &app{stdin: strings.NewReader(""), stderr: io.Discard}
	in, err := a.open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := sitemap.NewReader(in, sitemap.Options{})
	for e := range r.Entries() {
		urls = append(urls, e.URL)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return urls, in.tail
}

// The cases of others about sitemaps as documents.
func TestSharedSitemapCases(t *testing.T) {
	total := 0
	shared.Lines(t, func(c struct {
		ID, Want string
		Body     string `json:"body_gzip_of"`
	}) {
		want, ok := strings.CutPrefix(c.Want, "parse:")
		if !ok {
			return
		}
		total++
		good := false
		switch want {
		case "2 urls":
			urls, _ := urlsIn(t, write(t, "urllist.txt.gz", zipped(c.Body)))
			good = len(urls) == 2
		case "keep decoded part, warn":
			urls, tail := urlsIn(t, write(t, "s.xml.gz", append(zipped("<urlset><url><loc>https://example.com/</loc></url></urlset>"), "<!-- x -->"...)))
			good = len(urls) == 1 && tail
		case "urls survive":
			urls, _ := urlsIn(t, write(t, "feed.rss", []byte("<rss><channel><item><title>caf&eacute;</title><link>https://example.com/</link></item></channel></rss>")))
			good = len(urls) == 1
		case "stop at depth limit":
			good = chainEnds(t)
		}
		if !good {
			t.Errorf("%s: wants %q", c.ID, want)
		}
	}, "cases", "open.jsonl")
	if total < 4 {
		t.Errorf("only %d cases", total)
	}
}

// chainEnds reads an index that names an index, and so on.
func chainEnds(t *testing.T) bool {
	dir := t.TempDir()
	for i := range 50 {
		text := fmt.Sprintf("<sitemapindex><sitemap><loc>https://example.com/s%d.xml</loc></sitemap></sitemapindex>", i+1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("s%d.xml", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stderr bytes.Buffer
	code := Main([]string{"robots", "--lang", "en", "sitemap", filepath.Join(dir, "s0.xml"), "--absent"}, strings.NewReader(""), io.Discard, &stderr)
	return code == exitOK && strings.Contains(stderr.String(), "not followed")
}

// A path never leads out of the folder of the index.
func TestPartsOfAnIndexLieInItsFolder(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	os.MkdirAll(filepath.Join(in, "sub"), 0o777)
	for _, name := range []string{"secret.xml", "in/a.xml", "in/sub/b.xml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	os.Symlink(filepath.Join(dir, "secret.xml"), filepath.Join(in, "link.xml"))
	for url, want := range map[string]string{
		"https://a.example/a.xml":             "a.xml",
		"https://a.example/x/y/a.xml?z":       "a.xml",
		"https://a.example/sub/b.xml":         "sub/b.xml",
		"https://a.example/b.xml":             "",
		"https://a.example/sub":               "",
		"https://a.example/../secret.xml":     "",
		"https://a.example/%2e%2e/secret.xml": "",
		"https://a.example/link.xml":          "",
		"https://a.example/":                  "",
		"https://a.example//etc/passwd":       "",
		"a.xml":                               "",
	} {
		got, ok := local(filepath.Join(in, "index.xml"), url)
		if want != "" {
			want = filepath.Join(in, filepath.FromSlash(want))
		}
		if got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v", url, got, ok)
		}
	}
}

func TestABombIsGivenUp(t *testing.T) {
	in, err := (&app{}).open(write(t, "bomb.gz", zipped(strings.Repeat("x", 1<<20))))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	in.left = 1 << 19
	if _, err := io.Copy(io.Discard, in); err == nil || !strings.Contains(err.Error(), "unpacked") {
		t.Errorf("got %v", err)
	}
}
