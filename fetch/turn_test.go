package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// moved redirects twice and then answers, each after seven and a half seconds.
func moved(conn net.Conn) {
	r := asked(conn)
	if r == nil {
		return
	}
	time.Sleep(15 * time.Second / 2)
	switch r.URL.Path {
	case "/robots.txt":
		io.WriteString(conn, "HTTP/1.1 301 Moved\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
	case "/b":
		io.WriteString(conn, "HTTP/1.1 301 Moved\r\nLocation: http://other.example/c\r\nContent-Length: 0\r\n\r\n")
	default:
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nUser-agent: *\n")
	}
}

func TestRedirectsWaitForTheirTurnAndThatIsNoPartOfTheFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var urls []string
		atWork := 0
		ctx := fetch.WithTurn(t.Context(), func(ctx context.Context, url string) (func(), error) {
			urls = append(urls, url)
			time.Sleep(5 * time.Minute)
			atWork++
			return func() { atWork-- }, nil
		})
		o, err := piped(moved).Get(ctx, "http://a.example")
		if err != nil || o.Kind != robots.KindDocument || o.Took != 45*time.Second/2 {
			t.Errorf("%v %v, took %v, %v", o.Kind, o.Err, o.Took, err)
		}
		if want := []string{"http://a.example/b", "http://other.example/c"}; !slices.Equal(urls, want) || atWork != 0 {
			t.Errorf("turns of %v, want %v; %d not over", urls, want, atWork)
		}
	})
}

// The limit on the whole fetch holds around the turns, and a turn that does not
// come leaves the file unreachable.
func TestATurnThatDoesNotComeLeavesTheFileUnreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := func(context.Context, string) (func(), error) { return func() {}, nil }
		c := piped(moved)
		c.Limits.Total = 20 * time.Second
		o, err := c.Get(fetch.WithTurn(t.Context(), wait), "http://a.example")
		if err != nil || o.Class != fetch.ClassTimeoutTotal || len(o.Hops) != 3 {
			t.Errorf("%v after %d hops, %v", o.Class, len(o.Hops), err)
		}
		busy := errors.New("the host is asked all the time")
		o, err = piped(moved).Get(fetch.WithTurn(t.Context(), func(context.Context, string) (func(), error) { return nil, busy }), "http://a.example")
		if err != nil || o.Kind != robots.KindUnreachable || o.Class != fetch.ClassTimeoutTotal || !errors.Is(o.Err, busy) || len(o.Hops) != 1 {
			t.Errorf("%v %v %v, %v", o.Kind, o.Class, o.Err, err)
		}
		ctx, stop := context.WithCancelCause(t.Context())
		ended := fmt.Errorf("the crawl ends")
		if _, err := piped(moved).Get(fetch.WithTurn(ctx, func(ctx context.Context, _ string) (func(), error) {
			stop(ended)
			return nil, context.Cause(ctx)
		}), "http://a.example"); !errors.Is(err, ended) {
			t.Error(err)
		}
	})
}
