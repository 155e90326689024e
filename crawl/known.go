package crawl

import (
	"sync"

	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/wire"
)

// known remembers which addresses this process has written to the log lately.
// Sites link the same pages from each page: without it nine of ten records of
// the log would say what it says already. It is a table of fingerprints in
// which a newer one takes an older one's place, so it can forget and not lie;
// the seen-set of the frontier is what decides.
type known struct {
	mu    sync.Mutex
	table []uint64
}

// knownSize is a power of two: 8 MiB of fingerprints.
const knownSize = 1 << 20

func newKnown() *known { return &known{table: make([]uint64, knownSize)} }

// fingerprint tells apart an address that may be fetched from the same one that
// was refused for the way to it.
func fingerprint(l wire.Link) (uint64, bool) {
	if l.Refused != wire.None && !l.Refused.Final() {
		return 0, false
	}
	return frontier.Hash(l.URL) | 1, true
}

// has reports whether l was written.
func (k *known) has(l wire.Link) bool {
	f, ok := fingerprint(l)
	if !ok {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.table[f>>1&(knownSize-1)] == f
}

// wrote notes links that are in the log now.
func (k *known) wrote(links []wire.Link) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, l := range links {
		if f, ok := fingerprint(l); ok {
			k.table[f>>1&(knownSize-1)] = f
		}
	}
}
