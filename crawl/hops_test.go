package crawl

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/robotsgate/robots/internal/testweb"
)

// Each of three hosts has its robots.txt at the next one, over a step at home,
// and pages that take their time: nobody is asked twice at once, or too soon,
// and nobody waits for ever.
func TestRedirectsOfARobotsFileWaitForTheHostsTheyLeadTo(t *testing.T) {
	const delay, pages = 30 * time.Millisecond, 8
	all := map[string]http.Handler{}
	var seeds []string
	for i := range 3 {
		next := fmt.Sprintf("http://r%d.test", (i+1)%3)
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
	s := testweb.Start(t, testweb.Custom(all))
	sum := run(t, t.Context(), Options{Dir: t.TempDir(), Seeds: seeds, Fetch: client(s), Plan: Plan{Delay: delay, Partitions: 2}})
	if want := int64(3 * (1 + pages)); !sum.Done || sum.Fetched != want || sum.Unreachable > 0 {
		t.Errorf("%+v, want %d pages", sum, want)
	}
	polite(t, s, delay)
}
