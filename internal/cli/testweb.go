package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// testwebFlags are what testweb was told.
type testwebFlags struct {
	addr         string
	web          choice
	format       *choice
	hosts, pages int
	seed         uint64
	agent        string
	log          string
	length       time.Duration
	delay        time.Duration
	numeric      bool
	strict       bool
	list         bool
}

// Bounds of the webs that numbers make: what is expected of them is held in memory.
const (
	maxTestHosts = 10_000
	maxTestPages = 10_000_000 // of all hosts together
)

func (a *app) testweb() *cobra.Command {
	f := &testwebFlags{web: choice{value: "catalogue", of: []string{"catalogue", "clean", "hostile"}}}
	cmd := &cobra.Command{
		Use:   "testweb",
		Short: "serve a web of everything that goes wrong, to test crawlers with",
		Long: `testweb serves faults, on loopback only, for whoever writes a fetcher or a crawler
in whatever language: every status, chains of redirects, slow, endless and broken
answers, compression bombs, faults of TLS, traps and more. docs/testweb.md has the
list, and so have --list and the page at the address of the server.

It prints its address and serves until it is interrupted, or for the time of --for. It
speaks HTTP and TLS on one port and is a proxy for all its hosts, so that no DNS is needed:

  curl -x 127.0.0.1:8080 http://redirect-5.test/robots.txt

The webs "clean" and "hostile" are sites with numbered pages, the first without
faults, the second with traps; what a crawl must fetch is known, and the server
lists it at /expected.txt.

Every request is recorded. In the end the judge says on standard error what was
not polite: fetches that robots.txt disallows, URLs fetched twice, several requests
to a host at once, requests sooner than --delay. With --strict such a finding is
exit code 1. Addresses outside loopback are refused with exit code 2.`,
		Example: `  robots testweb --addr 127.0.0.1:8080
  robots testweb --web clean --hosts 100 --pages 200 --delay 1s --log requests.jsonl
  robots testweb --list --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runTestweb(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:0", "listen at `HOST:PORT` of loopback; port 0 is any that is free")
	flags.Var(&f.web, "web", "serve this web: "+list(f.web.of))
	flags.IntVar(&f.hosts, "hosts", 100, "of the clean and the hostile web, have `N` hosts")
	flags.IntVar(&f.pages, "pages", 200, "have `N` pages on each of these hosts")
	flags.Uint64Var(&f.seed, "seed", 1, "choose their links and closed pages by `N`")
	flags.StringVarP(&f.agent, "agent", "a", "", "judge by what robots.txt says to this product `TOKEN` (default: what the User-Agent header begins with)")
	flags.DurationVar(&f.delay, "delay", 0, "judge requests to a host that begin less than this `TIME` apart as too soon")
	flags.StringVar(&f.log, "log", "", "write every request to `FILE`, one JSON object a line")
	flags.DurationVar(&f.length, "for", 0, "end after this `TIME`, such as 30s (default: when interrupted)")
	flags.BoolVar(&f.numeric, "numeric", false, "listen at an address in 127.1.0.0/16 for each host, too")
	flags.BoolVar(&f.strict, "strict", false, "exit with 1 if anything was not polite")
	flags.BoolVar(&f.list, "list", false, "print the catalogue and serve nothing")
	f.format = formatFlag(cmd, "markdown", "json")
	f.web.complete(cmd, "web")
	return cmd
}

func (a *app) runTestweb(cmd *cobra.Command, f *testwebFlags) error {
	switch {
	case min(f.delay, f.length) < 0:
		return usageErrorf("leave it out for none", "%s: a time is below 0", cmd.Name())
	case f.hosts < 1 || f.hosts > maxTestHosts || f.pages < 1 || f.pages > maxTestPages/f.hosts:
		return usageErrorf("take 1 to 10,000 hosts, and no more than 10,000,000 pages in all", "%s: no web of %d hosts with %d pages each", cmd.Name(), f.hosts, f.pages)
	case cmd.Flags().Changed("format") && !f.list:
		return usageErrorf("add --list", "%s: --format is for --list", cmd.Name())
	case f.list && f.format.value == "json":
		return testweb.WriteCases(a.out, testweb.Catalogue())
	case f.list:
		a.out.WriteString(testweb.Markdown())
		return nil
	}
	return a.serveTestweb(f)
}

func (a *app) serveTestweb(f *testwebFlags) (err error) {
	o := testweb.Options{Addr: f.addr, Numeric: f.numeric, Rules: testweb.Rules{Token: f.agent, Delay: f.delay}}
	if f.log != "" {
		file, err := os.Create(f.log)
		if err != nil {
			return ioErrorf("", "write %s: %w", f.log, cause(err))
		}
		defer file.Close()
		o.Log = file
	}
	web := f.chosen()
	s, err := testweb.Listen(web, o)
	if errors.Is(err, testweb.ErrNotLoopback) {
		return usageErrorf("these pages are made to hurt clients, so they are served to this machine alone", "%w", err)
	} else if err != nil {
		return ioErrorf("choose another with --addr", "%w", err)
	}
	defer s.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	length := "none"
	if f.length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.length)
		defer cancel()
		length = f.length.String()
	}
	fmt.Fprintln(a.out, s.Addr())
	if err := a.out.Flush(); err != nil {
		return err // Main says so
	}
	a.say(a.lang.Text("testweb.serving", msg.Str("web", web.Name()), msg.Int("n", len(web.Hosts())), msg.Str("addr", s.Addr()), msg.Str("for", length)))
	<-ctx.Done()
	s.Close()
	r := s.Judge()
	a.sayReport(r)
	if err := s.LogError(); err != nil {
		return ioErrorf("", "write %s: %w", f.log, cause(err))
	}
	if f.strict && !r.Polite() {
		return errFindings
	}
	return nil
}

func (f *testwebFlags) chosen() *testweb.Web {
	switch f.web.value {
	case "clean":
		return testweb.Clean(f.hosts, f.pages, f.seed)
	case "hostile":
		return testweb.Hostile(f.hosts, f.pages, f.seed)
	}
	return testweb.Catalogue()
}

// sayReport says how whoever asked behaved.
func (a *app) sayReport(r testweb.Report) {
	a.say(a.lang.Text("testweb.asked", msg.Int("n", r.Requests), msg.Int("hosts", r.Hosts), msg.Int("pages", r.Pages)))
	if r.Requests > 0 && r.Polite() {
		a.say("  " + a.lang.Text("testweb.polite"))
	}
	for _, l := range []struct {
		key   string
		n     int
		above int
	}{
		{"disallowed", r.Disallowed, 0}, {"duplicates", r.Duplicates, 0}, {"in-flight", r.MaxInFlight, 1}, {"too-soon", r.TooSoon, 0},
		{"no-robots", r.NoRobots, 0}, {"secrets", r.Secrets, 0}, {"private", r.PrivateDials, 0}, {"robots", r.RobotsMost, 0},
	} {
		if l.n > l.above {
			a.say("  " + a.lang.Text("testweb."+l.key, msg.Int("n", l.n)))
		}
	}
	if r.MinGap >= 0 {
		a.say("  " + a.lang.Text("testweb.gap", msg.Str("gap", r.MinGap.Round(time.Microsecond).String())))
	}
	if r.Overflow {
		a.say("  " + a.lang.Text("testweb.overflow"))
	}
	for _, s := range r.Samples[:min(len(r.Samples), 3)] {
		a.say("  " + a.lang.Text("testweb.sample", msg.Str("url", report.Clean(s.Scheme+"://"+s.Host+s.Target))))
	}
}
