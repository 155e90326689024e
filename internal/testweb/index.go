package testweb

import "net/http"

// serveIndex answers for the server itself: requests for an address or localhost.
func (s *Server) serveIndex(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write([]byte(openAll))
	case "/ca.pem":
		w.Header().Set("Content-Type", "application/x-pem-file")
		w.Write(s.certs.pem())
	default:
		http.NotFound(w, r)
	}
}
