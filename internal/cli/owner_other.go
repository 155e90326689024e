//go:build !unix

package cli

import "os"

// keepOwner does nothing where files have no owner that the mode speaks of.
func keepOwner(*os.File, os.FileInfo) {}
