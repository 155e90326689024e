package testweb

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Rules are what a crawler is judged by.
type Rules struct {
	// Token is the product token of the crawler. Empty: what its User-Agent
	// header begins with.
	Token string
	// Delay is the least time from the start of one request to a host to the start
	// of the next, robots.txt included. Zero: gaps are measured and none is too small.
	Delay time.Duration
	// Want tells what may be fetched, such as [Web.Want]. Nil: all is open.
	Want func(token, host, target string) Want
	// PrivateDials is how often an address was dialled that nobody may dial. The
	// server counts them, see [Server.PrivateDials].
	PrivateDials int
}

// A Report tells how a crawler behaved, from the record alone.
type Report struct {
	Requests     int           `json:"requests"`
	Hosts        int           `json:"hosts"`
	Pages        int           `json:"pages"`      // different URLs fetched, robots.txt not among them
	Disallowed   int           `json:"disallowed"` // fetches that the host's robots.txt forbids
	Duplicates   int           `json:"duplicates"` // fetches of a URL that was fetched before with success
	MaxInFlight  int           `json:"max_in_flight"`
	MinGap       time.Duration `json:"min_gap_ns"`  // start to start at one host; -1: no host was asked twice
	MinRest      time.Duration `json:"min_rest_ns"` // end to start at one host; 0 where requests overlapped
	TooSoon      int           `json:"too_soon"`    // requests nearer than the delay
	RobotsMost   int           `json:"robots_most"` // fetches of robots.txt at the host with most
	NoRobots     int           `json:"no_robots"`   // hosts of which a page was asked for before robots.txt
	Secrets      int           `json:"secrets"`     // requests with cookies or credentials
	PrivateDials int           `json:"private_dials"`
	Overflow     bool          `json:"overflow,omitempty"` // too many URLs to tell all duplicates
	PerHost      []HostReport  `json:"per_host"`
	Samples      []Request     `json:"samples"` // the first disallowed fetches and duplicates
}

// A HostReport is the part of a report about one host.
type HostReport struct {
	Host        string        `json:"host"`
	Requests    int           `json:"requests"`
	Robots      int           `json:"robots"`
	Disallowed  int           `json:"disallowed"`
	Duplicates  int           `json:"duplicates"`
	MaxInFlight int           `json:"max_in_flight"`
	MinGap      time.Duration `json:"min_gap_ns"`
	MinRest     time.Duration `json:"min_rest_ns"`
	TooSoon     int           `json:"too_soon"`
	NoRobots    bool          `json:"no_robots"`
}

// Polite reports whether nothing in the report breaks a rule: no disallowed or
// duplicate fetch, no page before robots.txt, one request in flight per host, no gap below the delay, no
// secrets sent and no private address dialled.
func (r Report) Polite() bool {
	return r.Disallowed+r.Duplicates+r.TooSoon+r.NoRobots+r.Secrets+r.PrivateDials == 0 && r.MaxInFlight <= 1
}

// Judge reports on a record.
func Judge(record []Request, rules Rules) Report {
	j := newJudge(rules)
	for _, r := range record {
		j.add(r)
	}
	return j.report(rules.PrivateDials)
}

const (
	maxSamples = 20
	maxSeen    = 1 << 20 // URLs remembered; beyond that duplicates go unnoticed, and the report says so
	maxHosts   = 1 << 16
)

// A judge takes the record one by one, so that a server need not keep it.
type judge struct {
	rules Rules
	all   Report
	hosts map[string]*HostReport
	seen  map[string]bool // URL to whether it was fetched with success
}

func newJudge(rules Rules) *judge {
	j := &judge{rules: rules}
	j.reset()
	return j
}

func (j *judge) reset() {
	j.all = Report{MinGap: -1, MinRest: -1}
	j.hosts, j.seen = map[string]*HostReport{}, map[string]bool{}
}

func (j *judge) add(r Request) {
	h := j.hosts[r.Host]
	if h == nil {
		h = &HostReport{Host: r.Host, MinGap: -1, MinRest: -1}
		if len(j.hosts) < maxHosts {
			j.hosts[r.Host] = h
		}
	}
	j.all.Requests++
	h.Requests++
	if r.Secrets {
		j.all.Secrets++
	}
	h.MaxInFlight = max(h.MaxInFlight, r.InFlight)
	h.MinGap, h.MinRest = least(h.MinGap, r.SinceStart), least(h.MinRest, r.SinceEnd)
	if r.SinceStart >= 0 && r.SinceStart < j.rules.Delay {
		h.TooSoon++
	}
	if r.Target == "/robots.txt" {
		h.Robots++
		return
	}
	if step(r.Target) {
		return
	}
	if h.Robots == 0 {
		h.NoRobots = true
	}
	j.page(h, r)
}

// step reports whether a target is where a redirect of some robots.txt leads. It
// belongs to the fetch of that file, which no rule concerns.
func step(target string) bool {
	path, _, _ := strings.Cut(target, "?")
	return strings.HasPrefix(path, "/hop/") && strings.HasSuffix(path, "/robots.txt")
}

// page judges what is no robots.txt.
func (j *judge) page(h *HostReport, r Request) {
	token := j.rules.Token
	if token == "" {
		token = firstToken(r.UserAgent)
	}
	if j.rules.Want != nil && j.rules.Want(token, r.Host, r.Target) == Disallow {
		h.Disallowed++
		j.sample(r)
	}
	url := r.Scheme + "://" + r.Host + unescapeUnreserved(r.Target)
	done, known := j.seen[url]
	if done && r.Condition == "" {
		h.Duplicates++
		j.sample(r)
	}
	if !known && len(j.seen) >= maxSeen {
		j.all.Overflow = true
		return
	}
	j.seen[url] = done || r.Status/100 == 2
}

func (j *judge) sample(r Request) {
	if len(j.all.Samples) < maxSamples {
		j.all.Samples = append(j.all.Samples, r)
	}
}

// report adds up what was seen so far.
func (j *judge) report(privateDials int) Report {
	r := j.all
	r.Samples = slices.Clone(r.Samples)
	r.PrivateDials, r.Hosts, r.Pages = privateDials, len(j.hosts), len(j.seen)
	for _, h := range slices.SortedFunc(maps.Values(j.hosts), func(a, b *HostReport) int { return cmp.Compare(a.Host, b.Host) }) {
		r.PerHost = append(r.PerHost, *h)
		r.Disallowed += h.Disallowed
		r.Duplicates += h.Duplicates
		r.TooSoon += h.TooSoon
		r.MaxInFlight = max(r.MaxInFlight, h.MaxInFlight)
		r.RobotsMost = max(r.RobotsMost, h.Robots)
		r.MinGap, r.MinRest = least(r.MinGap, h.MinGap), least(r.MinRest, h.MinRest)
		if h.NoRobots {
			r.NoRobots++
		}
	}
	return r
}

// least returns the smaller of two gaps, where -1 is none.
func least(a, b time.Duration) time.Duration {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// firstToken returns the product token that a User-Agent header begins with.
func firstToken(header string) string {
	end := strings.IndexFunc(header, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	})
	if end >= 0 {
		header = header[:end]
	}
	return header
}
