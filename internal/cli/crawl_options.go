package cli

import (
	"errors"
	"math"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/fetch"
)

// options makes of the flags what the engine is told.
func (a *app) crawlOptions(cmd *cobra.Command, f *crawlFlags, args []string) (opt crawl.Options, err error) {
	if err := f.settle(cmd, args); err != nil {
		return opt, err
	}
	seeds, err := a.crawlSeeds(f, args)
	if err != nil {
		return opt, err
	}
	if err := a.needSeeds(f, seeds); err != nil {
		return opt, err
	}
	client, err := f.client(cmd)
	if err != nil {
		return opt, err
	}
	opt = crawl.Options{
		Dir: f.dir, Seeds: seeds, Fetch: client, Plan: f.plan, Workers: f.workers, Window: f.window, Timeout: f.timeout,
		NATS: f.nats, Creds: f.creds, Replicas: f.replicas, MaxLog: f.maxLog, DangerouslyIgnoreRobots: f.ignoreRobots,
		DangerouslyNoDelay: cmd.Flags().Changed("delay") && f.plan.Delay == 0,
	}
	opt.Rules.DangerouslyAllowUnreachable = f.robots.value == "allow"
	return opt, nil
}

// settle checks what the flags say together, and makes of a 0 that somebody
// wrote what the engine has for it.
func (f *crawlFlags) settle(cmd *cobra.Command, args []string) error {
	p, changed := &f.plan, cmd.Flags().Changed
	switch {
	case f.resume != "" && (changed("dir") || f.seeds != "" || len(args) > 0):
		return usageErrorf("URLs are begun with once; to begin elsewhere, choose another --dir", "--resume %s: it takes no URLs, no --seeds and no --dir", f.resume)
	case f.nats == "" && (f.creds != "" || f.replicas != 0):
		return usageErrorf("name the cluster with --nats", "%s: --creds and --replicas are for a cluster", cmd.Name())
	}
	if err := f.bounds(cmd); err != nil {
		return err
	}
	if f.resume != "" {
		f.dir = f.resume
	}
	for name, v := range map[string]*int64{"max-pages": &p.MaxPages, "max-bytes": &p.MaxBytes, "max-time": (*int64)(&p.MaxTime)} {
		if changed(name) && *v == 0 {
			*v = -1 // the budget of the runs before is lifted
		}
	}
	if changed("retries") && p.Retries == 0 {
		p.Retries = -1
	}
	if changed("max-depth") && p.MaxDepth == 0 {
		p.SeedsOnly, p.NoSitemaps = true, true
	}
	p.Scope, p.Name = f.scope.value, f.name
	return nil
}

// mostPage bounds --max-body: pages are held in memory.
const mostPage = 1 << 30

