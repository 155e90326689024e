package crawl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// lock takes the folder of a crawl for this process. The server of the log has
// no lock of its own, and two of them in one folder would ruin it.
func lock(dir string) (io.Closer, error) {
	l, err := vfs.Default.Lock(filepath.Join(dir, "lock"))
	var path *fs.PathError
	switch {
	case errors.As(err, &path): // the file itself is not to be had
		return nil, fmt.Errorf("crawl: the folder of a crawl must be one to write in: %w", err)
	case err != nil:
		return nil, fmt.Errorf("crawl: the crawl in %s is in use by another process: wait for it, or choose another folder", dir)
	}
	// What a reader that was ended left behind. Nobody reads now.
	all, _ := os.ReadDir(dir)
	for _, e := range all {
		if strings.HasPrefix(e.Name(), scratch) {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return l, nil
}

// scratch begins the names of folders in which readers of the log sort it.
const scratch = ".reading-"
