package serve

import (
	"bytes"
	"context"
	"errors"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/internal/turns"
	"github.com/robotsgate/robots/internal/urltext"
	"github.com/robotsgate/robots/internal/verb"
)

// input is the body of a verb.
type input[Q any] struct{ Body Q }

// output is an answer that is JSON already.
type output struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// add adds a verb to the API. What it answers follows the schema of that name.
func add[Q verb.Question](s *Server, api huma.API, name, summary string) {
	work(s, api, name, summary, func(_ context.Context, q Q) ([]byte, error) {
		var b bytes.Buffer
		err := q.Answer(&b, verb.Setting{Today: time.Now().Format(time.DateOnly)})
		return b.Bytes(), err
	})
}

// work adds a verb that do answers. It runs beside the request: when the time is
// up the asker is told so, while the slot stays taken until the work ends, so
// that what nobody waits for still counts.
func work[Q any](s *Server, api huma.API, name, summary string, do func(context.Context, Q) ([]byte, error)) {
	op := s.operation(api, name, summary)
	huma.Register(api, op, func(ctx context.Context, in *input[Q]) (*output, error) {
		if !s.running.take(ctx) {
			return nil, huma.ErrorWithHeaders(huma.Error503ServiceUnavailable(busy), http.Header{"Retry-After": {"1"}})
		}
		ctx, cancel := context.WithTimeout(ctx, s.o.Limits.Time)
		defer cancel()
		type result struct {
			b   []byte
			err error
		}
		ended := make(chan result, 1)
		go func() {
			defer s.running.free()
			defer func() {
				if v := recover(); v != nil {
					if s.log != nil {
						s.log.note("panic: " + string(debug.Stack()))
					}
					ended <- result{err: huma.Error500InternalServerError("an internal error; the log has it")}
				}
			}()
			b, err := do(ctx, in.Body)
			ended <- result{b, err}
		}()
		select {
		case r := <-ended:
			if wrong, ok := verb.IsWrong(r.err); ok {
				return nil, huma.Error422UnprocessableEntity(wrong.Error())
			}
			if r.err != nil {
				return nil, r.err
			}
			return &output{"application/json", r.b}, nil
		case <-ctx.Done():
			return nil, huma.ErrorWithHeaders(huma.Error503ServiceUnavailable(tooLong), http.Header{"Retry-After": {"1"}})
		}
	})
	s.known[op.Path] = http.MethodPost
	s.metrics.route("POST "+op.Path, name)
}

// Fetch asks what a site serves now.
type Fetch struct {
	URL string `json:"url" maxLength:"2048" doc:"any http or https URL of the site"`
}

// fetch asks a site for its robots.txt, whatever the gate holds of it.
func (s *Server) fetch(ctx context.Context, q Fetch) ([]byte, error) {
	if s.o.Client == nil {
		return nil, huma.Error403Forbidden(noFetch)
	}
	if parts, err := urltext.Split(q.URL); err == nil {
		var late *turns.Late
		if err := s.turns.Wait(ctx, parts.Key()); errors.As(err, &late) {
			after := strconv.Itoa(int(math.Ceil(late.RetryAfter.Seconds())))
			return nil, huma.ErrorWithHeaders(huma.Error429TooManyRequests(err.Error()), http.Header{"Retry-After": {after}})
		}
	}
	o, err := counted{s.o.Client, s.metrics}.Get(ctx, q.URL)
	switch {
	case ctx.Err() != nil:
		return nil, huma.Error503ServiceUnavailable(tooLong)
	case err != nil:
		return nil, &verb.Wrong{Key: "url", What: err.Error(), Fix: "it looks like https://example.com"}
	}
	var b bytes.Buffer
	err = evidence.Of(s.o.Client, o).Write(&b)
	return b.Bytes(), err
}

// errMany is for bodies that are small, and large once they are read.
var errMany = errors.New("more than 200,000 values, or nested more than 16 deep")

// bounded refuses JSON that would take many times its size when it is read: a
// list of a million empty strings takes sixteen million octets.
func bounded(text []byte) error {
	values, depth, inside := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == ',' || c == ':':
			values++
		case c == '[' || c == '{':
			values++
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if values > 200_000 || depth > 16 {
			return errMany
		}
	}
	return nil
}
