package plan

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/shared"
	"github.com/robotsgate/robots/sitemap"
)

// always returns the same policy for every site.
func always(p *robots.Policy) func(string) *robots.Policy {
	return func(string) *robots.Policy { return p }
}

func urls(list ...string) []Task {
	var tasks []Task
	for _, u := range list {
		tasks = append(tasks, Task{URL: u})
	}
	return tasks
}

// told writes a plan down: steps as "time url", refusals as "reason url".
func told(p *Plan, tasks []Task) []string {
	var all []string
	for _, s := range p.Steps {
		all = append(all, fmt.Sprint(s.NotBefore, " ", tasks[s.Task].URL))
	}
	for _, r := range p.Refusals {
		all = append(all, fmt.Sprint(r.Reason, " ", tasks[r.Task].URL))
	}
	return all
}

func expect(t *testing.T, o Options, tasks []Task, want ...string) *Plan {
	t.Helper()
	p := o.Make(tasks)
	if got := told(p, tasks); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	return p
}

func TestWhatIsFetchedIsADelayApart(t *testing.T) {
	p := robots.Parse("User-agent: *\nCrawl-delay: 10\nDisallow: /x\n")
	plan := expect(t, Options{Policy: always(p)}, urls("http://a.example/1", "http://a.example/x", "http://a.example/2", "http://b.example/1"),
		"0s http://a.example/1", "0s http://b.example/1", "10s http://a.example/2", "denied http://a.example/x")
	if plan.Total != 20*time.Second || !plan.Hosts[0].Asked || plan.Hosts[0].Requests != 2 {
		t.Errorf("got %v, %+v", plan.Total, plan.Hosts)
	}
	if rule, ok := plan.Refusals[0].Decision.Rule(); !ok || rule.Line != 3 {
		t.Errorf("a denial has no rule: %+v", plan.Refusals[0])
	}
}

func TestEighteenHundredPagesAtTenSecondsTakeFiveHours(t *testing.T) {
	var tasks []Task
	for i := range 1800 {
		tasks = append(tasks, Task{URL: fmt.Sprintf("https://a.example/%d", i)})
	}
	p := Options{Policy: always(robots.Parse("User-agent: *\nCrawl-delay: 10\n"))}.Make(tasks)
	h, ok := p.Longest()
	if p.Total != 5*time.Hour || !ok || h.Total() != p.Total || h.Requests != 1800 {
		t.Errorf("got %v, %+v", p.Total, h)
	}
}

func TestTheLongerDelayCounts(t *testing.T) {
	p := robots.Parse("User-agent: *\nCrawl-delay: 2\n")
	for _, tt := range []struct {
		own, want time.Duration
		asked     bool
	}{{0, 2 * time.Second, true}, {2 * time.Second, 2 * time.Second, true}, {3 * time.Second, 3 * time.Second, false}, {-1, 2 * time.Second, true}} {
		plan := Options{Policy: always(p), Delay: tt.own}.Make(urls("http://a.example/"))
		if h := plan.Hosts[0]; h.Delay != tt.want || h.Asked != tt.asked {
			t.Errorf("%v: got %+v", tt.own, h)
		}
	}
}

func TestATaskIsAskedForTheReasonsInTheirOrder(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /x\n")
	o := Options{Depth: 1, Requests: 2, Bytes: 100, HostRequests: 1, Policy: func(site string) *robots.Policy {
		if site == "http://unknown.example" {
			return nil
		}
		return p
	}}
	tasks := []Task{
		{URL: "mailto:x"},
		{URL: "http://u@a.example/"},
		{URL: "http://a.example/x", Depth: 2},
		{URL: "http://a.example/x", Depth: 2},
		{URL: "http://unknown.example/"},
		{URL: "http://a.example/x/", Depth: 1},
		{URL: "http://a.example/big", Bytes: 101},
		{URL: "http://a.example/1", Bytes: 60},
		{URL: "http://a.example/2", Bytes: 60},
		{URL: "http://a.example/3"},
		{URL: "http://b.example/1"},
		{URL: "http://c.example/1", Bytes: 1000},
	}
	plan := expect(t, o, tasks, "0s http://a.example/1", "0s http://b.example/1",
		"invalid-url mailto:x", "invalid-url http://u@a.example/", "no-policy http://unknown.example/", "byte-budget http://a.example/big",
		"byte-budget http://a.example/2", "host-budget http://a.example/3", "request-budget http://c.example/1",
		"denied http://a.example/x/", "too-deep http://a.example/x", "duplicate http://a.example/x")
	if plan.Refusals[0].Err == nil || plan.Refusals[9].First != 2 || plan.Bytes != 60 {
		t.Errorf("got %+v", plan)
	}
	if c := plan.Count(); c[ByteBudget] != 2 || c[Denied] != 1 {
		t.Errorf("counts %v", c)
	}
}

