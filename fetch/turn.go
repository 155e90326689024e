package fetch

import (
	"context"
	"fmt"
	"time"
)

// A Turn waits until the host of url may be asked, and returns what is to be
// called when the exchange with it is over. It fails if ctx ends, or if the
// host's turn does not come; the file is unreachable then.
type Turn func(ctx context.Context, url string) (over func(), err error)

// WithTurn returns a context under which the redirects of a robots.txt wait for
// their turn: it is asked before each request but the first. A redirect leads to
// the same host again, or to another that somebody may be asking right now, and
// whoever promises hosts a rest wants both to keep to it. What a turn waits
// counts neither for Limits.Total nor for Outcome.Took.
func WithTurn(ctx context.Context, turn Turn) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

type turnKey struct{}

var errTurn = timeout{ClassTimeoutTotal, "its host could not be asked in time"}

// A budget is the time that a fetch may take, waiting for turns apart.
type budget struct {
	timer *time.Timer
	began time.Time // of the part that runs
	left  time.Duration
	spent time.Duration
}

func newBudget(total time.Duration, over func()) *budget {
	return &budget{timer: time.AfterFunc(total, over), began: time.Now(), left: total}
}

// stop ends the part that runs.
func (b *budget) stop() {
	b.timer.Stop()
	d := time.Since(b.began)
	b.spent += d
	b.left -= d
}

func (b *budget) goOn() {
	b.began = time.Now()
	b.timer.Reset(max(b.left, 0))
}

// turn waits for the turn of a redirect, if somebody wants that.
func (b *budget) turn(ctx context.Context, url string) (over func(), err error) {
	turn, ok := ctx.Value(turnKey{}).(Turn)
	if !ok {
		return func() {}, nil
	}
	b.stop()
	defer b.goOn()
	if over, err = turn(ctx, url); err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", errTurn, err)
	}
	return over, because(ctx, err)
}
