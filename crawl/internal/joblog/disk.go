package joblog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Room for the server's own files while a crawl ends: below it, a log is full.
const spare = 256 << 10

// full reports that the disk of a log in the process has no room. A server that
// cannot write says nothing at all, so it is found out by writing.
func (l *Log) full() error {
	f, err := os.CreateTemp(l.opt.Dir, "room-")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	_, err = f.Write(make([]byte, spare))
	err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return nil
}

// patience is how long a write may take until the disk is looked at.
const patience = time.Second

// watched returns a context for a write that ends when the disk is found full.
func (l *Log) watched(ctx context.Context) (context.Context, func()) {
	if !l.Embedded() {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var look *time.Timer
	look = time.AfterFunc(patience, func() {
		if err := l.full(); err != nil {
			cancel(err)
			return
		}
		look.Reset(patience)
	})
	return ctx, func() { look.Stop(); cancel(nil) }
}
