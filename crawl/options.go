package crawl

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/joblog"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
)

// Options say what a crawl is and how it runs. Dir or NATS, and Fetch, must be
// set, and Seeds for a new crawl. A crawl that exists keeps its Plan: what is
// left out is taken from it, and what differs from it is an error, but for the
// budgets MaxPages, MaxBytes and MaxTime, which hold for this run instead.
type Options struct {
	Dir   string // folder of the crawl
	Seeds []string
	Fetch *fetch.Client // user agent, limits, networks; the same guard holds for pages

	Plan

	Workers int // requests at a time in this process; 32 by default
	Window  int // pages fetched and not yet in the log, at most; 128 by default

	// Timeout bounds one exchange, from the look-up to the last octet; 60 seconds
	// by default. The head of an answer has a quarter of it.
	Timeout time.Duration

	// NATS is the URL of a cluster whose crawl of that name is joined; empty for a
	// log in the process. Creds is a file with credentials.
	NATS     string
	Creds    string
	Replicas int           // of the log in the cluster; three by default where there are three servers
	Lease    time.Duration // how long a partition outlives a process that is gone; 5 seconds by default
	Worker   string        // name of this process in the cluster; made up by default

	MaxLog   int64    // octets of the log; 0 is no limit. A full log stops the crawl, resumable
	Recorder Recorder // keeps exchanges, such as in WARC files; nil for none

	// Hurry, when closed after ctx ended, breaks off the requests under way; they
	// are made again by the next run. nil lets them finish.
	Hurry <-chan struct{}

	Progress func(Progress) // called each second and at the end; may be nil
	Trace    Tracer         // spans for requests; nil for none

	// Rules say how long robots.txt counts and what follows when it cannot be had.
	// Rules.DangerouslyAllowUnreachable fetches what RFC 9309 2.3.1.4 forbids.
	Rules gate.Rules

	// DangerouslyIgnoreRobots fetches what robots.txt disallows. It is still
	// fetched, for its delay.
	DangerouslyIgnoreRobots bool
	// DangerouslyNoDelay lets Delay be 0. Use it on servers of your own.
	DangerouslyNoDelay bool

	given Plan // as it was before the defaults
}

// A Plan is what a crawl is, whoever runs it. It is written into the log.
type Plan struct {
	Name       string        `json:"name"`            // letters, digits, - and _; "crawl" by default
	Partitions int           `json:"partitions"`      // 1 by default, 64 with NATS: more than there are workers
	Delay      time.Duration `json:"delay"`           // between two requests to a host; 1 second by default
	MaxDelay   time.Duration `json:"max_delay"`       // pages of hosts that ask for more are refused; 10 minutes by default
	Scope      string        `json:"scope"`           // host, domain, prefix or any; host by default
	Include    []string      `json:"include"`         // regular expressions; an address must match one
	Exclude    []string      `json:"exclude"`         // and none of these
	DropParams []string      `json:"drop_params"`     // parameters that are no part of an address
	CleanParam bool          `json:"clean_param"`     // heed Clean-param of robots.txt
	NoSitemaps bool          `json:"no_sitemaps"`     // leave the sitemaps of robots.txt alone
	MaxDepth   int           `json:"max_depth"`       // links from a seed; 100 by default, -1 is no limit
	SeedsOnly  bool          `json:"seeds_only"`      // follow no links; redirects are
	MaxPages   int64         `json:"max_pages"`       // pages fetched, over all hosts, runs and workers; 0 is no limit, and -1 none any more
	MaxBytes   int64         `json:"max_bytes"`       // octets of bodies as received, likewise
	MaxPerHost int           `json:"max_per_host"`    // addresses of one host; 100,000 by default, -1 is no limit: without one a trap has no end
	MaxHosts   int           `json:"max_hosts"`       // hosts; 0 is no limit
	MaxBody    int64         `json:"max_body"`        // octets of one page, decoded; 2 MiB by default
	MaxTime    time.Duration `json:"max_time"`        // of one run; 0 is no limit
	Types      []string      `json:"types"`           // media types to fetch, such as text/; all by default
	Recrawl    time.Duration `json:"recrawl"`         // fetch pages again after; 0 is never
	Retries    int           `json:"retries"`         // of a page after 429, 503 or no answer; 1 by default, -1 for none
	UserAgent  string        `json:"user_agent"`      // of Fetch
	Origins    []string      `json:"seeds,omitempty"` // in normal form, for scopes around them
}

// DefaultDelay is between two requests to a host if Plan.Delay says none.
const DefaultDelay = time.Second

// maxRedirects bounds redirects in a row; RFC 9309 2.3.1.2 asks for five for
// robots.txt, and pages get as many as browsers are tried with.
const maxRedirects = 10

// maxPartitions bounds the records that one visit can make: they go into the log
// together, and the server takes a thousand.
const maxPartitions = 256

// maxBody bounds MaxBody.
const maxBody = 1 << 30

// An OptionError says that Run was asked for what cannot be, or for something
// else than the crawl in the folder is. Nothing was fetched.
type OptionError struct{ Err error }

// Error says what is wrong.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *OptionError) Unwrap() error { return e.Err }

