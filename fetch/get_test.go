package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// loopback is what tests may reach.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

const rules = "User-agent: *\nDisallow: /private\n"

func client() *fetch.Client {
	return &fetch.Client{UserAgent: "ExampleBot/1.0", AllowNets: loopback}
}

// serve starts a server that ends with the test.
func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// hosts returns a client for which every name leads to the listener of s, so
// that tests may use the names and ports they like.
func hosts(s *httptest.Server) *fetch.Client {
	c := client()
	c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	c.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
	}
	return c
}

func get(t *testing.T, c *fetch.Client, key string) fetch.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	o, err := c.Get(ctx, key)
	if err != nil {
		t.Fatalf("Get(%q): %v", key, err)
	}
	return o
}

func want(t *testing.T, o fetch.Outcome, kind robots.Kind, class fetch.ErrorClass) {
	t.Helper()
	if o.Kind != kind || o.Class != class {
		t.Errorf("%s: %v %q, want %v %q (status %d, %v)", o.FinalURL, o.Kind, o.Class, kind, class, o.Status, o.Err)
	}
	if (o.Err == nil) != (o.Class == "") {
		t.Errorf("%s: class %q with the error %v", o.FinalURL, o.Class, o.Err)
	}
	if got := o.Policy().Kind(); got != o.Kind {
		t.Errorf("%s: the policy is %v, the outcome %v", o.FinalURL, got, o.Kind)
	}
}

func TestADocumentIsFetchedAndItsRulesCount(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" || r.Header.Get("User-Agent") != "ExampleBot/1.0" || r.Header.Get("Cookie")+r.Header.Get("Authorization") != "" {
			t.Errorf("asked for %s with %v", r.URL, r.Header)
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("ETag", `"1"`)
		fmt.Fprint(w, rules)
	})
	c := client()
	o := get(t, c, s.URL+"/any/page?q#f")
	want(t, o, robots.KindDocument, "")
	if o.Key != s.URL || string(o.Body) != rules || o.Status != 200 || len(o.Hops) != 1 || o.Hops[0].Remote.String() != s.Listener.Addr().String() || o.Header.Get("ETag") != `"1"` || len(o.Notes) != 0 {
		t.Errorf("outcome %+v", o)
	}
	if o.Header.Get("Set-Cookie") != "" || o.Hops[0].Wire < int64(len(rules)) || o.Took <= 0 || o.FetchedAt.IsZero() {
		t.Errorf("outcome %+v", o)
	}
	p := o.Policy()
	if p.Decide(c.Token(), "/private").Allowed() || !p.Decide(c.Token(), "/x").Allowed() {
		t.Error("the rules do not count")
	}
}

func TestWhatIsWrongWithTheCallIsAnError(t *testing.T) {
	for _, c := range []struct {
		name, key, want string
		client          *fetch.Client
	}{
		{"no user agent", "https://example.com", "no user agent", &fetch.Client{}},
		{"no token", "https://example.com", "no product token", &fetch.Client{UserAgent: "/1.0"}},
		{"line break", "https://example.com", "control character", &fetch.Client{UserAgent: "ExampleBot\r\nCookie: a=b"}},
		{"line break in the contact", "https://example.com", "control character", &fetch.Client{UserAgent: "ExampleBot", Contact: "a@example.com\r\nX: y"}},
		{"preset", "https://example.com", "preset", &fetch.Client{UserAgent: "ExampleBot", Preset: 200}},
		{"user name", "https://me:secret@example.com/", "user name", client()},
		{"scheme", "ftp://example.com/", "http", client()},
		{"no URL", "example.com", "scheme", client()},
		{"no host", "http:///x", "host", client()},
	} {
		o, err := c.client.Get(t.Context(), c.key)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if o.Kind != robots.KindUnreachable || len(o.Hops) != 0 || o.Policy().Decide("x", "/").Allowed() {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

func TestACallThatIsGivenUpIsAnErrorAndClosesTheSite(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	o, err := client().Get(ctx, s.URL)
	if !errors.Is(err, context.Canceled) || o.Class != fetch.ClassCancelled || o.Kind != robots.KindUnreachable {
		t.Errorf("%v: %+v", err, o)
	}
}
