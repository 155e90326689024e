package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

var folder = fstest.MapFS{
	"index.html":        {Data: []byte("<!doctype html><title>page</title>" + strings.Repeat(" ", 200))},
	"main.js":           {Data: []byte("export {}")},
	"chunk-ABCDEFGH.js": {Data: []byte("export {}" + strings.Repeat(";", 200))},
	"first.wasm":        {Data: []byte("\x00asm")},
	"secret.key":        {Data: []byte("not a file of the page")},
	"placeholder.html":  {Data: []byte("<!doctype html>not built")},
}

func get(h http.Handler, target string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestFilesAreServedWithTheirTypesAndThePolicy(t *testing.T) {
	h := handler(folder, true)
	for _, tt := range []struct {
		target, kind, cache string
		status              int
	}{
		{"/", "text/html; charset=utf-8", "no-cache", 200},
		{"/index.html", "text/html; charset=utf-8", "no-cache", 200},
		{"/main.js", "text/javascript; charset=utf-8", "no-cache", 200},
		{"/chunk-ABCDEFGH.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", 200},
		{"/first.wasm", "application/wasm", "no-cache", 200},
		{"/none.js", "text/plain; charset=utf-8", "", 404},
		{"/secret.key", "text/plain; charset=utf-8", "", 404},
		{"/../web.go", "text/plain; charset=utf-8", "", 404},
		{"/.", "text/plain; charset=utf-8", "", 404},
	} {
		got := get(h, "http://site.example"+tt.target)
		if got.StatusCode != tt.status || got.Header.Get("Content-Type") != tt.kind || got.Header.Get("Cache-Control") != tt.cache {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", tt.target, got.StatusCode, got.Header.Get("Content-Type"), got.Header.Get("Cache-Control"), tt.status, tt.kind, tt.cache)
		}
		if got.Header.Get("Content-Security-Policy") != Policy || got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: the policy is missing", tt.target)
		}
	}
}

func TestFilesAreSentPackedAndOnlyWhenTheyHaveChanged(t *testing.T) {
	h := handler(folder, true)
	packed := get(h, "/", "Accept-Encoding", "br, gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("a browser that takes gzip gets none")
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(body, folder["index.html"].Data) {
		t.Errorf("unpacked: %q, %v", body, err)
	}
	if plain := get(h, "/", "Accept-Encoding", "gzip;q=0"); plain.Header.Get("Content-Encoding") != "" {
		t.Error("a browser that takes no gzip gets it")
	}
	again := get(h, "/", "If-None-Match", `"x", W/`+packed.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("asked with its tag: %d, want 304", again.StatusCode)
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	w := httptest.NewRecorder()
	handler(folder, true).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
	w = httptest.NewRecorder()
	handler(folder, true).ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/", nil))
	if w.Code != http.StatusOK || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestAPageThatWasNotBuiltSaysSo(t *testing.T) {
	got := get(handler(folder, false), "/")
	body, _ := io.ReadAll(got.Body)
	if got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "not built") {
		t.Errorf("%d %q", got.StatusCode, body)
	}
}

// The page says its policy itself too, for hosts that set no headers. A meta
// element cannot forbid frames, so that part is in the header only.
func TestThePolicyOfTheMetaElementIsThatOfTheHeader(t *testing.T) {
	html, err := os.ReadFile("static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(html)
	if m == nil || string(m[1])+"; frame-ancestors 'none'" != Policy {
		t.Errorf("meta: %q\nheader: %q", m, Policy)
	}
}
