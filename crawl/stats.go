package crawl

import (
	"context"
	"fmt"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/gate"
)

// Stats are what the whole log of a crawl comes to, over all its runs.
type Stats struct {
	Records, LogBytes uint64

	Robots      int64 // fetches of a robots.txt
	Hosts       int64 // origins whose robots.txt was fetched
	Unreachable int64 // of these, those whose robots.txt could not be had last time

	Pages    int64             // addresses known
	Outcomes map[Outcome]int64 // of all addresses
	Reasons  map[string]int64  // of addresses that were not fetched, or brought no page
	Bytes    int64             // of bodies as received, the last time each
}

// ByRule is how many addresses were not fetched since a rule of robots.txt says so.
func (s *Stats) ByRule() int64 { return s.Reasons[wire.Disallowed.String()] }

// ByUnreachable is how many were not fetched since robots.txt could not be had,
// which is another thing (RFC 9309 2.3.1.4).
func (s *Stats) ByUnreachable() int64 { return s.Reasons[wire.Unreachable.String()] }

// Reasons returns every word that Page.Reason may be, in the order of
// docs/crawl.md.
func Reasons() []string {
	var all []string
	for _, r := range wire.Reasons() {
		all = append(all, r.String())
	}
	return all
}

// Stats reads the whole log and counts.
func (l *Log) Stats(ctx context.Context) (Stats, error) {
	s := Stats{Outcomes: map[Outcome]int64{}, Reasons: map[string]int64{}}
	var err error
	if s.Records, s.LogBytes, err = l.Size(ctx); err != nil {
		return s, fmt.Errorf("crawl: %w", err)
	}
	for site, err := range l.Sites(ctx, gate.Rules{}) {
		if err != nil {
			return s, err
		}
		s.Hosts++
		s.Robots += int64(site.Fetches)
		if site.Kind == robots.KindUnreachable {
			s.Unreachable++
		}
	}
	for p, err := range l.Pages(ctx) {
		if err != nil {
			return s, err
		}
		s.Pages++
		s.Outcomes[p.Outcome]++
		s.Bytes += p.Wire
		if p.Reason != "" && p.Outcome != Queued {
			s.Reasons[p.Reason]++
		}
	}
	return s, nil
}
