package joblog

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// A robots.txt may redirect to a host of another worker's partition. That worker
// is asked for the host's turn, by messages that no log keeps: what is lost with
// them is a turn, and nobody waits for it longer than a limit.

func (l *Log) turns(part int) string { return "t" + l.subject(part, "turn")[1:] }

// ServeTurns answers those who ask for turns of a partition's hosts. take waits
// for the turn of the host of url and returns what is to be called at its end;
// it is called in a goroutine of its own. A turn ends after limit in any case.
func (l *Log) ServeTurns(part int, limit time.Duration, take func(url string) (over func(), err error)) (stop func(), err error) {
	sub, err := l.nc.Subscribe(l.turns(part), func(m *nats.Msg) {
		go func() {
			over, err := take(string(m.Data))
			if err != nil {
				m.Respond([]byte(err.Error()))
				return
			}
			defer over()
			end, err := l.nc.SubscribeSync(l.nc.NewInbox())
			if err != nil {
				return
			}
			defer end.Unsubscribe()
			if m.RespondMsg(&nats.Msg{Reply: end.Subject}) == nil {
				end.NextMsg(limit)
			}
		}()
	})
	if err != nil {
		return nil, err
	}
	return func() { sub.Unsubscribe() }, nil
}

// Turn asks the owner of a partition for the turn of a host, and waits for it.
// A partition without an owner is asked again until ctx ends.
func (l *Log) Turn(ctx context.Context, part int, url string) (over func(), err error) {
	for {
		m, err := l.nc.RequestWithContext(ctx, l.turns(part), []byte(url))
		switch {
		case err == nil && m.Reply != "":
			return func() { l.nc.Publish(m.Reply, nil) }, nil
		case err == nil:
			return nil, errors.New(string(m.Data))
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
