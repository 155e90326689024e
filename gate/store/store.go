// Package store keeps what a gate knows on disk, so that a restart does not
// fetch the world's robots.txt again.
package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bboltErrors "go.etcd.io/bbolt/errors"
)

// A Store is a gate.Store in one file. One process may have it open at a time.
// A full disk or a damaged file is an error of the call, and not the end of the
// process: that is why it is not the store that crawls use for their queues.
type Store struct {
	db *bbolt.DB

	mu      sync.Mutex
	waiting []write
	writing bool
}

// A write waits for its turn.
type write struct {
	key   string
	value []byte
	done  chan error
}

var entries = []byte("entries")

// Open opens the store in a file, and makes it and its folder if they are
// missing. It fails after a second if another process has the file open.
func Open(file string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	var db *bbolt.DB
	err := sheltered(func() (err error) {
		db, err = bbolt.Open(file, 0o644, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
		if err != nil {
			return err
		}
		return db.Update(func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucketIfNotExists(entries)
			return err
		})
	})
	switch {
	case errors.Is(err, bboltErrors.ErrTimeout):
		return nil, fmt.Errorf("open the store %s: another process has it open: give each its own", file)
	case err != nil:
		if db != nil {
			db.Close()
		}
		return nil, fmt.Errorf("open the store %s: %w: if it is damaged, delete it; all in it can be fetched again", file, err)
	}
	return &Store{db: db}, nil
}

// Load returns what was saved under key, or nil.
func (s *Store) Load(key string) (value []byte, err error) {
	err = sheltered(func() error {
		return s.db.View(func(tx *bbolt.Tx) error {
			if v := tx.Bucket(entries).Get([]byte(key)); v != nil {
				value = append([]byte{}, v...)
			}
			return nil
		})
	})
	return value, err
}

// Save keeps a value, and returns when the disk has it. Calls that come while
// another is written share the next write.
func (s *Store) Save(key string, value []byte) error {
	w := write{key, value, make(chan error, 1)}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	if !s.writing {
		s.writing = true
		go s.write()
	}
	s.mu.Unlock()
	return <-w.done
}

// write writes until nothing waits. bbolt has a Batch of its own, which ends the
// process when it meets a damaged page.
func (s *Store) write() {
	for {
		s.mu.Lock()
		all := s.waiting
		s.waiting = nil
		s.writing = len(all) > 0
		s.mu.Unlock()
		if len(all) == 0 {
			return
		}
		err := s.put(all)
		for i, w := range all {
			if err != nil && len(all) > 1 {
				w.done <- s.put(all[i : i+1]) // one of them is wrong, not all
			} else {
				w.done <- err
			}
		}
	}
}

func (s *Store) put(all []write) error {
	return sheltered(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			for _, w := range all {
				if err := tx.Bucket(entries).Put([]byte(w.key), w.value); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// sheltered does what may panic: bbolt trusts its file, which is mapped into
// memory. A damaged page is a panic of its own, and one that was cut off a fault.
func sheltered(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the file is damaged: %v", v)
		}
	}()
	return do()
}

// Close closes the file.
func (s *Store) Close() error { return sheltered(s.db.Close) }
