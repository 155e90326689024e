package crawl

import (
	"context"
	"sync"
	"time"
)

// A term is how long an owner may act for its partition, by its own clocks: the
// one that never jumps, and the one on the wall, since the former stands still
// while a machine sleeps. Requests that are under way when it ends are broken
// off: whoever owns the partition next may ask the same host.
type term struct {
	mu     sync.Mutex
	since  func() time.Duration
	parent context.Context
	ctx    context.Context
	cancel context.CancelFunc
	wall   time.Time // zero: without end
	mono   time.Duration
}

func (t *term) begin(parent context.Context, since func() time.Duration) {
	t.parent, t.since = parent, since
}

// extend lets the term last until then.
func (t *term) extend(wall time.Time, mono time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wall, t.mono = wall.Round(0), mono // without the other clock
	if t.current() && (t.ctx == nil || t.ctx.Err() != nil) {
		t.ctx, t.cancel = context.WithCancel(t.parent)
	}
}

func (t *term) current() bool {
	return t.wall.IsZero() || t.since() < t.mono && time.Now().Round(0).Before(t.wall)
}

func (t *term) holds() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.current()
}

// context is for what is done in the term; false if it is over.
func (t *term) context() (context.Context, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.current() || t.ctx == nil {
		return nil, false
	}
	return t.ctx, true
}

// check breaks off what is under way if the term is over.
func (t *term) check() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.current() && t.cancel != nil {
		t.cancel()
	}
}
