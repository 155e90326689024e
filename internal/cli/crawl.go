package cli

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robotsgate/robots/crawl"
)

// crawlFlags are what crawl was told. What is zero was left out: a crawl that
// exists keeps what it was begun with.
type crawlFlags struct {
	logFlags
	resume  string
	seeds   string
	agent   string
	contact string
	nets    []string
	plan    crawl.Plan
	workers int
	window  int
	timeout time.Duration
	maxLog  int64
	scope   choice
	robots  choice
	format  *choice
	metrics string
	dryRun  bool
	warc    bool

	replicas     int
	ignoreRobots bool
	reachPrivate bool
}

// logFlags say where the log of a crawl is.
type logFlags struct {
	dir   string
	nats  string
	creds string
	name  string
}

const defaultDir = "crawl"

func (f *logFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.nats, "nats", "", "join the crawl in a NATS cluster at this `URL`; several are split by commas")
	flags.StringVar(&f.creds, "creds", "", "`FILE` with credentials for the cluster")
	flags.StringVar(&f.name, "name", "", "`NAME` of the crawl in the log (default crawl)")
}

func (a *app) crawl() *cobra.Command {
	f := &crawlFlags{scope: choice{of: []string{"host", "domain", "prefix", "any"}}, robots: choice{value: "disallow", of: []string{"disallow", "allow"}}}
	cmd := &cobra.Command{
		Use:   "crawl URL...",
		Short: "fetch sites as their robots.txt, pages and servers ask, and tell why",
		Long: `crawl fetches the sites that the URLs begin, and keeps in a folder what became of
every address and why. robots.txt is obeyed, and so are nofollow, noindex and
noarchive of pages and headers. A host gets one request at a time, --delay after
the end of the one before, or later if its robots.txt, a Retry-After or slow
answers ask for it. A robots.txt that cannot be had closes its site.

The product token, by which robots.txt files name the crawler, is taken from
--user-agent and shown. A URL without a scheme is of https; a port must be named.
Addresses of private networks are refused; --allow-net opens one.

A crawl that was stopped, by a signal, a full disk or a power cut, goes on where
it was: run the same command again, or robots crawl --resume DIR. The first ^C
lets the requests under way finish, the second stops at once; both exit with
130. Using up a budget of pages, bytes or time is exit code 0; name a larger one
to go on. A crawl that could not go on, for a full disk or else, is exit code 3.

With --nats the same command on many machines works on one crawl. --dry-run asks
for robots.txt and sitemaps alone, and tells what would be fetched, what refused
and why, and how long it takes. docs/crawl.md has the whole.`,
		Example: `  robots crawl https://example.com --user-agent 'ExampleBot/1.0' --contact https://example.com/bot
  robots crawl --dry-run https://example.com --user-agent 'ExampleBot/1.0'
  robots crawl --seeds hosts.txt --dir hosts --warc --user-agent 'ExampleBot/1.0'
  robots crawl --resume hosts
  robots crawl status hosts
  robots crawl export hosts --output pages.jsonl
  robots crawl verify hosts`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runCrawl(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.addWho(flags)
	f.addPlan(cmd, flags)
	f.addRun(cmd, flags)
	cmd.AddCommand(a.crawlStatus(), a.crawlExport(), a.crawlVerify())
	return cmd
}

// addWho adds the flags that say who crawls, and where.
func (f *crawlFlags) addWho(flags *pflag.FlagSet) {
	flags.StringVar(&f.agent, "user-agent", "", "`HEADER` to be known by, such as ExampleBot/1.0; needed for a new crawl")
	flags.StringVar(&f.contact, "contact", "", "`URL` or e-mail address of whoever crawls, for the owners of the servers")
	flags.StringVar(&f.seeds, "seeds", "", "begin at the URLs in `FILE` too, one a line; \"-\" is standard input")
	flags.StringVar(&f.dir, "dir", defaultDir, "keep the crawl in `DIR`")
	flags.StringVar(&f.resume, "resume", "", "go on with the crawl in `DIR`")
	flags.StringArrayVar(&f.nets, "allow-net", nil, "reach addresses of this network `CIDR`, though private; may be repeated")
	flags.BoolVar(&f.dryRun, "dry-run", false, "fetch robots.txt and sitemaps alone, and tell what a crawl would do")
}

// addPlan adds the flags that say what the crawl is. They hold for all its runs.
func (f *crawlFlags) addPlan(cmd *cobra.Command, flags *pflag.FlagSet) {
	p := &f.plan
	flags.DurationVar(&p.Delay, "delay", 0, "leave this `TIME` between two requests to a host (default 1s; 0 is for servers of your own)")
	flags.DurationVar(&p.MaxDelay, "max-delay", 0, "refuse pages of hosts that ask for more than this `TIME` (default 10m)")
	flags.Var(&f.scope, "scope", "follow links within host, domain or prefix (folder) of the URLs, or to any host (default host)")
	f.scope.complete(cmd, "scope")
	flags.StringArrayVar(&p.Include, "include", nil, "fetch only URLs that match this `RE`; may be repeated")
	flags.StringArrayVar(&p.Exclude, "exclude", nil, "fetch no URLs that match this `RE`; may be repeated")
	flags.Int64Var(&p.MaxPages, "max-pages", 0, "stop after `N` pages, counted over all runs; a later run may name another (default: none)")
	flags.Int64Var(&p.MaxBytes, "max-bytes", 0, "stop after `N` bytes received, likewise (default: none)")
	flags.DurationVar(&p.MaxTime, "max-time", 0, "stop a run after this `TIME` (default: none)")
	flags.IntVar(&p.MaxDepth, "max-depth", 0, "refuse pages more than `N` links away (default 100; 0 is the URLs alone, -1 no limit)")
	flags.IntVar(&p.MaxPerHost, "max-per-host", 0, "refuse more than `N` addresses of one host (default 100000; -1 is no limit)")
	flags.IntVar(&p.MaxHosts, "max-hosts", 0, "refuse more than about `N` hosts (default: none)")
	flags.Int64Var(&p.MaxBody, "max-body", 0, "read `N` bytes of a page, decoded (default 2097152)")
	flags.StringArrayVar(&p.Types, "types", nil, "keep only media `TYPE`s that begin so, such as text/; may be repeated")
	flags.StringArrayVar(&p.DropParams, "drop-param", nil, "leave out the query parameter `NAME` of all URLs; may be repeated")
	flags.BoolVar(&p.CleanParam, "clean-param", false, "leave out parameters by Clean-param of robots.txt")
	flags.BoolVar(&p.NoSitemaps, "no-sitemaps", false, "leave the sitemaps of robots.txt alone")
	flags.DurationVar(&p.Recrawl, "recrawl", 0, "fetch pages again after this `TIME`, if they changed (default: never)")
	flags.IntVar(&p.Retries, "retries", 0, "ask `N` times more after 429, 503 or no answer (default 1)")
	flags.IntVar(&p.Partitions, "partitions", 0, "deal the hosts to `N` partitions (default 1, or 64 with --nats)")
}

// addRun adds the flags of one run.
func (f *crawlFlags) addRun(cmd *cobra.Command, flags *pflag.FlagSet) {
	flags.Var(&f.robots, "on-unreachable", "where robots.txt cannot be had: disallow, or allow, which RFC 9309 2.3.1.4 forbids")
	f.robots.complete(cmd, "on-unreachable")
	flags.IntVar(&f.workers, "workers", 32, "make up to `N` requests at a time, to different hosts")
	flags.IntVar(&f.window, "window", 128, "keep up to `N` pages that are fetched and not yet written down")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "give up a request after this `TIME`")
	flags.Int64Var(&f.maxLog, "max-log", 0, "stop when the log takes `N` bytes (default: none)")
	f.logFlags.add(flags)
	flags.IntVar(&f.replicas, "replicas", 0, "keep `N` copies of the log in the cluster (default 3 where there are three servers)")
	f.format = formatFlag(cmd, "text", "json")
	flags.BoolVar(&f.warc, "warc", false, "keep requests and answers in WARC files in DIR/warc")
	flags.StringVar(&f.metrics, "metrics", "", "serve metrics for Prometheus at `HOST:PORT`; without a host, on loopback")
	flags.BoolVar(&f.ignoreRobots, "dangerously-ignore-robots", false, "fetch what robots.txt disallows; for sites of your own")
	flags.BoolVar(&f.reachPrivate, "dangerously-reach-private-hosts", false, "reach every address, also those where clouds hand out credentials")
}
