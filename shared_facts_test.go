package robots_test

import (
	"encoding/json"
	"strings"

	"github.com/robotsgate/robots"
)

// rateFact returns a request rate in the shape that the vector asks for.
func rateFact(p *robots.Policy, v sharedVector) any {
	r, ok := p.RequestRate(v.Agent)
	if !ok {
		return nil
	}
	var want map[string]any
	json.Unmarshal(v.Want["request_rate"], &want)
	got := map[string]any{"requests": r.Requests, "seconds": int(r.Per.Seconds())}
	hour := func(s string) (int, int) {
		return int(s[0]-'0')*10 + int(s[1]-'0'), int(s[2]-'0')*10 + int(s[3]-'0')
	}
	if _, ok := want["start_time"]; ok && r.From == "" {
		got["start_time"], got["end_time"] = nil, nil
	} else if r.From != "" {
		got["start_time.hour"], got["start_time.minute"] = hour(r.From)
		got["end_time.hour"], got["end_time.minute"] = hour(r.To)
	}
	return got
}

// lineFact counts lines as the sources do: recognised are those with a
// user-agent, allow, disallow or sitemap record, unknown those with another key.
func lineFact(p *robots.Policy, v sharedVector, name string) any {
	recognised, unknown, last := 0, 0, 0
	for r := range p.Records() {
		switch r.Directive() {
		case robots.DirUserAgent, robots.DirAllow, robots.DirDisallow, robots.DirSitemap:
			recognised++
		case robots.DirUnknown:
			unknown++
		}
		last = r.Line()
	}
	switch name {
	case "recognised_lines":
		return recognised
	case "unknown_lines":
		return unknown
	}
	return last
}

// extensionFact returns the records that speak to the agent, by the names the
// vector asks for; what must not be seen is null.
func extensionFact(p *robots.Policy, v sharedVector) any {
	var want map[string]any
	json.Unmarshal(v.Want["extensions"], &want)
	got := map[string]any{}
	for name := range want {
		var all []string
		for d := robots.DirSitemap; d.String() != ""; d++ {
			if strings.EqualFold(d.String(), strings.TrimSuffix(name, "s")) {
				for r := range p.Speaking(d, v.Agent) {
					all = append(all, r.Value())
				}
			}
		}
		got[name] = all
		if all == nil {
			got[name] = nil
		}
	}
	return got
}
