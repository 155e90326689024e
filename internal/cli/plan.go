package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/plan"
	"github.com/robotsgate/robots/report"
)

// planFlags are what plan was told.
type planFlags struct {
	sourceFlags
	format       *choice
	robots       string
	agent        string
	depth        int
	requests     int
	bytes        int64
	hostRequests int
	delay        time.Duration
}

func (a *app) plan() *cobra.Command {
	f := &planFlags{}
	cmd := &cobra.Command{
		Use:   "plan [URLS|-] --robots FILE",
		Short: "work out a crawl: what would be fetched, when, and how long it takes",
		Long: `plan works out a crawl without sending a request of it. It takes tasks by priority,
then depth, then their order, and refuses those that are no usable URL, that are
listed already, that lie too deep, that robots.txt closes, or that a budget has
no room for. Each of the others gets the time before which it is not fetched, from
the start: two requests to a host are the Crawl-delay of its robots.txt apart, or
--delay if that is longer. What is refused takes up nothing.

URLS is a list of URLs, one a line, a sitemap, or tasks as NDJSON:

  {"url": "https://example.com/", "priority": 1, "depth": 0, "bytes": 20000, "origin": "seed"}

Two URLs are one task if they differ in nothing but the case of scheme and host,
a default port, "." and ".." in the path, escapes of unreserved characters, or
the fragment.

With --robots-url the robots.txt speaks for that site alone, and tasks of others
are refused, since theirs is not known; without it, it speaks for all. The exit
code is 0 whatever is refused.`,
		Example: `  robots plan urls.txt --robots robots.txt -a ExampleBot
  robots plan sitemap.xml --robots robots.txt --requests 1000 --delay 2s
  robots plan tasks.ndjson --absent --format json`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runPlan(cmd, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.robots, "robots", "", robotsUsage)
	flags.StringVarP(&f.agent, "agent", "a", "*", "the crawler, by product `TOKEN` or whole User-Agent header")
	flags.IntVar(&f.depth, "depth", 0, "refuse tasks that lie deeper than `N` links (default: no bound)")
	flags.IntVar(&f.requests, "requests", 0, "plan at most `N` requests")
	flags.Int64Var(&f.bytes, "bytes", 0, "plan at most `N` bytes, by what the tasks expect")
	flags.IntVar(&f.hostRequests, "host-requests", 0, "plan at most `N` requests to each host")
	flags.DurationVar(&f.delay, "delay", 0, "leave at least this `TIME` between two requests to a host, such as 2s")
	f.format = formatFlag(cmd, report.PlanFormatNames...)
	f.sourceFlags.add(cmd)
	cmd.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(defaultAgents, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) runPlan(cmd *cobra.Command, f *planFlags, args []string) error {
	if min(f.depth, f.requests, f.hostRequests) < 0 || f.bytes < 0 || f.delay < 0 {
		return usageErrorf("leave it out for no bound", "%s: a bound is below 0", cmd.Name())
	}
	name, err := a.file(cmd, args)
	if err != nil {
		return err
	}
	source, err := a.named(cmd, &f.sourceFlags, f.robots)
	if err != nil {
		return err
	}
	tasks, err := a.tasks(&f.web, name)
	if err != nil {
		return err
	}
	agent := a.agent(f.agent, source.Policy)
	p := report.Plan{Source: source, Agent: agent, Tasks: tasks, Plan: f.options(cmd, agent, source).Make(tasks)}
	report.PlanFormats[f.format.value](a.out, p, a.options(a.stdout))
	return nil
}

func (f *planFlags) options(cmd *cobra.Command, agent report.Agent, s report.Source) plan.Options {
	o := plan.Options{Token: agent.Name, Depth: f.depth, Requests: f.requests, Bytes: f.bytes, HostRequests: f.hostRequests, Delay: f.delay}
	if cmd.Flags().Changed("depth") && f.depth == 0 {
		o.Depth = -1 // asked for, where the zero Options have no bound
	}
	o.Policy = func(site string) *robots.Policy {
		if s.FileURL != "" && !governs(s.FileURL, site) {
			return nil
		}
		return s.Policy
	}
	return o
}

// governs reports whether the robots.txt at fileURL is that of a site.
func governs(fileURL, site string) bool {
	own, err := robots.FileURL(fileURL)
	return err == nil && own == site+"/robots.txt"
}
