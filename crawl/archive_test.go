package crawl

import (
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v3"

	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/warc"
)

// archived reads what a crawl kept: every record by its type and address, the
// last of each. Another library has read the files before, and found nothing wrong.
func archived(t *testing.T, dir string) map[string]*exchanged {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	all := map[string]*exchanged{}
	for _, name := range names {
		strictlyRead(t, name)
		r, f, err := warc.OpenAt(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			k := &exchanged{Record: *rec, file: filepath.Base(name), all: all}
			if rec.Type == "response" || rec.Type == "revisit" {
				if k.Message, err = rec.HTTP(); err != nil {
					t.Fatal(err)
				}
				if k.body, err = io.ReadAll(k.Message.Body); err != nil {
					t.Fatal(err)
				}
			}
			all[rec.Type+" "+rec.Target()] = k
			all[rec.Type+" "+rec.Target()+" "+rec.Header.Get("WARC-Date")] = k
		}
		f.Close()
	}
	return all
}

type exchanged struct {
	warc.Record
	*warc.Message
	file string
	body []byte
	all  map[string]*exchanged
}

func (k *exchanged) warc(name string) string { return k.Record.Header.Get(name) }

func strictlyRead(t *testing.T, name string) {
	t.Helper()
	r, err := gowarc.NewWarcFileReader(name, 0, gowarc.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wrong, err := rec.WarcRecord.ValidateDigest()
		for _, e := range append(append(wrong, rec.Validation...), err) {
			if e != nil {
				t.Errorf("%s at %d, %s: %v", name, rec.Offset, rec.WarcRecord.Type(), e)
			}
		}
		rec.WarcRecord.Close()
	}
}

// archive is a site with what is hard to keep.
func archive() site {
	return site{
		"/robots.txt": text("User-agent: *\nDisallow: /closed\n"),
		"/": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"1"`)
			w.Header().Set("Content-Type", "text/html")
			if r.Header.Get("If-None-Match") == `"1"` {
				w.WriteHeader(304)
				return
			}
			io.WriteString(w, a("/copy", "/copy2", "/noarchive", "/long", "/chunked", "/zipped", "/empty", "/moved", "/broken", "/closed", "/gone"))
		},
		"/copy": html("the same"), "/copy2": html("the same"),
		"/noarchive": html("private", "X-Robots-Tag: noarchive"),
		"/long":      says(200, "text/html", strings.Repeat("long ", 20_000)),
		"/chunked": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			for range 3 {
				io.WriteString(w, strings.Repeat("piece ", 500))
				http.NewResponseController(w).Flush()
			}
		},
		"/zipped": says(200, "text/html", string(zippedBody()), "Content-Encoding: gzip"),
		"/empty":  says(200, "text/html", ""),
		"/moved":  says(301, "text/html", "", "Location: /empty"),
		"/broken": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Length", "100000")
			io.WriteString(w, strings.Repeat("half ", 8000))
			panic(http.ErrAbortHandler)
		},
		"/gone": says(410, "text/html", "it is gone"),
	}
}

func TestWhatIsKeptIsWhatWasSent(t *testing.T) {
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"a.test": archive()}))
	dir := t.TempDir()
	keep(t, Options{Dir: dir, Seeds: []string{"http://a.test/"}, Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{MaxBody: 64 << 10}})
	got := archived(t, filepath.Join(dir, "warc"))
	rows := pages(t, dir)
	for address, row := range rows {
		k := got["response "+address+" "+warcDate(row.Started)]
		if k == nil {
			k = got["revisit "+address+" "+warcDate(row.Started)]
		}
		switch {
		case row.Outcome != Fetched:
		case k == nil:
			t.Errorf("%s was fetched at %v and no record says so", address, row.Started)
		case k.file != row.File || k.Offset != row.Offset || k.Status != row.Status:
			t.Errorf("%s: %d in %s at %d, the row says %d in %s at %d", address, k.Status, k.file, k.Offset, row.Status, row.File, row.Offset)
		}
	}
	for target, want := range map[string]string{
		"/noarchive": "unspecified 0", "/long": "length 65537", "/chunked": " 9000", "/zipped": " " + fmt.Sprint(len(zippedBody())), "/empty": " 0", "/moved": " 0", "/broken": "disconnect some",
		"/gone": " 10", "/robots.txt": " 32",
	} {
		k := got["response http://a.test"+target]
		if k == nil {
			t.Errorf("%s: no record", target)
			continue
		}
		is := fmt.Sprint(k.warc("WARC-Truncated"), " ", len(k.body))
		if target == "/broken" && len(k.body) > 0 { // how much comes through is up to the system
			is = k.warc("WARC-Truncated") + " some"
		}
		if is != want {
			t.Errorf("%s: %q, want %q", target, is, want)
		}
		sum := sha1.Sum(k.body)
		if d := k.warc("WARC-Payload-Digest"); d != "sha1:"+base32.StdEncoding.EncodeToString(sum[:]) && target != "/noarchive" {
			t.Errorf("%s: %s", target, d)
		}
	}
	if h := got["response http://a.test/zipped"].Message.Header; h.Get("Content-Encoding") != "gzip" {
		t.Errorf("%v", h)
	}
	for _, k := range got {
		info := got["warcinfo "]
		if info == nil || k.Type != "warcinfo" && !strings.HasPrefix(k.warc("WARC-Warcinfo-ID"), "<urn:uuid:") {
			t.Errorf("%s: %v", k.Type, k.Record.Header)
		}
	}
	if _, kept := got["response http://a.test/closed"]; kept {
		t.Error("a page that was not fetched is kept")
	}
}

// A server's word that nothing changed leads to the record of what it speaks of,
// though each run has a writer that knows nothing of those before.
func TestAPageThatDidNotChangeIsFoundWhereItWasKept(t *testing.T) {
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"a.test": archive()}))
	opt := Options{Dir: t.TempDir(), Seeds: []string{"http://a.test/"}, Fetch: client(s), DangerouslyNoDelay: true, Plan: Plan{Recrawl: 200 * time.Millisecond, SeedsOnly: true}}
	for range 3 {
		keep(t, opt)
		time.Sleep(250 * time.Millisecond)
	}
	n := 0
	for name, k := range archived(t, filepath.Join(opt.Dir, "warc")) {
		if !strings.HasPrefix(name, "revisit http://a.test/ ") {
			continue
		}
		n++
		first := k.all["response http://a.test/ "+k.warc("WARC-Refers-To-Date")]
		if first == nil || first.Status != 200 || len(first.body) == 0 || len(k.body) != 0 || k.warc("WARC-Refers-To-Target-URI") != "http://a.test/" ||
			k.warc("WARC-Profile") != "http://netpreserve.org/warc/1.1/revisit/server-not-modified" {
			t.Errorf("%+v leads to %+v", k.Record.Header, first)
		}
	}
	if n < 2 {
		t.Errorf("%d later visits", n)
	}
}

// keep crawls with a writer of its own.
func keep(t *testing.T, opt Options) {
	t.Helper()
	w, err := warc.NewWriter(warc.Options{Dir: filepath.Join(opt.Dir, "warc"), MaxSize: 4000})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	opt.Recorder = w
	run(t, t.Context(), opt)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func warcDate(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func zippedBody() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, strings.Repeat("zipped ", 1000))
	z.Close()
	return b.Bytes()
}
