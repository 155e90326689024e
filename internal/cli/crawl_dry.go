package cli

import (
	"context"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/plan"
	"github.com/robotsgate/robots/report"
)

// maxDryTasks is how many addresses of sitemaps a dry run takes: a plan is held
// in memory.
const maxDryTasks = 1_000_000

// dryRun plans a crawl on the robots.txt files and sitemaps of its sites. What is
// refused for no part of robots.txt, such as scope, is told on standard error:
// the plan is of tasks, and these are none.
func (a *app) dryRun(ctx context.Context, f *crawlFlags, opt crawl.Options) error {
	s, err := crawl.Scout(ctx, opt, maxDryTasks)
	switch {
	case err != nil && ctx.Err() != nil:
		return &exitError{code: exitStopped, err: context.Canceled}
	case err != nil:
		return crawlError(err)
	}
	defer s.Close()
	var tasks []plan.Task
	outside := map[string]int64{}
	for _, all := range [...][]crawl.Found{s.Seeds, s.Listed} {
		for _, x := range all {
			if x.Reason != "" {
				outside[x.Reason]++
				continue
			}
			tasks = append(tasks, plan.Task{URL: x.URL, Depth: x.Depth, Origin: x.From})
		}
	}
	a.sayScouting(s, outside)
	first := report.Source{FileURL: fileOf(s.Seeds[0].URL)}
	first.Policy, _ = s.Policy(s.Seeds[0].URL)
	if first.Policy == nil {
		first.Policy = robots.Unreachable()
	}
	p := report.Plan{Source: first, Agent: a.agent(opt.Fetch.Token(), first.Policy), Tasks: tasks, Plan: dryOptions(&opt, s).Make(tasks)}
	return report.PlanFormats[f.format.value](a.out, p, a.options(a.stdout))
}

func fileOf(url string) string {
	file, err := robots.FileURL(url)
	if err != nil {
		return ""
	}
	return file
}

func dryOptions(opt *crawl.Options, s *crawl.Scouting) plan.Options {
	o := plan.Options{Token: opt.Fetch.Token(), Requests: int(max(opt.MaxPages, 0)), HostRequests: max(opt.MaxPerHost, 0), Delay: opt.Delay}
	if opt.Delay == 0 && !opt.DangerouslyNoDelay {
		o.Delay = crawl.DefaultDelay
	}
	o.Policy = func(site string) *robots.Policy {
		p, ok := s.Policy(site)
		if !ok {
			return nil
		}
		return p
	}
	return o
}

func (a *app) sayScouting(s *crawl.Scouting, outside map[string]int64) {
	told, private := map[string]bool{}, 0
	for _, x := range s.Seeds {
		file := fileOf(x.URL)
		if told[file] || len(told) == 20 {
			continue
		}
		told[file] = true
		standing := "unreachable"
		if s.Private(strings.TrimSuffix(file, "/robots.txt")) {
			private++
		}
		if p, ok := s.Policy(x.URL); ok {
			standing = p.Kind().String()
		}
		a.say(a.lang.Text("crawl.dry.site", msg.Str("site", report.Clean(file)), msg.Str("standing", standing)))
	}
	if private > 0 {
		a.say(a.lang.Text("crawl.hint.private", msg.Int("n", private)))
	}
	for i, m := range s.Sitemaps {
		switch {
		case i == 20:
			a.say("  ...")
		case i > 20:
		case m.Err != nil:
			a.say("  " + a.lang.Text("crawl.dry.sitemap-failed", msg.Str("url", report.Clean(m.URL)), msg.Str("why", report.Clean(m.Err.Error()))))
		default:
			a.say("  " + a.lang.Text("crawl.dry.sitemap", msg.Str("url", report.Clean(m.URL)), msg.Int("n", m.Entries)))
		}
	}
	if len(outside) > 0 {
		a.say(a.lang.Text("crawl.dry.outside"))
		t := &tally{a: a}
		t.reasons(outside)
		t.write(a.stderr)
	}
	if s.Cut {
		a.say(a.lang.Text("crawl.dry.cut", msg.Int("n", maxDryTasks)))
	}
	a.say(a.lang.Text("crawl.dry.known"))
}
