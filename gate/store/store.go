// Package store keeps what a gate knows on disk, so that a restart does not
// fetch the world's robots.txt again.
package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// A Store is a gate.Store in one SQLite file, which one process may have open at
// a time. A full disk or a damaged file is an error of the call, and neither the
// end of the process nor a wrong answer: SQLite checks what it reads, and each
// value has a checksum beside it. bbolt, which was tried first, trusts its file
// and can hang on a damaged one, and Pebble ends the process on a full disk.
type Store struct {
	db *sql.DB

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

// settings of the one connection: nobody else shares the file, and what was
// committed is on the disk.
const settings = "?_pragma=busy_timeout(1000)&_pragma=locking_mode(exclusive)&_pragma=journal_mode(wal)&_pragma=synchronous(full)&_pragma=cell_size_check(on)&_txlock=immediate"

const table = "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID"

// Open opens the store in a file, and makes it and its folder if they are
// missing. It fails after a second if another process has the file open. While
// it is open there is a second file beside it, named as it with -wal behind.
func Open(file string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	db, err := sql.Open("sqlite", "file:"+escapePath(file)+settings)
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", file, err)
	}
	db.SetMaxOpenConns(1)
	if _, err = db.Exec(table); err == nil {
		return &Store{db: db}, nil
	}
	db.Close()
	switch {
	case is(err, lib.SQLITE_BUSY):
		return nil, fmt.Errorf("open the store %s: another process has it open: give each its own", file)
	case is(err, lib.SQLITE_CORRUPT), is(err, lib.SQLITE_NOTADB):
		return nil, fmt.Errorf("open the store %s: %w: delete it; all in it can be fetched again", file, err)
	}
	return nil, fmt.Errorf("open the store %s: %w", file, err)
}

// is reports that an error of the database is of a kind.
func is(err error, kind int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == kind
}

// escapePath keeps a path from being read as parameters.
func escapePath(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(path)
}

// Load returns what was saved under key, or nil.
func (s *Store) Load(key string) (value []byte, err error) {
	var sum uint32
	err = s.db.QueryRow("SELECT value, sum FROM entries WHERE key = ?", key).Scan(&value, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("load %s from the store: %w", key, err)
	case sum != checksum(key, value):
		return nil, fmt.Errorf("load %s from the store: the file is damaged there", key)
	}
	return value, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is over the key too, so that a value under another's key is noticed.
func checksum(key string, value []byte) uint32 {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(key)))
	return crc32.Update(crc32.Checksum(append(b, key...), castagnoli), castagnoli, value)
}

// Save keeps a value, and returns when the disk has it. Calls that come while
// another is written share the next write, and its error.
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

// write writes until nothing waits.
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
		for _, w := range all {
			w.done <- err
		}
	}
}

func (s *Store) put(all []write) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return fmt.Errorf("save to the store: %w", err)
	}
	defer tx.Rollback()
	for _, w := range all {
		_, err := tx.Exec("INSERT INTO entries VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = ?2, sum = ?3", w.key, w.value, checksum(w.key, w.value))
		if err != nil {
			return fmt.Errorf("save to the store: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("save to the store: %w", err)
	}
	return nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }
