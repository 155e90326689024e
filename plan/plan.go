package plan

import (
	"iter"
	"math"
	"strconv"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/sitemap"
)

// A Task is a URL that somebody wants to have fetched.
type Task struct {
	URL      string
	Priority float64 // what is higher comes first
	Depth    int     // links away from where the crawl began
	Bytes    int64   // how large it may be, if there is a guess
	Origin   string  // where the URL was found; only passed on
}

// Tasks makes tasks of the entries of a sitemap. An entry without a priority
// that can be read has 0.5, as sitemaps.org wants it.
func Tasks(origin string, entries iter.Seq[sitemap.Entry]) iter.Seq[Task] {
	return func(yield func(Task) bool) {
		for e := range entries {
			t := Task{URL: e.URL, Priority: 0.5, Origin: origin}
			if v, err := strconv.ParseFloat(e.Priority, 64); err == nil && 0 <= v && v <= 1 {
				t.Priority = v
			}
			if !yield(t) {
				return
			}
		}
	}
}

// Options says for whom a plan is, and what it may cost. Bounds that are 0 are
// none.
type Options struct {
	Token string // of the crawler

	// Policy returns what the robots.txt of a site says; the site is given as
	// scheme and host, "https://example.com". It is asked once for each. nil
	// means that nobody knows, and such a site is not fetched from.
	Policy func(site string) *robots.Policy

	Depth        int           // tasks that lie deeper are refused; negative for none but depth 0
	Requests     int           // of all hosts together
	Bytes        int64         // of all hosts together, by the guesses of the tasks
	HostRequests int           // of each host
	Delay        time.Duration // the least time between two requests to a host
}

// A Reason is why a task is refused. Its order is the order in which a task is
// asked: the first that holds is told.
type Reason uint8

const (
	InvalidURL    Reason = iota + 1 // Refusal.Err says why
	Duplicate                       // of a task that came before, by Normal
	TooDeep                         // Options.Depth
	NoPolicy                        // nobody knows the robots.txt of the site
	Denied                          // by robots.txt; Refusal.Decision says how
	RequestBudget                   // Options.Requests
	ByteBudget                      // Options.Bytes
	HostBudget                      // Options.HostRequests

	numReasons
)

// Reasons returns all reasons in their order.
func Reasons() []Reason {
	var all []Reason
	for r := InvalidURL; r < numReasons; r++ {
		all = append(all, r)
	}
	return all
}

// String returns the word for r that every output uses, such as "too-deep".
func (r Reason) String() string {
	return [...]string{"none", "invalid-url", "duplicate", "too-deep", "no-policy", "denied", "request-budget",
		"byte-budget", "host-budget"}[min(r, HostBudget)]
}

// A Step is a task that will be done.
type Step struct {
	Task      int           // index into what Make was given
	Host      int           // index into Plan.Hosts
	NotBefore time.Duration // from the start of the crawl
	Decision  robots.Decision
}

// A Refusal is a task that will not be done.
type Refusal struct {
	Task     int // index into what Make was given
	Reason   Reason
	Decision robots.Decision // of robots.txt; the zero Decision if it was not asked
	First    int             // for Duplicate: the task that came before
	Err      error           // for InvalidURL
}

// A Host is what a plan asks of one site.
type Host struct {
	Site     string        // scheme and host, and the port if it is no default
	Requests int           // how many
	Bytes    int64         // how many, by the guesses of the tasks
	Delay    time.Duration // between two requests
	Asked    bool          // the delay is what its robots.txt asks for
}

// Total is how long the host is kept busy: until it may be asked again after
// the last request. 1,800 requests at a delay of 10 seconds take 5 hours.
// More than 292 years, the longest time.Duration, are told as that.
func (h Host) Total() time.Duration {
	if h.Delay > 0 && int64(h.Requests) > math.MaxInt64/int64(h.Delay) {
		return math.MaxInt64
	}
	return time.Duration(h.Requests) * h.Delay
}

// A Plan is what a crawl would do.
type Plan struct {
	Steps    []Step        // by NotBefore, then by the order of the tasks in the plan
	Refusals []Refusal     // in the order of the plan
	Hosts    []Host        // in the order in which the plan met them
	Bytes    int64         // of all steps, by the guesses of the tasks
	Total    time.Duration // until the last host may be asked again
}

// Count returns how many tasks were refused for each reason.
func (p *Plan) Count() map[Reason]int {
	counts := map[Reason]int{}
	for i := range p.Refusals {
		counts[p.Refusals[i].Reason]++
	}
	return counts
}

// Longest returns the host that takes the most time, on which Total rests, and
// whether there is one.
func (p *Plan) Longest() (longest Host, ok bool) {
	for _, h := range p.Hosts {
		if h.Requests > 0 && (!ok || h.Total() > longest.Total()) {
			longest, ok = h, true
		}
	}
	return longest, ok
}
