package warc

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultMaxSize is the size in octets at which a file is finished.
const DefaultMaxSize = 1 << 30

// openSuffix marks a file that is being written.
const openSuffix = ".open"

// pendingSize is how much is kept in memory before it is handed to the system.
const pendingSize = 256 << 10

// Options say where and how a Writer writes. Only Dir is needed.
type Options struct {
	Dir       string // made if it does not exist
	Prefix    string // of file names; crawl if empty
	MaxSize   int64  // octets; a file is finished before it would be longer; DefaultMaxSize if 0
	Software  string // for the warcinfo record: the program and its version
	Operator  string // who crawls, and how to reach them
	UserAgent string
	Robots    string // how robots.txt is heeded, in words
	IsPartOf  string // name of the crawl
}

// A Writer writes exchanges into a folder of WARC files. It is safe for many
// goroutines. After an error it fails for good, with the same error: what was
// written before is whole.
type Writer struct {
	opt     Options
	create  func(path string) (file, error)
	kept    keptTable
	free    sync.Pool
	mu      sync.Mutex
	out     *output
	pending []byte // whole members that the system does not have yet
	serial  int
	err     error
	closed  bool
}

// file is what a Writer needs of an *os.File.
type file interface {
	io.Writer
	Sync() error
	Truncate(size int64) error
	Close() error
}

// output is the file that is being written.
type output struct {
	name    string // without the suffix
	info    string // id of its warcinfo record
	records bool   // it has more than that
	f       file
	size    int64        // with what is pending; under Writer.mu
	flushed atomic.Int64 // what the system has
	sync    sync.Mutex
	synced  int64 // what is on disk; under sync
}

// NewWriter returns a writer into opt.Dir. It makes no file before the first
// record. Call [Recover] first if the folder may have been left by a process that
// did not end well.
func NewWriter(opt Options) (*Writer, error) {
	if opt.Prefix == "" {
		opt.Prefix = "crawl"
	}
	if strings.ContainsAny(opt.Prefix, "/\\\x00") {
		return nil, fmt.Errorf("warc: prefix %q has a separator of paths: use letters, digits and hyphens", opt.Prefix)
	}
	if opt.MaxSize <= 0 {
		opt.MaxSize = DefaultMaxSize
	}
	if err := os.MkdirAll(opt.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("warc: make the folder: %w", err)
	}
	w := &Writer{opt: opt, create: create}
	w.free.New = func() any { return newEncoder() }
	return w, nil
}

// Record appends an exchange. It returns the name of the file in the folder and
// the place of the response, or of the revisit, in it. A body that is in the
// files already is left out if x.Revisit says so and the writer still knows where
// it is; otherwise it is written again, so that nothing is ever missing.
func (w *Writer) Record(x *Exchange) (file string, offset int64, err error) {
	if len(x.Body) >= maxExchangeSize {
		return "", 0, fmt.Errorf("warc: record %s: a body of %d octets is over the limit of 2 GiB", x.URL, len(x.Body))
	}
	var sum [20]byte
	payload := ""
	whole := !x.NoBody && truncated(x) == "" && x.Method != http.MethodHead
	notModified := x.Status == http.StatusNotModified
	if len(x.Body) > 0 && !x.NoBody || whole && !notModified {
		sum = sha1.Sum(x.Body)
		payload = digestText(sum[:])
	}
	var original *kept
	if whole && len(x.Body) > 0 && (notModified || x.Revisit && !x.IsRobots) {
		original = w.kept.find(sum)
	}
	e := w.free.Get().(*encoder)
	defer w.free.Put(e)
	for {
		info, err := w.info()
		if err != nil {
			return "", 0, err
		}
		e.encode(x, payload, original, info)
		file, offset, err = w.append(e.pack.out, info)
		if err == errOtherFile {
			continue // begun meanwhile: its records name another warcinfo
		}
		if err != nil {
			return "", 0, err
		}
		break
	}
	if whole && len(x.Body) > 0 && original == nil && !notModified {
		w.kept.add(sum, kept{id: e.response, url: headerURL(x.URL), date: e.date})
	}
	return file, offset, nil
}

var errOtherFile = errors.New("warc: the records are for another file")

// info returns the id of the warcinfo record of the file that is being written.
func (w *Writer) info() (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.ready(); err != nil {
		return "", err
	}
	return w.out.info, nil
}

// ready makes sure that there is a file.
func (w *Writer) ready() error {
	if w.closed {
		return errors.New("warc: the writer is closed")
	}
	if w.err == nil && w.out == nil {
		w.begin()
	}
	return w.err
}

