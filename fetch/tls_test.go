package fetch_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// serveTLS starts a server whose certificate holds for example.com and
// 127.0.0.1, with HTTP/2 if wanted.
func serveTLS(t *testing.T, h2 bool, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = h2
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func trusting(s *httptest.Server) *fetch.Client {
	c := hosts(s)
	c.RootCAs = x509.NewCertPool()
	c.RootCAs.AddCert(s.Certificate())
	return c
}

func TestHTTP2IsSpokenOverTLS(t *testing.T) {
	for _, h2 := range []bool{false, true} {
		s := serveTLS(t, h2, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, rules) })
		o := get(t, trusting(s), "https://example.com")
		want(t, o, robots.KindDocument, "")
		proto := map[bool]string{false: "HTTP/1.1", true: "HTTP/2.0"}[h2]
		if o.Hops[0].Proto != proto || o.Hops[0].Timing.TLS <= 0 {
			t.Errorf("%+v", o.Hops[0])
		}
	}
}

func TestRedirectsLeadAcrossSchemes(t *testing.T) {
	plain := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/back" {
			fmt.Fprint(w, rules)
			return
		}
		http.Redirect(w, r, "https://example.com/robots.txt", http.StatusMovedPermanently)
	})
	secure := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://example.com/back", http.StatusFound)
	})
	c := trusting(secure)
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		to := plain
		if strings.HasSuffix(address, ":443") {
			to = secure
		}
		return new(net.Dialer).DialContext(ctx, network, to.Listener.Addr().String())
	}
	o := get(t, c, "http://example.com")
	want(t, o, robots.KindDocument, "")
	if len(o.Hops) != 3 || !o.Has(fetch.NoteDowngrade) || !o.Has(fetch.NoteElsewhere) || o.Key != "http://example.com" {
		t.Errorf("%+v", o)
	}
}

// Certificates are verified, and what does not hold leaves the file unreachable
// (case B192).
func TestCertificatesAreVerified(t *testing.T) {
	s := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) { t.Error("was asked") })
	c := hosts(s)
	c.RootCAs = x509.NewCertPool()
	want(t, get(t, c, "https://example.com"), robots.KindUnreachable, fetch.ClassCertificate)
	want(t, get(t, trusting(s), "https://other.example"), robots.KindUnreachable, fetch.ClassCertificate)
}

func TestHandshakesThatFail(t *testing.T) {
	plain := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("was asked") })
	want(t, get(t, hosts(plain), "https://example.com"), robots.KindUnreachable, fetch.ClassTLS)

	old := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("was asked") }))
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}
	old.Config.ErrorLog = log.New(io.Discard, "", 0)
	old.StartTLS()
	t.Cleanup(old.Close)
	want(t, get(t, trusting(old), "https://example.com"), robots.KindUnreachable, fetch.ClassTLS)
}

// What is far beyond the limit ends an HTTP/2 connection before its header can
// be told from junk.
func TestHTTP2HeadersAreBounded(t *testing.T) {
	for fields, class := range map[int]fetch.ErrorClass{50: "", 70: fetch.ClassHeaderLimit, 500: fetch.ClassProtocol} {
		s := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) {
			for i := range fields {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
			}
		})
		kind := robots.KindUnreachable
		if class == "" {
			kind = robots.KindDocument
		}
		want(t, get(t, trusting(s), "https://example.com"), kind, class)
	}
}

func TestHTTP2BodiesAreCutAndLost(t *testing.T) {
	s := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "User-agent: *\n")
		if r.URL.Path == "/robots.txt" {
			http.Redirect(w, r, "/x", http.StatusFound) // too late: the header is gone
		}
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	want(t, get(t, trusting(s), "https://example.com"), robots.KindUnreachable, fetch.ClassPartial)
	endless := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := io.WriteString(w, "Disallow: /x\n"); err != nil {
				return
			}
		}
	})
	o := get(t, trusting(endless), "https://example.com")
	want(t, o, robots.KindDocument, "")
	if !o.Truncated {
		t.Error("an endless body is not cut")
	}
}

func TestNetworkErrorsHaveTheirWord(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String()
	l.Close()
	want(t, get(t, client(), closed), robots.KindUnreachable, fetch.ClassConnectRefused)

	with := func(err error) *fetch.Client {
		c, _ := dials("1.1.1.1")
		c.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, err }
		return c
	}
	op := func(err error) error { return &net.OpError{Op: "dial", Err: err} }
	for class, err := range map[fetch.ErrorClass]error{
		fetch.ClassNetwork:     op(syscall.EHOSTUNREACH),
		fetch.ClassReset:       op(syscall.ECONNRESET),
		fetch.ClassTimeoutDial: op(syscall.ETIMEDOUT),
	} {
		want(t, get(t, with(err), "http://a.example"), robots.KindUnreachable, class)
	}
	c, _ := dials()
	want(t, get(t, c, "http://a.example"), robots.KindUnreachable, fetch.ClassDNS)
	c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Err: "no such host", Name: "a.example", IsNotFound: true}
	}
	want(t, get(t, c, "http://a.example"), robots.KindUnreachable, fetch.ClassDNS)

	// A reset in the middle of the header, as the kernel tells it.
	reset := piped(nil)
	reset.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		go func() {
			if conn, err := l.Accept(); err == nil {
				asked(conn)
				conn.(*net.TCPConn).SetLinger(0)
				conn.Close()
			}
		}()
		return new(net.Dialer).DialContext(ctx, network, l.Addr().String())
	}
	o := get(t, reset, "http://a.example")
	want(t, o, robots.KindUnreachable, fetch.ClassReset)
}

func TestOneClientServesManyAtOnce(t *testing.T) {
	s := serveTLS(t, true, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(pack(t, []byte(rules), "gzip"))
	})
	c := trusting(s)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			o, err := c.Get(t.Context(), "https://example.com")
			if err != nil || o.Kind != robots.KindDocument || string(o.Body) != rules {
				t.Errorf("%v: %v %v", err, o.Kind, o.Err)
			}
		})
	}
	wg.Wait()
}

func TestContacts(t *testing.T) {
	var seen http.Header
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { seen = r.Header })
	for _, c := range []struct{ agent, contact, header, from string }{
		{"ExampleBot/1.0", "", "ExampleBot/1.0", ""},
		{"ExampleBot/1.0", "https://bot.example", "ExampleBot/1.0 (+https://bot.example)", ""},
		{"ExampleBot/1.0 (+https://bot.example)", "https://bot.example", "ExampleBot/1.0 (+https://bot.example)", ""},
		{"ExampleBot/1.0", "bot@bot.example", "ExampleBot/1.0", "bot@bot.example"},
	} {
		cl := client()
		cl.UserAgent, cl.Contact = c.agent, c.contact
		get(t, cl, s.URL)
		if seen.Get("User-Agent") != c.header || seen.Get("From") != c.from || cl.Token() != "ExampleBot" {
			t.Errorf("%q, %q: sent %q, %q", c.agent, c.contact, seen.Get("User-Agent"), seen.Get("From"))
		}
	}
	cl := client()
	cl.Contact = "somebody"
	if _, err := cl.Get(t.Context(), s.URL); err == nil || !strings.Contains(err.Error(), "contact") {
		t.Errorf("%v", err)
	}
}
