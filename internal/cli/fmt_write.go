package cli

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// rewrite puts a new text in the place of what a file held when it was read. One
// that changed meanwhile is left alone: finding out what to write takes a while,
// and an editor or another run may have been quicker.
func (a *app) rewrite(name, was, text string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return ioErrorf("", "write %s: it is no regular file", name) // and a pipe would be waited for
	}
	now, err := a.read(name, "")
	if err != nil {
		return err
	}
	if now != was {
		return ioErrorf("run it again", "write %s: it changed meanwhile", name)
	}
	if err := replaceFile(name, text); err != nil {
		return ioErrorf("", "write %s: %w", name, cause(err))
	}
	return nil
}

// replaceFile puts text in the place of a file: whoever reads it meanwhile
// sees the old text or the new one, and after a crash one of them is there.
// The file keeps its mode, and a link stays a link.
func replaceFile(name, text string) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("it is no regular file")
	}
	done := uninterrupted()
	defer done()
	tmp, err := os.CreateTemp(filepath.Dir(name), ".robots-fmt-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	_, err = tmp.WriteString(text)
	if err == nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if err == nil {
		keepOwner(tmp, info) // as far as we may
		err = tmp.Sync()
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}

// uninterrupted makes signals that end the program wait until done is called,
// so that no half-written file is left behind. It takes milliseconds.
func uninterrupted() (done func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	return func() {
		signal.Stop(c)
		select {
		case s := <-c: // now it may have its way
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Signal(s)
			}
		default:
		}
	}
}

// paintDiff colours a unified diff as every tool does.
func (a *app) paintDiff(diff string) string {
	diff = a.shown(diff)
	if !a.colored(a.stdout) {
		return diff
	}
	var b strings.Builder
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			line = "\x1b[1m" + line + "\x1b[0m"
		case strings.HasPrefix(line, "@@"):
			line = "\x1b[36m" + line + "\x1b[0m"
		case strings.HasPrefix(line, "+"):
			line = "\x1b[32m" + line + "\x1b[0m"
		case strings.HasPrefix(line, "-"):
			line = "\x1b[31m" + line + "\x1b[0m"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
