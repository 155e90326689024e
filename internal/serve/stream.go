package serve

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/internal/jsontext"
	"github.com/robotsgate/robots/internal/lines"
	"github.com/robotsgate/robots/internal/verb"
)

// A stream is a request whose body and answer are lines, both on their way at
// once. Whoever does not read the answers is not read from any more; whoever is
// silent for too long is cut off.
type stream struct {
	s    *Server
	c    *http.ResponseController
	body io.Reader
	w    http.ResponseWriter
	out  *bufio.Writer

	given atomic.Bool // up: nothing more is read
}

// giveUp ends a Read that waits, and all later ones.
func (st *stream) giveUp() {
	st.given.Store(true)
	st.c.SetReadDeadline(time.Unix(1, 0))
}

// openStream begins a stream. It has answered if it returns nil.
func (s *Server) openStream(w http.ResponseWriter, r *http.Request) *stream {
	if !s.streams.take(r.Context()) {
		w.Header().Set("Connection", "close")
		problem(w, http.StatusServiceUnavailable, busy)
		return nil
	}
	st := &stream{s: s, c: http.NewResponseController(w), body: r.Body, w: w}
	st.c.EnableFullDuplex() // HTTP/2 is always so, and says that it is not supported
	st.out = bufio.NewWriterSize(st, 1<<15)
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = linesType, noStore
	return st
}

func (st *stream) close() { st.s.streams.free() }

// Read reads from the asker, who may be silent for Limits.Idle. Answers that are
// ready go out before it waits.
func (st *stream) Read(p []byte) (int, error) {
	st.c.SetReadDeadline(time.Now().Add(st.s.o.Limits.Idle))
	if st.given.Load() { // behind the deadline that giveUp set, so that it cannot be undone
		return 0, context.Canceled
	}
	return st.body.Read(p)
}

// Write writes to the asker, who may take Limits.Idle to read on.
func (st *stream) Write(p []byte) (int, error) {
	st.c.SetWriteDeadline(time.Now().Add(st.s.o.Limits.Idle))
	n, err := st.w.Write(p)
	if err == nil {
		err = st.c.Flush()
	}
	return n, err
}

// cut ends a stream whose rest is lost, such that the asker cannot take what came
// for all of it: the connection breaks instead of ending.
func (st *stream) cut() {
	st.out.Flush()
	panic(http.ErrAbortHandler)
}

// batch answers a batch, a line at a time: one text is in memory, and no more.
func (s *Server) batch(w http.ResponseWriter, r *http.Request) {
	if !streamed(r) {
		problem(w, http.StatusUnsupportedMediaType, "want Content-Type: application/x-ndjson")
		return
	}
	st := s.openStream(w, r)
	if st == nil {
		return
	}
	defer st.close()
	good, bad := s.metrics.lines.WithLabelValues("batch", "answer"), s.metrics.lines.WithLabelValues("batch", "error")
	b := verb.NewBatcher(robots.Options{})
	in := lines.New(before{st, func() error { return st.out.Flush() }})
	for {
		line, err := in.Next()
		if err != nil && err != lines.ErrLong {
			if err != io.EOF {
				st.cut()
			}
			break
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		answer, ok := b.Answer(line, err)
		if ok {
			good.Inc()
		} else {
			bad.Inc()
		}
		if _, err := st.out.Write(answer); err != nil {
			st.cut()
		}
	}
	if st.out.Flush() != nil {
		st.cut()
	}
}

// before calls do before each Read.
type before struct {
	io.Reader
	do func() error
}

func (b before) Read(p []byte) (int, error) {
	if err := b.do(); err != nil {
		return 0, err
	}
	return b.Reader.Read(p)
}

// Bounds of one stream of questions to the gate: answers in order wait for those
// before them, and so many sites may be fetched for it at once.
const (
	window  = 512
	fetches = 64
)

// A pending answer is ready when done is closed; at once if done is nil.
type pending struct {
	buf  *[]byte
	done chan struct{}
}

// askMany answers a stream of questions to the gate in their order. What the
// gate knows is answered by the reader itself; what it has to fetch waits beside.
func (s *Server) askMany(w http.ResponseWriter, r *http.Request) {
	st := s.openStream(w, r)
	if st == nil {
		return
	}
	defer st.close()
	ctx, cancel := context.WithCancel(r.Context())
	queue := make(chan pending, window)
	var lost error // of the reader; read once the queue is closed
	go func() {
		defer close(queue)
		lost = s.readQuestions(ctx, st, queue)
	}()
	failed := false
	for p := range queue {
		if p.done != nil {
			failed = failed || st.out.Flush() != nil
			<-p.done
		}
		if !failed {
			_, err := st.out.Write(*p.buf)
			failed = err != nil
		}
		if failed {
			cancel() // nobody reads: nothing more is asked, and what is asked is given up
			st.giveUp()
		}
		giveBack(p.buf)
		if len(queue) == 0 && !failed {
			failed = st.out.Flush() != nil
		}
	}
	cancel()
	if failed || lost != nil || st.out.Flush() != nil {
		st.cut()
	}
}

// readQuestions puts an answer into the queue for each line.
func (s *Server) readQuestions(ctx context.Context, st *stream, queue chan<- pending) error {
	good, bad := s.metrics.lines.WithLabelValues("ask", "answer"), s.metrics.lines.WithLabelValues("ask", "error")
	room := newSlots(fetches)
	in := lines.NewMax(st, maxQuestion)
	for ctx.Err() == nil {
		line, err := in.Next()
		if err != nil && err != lines.ErrLong {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		p := pending{buf: buffers.Get().(*[]byte)}
		*p.buf = (*p.buf)[:0]
		q, wrong := lineQuestion(line, err)
		switch {
		case wrong != "":
			bad.Inc()
			*p.buf = appendWrong(*p.buf, q.id, wrong)
		case q.peek || s.knows(q):
			good.Inc()
			*p.buf = s.ask(ctx, *p.buf, q)
		default:
			good.Inc()
			p.done = make(chan struct{})
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			go func() {
				defer close(p.done)
				defer room.free()
				ctx, cancel := context.WithTimeout(ctx, s.o.Limits.Time)
				defer cancel()
				*p.buf = s.ask(ctx, *p.buf, q)
			}()
		}
		queue <- p
	}
	return ctx.Err()
}

// knows reports whether the gate can answer without a fetch.
func (s *Server) knows(q question) bool {
	_, r, _ := s.gate.Peek(q.agent, q.url)
	return r.Reason != gate.Unknown
}

func lineQuestion(line []byte, err error) (question, string) {
	if err != nil {
		return question{}, "line longer than 64 KiB"
	}
	v, _, err := jsontext.Read(line)
	if err != nil {
		return question{}, err.Error()
	}
	return readQuestion(v)
}

func appendWrong(b, id []byte, wrong string) []byte {
	b = append(b, '{')
	if id != nil {
		b = append(append(append(b, `"id":`...), id...), ',')
	}
	b = append(b, `"error":`...)
	return append(jsontext.AppendString(b, wrong), '}', '\n')
}
