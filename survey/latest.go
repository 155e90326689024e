package survey

import (
	"math"
	"time"
)

// Latest chooses one row of each site: the one that was fetched last. A row that
// was left out, from which nothing was learnt, is older than any other, and next
// to it one without a time. Of two at the same time the choice is
// by their text, so that it does not depend on the order in which they come.
// It takes some 200 octets for a site.
type Latest struct {
	sites map[string]stamp
	rows  int
}

type stamp struct {
	at   int64
	text uint64
	done bool
}

// Add considers a row.
func (l *Latest) Add(r *Row, line []byte) {
	if l.sites == nil {
		l.sites = map[string]stamp{}
	}
	l.rows++
	s := stampOf(r, line)
	if l.Newer(r, line) {
		l.sites[r.Site] = s
	}
}

// Take reports whether a row is the one of its site. It is so once, though the
// same row be there twice.
func (l *Latest) Take(r *Row, line []byte) bool {
	s, ok := l.sites[r.Site]
	if n := stampOf(r, line); !ok || s.done || s.at != n.at || s.text != n.text {
		return false
	}
	s.done = true
	l.sites[r.Site] = s
	return true
}

// Rows returns how many rows there were, and how many of them another row of the
// same site outdoes.
func (l *Latest) Rows() (all, outdone int) { return l.rows, l.rows - len(l.sites) }

// Newer reports whether a row outdoes what is known of its site.
func (l *Latest) Newer(r *Row, line []byte) bool {
	s, ok := l.sites[r.Site]
	n := stampOf(r, line)
	return !ok || n.at > s.at || n.at == s.at && n.text > s.text
}

// Knows reports whether there is a row of a site.
func (l *Latest) Knows(site string) bool {
	_, ok := l.sites[site]
	return ok
}

func stampOf(r *Row, line []byte) stamp {
	at := int64(math.MinInt64) + 1
	if r.Outcome == LeftOut { // a revisit says that nothing changed, and sinks no answer
		at--
	} else if t, err := r.when(); err == nil && !t.IsZero() {
		at = max(t.Unix(), -1<<32)
		at = min(at, 1<<32)*int64(time.Second) + int64(t.Nanosecond())
	}
	return stamp{at: at, text: fnv(line)}
}

// fnv is the hash FNV-1a.
func fnv(b []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, c := range b {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return h
}
