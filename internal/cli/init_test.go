package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/robotsgate/robots/internal/shared"
)

// passes fails unless a file passes the test that init writes for it, in every
// language.
func passes(t *testing.T, name, text string, langs ...string) {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "robots.txt"), filepath.Join(dir, ".robots.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, lang := range langs {
		var written [2]string
		for i := range written {
			var stderr bytes.Buffer
			if code := Main([]string{"robots", "init", file, "--force", "--output", out, "--lang", lang}, strings.NewReader(""), io.Discard, &stderr); code != exitOK {
				t.Fatalf("%s: init: exit code %d: %s", name, code, stderr.String())
			}
			b, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			written[i] = string(b)
		}
		if written[0] != written[1] {
			t.Errorf("%s: another text the second time", name)
		}
		var stdout, stderr bytes.Buffer
		if code := Main([]string{"robots", "test", "--config", out}, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("%s: test: exit code %d: %s%s\n%s", name, code, stdout.String(), stderr.String(), written[0])
		}
	}
}

func TestWhatInitWritesPasses(t *testing.T) {
	names, _ := filepath.Glob("../../testdata/robots/*.txt")
	if len(names) == 0 {
		t.Fatal("no samples")
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		passes(t, name, string(text), "en", "zh-Hans", "zh-Hant")
	}
	for i, text := range []string{"", "# only", "\xff\xfeU\x00", "User-agent: \"a\\b\nDisallow: /\"\\\n", "User-agent: a\nDisallow: /\x01\nAllow: /\u202e\n"} {
		passes(t, "text "+strconv.Itoa(i), text, "en")
	}
}

func TestWhatInitWritesForRealFilesPasses(t *testing.T) {
	files := shared.Corpus(t)
	n := 200
	if testing.Short() {
		n = 40
	}
	for i := range n {
		f := files[i*len(files)/n]
		passes(t, f.Name, f.Text, "en")
	}
	t.Logf("%d files", n)
}
