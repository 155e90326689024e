package cli

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httputil"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/internal/lines"
	"github.com/robotsgate/robots/survey"
	"github.com/robotsgate/robots/warc"
)

// mostFile is how much of a robots.txt is read: all that a parser counts by
// default, and an octet that shows there was more.
const mostFile = 1<<20 + 1

// gather reads every input. What is no row yet becomes one; lists come last,
// since they take long.
func (s *surveyRun) gather(args []string) error {
	if s.flags.rows != "" {
		if err := s.begin(); err != nil {
			return err
		}
	}
	var sites []string
	for _, name := range args {
		more, err := s.input(name)
		if err != nil {
			return err
		}
		sites = append(sites, more...)
	}
	if len(sites) == 0 {
		return nil
	}
	return s.ask(sites)
}

// input reads one input, and returns the lines of a list.
func (s *surveyRun) input(name string) (list []string, err error) {
	if isURL(name) {
		return nil, usageErrorf("put it into a file, or: echo URL | robots survey -", "%s: a list of sites is wanted", name)
	}
	if isDir(name) {
		return nil, s.folder(name)
	}
	var file io.Reader
	if name == "-" {
		file, err = s.standardInput()
	} else {
		var f *os.File
		if f, err = os.Open(name); err != nil {
			return nil, readError(name, "", err)
		}
		defer f.Close()
		file = f
	}
	if err != nil {
		return nil, err
	}
	in, err := inflated(file)
	if err == nil {
		list, err = s.content(name, in)
	}
	var known *exitError
	if err != nil && !errors.As(err, &known) {
		err = readError(name, "", err)
	}
	return list, err
}

// content tells the kinds of input apart by how they begin.
func (s *surveyRun) content(name string, in *bufio.Reader) ([]string, error) {
	head, err := in.Peek(512)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case len(head) >= 262 && string(head[257:262]) == "ustar": // first, as it may hold a folder of any name
		return nil, s.tar(name, in)
	case bytes.HasPrefix(head, []byte("WARC/")):
		return nil, s.warc(name, in)
	case bytes.HasPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("{")):
		return nil, s.rowsOf(name, in)
	case bytes.IndexByte(head, 0) >= 0:
		return nil, usageErrorf("want a list of hosts, WARC, tar, or rows of a survey", "%s: it is none of the inputs that are known", name)
	}
	return listOf(in, maxList)
}

func listOf(in io.Reader, most int) (list []string, err error) {
	all := lines.NewMax(in, 1<<16)
	for held := 0; ; {
		line, err := all.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil && err != lines.ErrLong {
			return nil, err
		}
		text, _, _ := strings.Cut(string(line[:min(len(line), 4096)]), "#")
		if text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")); text != "" {
			if held += len(text); held > most {
				return nil, usageErrorf("split it, and count the files of --rows together", "more than %d MiB of sites in one list", most>>20)
			}
			list = append(list, strings.ToValidUTF8(text, "\ufffd"))
		}
	}
}

// maxList bounds the octets of a list, which is held in memory: some ten million
// names of hosts.
const maxList = 256 << 20

// rowsOf takes rows of an earlier survey. A file is read where it stands; what
// cannot be read twice is copied.
func (s *surveyRun) rowsOf(name string, in io.Reader) error {
	if name != "-" && isRegular(name) {
		if s.own != nil && sameFileAs(name, s.own) {
			return nil // --rows of the same file: it is counted already
		}
		s.files = append(s.files, name)
		return nil
	}
	return eachRow(in, func(r *survey.Row, line []byte, err error) error {
		if err != nil {
			return s.put(survey.Capture{Site: "line:" + hashOf(line), Source: "rows", Outcome: survey.LeftOut, Class: "no-row", Error: err.Error()})
		}
		return s.write(*r)
	})
}

func sameFileAs(name string, f *os.File) bool {
	a, err := os.Stat(name)
	b, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// archived writes the row of what an archive holds, unless it was written in an
// earlier run.
func (s *surveyRun) archived(c survey.Capture) error {
	s.asked = true
	if c.Preset = s.flags.web.preset.value; len(c.Body) > 0 || c.Kind == robots.KindDocument {
		c.SHA256 = evidence.Hash(c.Body)
	}
	r := s.method.Row(c)
	line, err := r.Append(nil)
	if err != nil {
		return err
	}
	if !s.done.Newer(&r, bytes.TrimSpace(line)) {
		return nil
	}
	return s.write(r)
}

func (s *surveyRun) folder(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return readError(name, "", err)
		}
		rel, _ := filepath.Rel(dir, name)
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return nil
		}
		f, err := os.Open(name)
		if err != nil {
			return readError(name, "", err)
		}
		defer f.Close()
		body, err := io.ReadAll(io.LimitReader(f, mostFile))
		if err != nil {
			return readError(name, "", err)
		}
		return s.file(filepath.ToSlash(rel), body)
	})
}

func (s *surveyRun) tar(archive string, in io.Reader) error {
	for t := tar.NewReader(in); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return s.early(archive, err)
		}
		if h.Typeflag != tar.TypeReg || strings.HasPrefix(path.Base(h.Name), ".") {
			continue
		}
		body, err := io.ReadAll(io.LimitReader(t, mostFile))
		if err != nil {
			return s.early(archive, err)
		}
		if err := s.file(h.Name, body); err != nil {
			return err
		}
	}
}

