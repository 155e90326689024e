package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// maxAsked is how many sites are asked at a time.
const maxAsked = 4

// patience is how long a person waits before hearing for whom.
const patience = time.Second

// An asked is what one site answered to one user agent, or why it was not asked.
type asked struct {
	number int
	client *fetch.Client
	out    fetch.Outcome
	err    error
}

// sideBySide asks some sites as all user agents, and tells where the answers
// disagree. keep, if not nil, is given each answer.
func (a *app) sideBySide(f *webFlags, host string, sites []string, format string, keep func(*fetch.Client, fetch.Outcome) error) error {
	if _, err := a.client(f, f.agents()[0]); err != nil { // once, before anything is asked
		return err
	}
	all, err := a.ask(f, sites)
	if err != nil {
		return err
	}
	s := report.Origins{Host: host}
	for _, x := range all {
		if keep != nil {
			if err := keep(x.client, x.out); err != nil {
				return err
			}
		}
		s.Answers = append(s.Answers, report.Origin{Source: loadedOf(x.client, x.out, robots.Options{}).Source, Site: x.out.Key})
	}
	compare(&s)
	if report.OriginsFormats[format](a.out, s, a.options(a.stdout)) != nil {
		return nil // Main reports it when it flushes
	}
	a.out.Flush()
	switch {
	case s.Disagrees():
		return errFindings
	case !anyReached(s):
		return ioErrorf("", "%s: no robots.txt could be reached", host)
	}
	return nil
}

// anyReached reports whether any site has a file, or said that it has none.
func anyReached(s report.Origins) bool {
	return slices.ContainsFunc(s.Answers, func(o report.Origin) bool { return o.Policy.Kind() != robots.KindUnreachable })
}

// ask asks each site as one user agent after the other, and some sites at once.
// The answers come by site, then by user agent.
func (a *app) ask(f *webFlags, sites []string) ([]asked, error) {
	ctx, stop := interruptible()
	defer stop()
	agents, deadline := f.agents(), time.Now().Add(f.timeout)
	answers := make(chan asked, len(sites)*len(agents))
	slots := make(chan struct{}, maxAsked)
	for i, site := range sites {
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			for j, as := range agents {
				answers <- a.askOne(ctx, f, as, site, deadline, i*len(agents)+j)
			}
		}()
	}
	all := make([]asked, len(sites)*len(agents))
	waiting := map[string]int{}
	for _, site := range sites {
		waiting[site] = len(agents)
	}
	slow := time.NewTicker(patience)
	defer slow.Stop()
	for n := 0; n < len(all); {
		select {
		case x := <-answers:
			all[x.number] = x
			waiting[sites[x.number/len(agents)]]--
			n++
		case <-slow.C:
			a.sayWaiting(sites, waiting)
		}
	}
	for _, x := range all {
		switch {
		case ctx.Err() != nil:
			return nil, errInterrupted
		case x.err != nil:
			return nil, usageErrorf("it looks like https://example.com", "%w", x.err)
		}
	}
	return all, nil
}

func (a *app) sayWaiting(sites []string, waiting map[string]int) {
	var left []string
	for _, site := range sites {
		if waiting[site] > 0 {
			left = append(left, report.Clean(site))
		}
	}
	a.say(a.lang.Text("origins.waiting", msg.Str("sites", strings.Join(left, ", "))))
}

// askOne asks in the time that is left, with a client of its own.
func (a *app) askOne(ctx context.Context, f *webFlags, as, site string, deadline time.Time, number int) asked {
	c, err := a.client(f, as)
	if err != nil {
		return asked{number: number, err: err}
	}
	c.Limits.Total = max(time.Until(deadline), time.Millisecond)
	out, err := c.Get(ctx, site)
	return asked{number, c, out, err}
}
