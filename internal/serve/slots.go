package serve

import (
	"context"
	"time"
)

// patience is how long a request waits for its turn before it is told to come
// back: long enough for a burst, short enough that waiting requests do not pile up.
const patience = time.Second

// slots bound how many of something run at once.
type slots chan struct{}

func newSlots(n int) slots { return make(slots, n) }

// take waits a moment for a slot and reports whether it got one.
func (s slots) take(ctx context.Context) bool {
	select {
	case s <- struct{}{}:
		return true
	default:
	}
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case s <- struct{}{}:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	return false
}

func (s slots) free() { <-s }