// bounds refuses numbers that mean nothing. A 0 that somebody wrote is never
// taken for the default.
func (f *crawlFlags) bounds(cmd *cobra.Command) error {
	p, changed := &f.plan, cmd.Flags().Changed
	for _, x := range []struct {
		name        string
		value       int64
		least, most int64
		hint        string
	}{
		{"delay", int64(p.Delay), 0, math.MaxInt64, "a second is 1s; 0 is no delay"},
		{"max-delay", int64(p.MaxDelay), 1, math.MaxInt64, "a second is 1s"},
		{"max-time", int64(p.MaxTime), 0, math.MaxInt64, "an hour is 1h; 0 is no bound"},
		{"recrawl", int64(p.Recrawl), 0, math.MaxInt64, "a day is 24h; 0 is never"},
		{"timeout", int64(f.timeout), 1, math.MaxInt64, "a second is 1s"},
		{"max-pages", p.MaxPages, 0, math.MaxInt64, "0 is no bound"},
		{"max-bytes", p.MaxBytes, 0, math.MaxInt64, "0 is no bound"},
		{"max-hosts", int64(p.MaxHosts), 0, math.MaxInt64, "0 is no bound"},
		{"max-log", f.maxLog, 0, math.MaxInt64, "0 is no bound"},
		{"retries", int64(p.Retries), 0, math.MaxInt64, "0 is never"},
		{"max-body", p.MaxBody, 1, mostPage, "up to a gibibyte: pages are held in memory"},
		{"max-depth", int64(p.MaxDepth), -1, math.MaxInt64, "0 is the URLs alone, -1 is no bound"},
		{"partitions", int64(p.Partitions), 1, math.MaxInt64, "leave it out for the default"},
		{"replicas", int64(f.replicas), 1, 5, "one to five, and not more than there are servers"},
		{"workers", int64(f.workers), 1, 10_000, "up to 10,000"},
		{"window", int64(f.window), 1, 100_000, "up to 100,000"},
	} {
		if changed(x.name) && (x.value < x.least || x.value > x.most) {
			return usageErrorf(x.hint, "--%s %s: out of bounds", x.name, cmd.Flag(x.name).Value)
		}
	}
	if n := p.MaxPerHost; changed("max-per-host") && (n < -1 || n == 0) {
		return usageErrorf("-1 is no bound", "--max-per-host %d: out of bounds", n)
	}
	return nil
}

// begun reports whether the folder holds a crawl.
func (f *logFlags) begun() bool { return crawl.Exists(f.dir) }

func (a *app) needSeeds(f *crawlFlags, seeds []string) error {
	switch {
	case f.dryRun && len(seeds) == 0:
		return usageErrorf("name a URL, or a file of them with --seeds", "crawl: no URL to begin with")
	case f.nats != "" || len(seeds) > 0 || f.dryRun:
		return nil
	case f.begun():
		return nil
	case f.resume != "":
		return ioErrorf("the folder of a crawl is what --dir named", "--resume %s: no crawl in it", f.resume)
	}
	return usageErrorf("name a URL, a file of them with --seeds, or a crawl to go on with by --resume", "crawl: no URL to begin with, and no crawl in %s", f.dir)
}

// client returns what fetches, by the flags and by what an existing crawl was
// begun with.
func (f *crawlFlags) client(cmd *cobra.Command) (*fetch.Client, error) {
	const how = "name yourself, a version and where to read about it: --user-agent 'ExampleBot/1.0' --contact https://example.com/bot; " +
		"what stands before the slash is what robots.txt files call you"
	agent := f.agent
	if agent == "" && f.nats == "" && f.begun() && !f.dryRun {
		log, err := crawl.OpenLog(cmd.Context(), f.dir, "", "", f.name)
		if err != nil {
			return nil, crawlError(err)
		}
		agent = log.Plan.UserAgent
		log.Close()
	}
	switch {
	case agent == "":
		return nil, usageErrorf(how, "crawl: no --user-agent: owners of servers must be able to see who asks, and to name you in robots.txt")
	case robots.Token(agent) == "":
		return nil, usageErrorf(how, "--user-agent %s: it holds no product token: letters, - and _ in front", agent)
	case strings.ContainsAny(agent+f.contact, "\r\n"):
		return nil, usageErrorf(how, "--user-agent: a line end in it")
	}
	c := &fetch.Client{UserAgent: agent, Contact: f.contact, DangerouslyReachPrivateHosts: f.reachPrivate}
	c.Limits.Total = f.timeout
	for _, s := range f.nets {
		n, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, usageErrorf("it looks like 10.0.0.0/8 or 127.0.0.1/32", "--allow-net %s: no network", s)
		}
		c.AllowNets = append(c.AllowNets, n)
	}
	return c, nil
}

// crawlError gives an error of the engine its exit code.
func crawlError(err error) error {
	var wrong *crawl.OptionError
	if errors.As(err, &wrong) {
		return &exitError{code: exitUsage, err: err}
	}
	return &exitError{code: exitIO, err: err}
}
