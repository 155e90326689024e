package crawl

import (
	"github.com/robotsgate/robots/crawl/internal/address"
	"github.com/robotsgate/robots/crawl/internal/frontier"
	"github.com/robotsgate/robots/crawl/internal/wire"
	"github.com/robotsgate/robots/gate"
)

// A judge says which addresses a crawl fetches. Admit judges an address when it
// is found, whoever found it; settle judges a task when its turn comes, by its
// host's robots.txt. There is no third way to a request.
type judge struct {
	plan  *Plan
	scope *address.Scope
	year  int
	token string
	open  bool // DangerouslyIgnoreRobots
}

// admit returns the link that a reference on a page becomes. ok is false for
// what is no address that could be fetched at all.
func (j *judge) admit(base *address.Base, ref string, via wire.Via, depth, redirects int) (l wire.Link, ok bool) {
	u, err := base.Resolve(ref)
	if err != nil {
		return l, false
	}
	l = wire.Link{URL: u, Depth: depth, Redirects: redirects, Via: via}
	switch {
	case via == wire.ViaRobots:
		// A sitemap may lie anywhere; what it lists is judged by itself.
		l.Priority = sitemapPriority
	case !j.scope.Holds(u):
		l.Refused = wire.OutOfScope
	case j.plan.MaxDepth > 0 && depth > j.plan.MaxDepth, j.plan.SeedsOnly && depth > 0:
		l.Refused = wire.TooDeep
	case address.Trap(u, j.year) != "":
		l.Refused = wire.Trap
	}
	if redirects > maxRedirects {
		l.Refused = wire.TooManyRedirects
	}
	return l, true
}

// sitemapPriority lets sitemaps come before pages: they say what there is.
const sitemapPriority = 100

// settle returns why a task is not to be requested, with the line of the rule
// and a sentence, or none.
func (j *judge) settle(t *frontier.Task, r *siteRobots) wire.Result {
	res := wire.Result{Key: t.Key}
	if r.private {
		res.Reason, res.Detail = wire.PrivateAddress, r.why
		return res
	}
	d := r.reader.DecideURL(t.URL)
	if !d.Allowed() && !j.open {
		res.Reason, res.Line = wire.Disallowed, d.Line()
		if r.standing != gate.Current && r.standing != gate.LastGood {
			res.Reason, res.Detail = wire.Unreachable, r.why
		} else if rule, ok := d.Rule(); ok {
			res.Detail = "Disallow: " + short(rule.Pattern, 200)
		}
		return res
	}
	if r.asked > j.plan.MaxDelay {
		res.Reason, res.Detail = wire.DelayTooLong, r.asked.String()
		return res
	}
	if j.plan.CleanParam {
		if clean := r.clean(t.URL); clean != t.URL {
			res.Reason, res.Location = wire.CleanParam, clean
		}
	}
	return res
}

func short(s string, n int) string {
	if len(s) > n {
		return s[:n] + "..."
	}
	return s
}
