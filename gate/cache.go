package gate

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/urltext"
	"golang.org/x/net/idna"
)

var errName = errors.New("no name that a robots.txt could use: want a product token of letters, - and _, or a header that holds one")

// A query is a URL cut for asking.
type query struct {
	url    string
	origin string // scheme://authority as written: often the key already
	target string
}

func split(url string) (query, error) {
	parts, err := urltext.Split(url)
	if err != nil {
		return query{}, &robots.URLError{URL: url, Err: err}
	}
	if parts.Userinfo {
		return query{}, &robots.URLError{URL: url, Err: urltext.ErrUserinfo}
	}
	target := parts.Target
	origin := url
	if i := strings.IndexByte(url, '#'); i >= 0 {
		origin = url[:i]
	}
	origin = origin[:len(origin)-len(target)]
	if target == "" || target[0] != '/' {
		target = "/" + target
	}
	if urltext.HasDots(target) {
		target = urltext.RemoveDots(target)
	}
	return query{url, origin, target}, nil
}

// A slot is what is held of one authority.
type slot struct {
	key        string
	prev, next *slot // by how long ago it was asked for
	size       int64
	grown      atomic.Bool  // it has more crawlers than size counts
	pins       atomic.Int32 // calls and fetches that use it: it stays while there are any

	mu       sync.Mutex
	entry    Entry
	policy   *robots.Policy
	standing Standing
	pace     Pace
	crawlers []crawler
	flight   *flight
}

// A crawler is a reader of the policy for one agent.
type crawler struct {
	agent  string
	reader *robots.Reader
	asked  time.Duration // delay that the file asks it for
}

// maxCrawlers is for how many agents a slot keeps readers: callers have one, or
// a few.
const maxCrawlers = 8

// longAgent is the length from which on a name is not kept: it may be a stranger's.
const longAgent = 256

// mostAsked bounds what a file can ask for: turns of a longer delay would come to
// years that no clock shows.
const mostAsked = maxGood

// named reports whether an agent has a name that a robots.txt could use.
func named(agent string) bool { return robots.IsToken(agent) || robots.Token(agent) != "" }

// crawler returns the reader for an agent, or nil if it has no name. s.mu is held.
func (s *slot) crawler(agent string, now time.Time, rules *Rules) *crawler {
	if s.entry.Last.Kind == robots.KindUnreachable {
		// What counts depends on the time while a site cannot be reached.
		if standing := rules.Standing(&s.entry, now); s.policy == nil || standing != s.standing {
			s.settle(rules, now)
		}
	} else if s.policy == nil {
		s.settle(rules, now)
	}
	for i := range s.crawlers {
		if s.crawlers[i].agent == agent {
			return &s.crawlers[i]
		}
	}
	name := agent
	if !robots.IsToken(agent) {
		if name = robots.Token(agent); name == "" {
			return nil
		}
	}
	c := crawler{agent: agent, reader: s.policy.For(name)}
	if d, ok := s.policy.Pace(name); ok {
		c.asked = min(time.Duration(d), mostAsked)
	}
	if len(agent) > longAgent {
		return &c
	}
	c.agent = strings.Clone(agent)
	if len(s.crawlers) == maxCrawlers {
		copy(s.crawlers, s.crawlers[1:])
		s.crawlers = s.crawlers[:maxCrawlers-1]
	}
	s.crawlers = append(s.crawlers, c)
	s.grown.Store(len(s.crawlers) > 1)
	return &s.crawlers[len(s.crawlers)-1]
}

func (s *slot) settle(rules *Rules, now time.Time) {
	s.policy, s.standing = rules.Policy(&s.entry, now)
	s.crawlers = s.crawlers[:0]
}

// A cache holds slots under their keys, the one asked for last in front.
type cache struct {
	mu           sync.Mutex
	slots        map[string]*slot
	front        slot // of the ring
	bytes        int64
	maxEntries   int
	maxBytes     int64
	evicted      uint64
	evictedEarly uint64 // that had not rested
}

