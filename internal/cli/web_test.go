package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

const (
	openText   = "User-agent: *\nDisallow: /admin/\nSitemap: https://shop.test/sitemap.xml\n"
	closedText = "User-agent: *\nDisallow: /\n"
)

// served answers every request for robots.txt with a text, and others with 404.
func served(text string) http.Handler { return answering(http.StatusOK, text) }

func answering(status int, text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	})
}

// edge answers bots differently from people.
func edge(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.UserAgent(), "GPTBot") {
		served(closedText).ServeHTTP(w, r)
		return
	}
	served(openText).ServeHTTP(w, r)
}

// scriptWeb is the web of the scripts: a few sites whose files are known.
func scriptWeb() *testweb.Web {
	mux := http.NewServeMux()
	mux.Handle("/robots.txt", served(openText))
	mux.HandleFunc("/sitemap.xml", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>http://%s/</loc></url><url><loc>http://%[1]s/admin/x</loc></url></urlset>", r.Host)
	})
	mux.HandleFunc("/index.xml", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>http://%s/sitemap.xml</loc></sitemap></sitemapindex>", r.Host)
	})
	mux.Handle("/away.xml", http.RedirectHandler("/sitemap.xml", http.StatusFound))
	mux.Handle("/inward.xml", http.RedirectHandler("http://169.254.169.254/", http.StatusFound))
	moved := http.NewServeMux()
	moved.Handle("/robots.txt", http.RedirectHandler("/r.txt", http.StatusMovedPermanently))
	moved.HandleFunc("/r.txt", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, openText) })
	return testweb.Custom(map[string]http.Handler{
		"shop.test": mux, "moved.test": moved, "closed.test": served(closedText), "gone.test": answering(http.StatusNotFound, ""),
		"barred.test": answering(http.StatusForbidden, ""), "down.test": answering(http.StatusServiceUnavailable, ""),
		"page.test": served("<!DOCTYPE html><html><body>hello</body></html>"), "edge.test": http.HandlerFunc(edge),
	})
}

// webCommand names a site of the web for a script: "web SHOP shop.test" sets SHOP.
func webCommand(t *testing.T) func(ts *testscript.TestScript, neg bool, args []string) {
	start := sync.OnceValue(func() *testweb.Server {
		return testweb.Start(t, scriptWeb(), testweb.Options{Numeric: true})
	})
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: web VARIABLE HOST")
		}
		ts.Setenv(args[0], "http://"+start().Authority(args[1], true))
	}
}

// runAt runs the command on a web that is reached by the names of its hosts.
func runAt(s *testweb.Server, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	a := &app{stdin: strings.NewReader(""), out: bufio.NewWriter(&out), stdout: &out, stderr: &errs, getenv: func(string) string { return "" }}
	a.reach = func(c *fetch.Client) {
		c.RootCAs, c.Dial = s.CertPool(), s.DialContext
		c.AllowNets = []netip.Prefix{netip.MustParsePrefix("127.1.0.0/16")}
		c.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) { return s.LookupNetIP(ctx, "ip", host) }
	}
	code = a.run(append([]string{"robots"}, args...))
	return code, out.String(), errs.String()
}

// What is fetched keeps its evidence in the JSON of every command.
func TestJSONOfWhatIsFetchedFollowsTheSchemas(t *testing.T) {
	s := testweb.Start(t, scriptWeb())
	for _, c := range []struct{ schema, args string }{
		{"check", "check URL"}, {"check", "check URL -a GPTBot -u / --explain"}, {"dialects", "check URL --profile all"}, {"parse", "parse URL"},
		{"ai", "ai URL"}, {"matrix", "matrix URL"}, {"diff", "diff URL http://closed.test"}, {"diff", "diff https://edge.test --as GPTBot/1.0 --as A/1"},
		{"prove", "prove URL equal http://closed.test"}, {"prove", "prove URL agree google"}, {"sitemap", "sitemap http://shop.test/sitemap.xml --robots URL"},
		{"plan", "plan http://shop.test/sitemap.xml --robots URL"}, {"audit", "audit URL --no-config"}, {"lint", "lint URL --no-config"},
	} {
		for _, url := range []string{"https://shop.test", "http://moved.test/page", "http://gone.test", "https://barred.test", "http://down.test", "http://page.test"} {
			args := strings.Fields(strings.ReplaceAll(c.args, "URL", url) + " --format json")
			code, out, errs := runAt(s, args...)
			if out == "" && code == exitIO && errs != "" {
				continue // of a site without a file, where lines are needed
			}
			if err := validate(schema(t, c.schema+".json"), out); err != nil || !strings.Contains(out, `"fetched": {`) {
				t.Errorf("%v: exit %d: %v: %s\n%s", args, code, err, errs, out)
			}
		}
	}
}

// A person who waits hears for whom, in the order of the sites.
func TestSitesThatAreWaitedForAreNamed(t *testing.T) {
	var errs bytes.Buffer
	a := &app{stderr: &errs}
	a.sayWaiting([]string{"https://a.test", "http://a.test", "https://b.test"}, map[string]int{"https://a.test": 1, "https://b.test": 2})
	if got := errs.String(); got != "waiting for https://a.test, https://b.test\n" {
		t.Errorf("said %q", got)
	}
}
