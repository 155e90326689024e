package web

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// firstView is what all that the first view loads may weigh, in bytes of gzip:
// the core, the page, its style and scripts, and the sentences of one language.
// The whole core, CodeMirror, vectors and other languages come later.
const firstView = 700_000

// statically matches the imports of a script that load with it. Those that are
// written as import(...) load when they are wanted.
var statically = regexp.MustCompile(`(?:from|import)\s*"\./([\w.-]+\.js)"`)

func TestTheFirstViewIsWithinItsBudget(t *testing.T) {
	dir := page(t)
	for _, lang := range []string{"en", "zh-Hans", "zh-Hant"} {
		pack, err := filepath.Glob(filepath.Join(dir, lang+"-????????.js"))
		if err != nil || len(pack) != 1 {
			t.Fatalf("%s: the sentences of the page are in %v, %v", lang, pack, err)
		}
		files := []string{"index.html", "page.css", "icon.svg", "first.wasm", "worker.js", "msg-" + lang + ".json", "main.js", filepath.Base(pack[0])}
		seen, total := map[string]bool{}, 0
		for len(files) > 0 {
			name := files[0]
			files = files[1:]
			if seen[name] {
				continue
			}
			seen[name] = true
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			total += gzipped(b)
			if strings.HasSuffix(name, ".js") {
				for _, m := range statically.FindAllSubmatch(b, -1) {
					files = append(files, string(m[1]))
				}
			}
		}
		t.Logf("%s: %d files, %d bytes in gzip, budget %d", lang, len(seen), total, firstView)
		if total > firstView {
			t.Errorf("the first view in %s weighs %d bytes in gzip, over %d", lang, total, firstView)
		}
		for name := range seen {
			if strings.HasPrefix(name, "codemirror-") || strings.HasPrefix(name, "about") {
				t.Errorf("%s belongs to the first view, and should load later", name)
			}
		}
	}
}

func gzipped(b []byte) int {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	z.Write(b)
	z.Close()
	return out.Len()
}
