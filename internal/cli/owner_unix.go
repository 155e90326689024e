//go:build unix

package cli

import (
	"os"
	"syscall"
)

// keepOwner gives f the owner and group that info tells, for a web server may
// read the file by its group. Only root can give a file away, so it may fail.
func keepOwner(f *os.File, info os.FileInfo) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(s.Uid), int(s.Gid))
	}
}