func TestWhatIsRefusedUsesUpNothing(t *testing.T) {
	p := robots.Parse("User-agent: *\nDisallow: /x\nCrawl-delay: 1\n")
	expect(t, Options{Policy: always(p), Requests: 1, HostRequests: 1, Bytes: 10}, []Task{
		{URL: "http://a.example/x", Bytes: 9}, {URL: "http://a.example/1", Bytes: 9},
	}, "0s http://a.example/1", "denied http://a.example/x")
}

func TestTasksAreTakenByPriorityThenDepthThenOrder(t *testing.T) {
	expect(t, Options{Policy: always(robots.Absent()), Delay: time.Second}, []Task{
		{URL: "http://a.example/1", Depth: 1}, {URL: "http://a.example/2"}, {URL: "http://a.example/3", Priority: 1, Depth: 5}, {URL: "http://a.example/4"},
	}, "0s http://a.example/3", "1s http://a.example/2", "2s http://a.example/4", "3s http://a.example/1")
}

func TestEvidenceOfASiteWithoutAFile(t *testing.T) {
	for p, want := range map[*robots.Policy]string{
		robots.Absent(): "0s http://a.example/", robots.Unavailable(): "0s http://a.example/",
		robots.Unreachable(): "denied http://a.example/", new(robots.Policy): "no-policy http://a.example/", nil: "no-policy http://a.example/",
	} {
		plan := expect(t, Options{Policy: always(p)}, urls("http://a.example/"), want)
		if p == nil || p.Kind() == 0 {
			continue
		}
		d := slices.Concat([]robots.Decision{}, decisions(plan))[0]
		if d.Basis != p.For("x").Basis() {
			t.Errorf("basis %v, want %v", d.Basis, p.For("x").Basis())
		}
	}
	expect(t, Options{}, urls("http://a.example/"), "no-policy http://a.example/")
}

func decisions(p *Plan) (all []robots.Decision) {
	for _, s := range p.Steps {
		all = append(all, s.Decision)
	}
	for _, r := range p.Refusals {
		all = append(all, r.Decision)
	}
	return all
}

func TestNumbersStopAtTheLargest(t *testing.T) {
	p := robots.Parse("User-agent: *\nCrawl-delay: 999999999\n")
	var tasks []Task
	for i := range 20 {
		tasks = append(tasks, Task{URL: fmt.Sprintf("http://a.example/%d", i), Bytes: 1 << 62})
	}
	plan := Options{Policy: always(p)}.Make(tasks)
	if plan.Total != 1<<63-1 || plan.Bytes != 1<<63-1 || !slices.IsSortedFunc(plan.Steps, func(a, b Step) int { return int(a.NotBefore/time.Second - b.NotBefore/time.Second) }) {
		t.Errorf("got %v and %d bytes", plan.Total, plan.Bytes)
	}
}

func TestNormal(t *testing.T) {
	for _, tt := range []struct{ name, url, want string }{
		{"case of scheme and host", "HTTP://A.Example/Path", "http://a.example/Path"},
		{"escape in the host", "https://a%2Eexample/", "https://a.example/"},
		{"default port", "https://a.example:443/", "https://a.example/"},
		{"port of the other scheme", "http://a.example:443/", "http://a.example:443/"},
		{"empty path", "http://a.example", "http://a.example/"},
		{"empty path with a query", "http://a.example?x", "http://a.example/?x"},
		{"escapes of unreserved octets", "http://a.example/%7Eu%41%2d", "http://a.example/~uA-"},
		{"other escapes keep their meaning", "http://a.example/%2f%e6%26", "http://a.example/%2F%E6%26"},
		{"raw octets", "http://a.example/\u65b0 x", "http://a.example/%E6%96%B0%20x"},
		{"dot segments", "http://a.example/a/./b/../c", "http://a.example/a/c"},
		{"dot segments written as escapes", "http://a.example/a/%2E%2e/b", "http://a.example/b"},
		{"fragment", "http://a.example/a?b#c", "http://a.example/a?b"},
		{"a star is no escape of one", "http://a.example/*$?*", "http://a.example/*$?*"},
		{"escaped star", "http://a.example/%2a", "http://a.example/%2A"},
		{"plus, empty query, order of the query, doubled and final slashes stay", "http://a.example//a+b/?b=2&a=1&", "http://a.example//a+b/?b=2&a=1&"},
		{"a final question mark stays", "http://a.example/?", "http://a.example/?"},
	} {
		got, err := Normal(tt.url)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q gives %q, %v, want %q", tt.name, tt.url, got, err, tt.want)
		}
		if again, _ := Normal(got); again != got {
			t.Errorf("%s: %q gives %q the second time", tt.name, got, again)
		}
	}
	for _, url := range []string{"", "/a", "mailto:x", "http://", "http://u@a.example/", "http://a.example/\n"} {
		if got, err := Normal(url); err == nil || got != "" {
			t.Errorf("%q gives %q", url, got)
		}
	}
}

