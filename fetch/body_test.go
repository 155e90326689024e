package fetch_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// pack applies content codings in their order.
func pack(t testing.TB, text []byte, codings ...string) []byte {
	t.Helper()
	for _, name := range codings {
		var b bytes.Buffer
		var w io.WriteCloser
		switch name {
		case "gzip", "x-gzip":
			w = gzip.NewWriter(&b)
		case "br":
			w = brotli.NewWriterLevel(&b, 2)
		case "zstd":
			w, _ = zstd.NewWriter(&b)
		case "deflate":
			w = zlib.NewWriter(&b)
		default:
			continue
		}
		w.Write(text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		text = b.Bytes()
	}
	return text
}

// body returns a handler that sends b as is, with header fields "name: value".
func body(b []byte, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for _, f := range fields {
			name, value, _ := strings.Cut(f, ": ")
			w.Header().Set(name, value)
		}
		w.Write(b)
	}
}

func codes(o fetch.Outcome) string {
	var all []string
	for _, n := range o.Notes {
		all = append(all, string(n.Code))
	}
	return strings.Join(all, " ")
}

func TestContentCodings(t *testing.T) {
	text := []byte(rules)
	for _, c := range []struct {
		name, header string
		body         []byte
		kind         robots.Kind
		class        fetch.ErrorClass
		notes        string
	}{
		{"none", "", text, robots.KindDocument, "", ""},
		{"identity", "identity", text, robots.KindDocument, "", ""},
		{"gzip", "gzip", pack(t, text, "gzip"), robots.KindDocument, "", ""},
		{"x-gzip", "X-GZIP", pack(t, text, "gzip"), robots.KindDocument, "", ""},
		{"brotli", "br", pack(t, text, "br"), robots.KindDocument, "", ""},
		{"zstd", "zstd", pack(t, text, "zstd"), robots.KindDocument, "", ""},
		{"deflate", "deflate", pack(t, text, "deflate"), robots.KindDocument, "", ""},
		{"two, the last one outside", "br, gzip", pack(t, text, "br", "gzip"), robots.KindDocument, "", ""},
		{"three", "gzip, zstd, br", pack(t, text, "gzip", "zstd", "br"), robots.KindDocument, "", ""},
		{"gzip twice in one stream", "gzip", append(pack(t, text, "gzip"), pack(t, text, "gzip")...), robots.KindDocument, "", ""},
		{"four are too many", "gzip, gzip, gzip, gzip", pack(t, text, "gzip", "gzip", "gzip", "gzip"), robots.KindUnreachable, fetch.ClassDecode, ""},
		{"wrong order", "gzip, br", pack(t, text, "br", "gzip"), robots.KindUnreachable, fetch.ClassDecode, ""},
		{"unknown coding of binary", "compress", []byte("\x1f\x9d\x90\x01\x02"), robots.KindUnreachable, fetch.ClassDecode, ""},
		{"corrupt gzip", "gzip", pack(t, text, "gzip")[:30], robots.KindUnreachable, fetch.ClassDecode, ""},
		{"corrupt brotli", "br", []byte{0x1b, 0xff, 0, 0, 1, 2, 3}, robots.KindUnreachable, fetch.ClassDecode, ""},
		{"corrupt zstd", "zstd", pack(t, text, "zstd")[:20], robots.KindUnreachable, fetch.ClassDecode, ""},
		{"zstd that wants a large window", "zstd", []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 1, 0, 0}, robots.KindUnreachable, fetch.ClassDecode, ""},
		{"said to be gzip, but plain", "gzip", text, robots.KindDocument, "", "mislabelled"},
		{"said to be brotli, but plain", "br", text, robots.KindDocument, "", "mislabelled"},
		{"said to be zstd, but plain", "zstd", text, robots.KindDocument, "", "mislabelled"},
		{"an unknown word, and plain", "utf-8", text, robots.KindDocument, "", "mislabelled"},
		{"gzip that nobody speaks of", "", pack(t, text, "gzip"), robots.KindDocument, "", "unlabelled"},
		{"zstd that nobody speaks of", "", pack(t, text, "zstd"), robots.KindDocument, "", "unlabelled"},
	} {
		h := body(c.body)
		if c.header != "" {
			h = body(c.body, "Content-Encoding: "+c.header)
		}
		t.Run(c.name, func(t *testing.T) {
			o := get(t, client(), serve(t, h).URL)
			want(t, o, c.kind, c.class)
			if codes(o) != c.notes {
				t.Errorf("notes %q, want %q", codes(o), c.notes)
			}
			if c.kind == robots.KindDocument && !strings.HasPrefix(string(o.Body), rules) {
				t.Errorf("body %q", o.Body)
			}
		})
	}
}

