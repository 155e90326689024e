package serve

import (
	"bufio"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/robotsgate/robots/internal/jsontext"
	"github.com/robotsgate/robots/report"
)

// An accessLog writes a JSON object a line for each request. Lines are gathered
// and written a few times a second: a write for each would cost more than many
// of the answers.
type accessLog struct {
	mu   sync.Mutex
	w    *bufio.Writer
	line []byte
	stop chan struct{}
	done chan struct{}
}

func newAccessLog(w io.Writer) *accessLog {
	l := &accessLog{w: bufio.NewWriterSize(w, 1<<16), stop: make(chan struct{}), done: make(chan struct{})}
	go l.flush()
	return l
}

func (l *accessLog) flush() {
	defer close(l.done)
	t := time.NewTicker(200 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-l.stop:
			return
		}
		l.mu.Lock()
		l.w.Flush()
		l.mu.Unlock()
	}
}

// Close writes out what is left.
func (l *accessLog) Close() {
	close(l.stop)
	<-l.done
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Flush()
}

// write notes a request: no body and no query, since questions are the asker's own.
func (l *accessLog) write(r *http.Request, t *tally, began time.Time, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := append(l.line[:0], `{"time":"`...)
	b = began.UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	b = append(b, `","method":`...)
	b = appendClean(b, r.Method)
	b = append(b, `,"path":`...)
	b = appendClean(b, r.URL.Path)
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(t.code()), 10)
	b = append(b, `,"bytes":`...)
	b = strconv.AppendInt(b, t.bytes, 10)
	b = append(b, `,"seconds":`...)
	b = strconv.AppendFloat(b, took.Seconds(), 'f', 6, 64)
	b = append(b, `,"remote":`...)
	b = appendClean(b, r.RemoteAddr)
	b = append(b, `,"userAgent":`...)
	b = appendClean(b, r.UserAgent())
	b = append(b, '}', '\n')
	l.line = b
	l.w.Write(b)
}

// note writes what went wrong inside.
func (l *accessLog) note(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := append(l.line[:0], `{"time":"`...)
	b = time.Now().UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
	b = append(jsontext.AppendString(append(b, `","error":`...), what), '}', '\n')
	l.line = b
	l.w.Write(b)
}

// longest is how much of a foreign text is noted.
const longest = 512

// appendClean appends a foreign text as JSON, such that no terminal obeys it.
func appendClean(b []byte, s string) []byte {
	if len(s) > longest {
		s = s[:longest]
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			s = report.Clean(s)
			break
		}
	}
	return jsontext.AppendString(b, s)
}
