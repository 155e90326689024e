package warc

import "sync"

// kept says where a body is in full.
type kept struct{ id, url, date string }

// maxKept bounds a generation of the table: two of them with addresses of
// common length take 12 MB.
const maxKept = 1 << 15

// keptTable remembers the bodies written lately by their SHA-1. It forgets the
// oldest half at once.
type keptTable struct {
	mu       sync.Mutex
	now, old map[[20]byte]kept
}

func (t *keptTable) find(sum [20]byte) *kept {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok := t.now[sum]
	if !ok {
		if k, ok = t.old[sum]; !ok {
			return nil
		}
	}
	return &k
}

func (t *keptTable) add(sum [20]byte, k kept) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now == nil || len(t.now) >= maxKept {
		t.old, t.now = t.now, map[[20]byte]kept{}
	}
	if _, ok := t.now[sum]; !ok {
		t.now[sum] = k
	}
}
