package crawl

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
)

// siteRobots is what one origin's robots.txt says to this crawler. It does not
// change once made.
type siteRobots struct {
	entry    gate.Entry
	policy   *robots.Policy
	reader   targetReader
	standing gate.Standing
	asked    time.Duration // delay that the file asks for
	why      string        // it is unreachable
	private  bool          // its address is one that must not be dialled, and was not
	params   []cleanParam
}

// A targetReader judges addresses in normal form, of one origin.
type targetReader struct{ *robots.Reader }

// DecideURL is Decide for the target of a URL.
func (r targetReader) DecideURL(url string) robots.Decision {
	return r.Decide(url[len(frontier.Origin(url)):])
}

func newSiteRobots(e gate.Entry, rules gate.Rules, token string, now time.Time) *siteRobots {
	s := &siteRobots{entry: e}
	s.policy, s.standing = rules.Policy(&e, now)
	s.reader = targetReader{s.policy.For(token)}
	if d, ok := s.policy.Pace(token); ok {
		s.asked = time.Duration(d)
	}
	if e.Last.Kind == robots.KindUnreachable {
		s.private = e.Last.Class == fetch.ClassRefusedAddress && !wasAsked(&e.Last)
		if s.why = string(e.Last.Class); s.why == "" {
			s.why = "http-status"
		}
		if e.Last.Err != nil {
			s.why += ": " + short(e.Last.Err.Error(), 200)
		}
	}
	for r := range s.policy.Records() {
		if r.Directive() == robots.DirCleanParam {
			s.params = append(s.params, readCleanParam(r.Value()))
		}
	}
	return s
}

// A cleanParam is one Clean-param record: parameters that do not change a page,
// under a path (Yandex).
type cleanParam struct {
	names []string
	path  string
}

func readCleanParam(value string) cleanParam {
	names, path, _ := strings.Cut(strings.TrimSpace(value), " ")
	path = strings.TrimSuffix(strings.TrimSpace(path), "*")
	if path == "" {
		path = "/"
	}
	return cleanParam{strings.Split(names, "&"), path}
}

// clean drops the parameters of Clean-param records from an address.
func (s *siteRobots) clean(url string) string {
	head, query, ok := strings.Cut(url, "?")
	if !ok || len(s.params) == 0 {
		return url
	}
	target := head[len(frontier.Origin(head)):]
	keep := strings.Split(query, "&")
	n := len(keep)
	for _, c := range s.params {
		if !strings.HasPrefix(target, c.path) {
			continue
		}
		kept := keep[:0]
		for _, p := range keep {
			name, _, _ := strings.Cut(p, "=")
			drop := false
			for _, d := range c.names {
				drop = drop || d == name
			}
			if !drop {
				kept = append(kept, p)
			}
		}
		keep = kept
	}
	switch len(keep) {
	case n:
		return url
	case 0:
		return head
	}
	return head + "?" + strings.Join(keep, "&")
}

// A library holds the robots.txt of the origins at work. What it drops is read
// again from the view; what is not in the log yet is never dropped.
type library struct {
	mu     sync.Mutex
	sites  map[string]*siteRobots
	pinned map[string]int
	most   int
}

func newLibrary(most int) *library {
	return &library{sites: map[string]*siteRobots{}, pinned: map[string]int{}, most: most}
}

func (l *library) get(origin string) *siteRobots {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sites[origin]
}

// put keeps a site. Pinned, it stays until unpin.
func (l *library) put(origin string, s *siteRobots, pin bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sites[origin] = s
	if pin {
		l.pinned[origin]++
	}
	for o := range l.sites { // in no order: any will do
		if len(l.sites) <= l.most {
			break
		}
		if l.pinned[o] == 0 && o != origin {
			delete(l.sites, o)
		}
	}
}

