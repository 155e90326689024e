package cli

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/survey"
)

// ask fetches the robots.txt of each site of a list that has no row yet: one
// request, and what it redirects to. A line that is no site is left out.
func (s *surveyRun) ask(list []string) error {
	s.asked = true
	client, err := s.oneClient(&s.flags.web)
	if err != nil {
		return err
	}
	// What is wrong with the client is told before anybody is asked.
	if o, err := client.Get(cancelled(), "https://example.com"); o.Class != fetch.ClassCancelled {
		return usageErrorf("--as looks like StudyBot/1.0", "%w", err)
	}
	var sites []string
	seen := map[string]bool{}
	for _, line := range list {
		site := "line:" + userinfo.ReplaceAllString(line, "://***@") // rows are read by others
		file, err := robots.FileURL(siteOf(line))
		bad := err != nil || strings.ContainsAny(line, " \t")
		if !bad {
			site = strings.TrimSuffix(file, "/robots.txt")
		}
		switch {
		case seen[site] || s.done.Knows(site):
		case bad:
			c := survey.Capture{Site: site, Source: "web", Preset: client.Preset.String(), Outcome: survey.LeftOut, Class: "no-site"}
			if err := s.put(c); err != nil {
				return err
			}
		default:
			sites = append(sites, site)
		}
		seen[site] = true
	}
	ctx, stop := interruptible()
	defer stop()
	return s.askAll(ctx, client, sites)
}

// cancelled is a context in which nothing is fetched.
func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// askAll asks the sites by some workers, and tells people how it stands.
func (s *surveyRun) askAll(ctx context.Context, client *fetch.Client, sites []string) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next, done, unreachable atomic.Int64
	var wait sync.WaitGroup
	for range min(s.flags.workers, len(sites)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sites) && inner.Err() == nil; i = int(next.Add(1)) - 1 {
				c := askSite(inner, client, sites[i])
				if c.Class == string(fetch.ClassCancelled) {
					return // nothing was learnt, so that the next run asks again
				}
				if err := s.put(c); err != nil {
					stop(err)
					return
				}
				done.Add(1)
				if c.Kind == robots.KindUnreachable && c.Outcome == "" {
					unreachable.Add(1)
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() { wait.Wait(); close(ended) }()
	say := func() {
		s.say(s.lang.Text("survey.progress", msg.Int("done", int(done.Load())), msg.Int("all", len(sites)), msg.Int("unreachable", int(unreachable.Load()))))
	}
	tick := time.NewTicker(surveyEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			say()
			continue
		case <-ended:
		}
		break
	}
	if len(sites) > 0 {
		say()
	}
	if ctx.Err() != nil {
		hint := "with --rows FILE it could go on"
		if !s.temp {
			hint = "run again with the same --rows to go on"
		}
		return &exitError{exitIO, errInterrupted.err, hint}
	}
	return context.Cause(inner)
}

// askSite fetches one robots.txt. An address that we refuse to ask says nothing
// about the site.
func askSite(ctx context.Context, client *fetch.Client, site string) survey.Capture {
	o, err := client.Get(ctx, site)
	c := survey.Capture{Site: site, Source: "web", From: o.FinalURL, FetchedAt: o.FetchedAt, UserAgent: client.UserAgentHeader(), Preset: o.Preset.String(),
		Kind: o.Kind, Status: o.Status, Class: string(o.Class), Redirects: max(len(o.Hops)-1, 0)}
	if o.Err != nil {
		c.Error = o.Err.Error()
	}
	for _, n := range o.Notes {
		c.Notes = append(c.Notes, string(n.Code))
	}
	if o.Kind == robots.KindDocument {
		c.Body, c.Limit, c.SHA256 = o.Body, o.Limit, evidence.Hash(o.Body)
	}
	switch {
	case o.Class == fetch.ClassCancelled:
	case err != nil:
		c.Outcome, c.Class, c.Error = survey.LeftOut, "no-site", err.Error()
	case o.Class == fetch.ClassRefusedAddress && len(o.Hops) < 2:
		c.Outcome = survey.LeftOut
	}
	return c
}
