package export

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// File writes a file by way of another beside it: it appears under its name when
// write is done and all is on disk, and replaces one that is there. A link stays
// one, and what is no file, such as a pipe or a device, is written as it is.
func File(path string, write func(io.Writer) error) error {
	return atomically(path, func(temp string) error {
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	})
}

var errFolder = errors.New("it is a folder: name a file")

// atomically calls write with the path of an empty file, and gives it its name
// if that goes well.
func atomically(path string, write func(temp string) error) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	switch info, err := os.Stat(path); {
	case err != nil: // there is none yet
	case info.IsDir():
		return fmt.Errorf("export: write %s: %w", path, errFolder)
	case !info.Mode().IsRegular():
		if err := write(path); err != nil {
			return fmt.Errorf("export: write %s: %w", path, err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	temp := f.Name()
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := errors.Join(f.Chmod(mode), f.Close()); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := write(temp); err != nil {
		return fmt.Errorf("export: write %s: %w", path, err)
	}
	if f, err = os.OpenFile(temp, os.O_RDWR, 0); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