// forget drops the sites that which names, pinned or not.
func (l *library) forget(which func(origin string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for o := range l.sites {
		if which(o) {
			delete(l.sites, o)
			delete(l.pinned, o)
		}
	}
}

func (l *library) unpin(origin string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pinned[origin]--; l.pinned[origin] <= 0 {
		delete(l.pinned, origin)
	}
}

// robotsOf returns what robots.txt says, if it is known and still counts.
func (w *worker) robotsOf(p *partition, origin string, now time.Time) (*siteRobots, error) {
	s := w.library.get(origin)
	if s == nil {
		state, ok, err := p.frontier.HostState(origin)
		if err != nil {
			return nil, err
		}
		if !ok || len(state.Entry) == 0 {
			return nil, nil
		}
		e, _, err := gate.Decode(state.Entry)
		if err != nil {
			return nil, nil // of another version: fetch it again
		}
		s = newSiteRobots(e, w.opt.Rules, w.judge.token, now)
		w.library.put(origin, s, false)
	}
	if !s.entry.Fresh(now) {
		return nil, nil
	}
	return s, nil
}

// fetchRobots fetches the robots.txt of an origin, which is a request like any
// other, and returns the record of it.
func (w *worker) fetchRobots(ctx context.Context, p *partition, origin string) (wire.HostState, *siteRobots, error) {
	var before gate.Entry
	state, ok, err := p.frontier.HostState(origin)
	if err != nil {
		return state, nil, err
	}
	if ok && len(state.Entry) > 0 {
		before, _, _ = gate.Decode(state.Entry)
	}
	began := time.Now()
	var o fetch.Outcome
	if prev := before.Last; prev.Kind == robots.KindDocument {
		o, err = w.opt.Fetch.Refetch(ctx, prev)
	} else {
		o, err = w.opt.Fetch.Get(ctx, origin)
	}
	if err != nil {
		return state, nil, err
	}
	entry := slim(w.opt.Rules.After(before, o))
	if after, ok := o.RetryAfter(); ok && (o.Status == 429 || o.Status == 503) {
		state.Blocked = max(state.Blocked, notBefore(time.Now().Add(min(after, maxBlock))))
	}
	if o.Kind == robots.KindUnreachable {
		// What waits for the host is refused when its turn comes. Asked for again
		// then, a server that is never well would keep a crawl for ever.
		rest := max(time.Until(time.UnixMilli(state.Blocked)), 2*p.frontier.Delay(origin))
		if least := time.Now().Add(rest + time.Minute); entry.Expires.Before(least) {
			entry.Expires = least
		}
	}
	s := newSiteRobots(entry, w.opt.Rules, w.judge.token, time.Now())
	next := wire.HostState{Origin: origin, Entry: gate.Encode(entry, gate.Pace{}), Delay: millis(s.asked), Blocked: state.Blocked}
	if wasAsked(&o) {
		next.Started, next.Ended = began.UnixMilli(), time.Now().UnixMilli()
	}
	return next, s, nil
}

// wasAsked reports whether a fetch of a robots.txt came as far as to its server.
func wasAsked(o *fetch.Outcome) bool {
	return len(o.Hops) > 0 && (o.Hops[0].Status != 0 || o.Hops[0].Remote.IsValid())
}

// Bounds of what the log keeps of a robots.txt: one record takes less than 1 MiB.
// RFC 9309 2.5 wants 500 KiB of the text to count.
const (
	maxText  = 512 << 10
	maxField = 1 << 10
)

// slim cuts an entry to what one record can hold.
func slim(e gate.Entry) gate.Entry {
	for _, o := range [...]*fetch.Outcome{&e.Last, &e.Good} {
		switch {
		case o.Kind != robots.KindDocument:
			o.Body = nil
		case len(o.Body) > maxText:
			o.Body, o.Limit, o.Truncated = o.Body[:maxText+1], maxText, true
		}
		o.FinalURL = short(o.FinalURL, maxField)
		for name, values := range o.Header {
			if len(values) > 4 {
				values = values[:4]
			}
			for i, v := range values {
				if len(v) > maxField {
					values[i] = v[:maxField]
				}
			}
			o.Header[name] = values
		}
		o.Notes = o.Notes[:min(len(o.Notes), 8)]
		for i := range o.Notes {
			o.Notes[i].Detail = short(o.Notes[i].Detail, maxField)
		}
	}
	return e
}

// maxBlock is how long a server can keep a crawl away by Retry-After.
const maxBlock = 24 * time.Hour