// file reads a robots.txt that is named by its host.
func (s *surveyRun) file(name string, body []byte) error {
	c := survey.Capture{Site: hostOf(name), Source: "file", From: name, Body: body, Kind: robots.KindDocument}
	if c.Site == "" {
		c.Site, c.Outcome, c.Class, c.Body = "file:"+name, survey.LeftOut, "no-host", nil
	}
	return s.archived(c)
}

// hostOf returns the host by which a file is named: example.com,
// example.com.txt, example.com_robots.txt or example.com/robots.txt.
func hostOf(name string) string {
	host := path.Base(name)
	if strings.EqualFold(host, "robots.txt") {
		host = path.Base(path.Dir(name))
	}
	for _, end := range []string{"robots.txt", ".txt"} {
		if rest, ok := strings.CutSuffix(host, end); ok {
			host = strings.TrimRight(rest, "._-")
		}
	}
	file, err := robots.FileURL("https://" + host)
	if err != nil || !strings.Contains(strings.Trim(host, "."), ".") || file != "https://"+strings.ToLower(host)+"/robots.txt" {
		return ""
	}
	return strings.ToLower(host)
}

// warc reads the records that are a robots.txt. Others are passed over.
func (s *surveyRun) warc(name string, in io.Reader) error {
	r := warc.NewReader(in)
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return s.early(name, err)
		}
		file, ferr := robots.FileURL(rec.Target())
		if ferr != nil || rec.Type != "response" && rec.Type != "revisit" || !isRobotsURL(rec.Target(), file) {
			continue
		}
		if err := s.archived(s.capture(rec, strings.TrimSuffix(file, "/robots.txt"))); err != nil {
			return err
		}
	}
}

// early ends an archive where it is broken. What came before counts, the archive
// is among what was left out, and the run ends as a failure of its input once
// the numbers are written: thousands of archives do not sink with one.
func (s *surveyRun) early(name string, err error) error {
	s.broken = ioErrorf("what stands before that is counted", "read %s: %w", name, cause(err))
	return s.archived(survey.Capture{Site: "archive:" + name, Source: "file", From: name, Outcome: survey.LeftOut, Class: "broken", Error: err.Error()})
}

func isRobotsURL(url, file string) bool {
	target, err := robots.Target(url)
	return err == nil && target == "/robots.txt" && file != ""
}

// capture reads the answer in a record, by the same preset as a fetch. A broken
// one leaves its site out.
func (s *surveyRun) capture(rec *warc.Record, site string) survey.Capture {
	c := survey.Capture{Site: site, Source: "warc", From: rec.Target()}
	c.FetchedAt, _ = time.Parse(time.RFC3339Nano, rec.Header.Get("WARC-Date"))
	left := func(class string, err error) survey.Capture {
		c.Outcome, c.Class, c.Body = survey.LeftOut, class, nil
		if err != nil {
			c.Error = err.Error()
		}
		return c
	}
	if rec.Type == "revisit" {
		return left("revisit", nil)
	}
	m, err := rec.HTTP()
	if err != nil {
		return left("no-http", err)
	}
	switch c.Status = m.Status; {
	case c.Status < 200:
		return left("no-status", nil)
	case c.Status == http.StatusNotModified: // what the archive has from before holds, and leads nowhere
		return left("revisit", nil)
	}
	if 300 <= c.Status && c.Status < 400 {
		c.Outcome = survey.Redirect
		return c
	}
	preset, _ := fetch.PresetNamed(s.flags.web.preset.value)
	if c.Kind = preset.Status(c.Status); c.Kind != robots.KindDocument {
		return c
	}
	if c.Body, err = bodyOf(m); err != nil {
		return left("body", err)
	}
	if rec.Header.Get("WARC-Truncated") != "" {
		c.Notes = append(c.Notes, string(fetch.NoteTruncated))
	}
	return c
}

// bodyOf undoes the codings of a message. Some archives keep chunks and codings,
// some keep only the headers that name them.
func bodyOf(m *warc.Message) ([]byte, error) {
	header := http.Header{}
	for _, f := range m.Header {
		header.Add(f.Name, f.Value)
	}
	body := bufio.NewReader(m.Body)
	var in io.Reader = body
	if strings.Contains(strings.ToLower(header.Get("Transfer-Encoding")), "chunked") && beginsChunk(body) {
		in = httputil.NewChunkedReader(body)
	}
	coded := bufio.NewReader(in)
	if magic := magics[strings.ToLower(strings.TrimSpace(header.Get("Content-Encoding")))]; magic != "" {
		if head, err := coded.Peek(len(magic)); err == nil && string(head) != magic {
			header.Del("Content-Encoding")
		}
	}
	d, err := fetch.Decoded(coded, header)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return io.ReadAll(io.LimitReader(d, mostFile))
}

// magics is how the content codings begin that begin in one way.
var magics = map[string]string{"gzip": "\x1f\x8b", "x-gzip": "\x1f\x8b", "zstd": "\x28\xb5\x2f\xfd"}

// beginsChunk reports whether a body begins with the length of a chunk.
func beginsChunk(b *bufio.Reader) bool {
	head, _ := b.Peek(20)
	size, _, ok := bytes.Cut(head, []byte("\r\n"))
	size, _, _ = bytes.Cut(size, []byte(";"))
	return ok && len(size) > 0 && len(bytes.Trim(size, "0123456789abcdefABCDEF")) == 0
}

func hashOf(line []byte) string { return evidence.Hash(line)[:16] }