// append puts whole members behind the others, if the file is still the one whose
// warcinfo record they name.
func (w *Writer) append(members []byte, info string) (string, int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && w.out != nil && w.out.records && w.out.size+int64(len(members)) > w.opt.MaxSize {
		w.finish()
	}
	if err := w.ready(); err != nil {
		return "", 0, err
	}
	if w.out.info != info {
		return "", 0, errOtherFile
	}
	offset := w.out.size
	w.pending = append(w.pending, members...)
	w.out.size += int64(len(members))
	w.out.records = true
	name := w.out.name
	if len(w.pending) >= pendingSize {
		if w.flush(); w.err != nil {
			return "", 0, w.err
		}
	}
	return name, offset, nil
}

// begin makes a file and puts the warcinfo record into it.
func (w *Writer) begin() {
	now := time.Now()
	for {
		w.serial++
		name := fmt.Sprintf("%s-%s-%05d.warc.gz", w.opt.Prefix, now.UTC().Format("20060102150405"), w.serial)
		path := filepath.Join(w.opt.Dir, name)
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		f, err := w.create(path + openSuffix)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			w.fail("make a file", err)
			return
		}
		w.out = &output{name: name, info: newID(), f: f}
		break
	}
	e := w.free.Get().(*encoder)
	defer w.free.Put(e)
	e.encodeInfo(w.out.info, w.out.name, now, [][2]string{
		{"software", w.opt.Software},
		{"format", "WARC File Format 1.1"},
		{"conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"},
		{"operator", w.opt.Operator},
		{"isPartOf", w.opt.IsPartOf},
		{"http-header-user-agent", w.opt.UserAgent},
		{"robots", w.opt.Robots},
	})
	w.pending = append(w.pending, e.pack.out...)
	w.out.size = int64(len(e.pack.out))
}

// flush hands what is pending to the system. If the system takes part of it, the
// file is cut to the last whole record.
func (w *Writer) flush() {
	if len(w.pending) == 0 || w.err != nil {
		return
	}
	had := w.out.flushed.Load()
	n, err := w.out.f.Write(w.pending)
	if err == nil && n < len(w.pending) {
		err = io.ErrShortWrite
	}
	if err != nil {
		if cut := w.out.f.Truncate(had); cut != nil {
			err = fmt.Errorf("%w; and what was written of it could not be cut off: %w", err, cut)
		}
		w.fail("write "+w.out.name, err)
		return
	}
	w.out.flushed.Store(had + int64(n))
	w.pending = w.pending[:0]
	if cap(w.pending) > 4*pendingSize {
		w.pending = nil
	}
}

func (w *Writer) fail(deed string, err error) {
	if w.err == nil {
		w.err = fmt.Errorf("warc: %s in %s: %w", deed, w.opt.Dir, err)
	}
}

// Sync returns when everything recorded before is on disk. It costs next to
// nothing if that is so already, and it does not hold up those who record.
func (w *Writer) Sync() error {
	w.mu.Lock()
	w.flush()
	err, o := w.err, w.out
	var end int64
	if o != nil {
		end = o.flushed.Load()
	}
	w.mu.Unlock()
	if err != nil || o == nil {
		return err
	}
	if err := o.syncTo(end); err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.fail("sync "+o.name, err)
		return w.err
	}
	return nil
}

// syncTo makes sure that the first end octets are on disk.
func (o *output) syncTo(end int64) error {
	o.sync.Lock()
	defer o.sync.Unlock()
	if o.synced >= end {
		return nil
	}
	now := o.flushed.Load()
	if err := o.f.Sync(); err != nil {
		return err
	}
	o.synced = now
	return nil
}

// finish writes, syncs, closes and names the file. After an error the file keeps
// its suffix, for Recover to look at.
func (w *Writer) finish() {
	o := w.out
	w.flush()
	if w.err == nil {
		if err := o.syncTo(o.size); err != nil {
			w.fail("sync "+o.name, err)
		}
	}
	o.sync.Lock()
	err := o.f.Close()
	o.sync.Unlock()
	w.out, w.pending = nil, w.pending[:0]
	if w.err != nil {
		return
	}
	if err == nil {
		path := filepath.Join(w.opt.Dir, o.name)
		err = os.Rename(path+openSuffix, path)
	}
	if err == nil {
		err = syncDir(w.opt.Dir)
	}
	if err != nil {
		w.fail("finish "+o.name, err)
	}
}

// Close finishes the file that is being written. What was recorded is then on
// disk, or the error says what went wrong first.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.out != nil {
		w.finish()
	}
	w.closed = true
	return w.err
}

// create makes a file that is not there yet, and locks it.
func create(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		f.Close()
		return nil, err
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
