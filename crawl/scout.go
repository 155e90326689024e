package crawl

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/gate"
	"github.com/robotsgate/robots/sitemap"
)

// A Scouting is what can be known of a crawl before any page is fetched.
type Scouting struct {
	Seeds    []Found // in normal form
	Listed   []Found // in sitemaps
	Cut      bool    // there are more than the limit
	Sitemaps []ScoutedSitemap

	gate  *gate.Gate
	rules gate.Rules
	agent string
}

// A Found is an address, and the reason for which it is not part of the crawl.
type Found struct {
	URL    string
	From   string // the sitemap
	Depth  int
	Reason string // empty if it is part of it; robots.txt is not asked here
}

// A ScoutedSitemap is a sitemap that was asked for.
type ScoutedSitemap struct {
	URL     string
	Entries int
	Err     error // why it was not read, or not to its end
}

// Policy returns what the robots.txt of a site says, such as
// https://example.com, if it was asked for.
func (s *Scouting) Policy(site string) (*robots.Policy, bool) {
	e, _, ok := s.gate.Look(site + "/")
	if !ok || e.Last.Kind == 0 {
		return nil, false
	}
	p, _ := s.rules.Policy(&e, time.Now())
	return p, true
}

// Private reports whether the robots.txt of a site was not asked for, since the
// address is private, loopback or the like.
func (s *Scouting) Private(site string) bool {
	e, _, ok := s.gate.Look(site + "/")
	return ok && e.Last.Class == fetch.ClassRefusedAddress && !wasAsked(&e.Last)
}

// Close ends what is being fetched.
func (s *Scouting) Close() { s.gate.Close() }

// Bounds of a scouting: it is a look, and no crawl.
const (
	scoutHosts    = 1000 // whose robots.txt is fetched
	scoutSitemaps = 200
)

// Scout asks for robots.txt and sitemaps as a crawl with these options would,
// politely, and says which addresses are known and which of them belong to the
// crawl. It takes limit addresses of sitemaps. It keeps nothing. Close the
// scouting when its policies are no longer needed.
func Scout(ctx context.Context, opt Options, limit int) (*Scouting, error) {
	if opt.Dir == "" {
		opt.Dir = "."
	}
	if err := opt.prepare(); err != nil {
		return nil, &OptionError{err}
	}
	seeds, err := opt.normalSeeds()
	if err != nil {
		return nil, &OptionError{err}
	}
	scope, err := address.NewScope(address.Mode(opt.Scope), seeds, opt.Include, opt.Exclude)
	if err != nil {
		return nil, &OptionError{fmt.Errorf("crawl: %w", err)}
	}
	g, err := gate.New(gate.Options{Fetcher: opt.Fetch, Rules: opt.Rules, Delay: opt.Delay, DangerouslyNoDelay: opt.DangerouslyNoDelay})
	if err != nil {
		return nil, &OptionError{err}
	}
	s := &scout{
		Scouting: Scouting{gate: g, rules: opt.Rules, agent: opt.UserAgent}, opt: &opt, limit: limit,
		judge: judge{plan: &opt.Plan, scope: scope, year: time.Now().UTC().Year(), token: opt.Fetch.Token()},
		http:  transport(&opt), sites: map[string]time.Duration{},
	}
	defer s.http.CloseIdleConnections()
	if err := s.run(ctx, seeds); err != nil {
		g.Close()
		return nil, err
	}
	return &s.Scouting, nil
}

// A scout reads the sitemaps of sites, a sitemap at a time.
type scout struct {
	Scouting
	opt   *Options
	limit int
	judge judge
	http  *http.Transport
	sites map[string]time.Duration // the delay that each asks for
	queue []wire.Link              // sitemaps
}

