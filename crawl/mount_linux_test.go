package crawl

import (
	"strings"
	"syscall"
)

func mount(dir, options string) error {
	var flags uintptr
	if rest, ok := strings.CutSuffix(options, ",remount"); ok {
		options, flags = rest, syscall.MS_REMOUNT
	}
	return syscall.Mount("tmpfs", dir, "tmpfs", flags, options)
}

func unmount(dir string) { syscall.Unmount(dir, syscall.MNT_DETACH) }
