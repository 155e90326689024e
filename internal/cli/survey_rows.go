package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/lines"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
	"github.com/robotsgate/robots/survey"
)

// A surveyRun is one run: its rows, those of this run and of files that were
// named.
type surveyRun struct {
	*app
	flags  *surveyFlags
	method survey.Method

	files  []string // of rows, to be counted
	mu     sync.Mutex
	own    *os.File // takes the rows of this run; nil until there are any
	temp   bool     // own is a temporary file
	full   error    // of a write that failed: the file may end in a part of a row
	broken error    // of an archive that ends early, told at the end of the run
	asked  bool     // there was a list or an archive, to be read by method
	done   survey.Latest
}

func (s *surveyRun) close() {
	if s.own != nil {
		s.own.Close()
		if s.temp {
			os.Remove(s.own.Name())
		}
	}
}

// begin opens the file that takes rows. One that has rows already is gone on
// with.
func (s *surveyRun) begin() (err error) {
	if s.own != nil {
		return nil
	}
	if s.flags.rows == "" {
		s.temp = true
		if s.own, err = os.CreateTemp("", "robots-survey-*.jsonl"); err != nil {
			return ioErrorf("", "make a temporary file: %w", cause(err))
		}
		s.files = append(s.files, s.own.Name())
		os.Remove(s.own.Name()) // at once where that is possible, so that no end of the process leaves it behind
		return nil
	}
	name := s.flags.rows
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // rows are read again, and a device or a pipe may not end
		return usageErrorf("name a file", "--rows %s: it is no regular file", name)
	}
	if s.own, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666); err != nil {
		return ioErrorf("", "open %s: %w", name, cause(err))
	}
	whole, size, err := wholeLines(s.own)
	bad := 0
	if err == nil {
		bad, err = s.known(whole)
	}
	if err == nil && whole < size && bad == 0 {
		bad, err = s.mend(name, whole, size)
	}
	switch {
	case err != nil:
		return ioErrorf("", "read %s: %w", name, cause(err))
	case bad > 0: // it is something else, and rows are not written into that
		return usageErrorf("name a new file, or rows of an earlier survey", "--rows %s: %d of its lines are no rows", name, bad)
	}
	if all, outdone := s.done.Rows(); all > 0 {
		s.say(s.lang.Text("survey.known", msg.Int("n", all-outdone), msg.Str("file", report.Clean(name))))
	}
	s.files = append(s.files, name)
	return nil
}

// known takes the rows that the file of --rows has, and counts the lines that are
// none.
func (s *surveyRun) known(whole int64) (bad int, err error) {
	err = eachRow(io.NewSectionReader(s.own, 0, whole), func(r *survey.Row, line []byte, err error) error {
		if err != nil {
			bad++
			return nil
		}
		refused := r.Outcome == survey.LeftOut && r.Class == string(fetch.ClassRefusedAddress)
		if !refused || len(s.flags.web.nets) == 0 { // else it may be asked now
			s.done.Add(r, line)
		}
		return nil
	})
	return bad, err
}

// mend ends a last line that has no end: a row gets one, and a part of one, as a
// dead process leaves it, is cut off. Anything else is no row and stays as it is,
// for the file was named by a slip.
func (s *surveyRun) mend(name string, whole, size int64) (bad int, err error) {
	tail := make([]byte, min(size-whole, lines.Max))
	if _, err := s.own.ReadAt(tail, whole); err != nil {
		return 0, err
	}
	if r, err := survey.ReadRow(tail); err == nil {
		s.done.Add(&r, bytes.TrimSpace(tail))
		_, err := s.own.WriteString("\n")
		return 0, err
	}
	if begin := []byte(`{"schemaVersion":`); !bytes.HasPrefix(tail, begin) && !bytes.HasPrefix(begin, tail) {
		return 1, nil
	}
	s.say(s.lang.Text("survey.cut", msg.Str("file", report.Clean(name))))
	return 0, s.own.Truncate(whole)
}

// wholeLines returns how far a file is made of whole lines, and its size.
func wholeLines(f *os.File) (whole, size int64, err error) {
	if size, err = f.Seek(0, io.SeekEnd); err != nil {
		return 0, 0, err
	}
	buf := make([]byte, 1<<16)
	for whole = size; whole > 0; {
		n := min(whole, int64(len(buf)))
		if _, err := f.ReadAt(buf[:n], whole-n); err != nil {
			return 0, 0, err
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			return whole - n + int64(i) + 1, size, nil
		}
		whole -= n
	}
	return 0, size, nil
}

