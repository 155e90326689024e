package warc

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// recheck is how much of the end of a file is unpacked to see that it is whole.
// What lies before it is older than the last Sync by far.
const recheck = 32 << 20

// A Repair says what Recover did with a file.
type Repair struct {
	File string // its name now
	Size int64  // octets that are whole and kept
	Lost int64  // octets cut off
}

// Recover finishes the files that a [Writer] left behind when its process died:
// each is cut behind its last whole record and gets its name for good. A file
// without any is removed. Whole records are never touched, nor are files that
// were finished, nor those that a process is writing.
func Recover(dir string) ([]Repair, error) {
	names, err := filepath.Glob(filepath.Join(globEscape(dir), "*.warc.gz"+openSuffix))
	if err != nil {
		return nil, fmt.Errorf("warc: list %s: %w", dir, err)
	}
	slices.Sort(names)
	var all []Repair
	for _, name := range names {
		r, ok, err := repair(name)
		if err != nil {
			return all, fmt.Errorf("warc: recover %s: %w", name, err)
		}
		if ok {
			all = append(all, r)
		}
	}
	if len(all) > 0 {
		if err := syncDir(dir); err != nil {
			return all, fmt.Errorf("warc: recover %s: %w", dir, err)
		}
	}
	return all, nil
}

func globEscape(dir string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// repair does one file. It is false if somebody is writing it.
func repair(path string) (Repair, bool, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return Repair{}, false, err
	}
	defer f.Close()
	if lock(f) != nil {
		return Repair{}, false, nil
	}
	info, err := f.Stat()
	if err != nil {
		return Repair{}, false, err
	}
	size, err := wholeSize(f, info.Size())
	if err != nil {
		return Repair{}, false, err
	}
	final := strings.TrimSuffix(path, openSuffix)
	r := Repair{File: filepath.Base(final), Size: size, Lost: info.Size() - size}
	if size == 0 {
		return r, true, os.Remove(path)
	}
	if _, err := os.Lstat(final); err == nil {
		return r, false, errors.New("a finished file has that name")
	}
	if r.Lost > 0 {
		if err := f.Truncate(size); err != nil {
			return r, false, err
		}
	}
	if err := f.Sync(); err != nil {
		return r, false, err
	}
	return r, true, os.Rename(path, final)
}

// wholeSize returns the end of the last whole record. The lengths in the members
// lead to the last part of the file, which is then read in full.
func wholeSize(f io.ReaderAt, size int64) (int64, error) {
	var at int64
	head := make([]byte, headSize)
	for at < size-recheck {
		if _, err := f.ReadAt(head, at); err != nil {
			return 0, err
		}
		n, ok := memberLength(head)
		if !ok || at+n > size {
			break
		}
		at += n
	}
	r := NewReader(io.NewSectionReader(f, at, size-at))
	for {
		_, err := r.Next()
		broken := (*BrokenError)(nil)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return size, nil
		case errors.As(err, &broken):
			if failed := new(os.PathError); errors.As(err, &failed) {
				return 0, err // the disk, and not what is on it
			}
			return at + broken.Offset, nil
		default:
			return 0, err
		}
	}
}
