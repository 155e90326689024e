package conformance

import "github.com/robotsgate/robots"

// Standard returns the matcher of this module in its default profile.
func Standard() Matcher {
	return func(v Vector) Answer {
		p, ok := robots.ForStatus(v.Status)
		if !ok {
			p = robots.Parse(v.Text())
		}
		var d robots.Decision
		if len(v.URL) > 0 && v.URL[0] == '/' {
			d = p.For(v.Agent).Decide(v.URL)
		} else {
			d = p.DecideURL(v.Agent, v.URL, v.RobotsURL)
		}
		return Answer{Verdict: d.Verdict.String(), Basis: d.Basis.String(), Line: d.Line()}
	}
}
