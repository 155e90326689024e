package fetch

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestDialContextPassesTheGuard(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := &Client{UserAgent: "ExampleBot/1.0"}
	_, err = c.DialContext(t.Context(), "tcp", l.Addr().String())
	if refused := (*AddressError)(nil); !errors.As(err, &refused) || ClassOf(err) != ClassRefusedAddress {
		t.Errorf("loopback: %v, class %q", err, ClassOf(err))
	}
	c.AllowNets = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	conn, err := c.DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	for _, address := range []string{"127.0.0.1", "127.0.0.1:http", "127.0.0.1:99999", "127.0.0.2:80"} {
		if conn, err := c.DialContext(t.Context(), "tcp", address); err == nil {
			conn.Close()
			t.Errorf("%s was dialled", address)
		}
	}
}

func TestNamesBelowLocalhostAreLoopback(t *testing.T) {
	c := &Client{UserAgent: "ExampleBot/1.0"}
	for _, host := range []string{"localhost", "a.localhost", "A.B.LocalHost."} {
		_, err := c.DialContext(t.Context(), "tcp", host+":1")
		if ClassOf(err) != ClassRefusedAddress {
			t.Errorf("%s: %v, class %q", host, err, ClassOf(err))
		}
	}
}

func TestDecodedUndoesTheCodingsInTheirOrder(t *testing.T) {
	pack := func(b []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Write(b)
		w.Close()
		return out.Bytes()
	}
	for coding, body := range map[string][]byte{"": []byte("text"), "identity": []byte("text"), "gzip": pack([]byte("text")), "gzip, gzip": pack(pack([]byte("text")))} {
		r, err := Decoded(bytes.NewReader(body), http.Header{"Content-Encoding": {coding}})
		if err != nil {
			t.Errorf("%q: %v", coding, err)
			continue
		}
		if got, err := io.ReadAll(r); string(got) != "text" || err != nil {
			t.Errorf("%q: %q, %v", coding, got, err)
		}
		r.Close()
	}
	for _, coding := range []string{"rot13", "gzip", "gzip, gzip, gzip, gzip"} {
		if _, err := Decoded(strings.NewReader("text"), http.Header{"Content-Encoding": {coding}}); ClassOf(err) != ClassDecode {
			t.Errorf("%q: %v", coding, err)
		}
	}
}