// prepare checks the options and fills in the defaults.
func (o *Options) prepare() error {
	o.given = o.Plan
	switch {
	case o.Fetch == nil:
		return errors.New("crawl: no client: set Options.Fetch to a fetch.Client with a user agent")
	case o.Fetch.Token() == "":
		return fmt.Errorf("crawl: user agent %q: no product token: begin it with a name of letters, - and _", o.Fetch.UserAgent)
	case o.Dir == "":
		return errors.New("crawl: no folder: set Options.Dir")
	case o.Delay < 0:
		return errors.New("crawl: the delay is below zero")
	case o.Delay == 0 && o.DangerouslyNoDelay:
	case o.Delay == 0:
		o.Delay = DefaultDelay
	}
	def(&o.Name, "crawl")
	if err := joblog.CheckName(o.Name); err != nil {
		return fmt.Errorf("crawl: %w", err)
	}
	def(&o.MaxDelay, 10*time.Minute)
	def(&o.Scope, string(address.SameHost))
	def(&o.MaxBody, 2<<20)
	def(&o.MaxDepth, 100)
	def(&o.MaxPerHost, 100_000)
	def(&o.Workers, 32)
	def(&o.Window, 128)
	def(&o.Timeout, time.Minute)
	def(&o.Lease, 5*time.Second)
	if o.Partitions <= 0 {
		o.Partitions = 1
		if o.NATS != "" {
			o.Partitions = 64
		}
	}
	if o.Retries == 0 {
		o.Retries = 1
	}
	o.UserAgent = o.Fetch.UserAgentHeader()
	if !slices.Contains(address.Modes(), address.Mode(o.Scope)) {
		return fmt.Errorf("crawl: scope %q: want host, domain, prefix or any", o.Scope)
	}
	if o.MaxBody < 0 || o.MaxBody > maxBody {
		return fmt.Errorf("crawl: pages of %d octets: at most %d, they are held in memory", o.MaxBody, maxBody)
	}
	if o.Partitions > maxPartitions {
		return fmt.Errorf("crawl: %d partitions: at most %d", o.Partitions, maxPartitions)
	}
	return nil
}

func def[T comparable](v *T, value T) {
	var zero T
	if *v == zero {
		*v = value
	}
}

// adopt joins the options with the plan that stands in the log.
func (o *Options) adopt(text []byte) error {
	var p Plan
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("crawl: the plan in the log: %w", err)
	}
	if p.UserAgent != o.UserAgent {
		return fmt.Errorf("crawl: user agent %q: the crawl is that of %q: use the same, or another folder", o.UserAgent, p.UserAgent)
	}
	given, stands := reflect.ValueOf(o.given), reflect.ValueOf(p)
	for i := range given.NumField() {
		f := given.Type().Field(i)
		if g, s := given.Field(i), stands.Field(i); !free[f.Name] && !g.IsZero() && !reflect.DeepEqual(g.Interface(), s.Interface()) {
			word, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			return fmt.Errorf("crawl: %s %v: the crawl has %v: leave it out, or use another folder", strings.ReplaceAll(word, "_", " "), g.Interface(), s.Interface())
		}
	}
	if o.DangerouslyNoDelay && o.given.Delay == 0 && p.Delay > 0 {
		return fmt.Errorf("crawl: delay 0: the crawl has %v: leave it out, or use another folder", p.Delay)
	}
	for _, s := range scopeSeeds(p.Scope, o.Origins) {
		if !slices.Contains(p.Origins, s) {
			return fmt.Errorf("crawl: seed %s: the crawl in the folder does not begin there: use another folder", s)
		}
	}
	o.Plan = p
	def(&o.given.MaxPages, p.MaxPages)
	def(&o.given.MaxBytes, p.MaxBytes)
	def(&o.given.MaxTime, p.MaxTime)
	o.MaxPages, o.MaxBytes, o.MaxTime = o.given.MaxPages, o.given.MaxBytes, o.given.MaxTime
	return nil
}

// free are the fields of a plan that may differ from one run to the next. A
// budget that is used up would be the end of a crawl for good.
var free = map[string]bool{"Origins": true, "UserAgent": true, "MaxPages": true, "MaxBytes": true, "MaxTime": true}

// Seed returns the normal form of an address to begin with. One without a scheme
// is of https.
func Seed(s string) (string, error) { return normalSeed(s, nil) }

func normalSeed(s string, dropParams []string) (string, error) {
	s = strings.TrimSpace(s)
	if !strings.Contains(s, "://") {
		s = "https://" + s
	}
	return address.Absolute(s, dropParams)
}

// normalSeeds returns the seeds in normal form.
func (o *Options) normalSeeds() ([]string, error) {
	all := make([]string, 0, len(o.Seeds))
	for _, s := range o.Seeds {
		u, err := normalSeed(s, o.DropParams)
		if err != nil {
			return nil, fmt.Errorf("crawl: seed %q: %w", short(s, 200), err)
		}
		if !slices.Contains(all[max(0, len(all)-64):], u) {
			all = append(all, u)
		}
	}
	return all, nil
}
