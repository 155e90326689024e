package serve

import (
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/robotsgate/robots/web"
)

// page serves what no route serves: the files of the page if they were built, a
// list of the API if not, and what there is to say about a path that is none.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if methods, ok := s.known[r.URL.Path]; ok {
		w.Header().Set("Allow", methods)
		problem(w, http.StatusMethodNotAllowed, r.URL.Path+" is asked with "+methods)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		problem(w, http.StatusNotFound, "there is no such verb; /openapi.json lists them")
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name != "" {
		if s.site == nil || !isFile(s.site, name) {
			problem(w, http.StatusNotFound, "there is nothing here; /openapi.json lists the API")
			return
		}
	}
	if s.site != nil {
		s.pages.ServeHTTP(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Write([]byte(index))
}

// pageFiles returns the files of the page and what serves them, nil if they were
// not built in.
func pageFiles() (fs.FS, http.Handler) {
	site, built := web.Site()
	if !built {
		return nil, nil
	}
	return site, web.Handler()
}

func isFile(site fs.FS, name string) bool {
	info, err := fs.Stat(site, name)
	return err == nil && info.Mode().IsRegular()
}

const index = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>robots</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:2em auto;padding:0 1em;color-scheme:light dark}</style>
<h1>robots</h1>
<p>This is the service of the command robots. Its API is described in <a href="/openapi.json">/openapi.json</a>:</p>
<ul>
<li>POST /v1/check, parse, lint, fix, diff, matrix, audit, ai: questions about a robots.txt
<li>POST /v1/batch: many of them, one a line
<li>POST /v1/fetch, GET and POST /v1/ask, POST /v1/saw: the live web, if it was started with --fetch
</ul>
<p><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a></p>
<p>The page that reads a robots.txt in the browser was not built into this program.</p>
</html>
`
