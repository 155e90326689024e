package export

import (
	"iter"
	"maps"
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl"
)

// Statistics counts rows as they pass. The zero value has counted nothing.
type Statistics struct {
	counts map[string]int64
}

func (s *Statistics) add(name string, n int64) {
	if s.counts == nil {
		s.counts = map[string]int64{
			"pages": 0, "bytes": 0, "bytes_received": 0, "requests": 0, "robots_fetched": 0, "robots_unreachable": 0, "skipped_by_rule": 0, "skipped_unreachable": 0,
		}
	}
	s.counts[name] += n
}

// Count yields what pages yields, and counts it.
func (s *Statistics) Count(pages iter.Seq2[crawl.Page, error]) iter.Seq2[crawl.Page, error] {
	return func(yield func(crawl.Page, error) bool) {
		for p, err := range pages {
			if err == nil {
				s.page(&p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

func (s *Statistics) page(p *crawl.Page) {
	s.add("pages", 1)
	s.add("bytes", p.Size)
	s.add("bytes_received", p.Wire)
	s.add("requests", int64(p.Attempts))
	s.add("outcome:"+string(p.Outcome), 1)
	if p.Reason != "" && p.Outcome != crawl.Queued { // that of a try before the next, as in crawl.Stats
		s.add("reason:"+p.Reason, 1)
	}
	if p.Outcome == crawl.Refused {
		switch p.Reason {
		case "disallowed":
			s.add("skipped_by_rule", 1)
		case "robots-unreachable":
			s.add("skipped_unreachable", 1)
		}
	}
}

// CountSites yields what sites yields, and counts it.
func (s *Statistics) CountSites(sites iter.Seq2[crawl.Site, error]) iter.Seq2[crawl.Site, error] {
	return func(yield func(crawl.Site, error) bool) {
		for x, err := range sites {
			if err == nil {
				s.add("robots_fetched", int64(x.Fetches))
				s.add("robots:"+kindOf(x), 1)
				if x.Kind == robots.KindUnreachable {
					s.add("robots_unreachable", 1)
				}
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// All yields the counts, sorted by name.
func (s *Statistics) All() iter.Seq2[string, int64] {
	s.add("pages", 0)
	return func(yield func(string, int64) bool) {
		for _, name := range slices.Sorted(maps.Keys(s.counts)) {
			if !yield(name, s.counts[name]) {
				return
			}
		}
	}
}
