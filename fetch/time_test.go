package fetch_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// piped is a client that speaks to serve over a pipe, so that time may be that
// of a bubble.
func piped(serve func(net.Conn)) *fetch.Client {
	return &fetch.Client{
		UserAgent: "ExampleBot/1.0",
		Lookup: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("1.1.1.1")}, nil
		},
		Dial: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			go func() {
				defer there.Close()
				serve(there)
			}()
			return here, nil
		},
	}
}

// asked reads the request.
func asked(conn net.Conn) *http.Request {
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return nil
	}
	return r
}

// drip sends text, one octet at a time, until the other side goes away.
func drip(conn net.Conn, text string, every time.Duration) {
	for i := 0; ; i++ {
		if _, err := io.WriteString(conn, text[i%len(text):i%len(text)+1]); err != nil {
			return
		}
		time.Sleep(every)
	}
}

func until(conn net.Conn) { io.Copy(io.Discard, conn) }

// Each phase has its limit, and together they have one (RFC 9309 2.3.1.4: what
// does not answer is unreachable).
func TestEachPhaseHasItsTime(t *testing.T) {
	blocked := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for _, c := range []struct {
		name  string
		make  func() *fetch.Client
		key   string
		class fetch.ErrorClass
		after time.Duration
	}{
		{"a lookup without answer", func() *fetch.Client {
			c := piped(nil)
			c.Lookup = func(ctx context.Context, _ string) ([]netip.Addr, error) { return nil, blocked(ctx) }
			return c
		}, "http://a.example", fetch.ClassTimeoutDial, 10 * time.Second},
		{"a connection without answer", func() *fetch.Client {
			c := piped(nil)
			c.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, blocked(ctx) }
			return c
		}, "http://a.example", fetch.ClassTimeoutDial, 10 * time.Second},
		{"three addresses without answer", func() *fetch.Client {
			c := piped(nil)
			c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr("1.1.1.1"), netip.MustParseAddr("1.1.1.2"), netip.MustParseAddr("1.1.1.3")}, nil
			}
			c.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, blocked(ctx) }
			return c
		}, "http://a.example", fetch.ClassTimeoutDial, 10 * time.Second},
		{"no handshake", func() *fetch.Client { return piped(until) }, "https://a.example", fetch.ClassTimeoutTLS, 10 * time.Second},
		{"no header", func() *fetch.Client { return piped(until) }, "http://a.example", fetch.ClassTimeoutHeader, 15 * time.Second},
		{"a slow header", func() *fetch.Client {
			return piped(func(conn net.Conn) {
				if asked(conn) != nil {
					io.WriteString(conn, "HTTP/1.1 200 OK\r\n")
					drip(conn, "X: y\r\n", time.Second)
				}
			})
		}, "http://a.example", fetch.ClassTimeoutHeader, 15 * time.Second},
		{"hints for ever", func() *fetch.Client {
			return piped(func(conn net.Conn) {
				if asked(conn) != nil {
					drip(conn, "HTTP/1.1 100 Continue\r\n\r\n", 500*time.Millisecond)
				}
			})
		}, "http://a.example", fetch.ClassTimeoutHeader, 15 * time.Second},
		{"a slow body", func() *fetch.Client {
			return piped(func(conn net.Conn) {
				if asked(conn) != nil {
					io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
					drip(conn, "User-agent: *\n", time.Second)
				}
			})
		}, "http://a.example", fetch.ClassTimeoutBody, 20 * time.Second},
		{"a body that stops", func() *fetch.Client {
			return piped(func(conn net.Conn) {
				if asked(conn) != nil {
					io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nUser-agent: *\n")
					until(conn)
				}
			})
		}, "http://a.example", fetch.ClassTimeoutBody, 20 * time.Second},
		{"redirects that take their time", func() *fetch.Client {
			c := piped(func(conn net.Conn) {
				if asked(conn) != nil {
					time.Sleep(14 * time.Second)
					io.WriteString(conn, "HTTP/1.1 302 Found\r\nLocation: /more\r\nContent-Length: 0\r\n\r\n")
				}
			})
			c.MaxRedirects = 10
			return c
		}, "http://a.example", fetch.ClassTimeoutTotal, time.Minute},
		{"limits of one's own", func() *fetch.Client {
			c := piped(until)
			c.Limits.Header = 2 * time.Second
			return c
		}, "http://a.example", fetch.ClassTimeoutHeader, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				o, err := c.make().Get(t.Context(), c.key)
				if err != nil {
					t.Fatal(err)
				}
				want(t, o, robots.KindUnreachable, c.class)
				if took := time.Since(began); took != c.after || o.Took != took {
					t.Errorf("took %v (%v in the outcome), want %v", took, o.Took, c.after)
				}
				// The bubble panics if a goroutine is left when the server has
				// noticed that nobody listens.
				time.Sleep(time.Minute)
			})
		})
	}
}

func TestADeadHostIsPassedOverForOneThatAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := piped(func(conn net.Conn) {
			if asked(conn) != nil {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n")
			}
		})
		c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("2606:4700::1111"), netip.MustParseAddr("1.1.1.1")}, nil
		}
		dial := c.Dial
		c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			if strings.HasPrefix(address, "[") {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return dial(ctx, network, address)
		}
		o, err := c.Get(t.Context(), "http://a.example")
		if err != nil {
			t.Fatal(err)
		}
		want(t, o, robots.KindDocument, "")
		if o.Took != 5*time.Second || o.Hops[0].Remote.String() != "1.1.1.1:80" || o.Hops[0].Timing.Dial != 5*time.Second {
			t.Errorf("%v: %+v", o.Took, o.Hops[0])
		}
	})
}

func TestTheCallersDeadlineIsNoAnswerOfTheSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		o, err := piped(until).Get(ctx, "http://a.example")
		if !errors.Is(err, context.DeadlineExceeded) || o.Class != fetch.ClassCancelled || o.Kind != robots.KindUnreachable || o.Took != 3*time.Second {
			t.Errorf("%v: %+v", err, o)
		}
	})
}

// The timing of a hop says where the time went.
func TestTimingTellsThePhasesApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := piped(func(conn net.Conn) {
			if asked(conn) != nil {
				time.Sleep(3 * time.Second)
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
				time.Sleep(4 * time.Second)
				io.WriteString(conn, "User")
			}
		})
		lookup, dial := c.Lookup, c.Dial
		c.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			time.Sleep(time.Second)
			return lookup(ctx, host)
		}
		c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			time.Sleep(2 * time.Second)
			return dial(ctx, network, address)
		}
		o, err := c.Get(t.Context(), "http://a.example")
		if err != nil {
			t.Fatal(err)
		}
		want := fetch.Timing{Lookup: time.Second, Dial: 2 * time.Second, Header: 3 * time.Second, Body: 4 * time.Second}
		if got := o.Hops[0].Timing; got != want || o.Took != 10*time.Second {
			t.Errorf("%+v, want %+v; took %v", got, want, o.Took)
		}
	})
}
