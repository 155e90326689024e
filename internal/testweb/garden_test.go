package testweb_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/testweb"
)

var (
	anchor = regexp.MustCompile(`<a href="([^"]*)"( rel="nofollow")?>`)
	entity = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`)
)

// crawl is a small crawler over a web without faults, which asks our own parser
// what is allowed. It returns what it fetched, robots.txt not among it.
func crawl(t *testing.T, s *testweb.Server, agent string, disobey bool) []string {
	t.Helper()
	c := s.Client()
	fetch := func(u string) string {
		req, err := http.NewRequest("GET", u, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("User-Agent", agent)
		resp, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	files := map[string]*robots.Policy{}
	seen := map[string]bool{}
	var todo, done []string
	visit := func(base *url.URL, ref string) {
		u, err := base.Parse(entity.Replace(ref))
		if err != nil {
			t.Fatal(err)
		}
		u.Fragment, u.Host = "", strings.ToLower(u.Host)
		if !seen[u.String()] {
			seen[u.String()] = true
			todo = append(todo, u.String())
		}
	}
	for _, seed := range s.Web().Seeds() {
		visit(&url.URL{}, seed)
	}
	for len(todo) > 0 {
		u, _ := url.Parse(todo[0])
		todo = todo[1:]
		if files[u.Host] == nil {
			files[u.Host] = robots.Parse(fetch("http://" + u.Host + "/robots.txt"))
		}
		if !disobey && !files[u.Host].Decide("testbot", u.RequestURI()).Allowed() {
			continue
		}
		done = append(done, u.String())
		for _, m := range anchor.FindAllStringSubmatch(fetch(u.String()), -1) {
			visit(u, m[1])
		}
	}
	slices.Sort(done)
	return done
}

// A crawler that obeys fetches what is expected: no less, and no more. So the
// links as written and as counted are the same, and so are rules and their reading by hand.
func TestCleanWebIsReachedAsExpected(t *testing.T) {
	for seed := range uint64(3) {
		if testing.Short() && seed > 0 {
			break
		}
		s := testweb.Start(t, testweb.Clean(5, 150, seed), testweb.Options{Rules: testweb.Rules{Token: "testbot"}})
		got := crawl(t, s, "testbot/1.0", false)
		want := s.Web().Expected()
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: fetched %d pages, expected %d", seed, len(got), len(want))
		}
		if len(want) < 5*100 || len(want) >= 5*150 {
			t.Errorf("seed %d: %d pages expected: too few, or nothing is closed", seed, len(want))
		}
		r := s.Judge()
		if !r.Polite() || r.Pages != len(want) || r.Hosts != 5 || r.RobotsMost != 1 || r.Requests != len(want)+5 {
			t.Errorf("seed %d: %+v", seed, r)
		}
	}
}

// Whoever ignores robots.txt is found out.
func TestJudgeSeesWhatIsDisallowed(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(2, 30, 1))
	got := crawl(t, s, "testbot/1.0", true)
	r := s.Judge()
	if bad := len(got) - len(s.Web().Expected()); r.Disallowed < 10 || r.Polite() || r.Disallowed < bad-2 {
		t.Errorf("%d pages fetched, %d expected: %+v", len(got), len(s.Web().Expected()), r)
	}
	if len(r.Samples) == 0 || r.Samples[0].Target == "" {
		t.Error("no sample")
	}
}

// The same seed is the same web, another is another.
func TestSeedsDecide(t *testing.T) {
	body := func(seed uint64) string {
		s := testweb.Start(t, testweb.Clean(3, 50, seed), testweb.Options{Pipe: true})
		_, b := get(t, s.Client(), "http://h1.test/p/7")
		_, r := get(t, s.Client(), "http://h1.test/robots.txt")
		return b + r
	}
	first, again, other := body(1), body(1), body(2)
	if first != again || first == other {
		t.Error("pages do not follow the seed")
	}
	if n := len(testweb.Clean(100, 200, 1).Expected()); n < 15_000 || n > 20_200 {
		t.Errorf("100 sites of 200 pages: %d expected", n)
	}
}

// Clients name hosts in four ways, and links come back in the same.
func TestLinksFollowTheAuthority(t *testing.T) {
	s := testweb.Start(t, testweb.Clean(3, 50, 1), testweb.Options{Numeric: runtime.GOOS == "linux"})
	_, port, _ := strings.Cut(s.Addr(), ":")
	for host, want := range map[string]string{
		"h1.test":              "http://h1.test/p/",
		"h1.test:" + port:      "http://h1.test:" + port + "/p/",
		"h1.localhost:" + port: "http://h1.localhost:" + port + "/p/",
		"127.1.0.2:" + port:    "http://127.1.0.2:" + port + "/p/",
	} {
		req, _ := http.NewRequest("GET", "http://"+s.Addr()+"/p/7", nil)
		req.Host = host
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !strings.Contains(string(b), want) {
			t.Errorf("asked as %s: no link begins with %s", host, want)
		}
	}
	if runtime.GOOS == "linux" {
		if got := s.Authority("h1.test", true); got != "127.1.0.2:"+port {
			t.Error(got)
		}
		resp, err := http.Get("http://127.1.0.2:" + port + "/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
}

// As a proxy the server is reached by any program, over TLS too.
func TestServerIsAProxy(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	tr := s.Transport()
	tr.DialContext = nil
	tr.Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: s.Addr()})
	defer tr.CloseIdleConnections()
	c := &http.Client{Transport: tr}
	for _, name := range []string{"text-usual", "tls-fine", "redirect-mixed", "h2"} {
		if resp, body := get(t, c, s.URL(name)); resp.StatusCode != 200 || !strings.Contains(body, "/private/") {
			t.Errorf("%s: %s %q", name, resp.Status, body)
		}
	}
	if _, err := c.Get("https://10.0.0.1/"); err == nil || s.PrivateDials() != 1 {
		t.Errorf("a private address through the proxy: %v, %d counted", err, s.PrivateDials())
	}
}

// Each site of the hostile web does what its variant says, and what is wanted agrees with our parser
// where the file is simply served.
func TestHostileVariants(t *testing.T) {
	s := testweb.Start(t, testweb.Hostile(24, 60, 1), testweb.Options{Longest: 300 * time.Millisecond})
	c := s.Client()
	served := 0
	for h := range 24 {
		host := fmt.Sprintf("h%d.test", h)
		resp, err := c.Get("http://" + host + "/robots.txt")
		if err != nil {
			continue
		}
		b, err := io.ReadAll(io.LimitReader(resp.Body, 500<<10))
		resp.Body.Close()
		if resp.StatusCode != 200 || err != nil {
			continue
		}
		served++
		policy := robots.Parse(string(b))
		for _, target := range []string{"/", "/p/1", "/p/2", "/p/57", "/p/3?sort=up", "/p/3?sid=1", "/private/1", "/private/open/1", "/x.pdf", "/cal/2026/1/1", "/%70/1", "/deep/a"} {
			for _, token := range []string{"testbot", "other"} {
				got := policy.Decide(token, target).Allowed()
				if want := s.Web().Want(token, host, target); want != testweb.Open && (want == testweb.Allow) != got {
					t.Errorf("%s%s for %s: wanted %s, the file says allowed=%v", host, target, token, want, got)
				}
			}
		}
	}
	if served < 10 {
		t.Errorf("only %d files were served", served)
	}
}

// Every trap and fault of the hostile web answers, or fails, in bounded time, and
// no handler of it or of the catalogue panics: Start would say so.
func TestEveryPathOfTheHostileWebEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand URLs, with bombs among them")
	}
	synctest.Test(t, func(t *testing.T) {
		s := testweb.Start(t, testweb.Hostile(1, 60, 1), testweb.Options{Pipe: true})
		tr := s.Transport()
		c := &http.Client{Transport: tr, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > 5 {
				return http.ErrUseLastResponse
			}
			return nil
		}}
		seen := map[string]bool{}
		statuses := map[int]int{}
		base, _ := url.Parse("http://h0.test/")
		var todo []string
		add := func(ref string) {
			u, err := base.Parse(entity.Replace(ref))
			if err == nil && u.Scheme == "http" && u.Host != "" && !seen[u.String()] && len(seen) < 1000 {
				seen[u.String()] = true
				todo = append(todo, u.String())
			}
		}
		for n := range 60 {
			add(fmt.Sprintf("/p/%d", n))
		}
		for len(todo) > 0 {
			u := todo[0]
			todo = todo[1:]
			start := time.Now()
			resp, err := c.Get(u)
			if err != nil {
				statuses[0]++
				continue
			}
			b, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
			resp.Body.Close()
			statuses[resp.StatusCode]++
			if d := time.Since(start); d > 3*time.Minute { // six answers of 30 s at most
				t.Errorf("%s took %v", u, d)
			}
			for _, m := range anchor.FindAllStringSubmatch(string(b), -1) {
				add(m[1])
			}
		}
		if len(seen) < 500 || statuses[200] < 200 || statuses[0] < 3 || statuses[500] == 0 || statuses[302] == 0 {
			t.Errorf("%d URLs, %v", len(seen), statuses)
		}
		if s.PrivateDials() == 0 {
			t.Error("the redirect to the tripwire was never met")
		}
		tr.CloseIdleConnections()
		s.Close()
	})
}

// Whatever is asked of the catalogue, no answer holds much memory here, though what is sent has no end.
func TestEndlessAnswersCostNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it moves half a gigabyte")
	}
	s := testweb.Start(t, testweb.Catalogue(), testweb.Options{Longest: 10 * time.Second})
	c := s.Client()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, name := range []string{"text-100m", "endless-body", "header-100m", "sitemap-huge", "bomb-gzip-endless", "big-page", "endless-interim"} {
		resp, err := c.Get(s.URL(name))
		if err != nil {
			continue
		}
		io.CopyN(io.Discard, resp.Body, 64<<20)
		resp.Body.Close()
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 64<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
}