// RFC 9309 2.5: at least 500 KiB are read, and what lies behind our limit does
// not count.
func TestSizes(t *testing.T) {
	line := "Disallow: /0123456789\n"
	file := func(n int, last string) []byte {
		b := []byte("User-agent: *\n")
		b = append(b, bytes.Repeat([]byte(line), (n-len(b)-len(last))/len(line))...)
		b = append(b, bytes.Repeat([]byte("#"), n-len(b)-len(last))...)
		return append(b, last...)
	}
	const kib = 1 << 10
	for _, c := range []struct {
		name      string
		limit     int
		body      []byte
		coding    string
		truncated bool
		last      bool // the last rule counts
	}{
		{"500 KiB, with the smallest limit", 1, file(500*kib, "\nDisallow: /last"), "", false, true},
		{"one octet more", 1, file(500*kib+1, "\nDisallow: /last"), "", true, false},
		{"1 MiB, by default", 0, file(1024*kib, "\nDisallow: /last"), "", false, true},
		{"one octet more", 0, file(1024*kib+1, "\nDisallow: /last"), "", true, false},
		{"8 MiB", 0, file(8192*kib, "\nDisallow: /last"), "", true, false},
		{"8 MiB as gzip", 0, file(8192*kib, "\nDisallow: /last"), "gzip", true, false},
		{"8 MiB as brotli", 0, file(8192*kib, "\nDisallow: /last"), "br", true, false},
		{"8 MiB as zstd", 0, file(8192*kib, "\nDisallow: /last"), "zstd", true, false},
		{"8 MiB, where they are welcome", 9 << 20, file(8192*kib, "\nDisallow: /last"), "", false, true},
		{"1 MiB as gzip", 0, file(1024*kib, "\nDisallow: /last"), "gzip", false, true},
		{"a rule that the limit cuts", 1, append(file(500*kib-11, ""), "\nDisallow: /0123"...), "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl := client()
			cl.Limits.BodyBytes = c.limit
			h := body(c.body)
			if c.coding != "" {
				h = body(pack(t, c.body, c.coding), "Content-Encoding: "+c.coding)
			}
			o := get(t, cl, serve(t, h).URL)
			want(t, o, robots.KindDocument, "")
			p := o.Policy()
			if o.Truncated != c.truncated || p.Truncated() != c.truncated || o.Has(fetch.NoteTruncated) != c.truncated {
				t.Errorf("truncated %v, in the policy %v, notes %v; want %v", o.Truncated, p.Truncated(), o.Notes, c.truncated)
			}
			if got := p.Decide("x", "/last").Allowed(); got == c.last {
				t.Errorf("/last is allowed: %v", got)
			}
			if !p.Decide("x", "/01").Allowed() {
				t.Error("half a rule counts")
			}
			if len(o.Body) > o.Limit+1 {
				t.Errorf("%d octets kept, limit %d", len(o.Body), o.Limit)
			}
		})
	}
}

