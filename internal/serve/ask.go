package serve

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/jsontext"
)

// maxQuestion bounds a question to the gate, alone or as a line.
const maxQuestion = 64 << 10

// A question to the gate.
type question struct {
	id    []byte // as JSON; nil if there is none
	agent string
	url   string
	peek  bool
}

// buffers are for questions and answers of /v1/ask: a crawler asks for each URL.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 0, 2<<10)) }}

func giveBack(b *[]byte) {
	if cap(*b) <= maxQuestion {
		buffers.Put(b)
	}
}

func (s *Server) askGet(w http.ResponseWriter, r *http.Request) {
	if s.gate == nil {
		problem(w, http.StatusForbidden, noFetch)
		return
	}
	v, err := url.ParseQuery(r.URL.RawQuery)
	q := question{agent: v.Get("agent"), url: v.Get("url")}
	if err == nil && v.Has("peek") {
		q.peek, err = strconv.ParseBool(v.Get("peek"))
	}
	if err != nil || !v.Has("agent") || !v.Has("url") {
		problem(w, http.StatusUnprocessableEntity, "want agent and url, and perhaps peek=true")
		return
	}
	s.answer(w, r, q)
}

func (s *Server) askPost(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.gate == nil:
		problem(w, http.StatusForbidden, noFetch)
		return
	case streamed(r):
		s.askMany(w, r)
		return
	}
	v, done, good := s.object(w, r)
	defer done()
	if !good {
		return
	}
	q, err := readQuestion(v)
	if err != "" {
		problem(w, http.StatusUnprocessableEntity, err)
		return
	}
	s.answer(w, r, q)
}

// object reads a small JSON object. It has answered if there is none.
func (s *Server) object(w http.ResponseWriter, r *http.Request) (v jsontext.Value, done func(), good bool) {
	buf := buffers.Get().(*[]byte)
	done = func() { giveBack(buf) }
	if mediaType(r) != jsonMedia {
		problem(w, http.StatusUnsupportedMediaType, wrongType)
		return v, done, false
	}
	var err error
	*buf, err = readSome((*buf)[:0], r.Body)
	switch {
	case err == errLarge:
		w.Header().Set("Connection", "close")
		problem(w, http.StatusRequestEntityTooLarge, "the question is longer than 64 KiB; a stream is application/x-ndjson")
		return v, done, false
	case err != nil:
		problem(w, http.StatusBadRequest, "the body ended before the question did")
		return v, done, false
	}
	v, at, err := jsontext.Read(*buf)
	if err != nil || v.Kind != jsontext.Object {
		problem(w, http.StatusBadRequest, "want a JSON object; what came differs at octet "+strconv.Itoa(at))
		return v, done, false
	}
	return v, done, true
}

var errLarge = io.ErrShortBuffer

// readSome reads at most maxQuestion octets.
func readSome(b []byte, r io.Reader) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case len(b) > maxQuestion:
			return b, errLarge
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		}
	}
}

// answer asks the gate and answers.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, q question) {
	ctx, cancel := s.within(r)
	defer cancel()
	buf := buffers.Get().(*[]byte)
	*buf = s.ask(ctx, (*buf)[:0], q)
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = jsonType, noStore
	w.Write(*buf)
	giveBack(buf)
}

// Shared by all answers, so that none makes its own. Nobody appends to them.
var (
	jsonType  = []string{jsonMedia}
	linesType = []string{linesMedia}
	noStore   = []string{"no-store"}
)

// ask appends the answer to a question.
func (s *Server) ask(ctx context.Context, b []byte, q question) []byte {
	var p gate.Permit
	var r gate.Refusal
	var ok bool
	if q.peek {
		p, r, ok = s.gate.Peek(q.agent, q.url)
	} else {
		p, r, ok = s.gate.Ask(ctx, q.agent, q.url)
	}
	b = append(b, '{')
	if q.id != nil {
		b = append(append(append(b, `"id":`...), q.id...), ',')
	}
	if ok {
		return appendPermit(b, p, now())
	}
	return appendRefusal(b, r)
}

func appendPermit(b []byte, p gate.Permit, now time.Time) []byte {
	start := p.NotBefore
	if start.Before(now) {
		start = now
	}
	b = append(b, `"answer":"permit","notBefore":"`...)
	b = start.UTC().AppendFormat(b, timeFormat)
	b = append(b, `","wait":`...)
	b = strconv.AppendFloat(b, start.Sub(now).Seconds(), 'f', 3, 64)
	b = append(b, `,"delay":`...)
	b = strconv.AppendFloat(b, p.Delay.Seconds(), 'f', -1, 64)
	b = appendStanding(b, p.Standing)
	return append(appendDecision(b, p.Decision), '}', '\n')
}

const timeFormat = "2006-01-02T15:04:05.000Z"

