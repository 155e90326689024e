package crawl

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"

	"github.com/robotsgate/robots/crawl/internal/frontier"
)

// openView opens a store that follows from a log. It has no log of its own: what
// is in memory when a process dies is read again, and since a batch carries the
// place up to which it has read, the store is always that of some place. ill is
// called, maybe often, when the store cannot be written or is damaged.
func openView(dir string, ill func(error)) (*pebble.DB, error) {
	cache := pebble.NewCache(32 << 20)
	defer cache.Unref()
	opt := &pebble.Options{Cache: cache, MemTableSize: 8 << 20, Logger: viewLogger{}, DisableWAL: true}
	opt.EventListener = &pebble.EventListener{
		BackgroundError: func(err error) {
			ill(fmt.Errorf("crawl: the view cannot be written: %w: make room and resume; the log has all that was done", err))
		},
		DataCorruption: func(info pebble.DataCorruptionInfo) {
			os.WriteFile(damagedFile(dir), nil, 0o644)
			ill(fmt.Errorf("crawl: the view is damaged: %s: resume, and it is made anew from the log", filepath.Base(info.Path)))
		},
	}
	for i := range opt.Levels {
		opt.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	db, err := pebble.Open(dir, opt)
	if err != nil {
		return nil, fmt.Errorf("crawl: open the view %s: %w", dir, err)
	}
	return db, nil
}

// viewID is where a view keeps which log it is of. No partition has a key like it.
var viewID = []byte("\xff\xffid")

// viewOf opens the view of a log that reaches up to last. It is made anew if it is
// that of another log, or of one that reached further, if it is damaged, or if the
// process before found it so.
func viewOf(dir, id string, partitions int, last uint64, ill func(error)) (*pebble.DB, error) {
	if _, err := os.Stat(damagedFile(dir)); err == nil {
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("crawl: remove a damaged view: %w", err)
		}
	}
	for tries := 0; ; tries++ {
		db, err := openView(dir, ill)
		if err == nil {
			is, closer, got := db.Get(viewID)
			if errors.Is(got, pebble.ErrNotFound) {
				return db, db.Set(viewID, []byte(id), pebble.NoSync)
			}
			if got == nil {
				same := string(is) == id
				closer.Close()
				if same && frontier.Reaches(db, partitions) <= last {
					return db, nil
				}
			}
			err = db.Close()
		}
		if err != nil && (tries > 0 || !ofTheView(err)) {
			return nil, err
		}
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("crawl: remove the view of another log: %w", err)
		}
	}
}

// ofTheView reports whether a view that does not open may be mended by making it
// anew: a disk that is full, or not ours to write, is not.
func ofTheView(err error) bool {
	for _, other := range []error{fs.ErrPermission, syscall.ENOSPC, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.EDQUOT, syscall.EIO} {
		if errors.Is(err, other) {
			return false
		}
	}
	return true
}

// damagedFile marks a view that is to be made anew.
func damagedFile(dir string) string { return filepath.Join(dir, "damaged") }

// viewLogger ends the process where the store cannot go on, which is what the
// store asks for: the disk is full. The log has all.
type viewLogger struct{}

func (viewLogger) Infof(string, ...any)  {}
func (viewLogger) Errorf(string, ...any) {}
func (viewLogger) Fatalf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "crawl: the view cannot be written: %s\nresume when there is room; the log has all that was done\n", fmt.Sprintf(format, args...))
	os.Exit(3)
}
