// Package turns spaces requests to one server that many ask for, so that a
// service which fetches on demand is no tool to flood others with.
package turns

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A Turns hands out turns. The zero Turns is not usable: set Delay and Most.
type Turns struct {
	Delay time.Duration // between two turns of one authority
	Most  time.Duration // that one waits for a turn; later ones are refused

	mu   sync.Mutex
	next map[string]time.Time
}

// A Late error says that a turn would come too late, and when to ask again.
type Late struct {
	Authority  string
	RetryAfter time.Duration
}

// Error says what to do.
func (e *Late) Error() string {
	return fmt.Sprintf("%s is asked too often: come back in %v", e.Authority, e.RetryAfter.Round(time.Second))
}

// maxKept bounds what is remembered. Authorities beyond it that all had a turn
// within one delay wait as one.
const maxKept = 10_000

// Wait returns when it is the authority's turn. It returns a *Late if that is
// more than Most away, and the error of ctx if it ends before.
func (t *Turns) Wait(ctx context.Context, authority string) error {
	wait, err := t.take(authority, time.Now())
	if err != nil || wait <= 0 {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Turns) take(authority string, now time.Time) (time.Duration, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		t.next = map[string]time.Time{}
	}
	if len(t.next) >= maxKept {
		for a, next := range t.next {
			if !next.After(now) {
				delete(t.next, a)
			}
		}
		if _, ok := t.next[authority]; !ok && len(t.next) >= maxKept {
			authority = ""
		}
	}
	wait := max(t.next[authority].Sub(now), 0)
	if wait > t.Most {
		return 0, &Late{authority, wait - t.Most}
	}
	t.next[authority] = now.Add(wait + t.Delay)
	return wait, nil
}