func (s *scout) run(ctx context.Context, seeds []string) error {
	for _, u := range seeds {
		base := address.NewBase(u, s.opt.DropParams)
		l, _ := s.judge.admit(&base, "", wire.ViaSeed, 0, 0)
		s.Seeds = append(s.Seeds, Found{URL: u, Reason: l.Refused.String()})
		if err := s.site(ctx, u); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for len(s.queue) > 0 && len(s.Sitemaps) < scoutSitemaps {
		l := s.queue[0]
		s.queue = s.queue[1:]
		if seen[l.URL] {
			continue
		}
		seen[l.URL] = true
		n, err := s.read(ctx, l)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.Sitemaps = append(s.Sitemaps, ScoutedSitemap{URL: l.URL, Entries: n, Err: err})
	}
	// Sitemaps may list hosts whose robots.txt nobody asked for yet.
	for _, f := range s.Listed {
		if f.Reason == "" {
			if err := s.site(ctx, f.URL); err != nil {
				return err
			}
		}
	}
	for _, all := range [...][]Found{s.Seeds, s.Listed} {
		for i := range all {
			if f := &all[i]; f.Reason == "" && s.sites[frontier.Origin(f.URL)] > s.opt.MaxDelay {
				f.Reason = wire.DelayTooLong.String()
			}
		}
	}
	return nil
}

// site learns the robots.txt of an address's site, and the sitemaps in it.
func (s *scout) site(ctx context.Context, url string) error {
	origin := frontier.Origin(url)
	if _, known := s.sites[origin]; known || len(s.sites) >= scoutHosts {
		return nil
	}
	s.sites[origin] = 0
	if _, r, ok := s.gate.Ask(ctx, s.agent, origin+"/"); !ok && r.Reason == gate.GivenUp {
		return ctx.Err()
	}
	policy, ok := s.Policy(origin)
	if ok {
		asked, _ := policy.Pace(s.judge.token)
		s.sites[origin] = time.Duration(asked)
	}
	if !ok || policy.Kind() != robots.KindDocument || s.opt.NoSitemaps {
		return nil
	}
	base := address.NewBase(origin+"/", nil)
	for _, u := range policy.SitemapURLs(origin + "/robots.txt") {
		if l, ok := s.judge.admit(&base, u, wire.ViaRobots, 0, 0); ok && len(s.queue) < scoutSitemaps {
			s.queue = append(s.queue, l)
		}
	}
	return nil
}

// read fetches a sitemap and takes what it lists.
func (s *scout) read(ctx context.Context, l wire.Link) (n int, err error) {
	limit, cancel := context.WithTimeout(ctx, 10*s.opt.Timeout)
	defer cancel()
	permit, refusal, ok := s.gate.Ask(limit, s.agent, l.URL)
	if !ok {
		return 0, fmt.Errorf("%s", refusal.Reason)
	}
	select {
	case <-time.After(time.Until(permit.NotBefore)):
	case <-limit.Done():
		return 0, limit.Err()
	}
	began := time.Now()
	resp, err := s.get(limit, l.URL)
	a := gate.Answer{Ended: time.Now(), Took: time.Since(began)}
	if err == nil {
		defer resp.Body.Close()
		o := fetch.Outcome{Header: resp.Header, FetchedAt: a.Ended}
		a.Status = resp.StatusCode
		a.RetryAfter, a.HasRetryAfter = o.RetryAfter()
		n, err = s.answer(resp, l)
		a.Ended = time.Now()
	}
	s.gate.Saw(s.agent, l.URL, a)
	return n, err
}

func (s *scout) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{"User-Agent": {s.opt.UserAgent}, "Accept-Encoding": {"gzip, br, zstd"}}
	return s.http.RoundTrip(req)
}

// answer takes the entries of a sitemap, or queues where a redirect leads.
func (s *scout) answer(resp *http.Response, l wire.Link) (n int, err error) {
	base := address.NewBase(l.URL, s.opt.DropParams)
	if isRedirect(resp.StatusCode) {
		if to, ok := s.judge.admit(&base, resp.Header.Get("Location"), wire.ViaRobots, 0, l.Redirects+1); ok && to.Refused == wire.None {
			s.queue = append(s.queue, to)
		}
		return 0, nil
	}
	if resp.StatusCode != http.StatusOK {
		return 0, errors.New(strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode))
	}
	body, err := fetch.Decoded(io.LimitReader(resp.Body, maxSitemap), resp.Header)
	if err != nil {
		return 0, err
	}
	defer body.Close()
	text, err := unzipped(body)
	if err != nil {
		return 0, err
	}
	read := sitemap.NewReader(io.LimitReader(text, maxSitemap), sitemap.Options{URL: l.URL})
	for e := range read.Entries() {
		if n++; n > sitemap.MaxURLs {
			break
		}
		s.entry(&base, e, read.Kind() == sitemap.Index, l)
	}
	return n, read.Err()
}

func (s *scout) entry(base *address.Base, e sitemap.Entry, index bool, l wire.Link) {
	if index {
		if to, ok := s.judge.admit(base, e.URL, wire.ViaRobots, 0, l.Redirects+1); ok && l.Redirects < maxNesting && len(s.queue) < scoutSitemaps {
			s.queue = append(s.queue, to)
		}
		return
	}
	if len(s.Listed) >= s.limit {
		s.Cut = true
		return
	}
	if found, ok := s.judge.admit(base, e.URL, wire.ViaSitemap, 1, 0); ok {
		s.Listed = append(s.Listed, Found{URL: found.URL, From: l.URL, Depth: 1, Reason: found.Refused.String()})
	}
}

// unzipped undoes the compression of a file that is compressed by itself,
// whatever its header says.
func unzipped(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return gzip.NewReader(in)
	}
	return in, nil
}
