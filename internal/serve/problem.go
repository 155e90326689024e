package serve

import (
	"net/http"
	"strconv"

	"github.com/robotsgate/robots/internal/jsontext"
)

// problem writes an error as application/problem+json (RFC 9457), in the shape
// that huma gives to its own.
func problem(w http.ResponseWriter, status int, detail string) {
	b := append(make([]byte, 0, 256), `{"title":`...)
	b = jsontext.AppendString(b, http.StatusText(status))
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(status), 10)
	b = append(b, `,"detail":`...)
	b = append(jsontext.AppendString(b, detail), '}', '\n')
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("X-Content-Type-Options", "nosniff")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	w.Write(b)
}

const (
	busy      = "too much is being asked at once: come back in a second"
	noFetch   = "this service fetches nothing: start it with robots serve --fetch --user-agent NAME/VERSION to open fetch, ask and saw"
	tooLong   = "it took too long: ask for less at once"
	wrongType = "want Content-Type: application/json"
)
