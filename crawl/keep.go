package crawl

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/warc"
)

// record hands an exchange to the recorder.
func (w *worker) record(v *visit, a *answer) {
	if a.x.NoBody {
		a.x.Body, a.x.Why = nil, v.res.Reason.String()
		if v.res.Flags&wire.Noarchive != 0 {
			a.x.Why = "noarchive"
		}
	} else if a.x.Body == nil && a.raw.keep != nil {
		a.x.Body = a.raw.keep.Bytes()
	}
	_, a.x.Phrase, _ = strings.Cut(a.resp.Status, " ")
	// To the millisecond, as the log has it: so the row of a page leads to its
	// record, and a later visit can name it.
	a.x.Started = milli(v.res.Started)
	if v.res.Flags&wire.NotModified != 0 {
		a.x.Prior = milli(v.task.Kept)
	}
	file, offset, err := w.opt.Recorder.Record(&a.x)
	if err != nil {
		w.failed(fmt.Errorf("crawl: keep %s: %w: mend that and resume; what was written is whole", v.task.URL, err))
		return
	}
	v.res.File, v.res.Offset = file, offset
}

// recordRobots hands the exchange of a robots.txt to the recorder, as the last
// hop of it was. The body is the text as it was read, without its coding; that of
// an answer that is no robots.txt is not kept.
func (w *worker) recordRobots(v *visit, state *wire.HostState, s *siteRobots) {
	o := &s.entry.Last
	if o.Status == 0 {
		return
	}
	x := warc.Exchange{
		URL: o.FinalURL, Method: http.MethodGet, Sent: http.Header{"User-Agent": {w.opt.UserAgent}}, Status: o.Status,
		Header: withoutCoding(o.Header), Cut: o.Truncated, Started: o.FetchedAt.Add(-o.Took), IsRobots: true,
	}
	if state.Started != 0 {
		x.Started = milli(state.Started)
	}
	if o.Kind == robots.KindDocument {
		x.Body = o.Body[:min(len(o.Body), max(o.Limit, 0))]
	} else {
		x.NoBody, x.Why = true, o.Kind.String()
	}
	if n := len(o.Hops); n > 0 {
		x.Remote, x.Proto = o.Hops[n-1].Remote.Addr(), o.Hops[n-1].Proto
	}
	file, offset, err := w.opt.Recorder.Record(&x)
	if err != nil {
		w.failed(fmt.Errorf("crawl: keep %s: %w: mend that and resume; what was written is whole", x.URL, err))
		return
	}
	state.File, state.Offset = file, offset
}

// withoutCoding drops the header fields that speak of a body as it was sent:
// what is kept of a robots.txt is its text.
func withoutCoding(h http.Header) http.Header {
	h = h.Clone()
	h.Del("Content-Encoding")
	h.Del("Content-Length")
	return h
}

// repeats counts how often a host gave the same body. It forgets what is old.
type repeats struct {
	mu   sync.Mutex
	seen map[repeat]int
	old  map[repeat]int
}

type repeat struct {
	host   uint64
	digest [16]byte
}

const maxRemembered = 1 << 16

// see returns how often the host gave that body before.
func (r *repeats) see(host uint64, digest []byte) int {
	k := repeat{host: host}
	copy(k.digest[:], digest)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil || len(r.seen) > maxRemembered {
		r.old, r.seen = r.seen, map[repeat]int{}
	}
	n, ok := r.seen[k]
	if !ok {
		n = r.old[k]
	}
	r.seen[k] = n + 1
	return n
}