func (c *cache) init(entries int, bytes int64) {
	c.slots = map[string]*slot{}
	c.front.prev, c.front.next = &c.front, &c.front
	c.maxEntries, c.maxBytes = entries, bytes
}

// slotCost is what a slot takes beside its texts.
const slotCost = 1 << 10

// find returns the slot of a query, pinned, and makes one if create is set.
func (c *cache) find(q query, create bool) (*slot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.slots[q.origin]
	if s == nil {
		file, err := robots.FileURL(q.url)
		if err != nil {
			return nil, err
		}
		key, err := ascii(strings.TrimSuffix(file, "/robots.txt"))
		if err != nil {
			return nil, &robots.URLError{URL: q.url, Err: err}
		}
		if s = c.slots[key]; s == nil {
			if !create {
				return nil, nil
			}
			s = &slot{key: key, size: slotCost}
			s.pins.Add(1)
			c.slots[key] = s
			c.bytes += s.size
			c.push(s)
			c.evict(s)
			return s, nil
		}
	}
	if c.front.next != s {
		c.pull(s)
		c.push(s)
	}
	s.pins.Add(1)
	return s, nil
}

// ascii puts the host of a key into the form in which it is looked up: a host in
// two spellings is one, and must not be asked twice as often.
func ascii(key string) (string, error) {
	if !strings.ContainsFunc(key, func(r rune) bool { return r >= 0x80 }) {
		return key, nil
	}
	scheme, authority, _ := strings.Cut(key, "://")
	host, port, hasPort := strings.Cut(authority, ":")
	host, err := idna.Lookup.ToASCII(host)
	if hasPort {
		host += ":" + port
	}
	return scheme + "://" + host, err
}

func (c *cache) push(s *slot) {
	s.prev, s.next = &c.front, c.front.next
	s.prev.next, s.next.prev = s, s
}

func (c *cache) pull(s *slot) { s.prev.next, s.next.prev = s.next, s.prev }

// resize says what a slot holds now.
func (c *cache) resize(s *slot, size int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.slots[s.key] != s {
		return // evicted meanwhile
	}
	c.bytes += size - s.size
	s.size = size
	c.evict(s)
}

// unrested is how many slots are passed over in search of one whose authority
// has rested: one that is evicted before forgets when it may be asked again.
const unrested = 64

// evict drops slots until the bounds hold, or all others are in use. keep stays.
// c.mu is held.
func (c *cache) evict(keep *slot) {
	now := time.Now()
	for (len(c.slots) > c.maxEntries || c.bytes > c.maxBytes) && len(c.slots) > 1 {
		victim, oldest := (*slot)(nil), (*slot)(nil)
		for s, n := c.front.prev, 0; s != &c.front && n < unrested; s, n = s.prev, n+1 {
			if s == keep {
				continue
			}
			if s.pins.Load() > 0 {
				continue // else its next call would fetch and pace it a second time
			}
			if oldest == nil {
				oldest = s
			}
			if s.rested(now) {
				victim = s
				break
			}
		}
		if victim == nil {
			if victim = oldest; victim == nil {
				return
			}
			c.evictedEarly++
		}
		c.pull(victim)
		delete(c.slots, victim.key)
		c.bytes -= victim.size
		c.evicted++
	}
}

// rested reports whether nothing is lost by forgetting s, which nobody uses.
func (s *slot) rested(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.pace.When(now).After(now)
}

// release unpins s, and counts what it has come to hold.
func (c *cache) release(s *slot) {
	if s.grown.Load() && s.grown.Swap(false) {
		s.mu.Lock()
		size := s.entry.cost(len(s.crawlers))
		s.mu.Unlock()
		c.resize(s, size)
	}
	s.unpin()
}

func (s *slot) unpin() { s.pins.Add(-1) }