// A file that is larger than they read is none for some crawlers.
func TestPresetsOfLargeFiles(t *testing.T) {
	s := serve(t, body(bytes.Repeat([]byte("#"), 500<<10+1)))
	for preset, kind := range map[fetch.Preset]robots.Kind{fetch.Google: robots.KindDocument, fetch.Yandex: robots.KindUnavailable} {
		c := client()
		c.Preset = preset
		o := get(t, c, s.URL)
		want(t, o, kind, "")
		if !o.Truncated || o.Limit != 500<<10 {
			t.Errorf("%v: truncated %v at %d", preset, o.Truncated, o.Limit)
		}
	}
}

func TestBombsStopAtTheLimit(t *testing.T) {
	zeros := bytes.Repeat([]byte{'\n'}, 16<<20)
	member := pack(t, nil, "gzip") // holds nothing
	empty := bytes.Repeat(member, 1<<20/len(member))
	for _, c := range []struct {
		name, coding string
		body         []byte
		truncated    bool
		class        fetch.ErrorClass
	}{
		{"gzip", "gzip", pack(t, zeros, "gzip"), true, ""},
		{"brotli", "br", pack(t, zeros, "br"), true, ""},
		{"zstd", "zstd", pack(t, zeros, "zstd"), true, ""},
		{"gzip in gzip", "gzip, gzip", pack(t, zeros, "gzip", "gzip"), true, ""},
		{"nothing in gzip in gzip", "gzip, gzip", pack(t, bytes.Repeat(empty, 8), "gzip"), false, fetch.ClassDecode},
		{"nothing, at length", "gzip", bytes.Repeat(empty, 3), false, fetch.ClassWireLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := get(t, client(), serve(t, body(c.body, "Content-Encoding: "+c.coding)).URL)
			kind := robots.KindDocument
			if c.class != "" {
				kind = robots.KindUnreachable
			}
			want(t, o, kind, c.class)
			if o.Truncated != c.truncated || len(o.Body) > o.Limit+1 {
				t.Errorf("truncated %v with %d octets", o.Truncated, len(o.Body))
			}
		})
	}
}

// raw answers every connection with the same octets and closes it.
func raw(t *testing.T, answer string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				buf := make([]byte, 4096)
				if n, _ := conn.Read(buf); n > 0 {
					io.WriteString(conn, answer)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// A part of the rules is not the rules: RFC 9309 2.3.1.4 names network errors.
func TestWhatIsCutShortIsUnreachable(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		kind         robots.Kind
		class        fetch.ErrorClass
	}{
		{"shorter than said", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + rules, robots.KindUnreachable, fetch.ClassPartial},
		{"chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nUser\r\n", robots.KindUnreachable, fetch.ClassPartial},
		{"broken chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nUser\r\n", robots.KindUnreachable, fetch.ClassPartial},
		{"longer than said", "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n" + rules, robots.KindDocument, ""},
		{"ends with the connection", "HTTP/1.0 200 OK\r\n\r\n" + rules, robots.KindDocument, ""},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n" + rules, robots.KindUnreachable, fetch.ClassProtocol},
		{"a part that nobody asked for", "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-3/100\r\nContent-Length: 4\r\n\r\nUser", robots.KindUnreachable, fetch.ClassPartial},
		{"a part without a range", "HTTP/1.1 206 Partial Content\r\nContent-Length: 4\r\n\r\nUser", robots.KindUnreachable, fetch.ClassPartial},
		{"a part that is the whole", "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-3/4\r\nContent-Length: 4\r\n\r\nUser", robots.KindDocument, ""},
		{"no content", "HTTP/1.1 204 No Content\r\n\r\n", robots.KindDocument, ""},
		{"an empty file", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", robots.KindDocument, ""},
		{"not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", robots.KindUnreachable, fetch.ClassProtocol},
		{"nothing", "", robots.KindUnreachable, fetch.ClassReset},
		{"half a header", "HTTP/1.1 200 OK\r\nContent-Ty", robots.KindUnreachable, fetch.ClassProtocol},
		{"a broken header", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", robots.KindUnreachable, fetch.ClassProtocol},
		{"a status that is no number", "HTTP/1.1 abc OK\r\n\r\n", robots.KindUnreachable, fetch.ClassProtocol},
		{"only 1xx", strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 9), robots.KindUnreachable, fetch.ClassReset},
		{"much 1xx", strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: "+strings.Repeat("x", 1000)+"\r\n\r\n", 90), robots.KindUnreachable, fetch.ClassHeaderLimit},
		{"a protocol that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", robots.KindUnreachable, fetch.ClassStatus},
		{"a header without end", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+strings.Repeat("x", 1000)+"\r\n", 100), robots.KindUnreachable, fetch.ClassHeaderLimit},
		{"an unending line in the header", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 100000), robots.KindUnreachable, fetch.ClassHeaderLimit},
		{"much header within the limit", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " + strings.Repeat("x", 60000) + "\r\n\r\n", robots.KindDocument, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := get(t, client(), raw(t, c.answer))
			want(t, o, c.kind, c.class)
		})
	}
}

