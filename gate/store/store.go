// Package store keeps what a gate knows on disk, so that a restart does not
// fetch the world's robots.txt again.
package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bboltErrors "go.etcd.io/bbolt/errors"
)

// A Store is a gate.Store in one file. One process may have it open at a time.
// A full disk or a damaged page is an error of the call, and never the end of
// the process: that is why it is not the store that crawls use for their queues.
type Store struct {
	db *bbolt.DB
}

var entries = []byte("entries")

// Open opens the store in a file, and makes it and its folder if they are
// missing. It fails after a second if another process has the file open.
func Open(file string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	db, err := bbolt.Open(file, 0o644, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if errors.Is(err, bboltErrors.ErrTimeout) {
		return nil, fmt.Errorf("open the store %s: another process has it open", file)
	}
	if err == nil {
		err = db.Update(func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucketIfNotExists(entries)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", file, err)
	}
	return &Store{db}, nil
}

// Load returns what was saved under key, or nil.
func (s *Store) Load(key string) (value []byte, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		if v := tx.Bucket(entries).Get([]byte(key)); v != nil {
			value = append([]byte{}, v...)
		}
		return nil
	})
	return value, err
}

// Save keeps a value, and returns when the disk has it. Calls that come within
// some milliseconds share one write.
func (s *Store) Save(key string, value []byte) error {
	return s.db.Batch(func(tx *bbolt.Tx) error { return tx.Bucket(entries).Put([]byte(key), value) })
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }
