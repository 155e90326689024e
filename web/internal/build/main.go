// Command build builds the page into web/dist and prints what it weighs as a
// web server sends it. It runs in the root of a checkout.
package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/robotsgate/robots/web/internal/bundle"
)

func main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build() error {
	dist := filepath.Join("web", "dist")
	if err := bundle.Page(".", dist); err != nil {
		return err
	}
	files, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		raw, packed, err := weigh(filepath.Join(dist, f.Name()))
		if err != nil {
			return err
		}
		fmt.Printf("%9d  %9d in gzip  %s\n", raw, packed, f.Name())
	}
	return nil
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

func weigh(name string) (raw int64, packed counter, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return 0, 0, err
	}
	if raw, err = io.Copy(z, f); err == nil {
		err = z.Close()
	}
	return raw, packed, err
}