func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		name, contentType, body, notes string
	}{
		{"as it should be", "text/plain; charset=UTF-8", rules, ""},
		{"no type", "", rules, "content-type"},
		{"octets", "application/octet-stream", rules, "content-type"},
		{"said to be a page", "text/html", rules, "content-type"},
		{"a broken type", "text/plain; charset", rules, ""},
		{"a page", "text/html; charset=utf-8", "\ufeff\n <!-- x --><!DOCTYPE html><html>", "content-type html-served"},
		{"a page in disguise", "text/plain", "<html>\n" + rules, "html-served"},
		{"another charset by label", "text/plain; charset=ISO-8859-1", rules, "charset"},
		{"another charset by octets", "text/plain", rules + "Disallow: /\xe4\n", "charset"},
		{"UTF-16", "text/plain", "\xff\xfeU\x00s\x00e\x00r\x00", "charset"},
		{"less than in a comment", "text/plain", "# <html>\n" + rules, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := get(t, client(), serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{c.contentType}
				io.WriteString(w, c.body)
			}).URL)
			want(t, o, robots.KindDocument, "")
			if codes(o) != c.notes {
				t.Errorf("notes %q, want %q", codes(o), c.notes)
			}
			// RFC 9309 2.3.1.1: rules that can be parsed count, whatever the label.
			if strings.Contains(c.body, rules) && o.Policy().Decide("x", "/private").Allowed() {
				t.Error("the rules do not count")
			}
		})
	}
	for status, note := range map[int]fetch.NoteCode{204: fetch.NoteEmptyStatus, 205: fetch.NoteEmptyStatus, 202: fetch.NoteOddStatus, 203: fetch.NoteOddStatus} {
		o := get(t, client(), serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }).URL)
		want(t, o, robots.KindDocument, "")
		if !o.Has(note) || !o.Policy().Empty() {
			t.Errorf("%d: notes %v", status, o.Notes)
		}
	}
}

func TestTheHeaderIsWhatMatters(t *testing.T) {
	if !slices.IsSorted(fetch.HeaderNames()) {
		t.Error("not sorted")
	}
	o := get(t, client(), serve(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range fetch.HeaderNames() {
			if name != "Content-Length" && name != "Content-Encoding" && name != "Date" {
				w.Header().Set(name, "x")
			}
		}
		w.Header().Set("Content-Encoding", "identity")
		w.Header().Set("X-Secret", "x")
		fmt.Fprint(w, rules)
	}).URL)
	for _, name := range fetch.HeaderNames() {
		if o.Header[name] == nil {
			t.Errorf("%s is not kept, or not in its canonical form", name)
		}
	}
	if len(o.Header) != len(fetch.HeaderNames()) {
		t.Errorf("kept %v", o.Header)
	}
}