func appendRefusal(b []byte, r gate.Refusal) []byte {
	b = append(b, `"answer":"refusal","reason":"`...)
	b = append(append(b, r.Reason.String()...), '"')
	if !r.RetryAt.IsZero() {
		b = append(b, `,"retryAt":"`...)
		b = append(r.RetryAt.UTC().AppendFormat(b, timeFormat), '"')
	}
	b = appendStanding(b, r.Standing)
	if r.Reason == gate.Disallowed || r.Reason == gate.Unreachable || r.Reason == gate.TooSlow {
		b = appendDecision(b, r.Decision)
	}
	if r.Err != nil {
		b = append(b, `,"error":`...)
		b = jsontext.AppendString(b, r.Err.Error())
	}
	return append(b, '}', '\n')
}

func appendStanding(b []byte, s gate.Standing) []byte {
	return append(append(append(b, `,"standing":"`...), s.String()...), '"')
}

func appendDecision(b []byte, d robots.Decision) []byte {
	b = append(append(append(b, `,"verdict":"`...), d.Verdict.String()...), '"')
	b = append(append(append(b, `,"basis":"`...), d.Basis.String()...), '"')
	if r, ok := d.Rule(); ok {
		b = append(b, `,"line":`...)
		b = strconv.AppendInt(b, int64(r.Line), 10)
		b = append(b, `,"rule":`...)
		b = jsontext.AppendString(b, r.String())
	}
	return b
}

// readQuestion reads a question to the gate; err says what is wrong with it. The
// id of a question that is wrong is read too.
func readQuestion(v jsontext.Value) (q question, err string) {
	if v.Kind != jsontext.Object {
		return q, "want a JSON object"
	}
	given := 0
	for i, key := range v.Keys {
		is := v.All[i]
		wrong := func(k jsontext.Kind) {
			if is.Kind != k && err == "" {
				err = key + ": want a " + k.String()
			}
		}
		switch key {
		case "id":
			if q.id = scalar(is); q.id == nil {
				err = "id: want a string, a number, a boolean or null"
			}
		case "agent":
			wrong(jsontext.String)
			q.agent = is.Text
			given |= 1
		case "url":
			wrong(jsontext.String)
			q.url = is.Text
			given |= 2
		case "peek":
			wrong(jsontext.Bool)
			q.peek = is.True
		default:
			if err == "" {
				err = "unknown key " + strconv.Quote(key[:min(len(key), 100)]) + ": want id, agent, url, peek"
			}
		}
	}
	if given != 3 && err == "" {
		err = "want agent and url"
	}
	return q, err
}

// scalar returns a value as JSON, nil for a list or an object.
func scalar(v jsontext.Value) []byte {
	switch v.Kind {
	case jsontext.Null:
		return []byte("null")
	case jsontext.Bool:
		return strconv.AppendBool(nil, v.True)
	case jsontext.Number:
		return []byte(v.Text)
	case jsontext.String:
		return jsontext.AppendString(nil, v.Text)
	}
	return nil
}

// saw tells the gate how a fetch went.
func (s *Server) saw(w http.ResponseWriter, r *http.Request) {
	if s.gate == nil {
		problem(w, http.StatusForbidden, noFetch)
		return
	}
	v, done, good := s.object(w, r)
	defer done()
	if !good {
		return
	}
	a := gate.Answer{Ended: time.Now()}
	var agent, url string
	given, err := 0, ""
	for i, key := range v.Keys {
		is := v.All[i]
		ok := true
		switch key {
		case "agent":
			agent, ok = is.Text, is.Kind == jsontext.String
			given |= 1
		case "url":
			url, ok = is.Text, is.Kind == jsontext.String
			given |= 2
		case "status":
			a.Status, ok = is.Int()
			ok = ok && a.Status >= 0 && a.Status <= 999
			given |= 4
		case "took":
			a.Took, ok = seconds(is, 24*time.Hour)
		case "retryAfter":
			a.RetryAfter, ok = seconds(is, 365*24*time.Hour)
			a.HasRetryAfter = true
		default:
			err = "unknown key; want agent, url, status, took, retryAfter"
		}
		if !ok {
			err = key + ": not of the type that /openapi.json tells"
		}
	}
	if given != 7 && err == "" {
		err = "want agent, url and status"
	}
	if err != "" {
		problem(w, http.StatusUnprocessableEntity, err)
		return
	}
	s.gate.Saw(agent, url, a)
	w.WriteHeader(http.StatusNoContent)
}

func seconds(v jsontext.Value, most time.Duration) (time.Duration, bool) {
	f, err := strconv.ParseFloat(v.Text, 64)
	if v.Kind != jsontext.Number || err != nil || !(f >= 0 && f <= most.Seconds()) {
		return 0, false
	}
	return time.Duration(f * float64(time.Second)), true
}

func mediaType(r *http.Request) string {
	t, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// streamed reports whether a request is a stream of lines.
func streamed(r *http.Request) bool { return mediaType(r) == linesMedia }
