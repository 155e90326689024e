package crawl

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// lock takes the folder of a crawl for this process. The server of the log has
// no lock of its own, and two of them in one folder would ruin it.
func lock(dir string) (io.Closer, error) {
	l, err := vfs.Default.Lock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("crawl: the crawl in %s is in use by another process: %w", dir, err)
	}
	return l, nil
}
