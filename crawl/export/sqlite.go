package export

import (
	"context"
	"database/sql"
	"iter"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver sqlite

	"github.com/robotsgate/robots/crawl"
)

// The file is made from nothing and dropped on any error: a journal would only
// be written twice.
const settings = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 1"

const indexes = `
CREATE INDEX pages_url ON pages(url);
CREATE INDEX pages_host ON pages(host, outcome);
CREATE INDEX pages_outcome ON pages(outcome, reason);
CREATE INDEX pages_digest ON pages(digest) WHERE digest IS NOT NULL;
ANALYZE`

const otherTables = `
CREATE TABLE robots (
	origin TEXT PRIMARY KEY, kind TEXT NOT NULL, standing TEXT NOT NULL, status INTEGER, class TEXT, fetched TIMESTAMP, expires TIMESTAMP,
	fetches INTEGER NOT NULL, delay_ms INTEGER NOT NULL, size INTEGER NOT NULL, records INTEGER NOT NULL, groups INTEGER NOT NULL,
	rules INTEGER NOT NULL, truncated BOOLEAN NOT NULL, warc_file TEXT, warc_offset INTEGER
) WITHOUT ROWID;
CREATE TABLE statistics (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`

// SQLite writes a database with the tables pages, robots and statistics. sites
// may be nil: then robots is empty. Text that says nothing is NULL; times are
// text in RFC 3339.
func SQLite(path string, pages iter.Seq2[crawl.Page, error], sites iter.Seq2[crawl.Site, error]) error {
	return atomically(path, func(temp string) error {
		db, err := sql.Open("sqlite", "file:"+escapePath(temp))
		if err != nil {
			return err
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec(settings); err != nil {
			return err
		}
		if err := fill(db, pages, sites); err != nil {
			return err
		}
		if _, err := db.Exec(indexes); err != nil {
			return err
		}
		return db.Close()
	})
}

// escapePath keeps a path from being read as parameters.
func escapePath(path string) string {
	return strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(path)
}

func fill(db *sql.DB, pages iter.Seq2[crawl.Page, error], sites iter.Seq2[crawl.Site, error]) error {
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(createPages() + ";" + otherTables); err != nil {
		return err
	}
	var s Statistics
	if err := fillPages(tx, s.Count(pages)); err != nil {
		return err
	}
	if sites != nil {
		if err := fillSites(tx, s.CountSites(sites)); err != nil {
			return err
		}
	}
	for name, n := range s.All() {
		if _, err := tx.Exec("INSERT INTO statistics VALUES (?, ?)", name, n); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func createPages() string {
	var b strings.Builder
	b.WriteString("CREATE TABLE pages (")
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(`"` + c.Name + `" ` + c.Type)
	}
	return b.String() + ")"
}

func fillPages(tx *sql.Tx, pages iter.Seq2[crawl.Page, error]) error {
	insert, err := tx.Prepare("INSERT INTO pages VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")")
	if err != nil {
		return err
	}
	defer insert.Close()
	values := make([]any, len(columns))
	for p, err := range pages {
		if err != nil {
			return err
		}
		r := RowOf(p)
		for i, c := range columns {
			values[i] = timesAsText(c.value(&r))
		}
		if _, err := insert.Exec(values...); err != nil {
			return err
		}
	}
	return nil
}

func timesAsText(v any) any {
	if t, ok := v.(time.Time); ok {
		return timeText(t)
	}
	return v
}

func fillSites(tx *sql.Tx, sites iter.Seq2[crawl.Site, error]) error {
	insert, err := tx.Prepare("INSERT INTO robots VALUES (?" + strings.Repeat(", ?", 15) + ")")
	if err != nil {
		return err
	}
	defer insert.Close()
	for s, err := range sites {
		if err != nil {
			return err
		}
		_, err := insert.Exec(text(s.Origin), kindOf(s), s.Standing.String(), some(s.Status), some(text(s.Class)), some(timeText(s.Fetched)), some(timeText(s.Expires)),
			s.Fetches, s.Delay.Milliseconds(), s.Size, s.Records, s.Groups, s.Rules, s.Cut, some(text(s.File)), some(s.Offset))
		if err != nil {
			return err
		}
	}
	return nil
}

// kindOf is the kind of a robots.txt in words; unknown if it was never fetched.
func kindOf(s crawl.Site) string {
	if s.Kind == 0 {
		return "unknown"
	}
	return s.Kind.String()
}