// put writes the row of a capture, with one call, so that what dies with the
// process is never half of a row and the next.
func (s *surveyRun) put(c survey.Capture) error {
	return s.write(s.method.Row(c))
}

func (s *surveyRun) write(r survey.Row) error {
	line, err := r.Append(nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.begin(); err != nil {
		return err
	}
	if s.full == nil {
		if _, err := s.own.Write(line); err != nil {
			// What another worker wrote behind a part of a row would make it a line that is none.
			s.full = ioErrorf("", "write %s: %w", s.own.Name(), cause(err))
		}
	}
	return s.full
}

// eachRow calls do for each line that is not blank, with why it is no row.
func eachRow(r io.Reader, do func(r *survey.Row, line []byte, err error) error) error {
	all := lines.New(r)
	for {
		line, err := all.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && err != lines.ErrLong:
			return err
		}
		if line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff"))); len(line) == 0 {
			continue
		}
		var row survey.Row
		if err == nil {
			row, err = survey.ReadRow(line)
		}
		if err := do(&row, line, err); err != nil {
			return err
		}
	}
}

// each calls do for every row of every file. A line that is none is a row that
// was left out, named by its file and text: it is counted.
func (s *surveyRun) each(do func(r *survey.Row, line []byte) error) error {
	for _, name := range s.files {
		f, err := s.open(name)
		if err != nil {
			return readError(name, "", err)
		}
		in, err := inflated(f)
		if err == nil {
			err = eachRow(in, func(r *survey.Row, line []byte, bad error) error {
				if bad == nil {
					return do(r, line)
				}
				row := s.method.Row(survey.Capture{Site: "line:" + hashOf(line), Source: "rows", Outcome: survey.LeftOut, Class: "no-row", Error: bad.Error()})
				line, err := row.Append(nil)
				if err != nil {
					return err
				}
				return do(&row, bytes.TrimSpace(line))
			})
		}
		f.Close()
		var e *exitError
		if err != nil && !errors.As(err, &e) && !errors.Is(err, survey.ErrFacts) {
			err = readError(name, "", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// open opens a file of rows. The temporary one has no name any more.
func (s *surveyRun) open(name string) (io.ReadCloser, error) {
	if s.temp && name == s.own.Name() {
		return io.NopCloser(io.NewSectionReader(s.own, 0, math.MaxInt64)), nil
	}
	return os.Open(name)
}

// inflated undoes gzip, if there is any.
func inflated(r io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(z, 1<<16), nil
}

// count adds the rows up. It goes over them once, and once more if a site is
// there twice.
func (s *surveyRun) count() (report.Survey, error) {
	var latest survey.Latest
	n := &survey.Count{}
	err := s.each(func(r *survey.Row, line []byte) error {
		latest.Add(r, line)
		return n.Add(r)
	})
	all, outdone := latest.Rows()
	if err == nil && outdone > 0 {
		n = &survey.Count{}
		err = s.each(func(r *survey.Row, line []byte) error {
			if !latest.Take(r, line) {
				return nil
			}
			return n.Add(r)
		})
	}
	if errors.Is(err, survey.ErrFacts) {
		err = ioErrorf("leave out rows that no survey made", "%w", err)
	}
	return report.Survey{Count: n, Rows: all, Outdone: outdone}, err
}

// list writes the rows that say some facts, or their sites in order.
func (s *surveyRun) list(where []survey.Fact) error {
	var latest survey.Latest
	if err := s.each(func(r *survey.Row, line []byte) error { latest.Add(r, line); return nil }); err != nil {
		return err
	}
	var sites []string
	known := make([]bool, len(where)) // that some row says something of the key
	var facts []survey.Fact
	err := s.each(func(r *survey.Row, line []byte) error {
		if !latest.Take(r, line) {
			return nil
		}
		facts = r.Facts(facts[:0])
		all := true
		for i, f := range where {
			known[i] = known[i] || slices.ContainsFunc(facts, func(g survey.Fact) bool { return f.Key == g.Key })
			all = all && slices.Contains(facts, f)
		}
		if !all {
			return nil
		}
		if s.flags.format.value == "jsonl" {
			s.out.Write(line)
			s.out.WriteByte('\n')
			return nil
		}
		sites = append(sites, r.Site)
		return nil
	})
	for i, f := range where {
		if !known[i] && err == nil {
			s.say(s.lang.Text("survey.nothing", msg.Str("key", report.Clean(f.Key)))) // a slip, or something that no site has
		}
	}
	slices.Sort(sites)
	for _, site := range sites {
		s.out.WriteString(report.Clean(site) + "\n")
	}
	return err
}

// isRegular reports whether a file can be read twice.
func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().Type()&fs.ModeType == 0
}
