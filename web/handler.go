package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Policy is what the page may do, as the header Content-Security-Policy has it: run
// its own scripts and WebAssembly, and load its own files. It may reach no other
// place, so what is typed into it stays where it is. Style attributes are let be:
// browsers set them themselves when a coloured text is typed over.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
	"style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page that was built into this program, and if none was, a
// note that says so, with status 503. It answers GET and HEAD for the paths of
// its files, "/" is the page, and all else is not found.
func Handler() http.Handler {
	site, built := Site()
	return handler(site, built)
}

func handler(site fs.FS, built bool) http.Handler {
	h := &server{site: site, index: "index.html", status: http.StatusOK, packed: map[string]*asset{}}
	if !built {
		h.index, h.status = "placeholder.html", http.StatusServiceUnavailable
	}
	return h
}

type server struct {
	site   fs.FS
	index  string
	status int // of the index

	mu     sync.Mutex
	packed map[string]*asset
}

// An asset is a file, ready to be sent. There are some twenty, and they are
// packed when they are first asked for.
type asset struct {
	once  sync.Once
	plain []byte
	gzip  []byte // nil if that is no shorter
	tag   string
	err   error
}

// kinds are the types of the files of the page. They are not asked from the
// system, which may know others, or none for WebAssembly.
var kinds = map[string]string{
	".html":  "text/html; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".jsonl": "application/jsonl; charset=utf-8",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", Policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name, status := strings.TrimPrefix(r.URL.Path, "/"), http.StatusOK
	if name == "" || name == "index.html" {
		name, status = s.index, s.status
	}
	kind, known := kinds[path.Ext(name)]
	a := s.asset(name)
	if !known || a.err != nil {
		if a.err != nil && !errors.Is(a.err, fs.ErrNotExist) && !errors.Is(a.err, fs.ErrInvalid) {
			http.Error(w, "internal error", http.StatusInternalServerError)
			return
		}
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	head.Set("Content-Type", kind)
	head.Set("ETag", a.tag)
	head.Set("Vary", "Accept-Encoding")
	head.Set("Cache-Control", caching(name))
	if status == http.StatusOK && holds(r.Header.Get("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	if a.gzip != nil && accepts(r.Header.Get("Accept-Encoding")) {
		head.Set("Content-Encoding", "gzip")
		body = a.gzip
	}
	head.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		w.Write(body)
	}
}

// caching lets a browser keep what has a sum in its name for good. All else it
// asks for again, and is told that nothing has changed.
func caching(name string) string {
	stem := strings.TrimSuffix(name, path.Ext(name))
	if i := strings.LastIndexByte(stem, '-'); i >= 0 && path.Ext(name) == ".js" && len(stem)-i == 9 {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func (s *server) asset(name string) *asset {
	if !fs.ValidPath(name) || strings.Contains(name, "/") {
		return &asset{err: fs.ErrNotExist} // the page has no folders
	}
	s.mu.Lock()
	a, ok := s.packed[name]
	if !ok {
		if _, err := fs.Stat(s.site, name); err != nil {
			s.mu.Unlock()
			return &asset{err: err} // not kept: anybody may ask for any name
		}
		a = &asset{}
		s.packed[name] = a
	}
	s.mu.Unlock()
	a.once.Do(func() { a.load(s.site, name) })
	return a
}

func (a *asset) load(site fs.FS, name string) {
	if a.plain, a.err = fs.ReadFile(site, name); a.err != nil {
		return
	}
	sum := sha256.Sum256(a.plain)
	a.tag = `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(a.plain) // to memory: does not fail
	z.Close()
	if b.Len() < len(a.plain) {
		a.gzip = b.Bytes()
	}
}

// holds reports whether a list of tags holds one. A weak tag is as good here.
func holds(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if strings.TrimPrefix(strings.TrimSpace(one), "W/") == tag {
			return true
		}
	}
	return false
}

// accepts reports whether a browser takes gzip. It errs on the side of no.
func accepts(list string) bool {
	for one := range strings.SplitSeq(list, ",") {
		name, weight, _ := strings.Cut(one, ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.ReplaceAll(strings.TrimSpace(weight), " ", "") != "q=0"
		}
	}
	return false
}
