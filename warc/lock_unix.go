//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package warc

import (
	"os"
	"syscall"
)

// lock takes a file for this process, or fails at once. The lock goes with the
// process, however that ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// syncDir makes sure that the names in a folder are on disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
