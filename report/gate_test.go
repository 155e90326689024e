package report

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/plan"
	"github.com/robotsgate/robots/sitemap"
)

// gateOf holds a text against a policy.
func gateOf(p *robots.Policy, fileURL, text string) Gate {
	g := Gate{Source: Source{Name: "robots.txt", FileURL: fileURL, Policy: p},
		Agents: []Agent{{ID: "GPTBot", Name: "GPTBot", Given: "GPTBot/1"}, {ID: OtherID, Name: "UnnamedBot"}}}
	r := sitemap.NewReader(strings.NewReader(text), sitemap.Options{URL: fileURL})
	for c := range sitemap.Conflicts(p, []string{"GPTBot", "UnnamedBot"}, fileURL, r.Entries()) {
		g.Tally.Add("map.xml", c)
	}
	g.Files = []GateFile{{Name: "map.xml", URL: fileURL, Kind: r.Kind(), Entries: r.Len(), Bytes: r.Bytes(), Diagnostics: r.Diagnostics(), Counts: r.Counts()}}
	return g
}

func TestGatesAndPlansFollowTheirSchemas(t *testing.T) {
	gates, plans := schema(t, "sitemap.json"), schema(t, "plan.json")
	const listed = "https://a.example/\nhttps://a.example/x\nhttps://a.example/x\nhttps://b.example/\nx\nhttps://a.example/新|聞\n"
	for name, p := range map[string]*robots.Policy{
		"rules": robots.Parse("User-agent: *\nDisallow: /x\nCrawl-delay: 0.5\n\nUser-agent: GPTBot\nDisallow: /\n"),
		"empty": robots.Parse(""), "absent": robots.Absent(), "unreachable": robots.Unreachable(),
	} {
		for _, text := range []string{listed, "<html>", "", "<urlset><url><lastmod>x</lastmod></url></urlset>"} {
			g := gateOf(p, "https://a.example/robots.txt", text)
			g.Missing = []string{"https://a.example/part.xml"}
			for _, l := range msg.Langs() {
				valid(t, gates, name, func(w io.Writer) error { return GateJSON(w, g, Options{Lang: l}) })
				for _, write := range []GateFormat{GateText, GateMarkdown, func(w io.Writer, g Gate, o Options) error { return GateRemarks(w, g, o) }} {
					toldIn(t, l, func(w io.Writer) error { return write(w, g, Options{Lang: l}) })
				}
			}
		}
		tasks := []plan.Task{{URL: "https://a.example/", Bytes: 10, Origin: "o"}, {URL: "https://a.example/x"}, {URL: "x"},
			{URL: "https://a.example/#"}, {URL: "https://b.example/"}, {URL: "https://a.example/2", Depth: 3}, {URL: "https://a.example/3"}}
		o := plan.Options{Token: "b", Depth: 1, HostRequests: 1, Policy: func(site string) *robots.Policy {
			if site == "https://b.example" {
				return nil
			}
			return p
		}}
		made := Plan{Source: Source{Name: name, Policy: p}, Agent: Agent{ID: "b", Name: "b"}, Tasks: tasks, Plan: o.Make(tasks)}
		valid(t, plans, name, func(w io.Writer) error { return PlanJSON(w, made, Options{}) })
		for _, l := range msg.Langs() {
			toldIn(t, l, func(w io.Writer) error { return PlanText(w, made, Options{Lang: l}) })
		}
	}
}

// toldIn fails if a sentence is missing or a placeholder was left standing.
func toldIn(t *testing.T, l msg.Lang, write func(w io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	for _, gap := range []string{"{", "sitemap.", "plan.", "head.", "diag."} {
		if strings.Contains(b.String(), gap) {
			t.Errorf("%v: %q in %q", l, gap, b.String())
		}
	}
}

func TestEveryRemarkOnASitemapHasItsSentences(t *testing.T) {
	for _, d := range sitemap.Codes() {
		for _, part := range []string{"title", "message", "why", "fix"} {
			if !msg.En.Has("diag." + string(d.Code) + "." + part) {
				t.Errorf("%s has no %s", d.Code, part)
			}
		}
	}
}

func TestTheForecastIsASentence(t *testing.T) {
	h := plan.Host{Site: "https://a.example", Requests: 1800, Delay: 10 * time.Second, Asked: true}
	if got, want := forecast(msg.En, h), "https://a.example: 1800 pages at Crawl-delay 10 s: 5 h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSpansAreToldByTheirLargestUnits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 2500 * time.Millisecond: "2.5 s", 59 * time.Second: "59 s", time.Minute: "1 min", 90 * time.Second: "1 min 30 s",
		5 * time.Hour: "5 h", 5*time.Hour + 59*time.Second: "5 h", 26 * time.Hour: "1 d 2 h", 90 * time.Minute: "1 h 30 min",
	} {
		if got := span(d); got != want {
			t.Errorf("%v is told as %q, want %q", d, got, want)
		}
	}
}
