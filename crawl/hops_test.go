package crawl

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// Each of six hosts has its robots.txt at the next one, over a step at home,
// and pages that take their time: nobody is asked twice at once, or too soon,
// and nobody waits for ever.
func TestRedirectsOfARobotsFileWaitForTheHostsTheyLeadTo(t *testing.T) {
	const delay, hosts, pages = 30 * time.Millisecond, 6, 8
	all := map[string]http.Handler{}
	var seeds []string
	for i := range hosts {
		next := fmt.Sprintf("http://r%d.test", (i+1)%hosts)
		seeds = append(seeds, fmt.Sprintf("http://r%d.test/", i))
		all[fmt.Sprintf("r%d.test", i)] = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/robots.txt":
				http.Redirect(w, r, "/hop/0/robots.txt", http.StatusFound)
			case "/hop/0/robots.txt":
				http.Redirect(w, r, next+"/hop/1/robots.txt", http.StatusFound)
			case "/hop/1/robots.txt":
				time.Sleep(2 * delay)
				fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
			default:
				time.Sleep(delay)
				w.Header().Set("Content-Type", "text/html")
				for n := range pages {
					fmt.Fprintf(w, "<a href=/%d>page</a> ", n)
				}
			}
		})
	}
	for _, n := range []int{1, 2} {
		t.Run(name(n), func(t *testing.T) {
			s := testweb.Start(t, testweb.Custom(all))
			opt := Options{Seeds: seeds, Plan: Plan{Delay: delay, Partitions: 8}}
			if n > 1 {
				opt.NATS = natsServer(t)
			}
			var fetched, unreachable int64
			for i, sum := range workers(t, s, n, opt) {
				t.Logf("worker %d: %d pages, %d robots.txt", i, sum.Fetched, sum.Robots)
				fetched, unreachable = fetched+sum.Fetched, unreachable+sum.Unreachable
			}
			if want := int64(len(seeds) * (1 + pages)); fetched != want || unreachable > 0 {
				t.Errorf("%d pages, %d unreachable, want %d pages", fetched, unreachable, want)
			}
			polite(t, s, delay, 0)
		})
	}
}
