package crawl

import (
	"errors"
	"fmt"
	"os"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
)

// openView opens a store that follows from a log. It has no log of its own: what
// is in memory when a process dies is read again, and since a batch carries the
// place up to which it has read, the store is always that of some place. ill is
// called, maybe often, when the store cannot be written.
func openView(dir string, ill func(error)) (*pebble.DB, error) {
	cache := pebble.NewCache(32 << 20)
	defer cache.Unref()
	opt := &pebble.Options{Cache: cache, MemTableSize: 8 << 20, Logger: viewLogger{}, DisableWAL: true}
	opt.EventListener = &pebble.EventListener{BackgroundError: ill}
	for i := range opt.Levels {
		opt.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	db, err := pebble.Open(dir, opt)
	if err != nil {
		return nil, fmt.Errorf("crawl: open the view %s: %w (it follows from the log: if it is damaged, delete it)", dir, err)
	}
	return db, nil
}

// viewID is where a view keeps which log it is of. No partition has a key like it.
var viewID = []byte("\xff\xffid")

// viewOf opens the view of a log, and makes it anew if it is that of another.
func viewOf(dir, id string, ill func(error)) (*pebble.DB, error) {
	for {
		db, err := openView(dir, ill)
		if err != nil {
			return nil, err
		}
		is, closer, err := db.Get(viewID)
		switch {
		case errors.Is(err, pebble.ErrNotFound):
			return db, db.Set(viewID, []byte(id), pebble.NoSync)
		case err != nil:
			return db, err
		}
		same := string(is) == id
		closer.Close()
		if same {
			return db, nil
		}
		if err := errors.Join(db.Close(), os.RemoveAll(dir)); err != nil {
			return nil, fmt.Errorf("crawl: remove the view of another log: %w", err)
		}
	}
}

// viewLogger ends the process where the store cannot go on, which is what the
// store asks for: the disk is full, or a page of it is damaged. The log has all.
type viewLogger struct{}

func (viewLogger) Infof(string, ...any)  {}
func (viewLogger) Errorf(string, ...any) {}
func (viewLogger) Fatalf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "crawl: the view cannot be written: %s\nresume when there is room; the log has all that was done\n", fmt.Sprintf(format, args...))
	os.Exit(3)
}
