package testweb_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

func get(t *testing.T, c *http.Client, url string) (*http.Response, string) {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return resp, string(b)
}

func TestOnlyLoopbackIsServed(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.com:0", "127.0.0.1"} {
		s, err := testweb.Listen(testweb.Catalogue(), testweb.Options{Addr: addr})
		if err == nil {
			s.Close()
			t.Errorf("%s: served", addr)
		}
		if addr != "127.0.0.1" && !errors.Is(err, testweb.ErrNotLoopback) {
			t.Errorf("%s: %v", addr, err)
		}
	}
}

func TestHostsAreReachedWithoutDNS(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	c := s.Client()
	for _, name := range []string{"text-usual", "gzip", "tls-fine", "h2"} {
		resp, body := get(t, c, s.URL(name))
		if resp.StatusCode != 200 || body != "User-agent: *\nDisallow: /private/\n" {
			t.Errorf("%s: %s %q", name, resp.Status, body)
		}
	}
	if resp, _ := get(t, c, s.URL("h2")); resp.ProtoMajor != 2 {
		t.Errorf("h2 spoke %s", resp.Proto)
	}
}

func TestChainsHaveTheLengthThatTheySay(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	c := s.Client()
	hops := -1
	c.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
		hops = len(via)
		return nil
	}
	c.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
		if hops = len(via); hops > 20 {
			return errors.New("too many")
		}
		return nil
	}
	for name, want := range map[string]int{"redirect-0": 0, "redirect-5": 5, "redirect-12": 12, "redirect-hosts-2": 2, "redirect-hosts-5": 5, "redirect-hosts-6": 6, "redirect-mixed": 5, "redirect-with-308": 1} {
		hops = 0
		if _, body := get(t, c, s.URL(name)); hops != want || !strings.Contains(body, "/private/") {
			t.Errorf("%s: %d redirects, body %q", name, hops, body)
		}
	}
}

func TestPrivateAddressesAreCountedAndNeverDialled(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	c := s.Client()
	for i, url := range []string{"http://10.0.0.1/", "http://[::1]/", "http://127.0.0.1/", s.URL("name-private"), s.URL("name-forbidden")} {
		if resp, err := c.Get(url); err == nil {
			resp.Body.Close()
			t.Errorf("%s: answered", url)
		}
		if got := s.PrivateDials(); got != i+1 {
			t.Errorf("after %s: %d private dials", url, got)
		}
	}
	// By its own port the server may be reached, as other programs do.
	if resp, _ := get(t, c, "http://"+s.Addr()+"/robots.txt"); resp.StatusCode != 200 {
		t.Error(resp.Status)
	}
	// The tripwire is a real listener.
	c.CheckRedirect = nil
	c.Transport = http.DefaultTransport.(*http.Transport).Clone()
	resp, err := s.Client().Get(s.URL("private-tripwire"))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	before := s.PrivateDials()
	if resp, err := c.Get(resp.Header.Get("Location")); err == nil {
		resp.Body.Close()
		t.Error("the tripwire answered")
	}
	if !s.HasTripwire() {
		t.Skip("this system has no " + "127.255.255.254")
	}
	if s.PrivateDials() == before {
		t.Error("a connection to the tripwire was not counted")
	}
}

// Without sockets everything runs on the clock of a bubble: days pass at once.
func TestPipesWorkInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testweb.Start(t, testweb.Catalogue(), testweb.Options{Pipe: true})
		tr := s.Transport()
		c := &http.Client{Transport: tr}
		get(t, c, "http://recovers.test/page")
		time.Sleep(24 * time.Hour)
		get(t, c, "http://recovers.test/page")
		if r := s.Judge(); r.MinGap < 24*time.Hour || r.MinGap > 25*time.Hour || r.Duplicates != 1 || r.NoRobots != 1 {
			t.Errorf("%+v", r)
		}
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", s.URL("hang"), nil)
		if resp, err := c.Do(req); err == nil {
			resp.Body.Close()
			t.Error("hang answered")
		}
		if d := time.Since(start); d != 30*time.Second {
			t.Errorf("hang took %v", d)
		}
		tr.CloseIdleConnections()
		s.Close()
	})
}
