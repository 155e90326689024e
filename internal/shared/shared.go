// Package shared finds the folder of test material that lies beside a checkout
// of the project. Tests over it skip where it is missing; nothing else needs it.
package shared

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Path returns the path of a file in the folder, or skips the test.
func Path(tb testing.TB, elem ...string) string {
	tb.Helper()
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Dir(filepath.Dir(filepath.Dir(here)))
	path := filepath.Join(append([]string{root, "..", "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("the shared test material is not beside this checkout: %v", err)
	}
	return path
}

// Lines decodes a file of one JSON object a line, gzipped or not, and calls
// each for every one.
func Lines[T any](tb testing.TB, each func(T), elem ...string) {
	tb.Helper()
	f, err := os.Open(Path(tb, elem...))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(f.Name(), ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			tb.Fatal(err)
		}
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			tb.Fatal(err)
		}
		each(v)
	}
	if err := sc.Err(); err != nil {
		tb.Fatal(err)
	}
}

// A File is one robots.txt of the corpus; its name is a host.
type File struct{ Name, Text string }

// Corpus returns the real robots.txt files of the folder.
func Corpus(tb testing.TB) []File {
	tb.Helper()
	f, err := os.Open(Path(tb, "corpus", "robots-open.tar.gz"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var all []File
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			tb.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		b, err := io.ReadAll(t)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, File{h.Name, string(b)})
	}
}

// A Text is the robots.txt of a vector or case, in one of its three forms.
type Text struct {
	Robots    *string `json:"robots"`
	RobotsB64 string  `json:"robots_b64"`
	RobotsGen *struct {
		Prefix string `json:"prefix"`
		Repeat struct {
			Text  string `json:"text"`
			Count int    `json:"count"`
		} `json:"repeat"`
		Suffix string `json:"suffix"`
	} `json:"robots_gen"`
}

// Get returns the text, and whether there is one.
func (t Text) Get(tb testing.TB) (string, bool) {
	switch {
	case t.RobotsB64 != "":
		b, err := base64.StdEncoding.DecodeString(t.RobotsB64)
		if err != nil {
			tb.Fatal(err)
		}
		return string(b), true
	case t.RobotsGen != nil:
		g := t.RobotsGen
		return g.Prefix + strings.Repeat(g.Repeat.Text, g.Repeat.Count) + g.Suffix, true
	case t.Robots != nil:
		return *t.Robots, true
	}
	return "", false
}
