package cli

import (
	"bufio"
	"errors"
	"io"
	"net/netip"
	"os"
	"path/filepath"
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
	case p.Delay < 0 || p.MaxDelay < 0 || p.MaxTime < 0 || p.Recrawl < 0 || f.timeout <= 0:
		return usageErrorf("a second is 1s", "%s: a time is below 0", cmd.Name())
	case min(p.MaxPages, p.MaxBytes, p.MaxBody, f.maxLog, int64(p.MaxHosts), int64(p.Retries), int64(p.Partitions), int64(f.replicas)) < 0 || min(p.MaxDepth, p.MaxPerHost) < -1:
		return usageErrorf("leave it out for no bound", "%s: a bound is below 0", cmd.Name())
	case f.workers < 1 || f.workers > 10_000 || f.window < 1 || f.window > 100_000:
		return usageErrorf("up to 10,000 workers, and a window of up to 100,000", "%s: %d workers and a window of %d", cmd.Name(), f.workers, f.window)
	}
	if f.resume != "" {
		f.dir = f.resume
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

// begun reports whether the folder holds a crawl.
func (f *logFlags) begun() bool {
	_, err := os.Stat(filepath.Join(f.dir, "log"))
	return err == nil
}

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

// crawlSeeds are the URLs of the command line and of --seeds.
func (a *app) crawlSeeds(f *crawlFlags, args []string) ([]string, error) {
	seeds := append([]string(nil), args...)
	if f.seeds == "" {
		return seeds, nil
	}
	var r io.Reader = a.stdin
	if f.seeds != "-" {
		file, err := os.Open(f.seeds)
		if err != nil {
			return nil, readError(f.seeds, "", err)
		}
		defer file.Close()
		r = file
	}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if s := strings.TrimSpace(lines.Text()); s != "" && s[0] != '#' {
			seeds = append(seeds, s)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, ioErrorf("one URL a line", "%s: line %d is too long", f.seeds, len(seeds)+1)
	} else if err != nil {
		return nil, readError(f.seeds, "", err)
	}
	return seeds, nil
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