func TestTasksOfASitemap(t *testing.T) {
	entries := slices.Values([]sitemap.Entry{{URL: "a", Priority: "0.8"}, {URL: "b"}, {URL: "c", Priority: "high"}, {URL: "d", Priority: "NaN"}})
	want := []Task{{URL: "a", Priority: 0.8, Origin: "s"}, {URL: "b", Priority: 0.5, Origin: "s"}, {URL: "c", Priority: 0.5, Origin: "s"}, {URL: "d", Priority: 0.5, Origin: "s"}}
	if got := slices.Collect(Tasks("s", entries)); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

// Whatever the tasks are: every one is a step or a refusal, budgets and delays
// are kept, and the same input gives the same plan.
func TestAPlanKeepsItsBounds(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	p := robots.Parse("User-agent: *\nDisallow: /1\nCrawl-delay: 3\n")
	for range 200 {
		var tasks []Task
		for range rnd.Intn(60) {
			tasks = append(tasks, Task{URL: fmt.Sprintf("http://%c.example/%d", 'a'+rnd.Intn(3), rnd.Intn(30)),
				Priority: float64(rnd.Intn(3)), Depth: rnd.Intn(4), Bytes: int64(rnd.Intn(50))})
		}
		o := Options{Policy: always(p), Depth: rnd.Intn(4), Requests: rnd.Intn(20), Bytes: int64(rnd.Intn(300)), HostRequests: rnd.Intn(8)}
		plan := o.Make(tasks)
		if len(plan.Steps)+len(plan.Refusals) != len(tasks) || o.Requests > 0 && len(plan.Steps) > o.Requests || o.Bytes > 0 && plan.Bytes > o.Bytes {
			t.Fatalf("%+v: %+v", o, plan)
		}
		next := make([]time.Duration, len(plan.Hosts))
		for _, s := range plan.Steps {
			if s.NotBefore != next[s.Host] {
				t.Fatalf("step %+v, want %v", s, next[s.Host])
			}
			next[s.Host] += plan.Hosts[s.Host].Delay
		}
		for _, h := range plan.Hosts {
			if o.HostRequests > 0 && h.Requests > o.HostRequests || h.Total() > plan.Total {
				t.Fatalf("host %+v", h)
			}
		}
		if again := o.Make(tasks); !reflect.DeepEqual(plan, again) {
			t.Fatal("another plan the second time")
		}
	}
}

// The cases of others about normal forms and plans.
func TestSharedCases(t *testing.T) {
	total := 0
	type testCase struct {
		ID, URL, Want, Agent string
		shared.Text
	}
	shared.Lines(t, func(c testCase) {
		kind, want, _ := strings.Cut(c.Want, ":")
		switch kind {
		case "norm":
			total++
			if got, err := Normal(c.URL); err != nil || got != want {
				t.Errorf("%s: %q gives %q, %v, want %q", c.ID, c.URL, got, err, want)
			}
		case "plan":
			total++
			text, _ := c.Get(t)
			plan := Options{Token: c.Agent, Delay: time.Second, Policy: always(robots.Parse(text))}.Make(urls(c.URL, "https://example.com/other"))
			if want != "no-delay-consumed" || len(plan.Steps) != 1 || plan.Steps[0].NotBefore != 0 {
				t.Errorf("%s: wants %s, got %+v", c.ID, want, plan)
			}
		}
	}, "cases", "open.jsonl")
	if total < 4 {
		t.Errorf("only %d cases", total)
	}
}

func FuzzNormal(f *testing.F) {
	f.Add("HTTP://A.example:80/%7E/../*#x")
	f.Fuzz(func(t *testing.T, url string) {
		n, err := Normal(url)
		if err != nil {
			return
		}
		again, err := Normal(n)
		if err != nil || again != n {
			t.Errorf("%q gives %q, then %q, %v", url, n, again, err)
		}
		a := robots.Parse("User-agent: *\nDisallow: /a\nDisallow: /*b\nDisallow: /%E6\n")
		if x, y := a.DecideURL("x", url, ""), a.DecideURL("x", n, ""); x.Verdict != y.Verdict {
			t.Errorf("%q is %v, its normal form %q is %v", url, x.Verdict, n, y.Verdict)
		}
	})
}

func BenchmarkMake(b *testing.B) {
	p := robots.Parse("User-agent: *\nDisallow: /0/1\nAllow: /0/12\nDisallow: /*?page=3\nCrawl-delay: 1\n")
	tasks := make([]Task, 1_000_000)
	for i := range tasks {
		tasks[i] = Task{URL: fmt.Sprintf("https://www%d.example/%d/%d?page=%d", i%50, i%9, i/2, i%4), Priority: float64(i%10) / 10, Depth: i % 6, Bytes: 20_000}
	}
	b.ReportAllocs()
	for b.Loop() {
		Options{Token: "x", Policy: always(p), Depth: 4}.Make(tasks)
	}
}
