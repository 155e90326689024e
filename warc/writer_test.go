package warc

import (
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var when = time.Date(2026, 12, 1, 10, 20, 30, 123456789, time.FixedZone("", 3600))

func page(url, body string) *Exchange {
	return &Exchange{
		URL: url, Method: "GET", Sent: http.Header{"User-Agent": {"testbot/1.0"}, "Accept": {"*/*"}},
		Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"text/html"}, "Content-Length": {fmt.Sprint(len(body))}},
		Body: []byte(body), Remote: netip.MustParseAddr("192.0.2.7"), Started: when,
	}
}

// text is a page of n octets that packs about as well as pages do.
func text(n int) string {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	words := strings.Fields("the of and to <p> </p> <a href=\"/ \"> crawler robots allow disallow page group rule path site index content language")
	b := make([]byte, 0, n+20)
	for len(b) < n {
		b = append(append(b, words[r.IntN(len(words))]...), ' ')
		if r.IntN(4) == 0 {
			b = fmt.Appendf(b, "%d ", r.IntN(100000))
		}
	}
	return string(b[:n])
}

func newWriter(t testing.TB, opt Options) *Writer {
	t.Helper()
	if opt.Dir == "" {
		opt.Dir = t.TempDir()
	}
	w, err := NewWriter(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func record(t testing.TB, w *Writer, x *Exchange) (string, int64) {
	t.Helper()
	file, offset, err := w.Record(x)
	if err != nil {
		t.Fatal(err)
	}
	return file, offset
}

// seen is a record with its block in full.
type seen struct {
	Record
	block string
}

// readAll reads every record up to an error.
func readAll(t testing.TB, r *Reader) ([]seen, error) {
	t.Helper()
	var all []seen
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		b, err := io.ReadAll(rec.Block)
		if err != nil {
			return all, err
		}
		if got, want := digestOf(b), rec.Header.Get("WARC-Block-Digest"); got != want {
			t.Errorf("block digest of record %d: %s, want %s", len(all), got, want)
		}
		all = append(all, seen{*rec, string(b)})
	}
}

func digestOf(b []byte) string { s := sha1.Sum(b); return digestText(s[:]) }

func readFile(t testing.TB, path string) []seen {
	t.Helper()
	r, f, err := OpenAt(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := readAll(t, r)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func types(all []seen) string {
	var s []string
	for _, r := range all {
		s = append(s, r.Type)
	}
	return strings.Join(s, " ")
}

func TestAnExchangeIsAResponseAndARequestThatNameEachOther(t *testing.T) {
	dir := t.TempDir()
	w := newWriter(t, Options{Dir: dir, Prefix: "p", Software: "robots/1", Operator: "me\r\nInjected: yes", UserAgent: "testbot/1.0", Robots: "obeyed"})
	file, offset := record(t, w, page("https://user:pw@example.com:8443?q=ü#part", "hello"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	all := readFile(t, filepath.Join(dir, file))
	if got := types(all); got != "warcinfo response request" {
		t.Fatal(got)
	}
	info, resp, req := all[0], all[1], all[2]
	if !strings.Contains(info.block, "operator: me  Injected: yes\r\n") || !strings.Contains(info.block, "robots: obeyed\r\n") || info.Header.Get("WARC-Filename") != file {
		t.Errorf("warcinfo: %v %s", info.Header, info.block)
	}
	for name, want := range map[string]string{
		"WARC-Target-URI": "https://user:pw@example.com:8443?q=%C3%BC#part", "WARC-Date": "2026-12-01T09:20:30.123456Z", "WARC-IP-Address": "192.0.2.7",
		"Content-Type": "application/http; msgtype=response", "WARC-Payload-Digest": "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N", "WARC-Truncated": "",
	} {
		if got := resp.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if want := "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/html\r\n\r\nhello"; resp.block != want {
		t.Errorf("response: %q", resp.block)
	}
	if want := "GET /?q=%C3%BC HTTP/1.1\r\nHost: example.com:8443\r\nAccept: */*\r\nUser-Agent: testbot/1.0\r\n\r\n"; req.block != want {
		t.Errorf("request: %q", req.block)
	}
	if id := resp.Header.Get("WARC-Record-ID"); req.Header.Get("WARC-Concurrent-To") != id || id == req.Header.Get("WARC-Record-ID") || resp.Offset != offset {
		t.Errorf("links: %v, %v, offset %d", resp.Header, req.Header, offset)
	}
}

func TestARecordIsReadFromItsPlaceWhileTheFileIsWritten(t *testing.T) {
	w := newWriter(t, Options{})
	places := map[string]int64{}
	file := ""
	for i := range 20 {
		url := fmt.Sprintf("http://a.test/%d", i)
		f, offset := record(t, w, page(url, text(100*i)))
		places[url], file = offset, f
	}
	if err := w.Sync(); err != nil {
		t.Fatal(err)
	}
	for url, offset := range places {
		r, f, err := OpenAt(filepath.Join(w.opt.Dir, file), offset)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Next()
		if err != nil || rec.Type != "response" || rec.Target() != url || rec.Offset != offset {
			t.Errorf("%s at %d: %+v, %v", url, offset, rec, err)
		}
		f.Close()
	}
}

// folder reads all files of a folder in order.
func folder(t testing.TB, dir string) []seen {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	slices.Sort(names)
	var all []seen
	for _, name := range names {
		all = append(all, readFile(t, name)...)
	}
	return all
}

func TestABodyThatIsNotWholeIsSaidToBe(t *testing.T) {
	long := page("http://a.test/", "0123456789")
	long.Header.Set("Content-Length", "99")
	with := func(change func(*Exchange)) *Exchange { x := *long; change(&x); return &x }
	for name, c := range map[string]struct {
		x               *Exchange
		truncated, says string
	}{
		"cut":          {with(func(x *Exchange) { x.Cut, x.Digest = true, []byte{1, 255} }), "length", "bodyNotWhole: cut\r\ndecodedBodyDigest: sha256:01ff\r\n"},
		"noarchive":    {with(func(x *Exchange) { x.NoBody, x.Why = true, "noarchive" }), "unspecified", "bodyNotWhole: left out, noarchive\r\n"},
		"disconnected": {long, "disconnect", ""},
		"not read":     {with(func(x *Exchange) { x.Body, x.Status = nil, 301 }), "unspecified", ""},
		"head":         {with(func(x *Exchange) { x.Body, x.Method = nil, "HEAD" }), "", ""},
	} {
		w := newWriter(t, Options{})
		record(t, w, c.x)
		w.Close()
		all := folder(t, w.opt.Dir)
		if got := all[1].Header.Get("WARC-Truncated"); got != c.truncated {
			t.Errorf("%s: truncated %q, want %q", name, got, c.truncated)
		}
		if c.x.NoBody && strings.Contains(all[1].block, "0123456789") {
			t.Errorf("%s: the body was kept", name)
		}
		if c.says == "" {
			if len(all) != 3 {
				t.Errorf("%s: %s", name, types(all))
			}
		} else if types(all) != "warcinfo response request metadata" || all[3].block != c.says || all[3].Header.Get("WARC-Concurrent-To") != all[1].Header.Get("WARC-Record-ID") {
			t.Errorf("%s: %s %q", name, types(all), all[len(all)-1].block)
		}
	}
}

func TestEveryRecordNamesTheWarcinfoOfItsFile(t *testing.T) {
	w := newWriter(t, Options{MaxSize: 4000})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 10 {
				if _, _, err := w.Record(page(fmt.Sprintf("http://a.test/%d/%d", g, i), text(100+300*(i%3)))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	record(t, w, page("http://a.test/huge", text(20_000))) // more than a file should have
	w.Close()
	names, _ := filepath.Glob(w.opt.Dir + "/*")
	records := 0
	for _, name := range names {
		all := readFile(t, name)
		if len(all) < 3 {
			t.Errorf("%s has nothing but %s", name, types(all))
		}
		for _, r := range all[1:] {
			records++
			if got, want := r.Header.Get("WARC-Warcinfo-ID"), all[0].Header.Get("WARC-Record-ID"); got != want {
				t.Errorf("%s of %s names %s, the file begins with %s", r.Type, name, got, want)
			}
		}
		if all[0].Header.Get("WARC-Warcinfo-ID") != "" {
			t.Error("a warcinfo record names itself")
		}
	}
	if len(names) < 3 || records != 2*41 {
		t.Errorf("%d files, %d records", len(names), records)
	}
}

func TestWhoWasAskedStandsOnBothSides(t *testing.T) {
	for remote, want := range map[string]string{"2001:db8::1%eth0": "2001:db8::1", "::ffff:192.0.2.7": "192.0.2.7"} {
		w := newWriter(t, Options{})
		x := page("https://a.test/", "")
		x.Remote, x.Proto, x.Status, x.Phrase = netip.MustParseAddr(remote), "HTTP/2.0", 299, "Fine\r\nX: y"
		record(t, w, x)
		w.Close()
		all := folder(t, w.opt.Dir)
		for _, r := range all[1:] {
			if r.Header.Get("WARC-IP-Address") != want || r.Header.Get("WARC-Protocol") != "h2" {
				t.Errorf("%s: %v", r.Type, r.Header)
			}
		}
		if !strings.HasPrefix(all[1].block, "HTTP/1.1 299 Fine  X: y\r\nContent-Length: 0\r\n") || all[1].Header.Get("WARC-Payload-Digest") != digestOf(nil) {
			t.Errorf("%v %q", all[1].Header, all[1].block)
		}
	}
}

func TestWhatAServerSendsCannotForgeLines(t *testing.T) {
	huge := strings.Repeat("x", 300<<10)
	x := page("http://a.test/\r\nWARC-Type: evil\r\n\r\n", "body")
	x.Method = "GET / HTTP/1.1\r\nX: y"
	x.Header = http.Header{
		"X-Inject": {"a\r\nSet-Cookie: evil=1\r\n\r\nWARC/1.1\r\n"}, "Bad\r\nName: v": {"1"}, "": {"no name"}, "X-Octets": {"\xff\xfe\x80"},
		"X-Nul": {"a\x00b"}, "X-Huge": {huge}, "Transfer-Encoding": {"chunked"}, "Content-Type": {"text/html; charset=\xe9"},
	}
	x.Sent = http.Header{"X": {"a\r\nb"}}
	x.Why, x.Cut = "a\r\nb: c", true
	w := newWriter(t, Options{Operator: "\r\n\r\n"})
	record(t, w, x)
	w.Close()
	all := folder(t, w.opt.Dir)
	if got := types(all); got != "warcinfo response request metadata" {
		t.Fatal(got)
	}
	if got := all[1].Header.Get("WARC-Target-URI"); got != "http://a.test/%0D%0AWARC-Type:%20evil%0D%0A%0D%0A" {
		t.Errorf("target %q", got)
	}
	want := "HTTP/1.1 200 OK\r\nBad__Name__v: 1\r\nContent-Type: text/html; charset=\xe9\r\nX-Huge: " + huge +
		"\r\nX-Inject: a  Set-Cookie: evil=1    WARC/1.1  \r\nX-Nul: a b\r\nX-Octets: \xff\xfe\x80\r\n\r\nbody"
	if all[1].block != want {
		t.Errorf("response: %.300q", all[1].block)
	}
	if n := strings.Count(all[2].block, "\r\n"); n != 4 {
		t.Errorf("request of %d lines: %q", n, all[2].block)
	}
	if all[3].block != "bodyNotWhole: cut, a  b: c\r\n" {
		t.Errorf("metadata: %q", all[3].block)
	}
}

func TestPackedBodiesAreStoredAndReadByAnyGzip(t *testing.T) {
	w := newWriter(t, Options{})
	for _, n := range []int{0, 1, storeFrom - 1, storeFrom, 1<<16 - 1, 1 << 16, 1<<17 + 5} {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rand.Uint32())
		}
		x := page(fmt.Sprintf("http://a.test/%d", n), string(b))
		x.Header.Set("Content-Encoding", "br")
		record(t, w, x)
	}
	w.Close()
	names, _ := filepath.Glob(w.opt.Dir + "/*")
	raw, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw)) // of the standard library: all members, all sums
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	zipped := readFile(t, names[0])
	straight, err := readAll(t, NewReader(bytes.NewReader(plain)))
	if err != nil || len(straight) != len(zipped) || len(zipped) != 1+2*7 {
		t.Fatalf("%d and %d records, %v", len(zipped), len(straight), err)
	}
	var one bytes.Buffer // a single member for all
	zw := gzip.NewWriter(&one)
	zw.Write(plain)
	zw.Close()
	single, err := readAll(t, NewReader(&one))
	if err != nil || len(single) != len(zipped) {
		t.Fatalf("%d records, %v", len(single), err)
	}
	for i := range zipped {
		if zipped[i].block != straight[i].block || zipped[i].block != single[i].block {
			t.Errorf("record %d differs by the compression around it", i)
		}
	}
}

func TestManyWriteAtOnceAndNothingIsLostOrMixed(t *testing.T) {
	const workers, each = 8, 60
	w := newWriter(t, Options{MaxSize: 200 << 10})
	type place struct {
		file   string
		offset int64
	}
	var mu sync.Mutex
	places := map[string]place{}
	var wg sync.WaitGroup
	for g := range workers {
		wg.Go(func() {
			for i := range each {
				url := fmt.Sprintf("http://h%d.test/%d", g, i)
				file, offset, err := w.Record(page(url, url+" "+text(4000+i)))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				places[url] = place{file, offset}
				mu.Unlock()
				if i%10 == 0 {
					if err := w.Sync(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(w.opt.Dir + "/*")
	if len(names) < 3 {
		t.Errorf("%d files: the limit does not hold", len(names))
	}
	found := 0
	for _, name := range names {
		if info, _ := os.Stat(name); info.Size() > 200<<10 {
			t.Errorf("%s has %d octets", name, info.Size())
		}
		all := readFile(t, name)
		if all[0].Type != "warcinfo" {
			t.Errorf("%s begins with %s", name, all[0].Type)
		}
		for _, r := range all {
			if r.Type == "response" {
				found++
				if p := places[r.Target()]; p != (place{filepath.Base(name), r.Offset}) || !strings.Contains(r.block, "\r\n\r\n"+r.Target()+" ") {
					t.Errorf("%s: at %s %d, said %v", r.Target(), name, r.Offset, p)
				}
			}
		}
	}
	if found != workers*each {
		t.Errorf("%d of %d responses", found, workers*each)
	}
}

func BenchmarkRecord(b *testing.B) {
	for _, c := range []struct {
		name, coding string
		size         int
	}{{"8KB", "", 8 << 10}, {"8KB-packed", "br", 8 << 10}, {"64KB", "", 64 << 10}} {
		b.Run(c.name, func(b *testing.B) {
			w := newWriter(b, Options{MaxSize: 64 << 20})
			x := page("https://www.example.com/a/page/of/common/length.html", text(c.size))
			if c.coding != "" {
				for i := range x.Body {
					x.Body[i] = byte(rand.Uint32())
				}
			}
			x.Header = http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Date": {"Tue, 01 Dec 2026 10:00:00 GMT"}, "Server": {"nginx"}, "Etag": {`"abcdef-123"`},
				"Last-Modified": {"Mon, 30 Nov 2026 10:00:00 GMT"}, "Cache-Control": {"max-age=600"}, "Vary": {"Accept-Encoding"}, "Content-Encoding": {c.coding}}
			b.SetBytes(int64(c.size))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := w.Record(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
