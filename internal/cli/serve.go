package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/gate/store"
	"github.com/robotsgate/robots/internal/serve"
	"github.com/robotsgate/robots/report"
)

// serveFlags are what serve was told.
type serveFlags struct {
	outboundFlags
	addr    string
	hosts   []string
	origins []string
	store   string
	delay   time.Duration
	log     string
	limits  serve.Limits
}

func (a *app) serve() *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "answer over HTTP: an API, a gate for crawlers, metrics, and the page",
		Long: `serve answers the questions of the other commands over HTTP, with the same JSON:
POST /v1/check, parse, lint, fix, diff, matrix, audit, ai and, for many questions
at once, batch. /openapi.json describes it, docs/serve.md tells about it. With the
page built in, it is at /; /healthz, /readyz and /metrics are for whoever runs it.

Nothing is fetched unless --fetch says so, and then --user-agent says as whom. It
opens /v1/fetch and the gate: /v1/ask tells a crawler in any language whether it may
fetch a URL and when, with a cache of robots.txt and the pace of each site, and
/v1/saw hears how it went.

It listens on loopback. Another address must be named in full by --addr, 0.0.0.0
for all; who may reach it is then up to the network, since there are no
passwords. On loopback it answers only by the names of loopback and those of
--host, so that no web page reaches it under a name of its own.

It prints its address, and serves until it is interrupted; what runs then has the
time of --grace to end. The access log is a JSON object a line on standard error.`,
		Example: `  robots serve
  robots serve --fetch --user-agent ExampleBot/1.0 --contact https://example.com/bot --store gate.db
  curl -d '{"robots":"User-agent: *\nDisallow: /x","agents":["GPTBot"],"targets":["/x"]}' -H 'Content-Type: application/json' http://127.0.0.1:8080/v1/check`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runServe(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "listen at `HOST:PORT`; port 0 is any that is free")
	flags.StringArrayVar(&f.hosts, "host", nil, "answer only by this `NAME`, beside those of loopback; may be repeated")
	flags.StringArrayVar(&f.origins, "cors", nil, "let web pages of this `ORIGIN` ask, such as https://example.com; may be repeated")
	f.outboundFlags.add(cmd)
	flags.StringVar(&f.store, "store", "", "with --fetch: keep what the gate knows in this `FILE`")
	flags.DurationVar(&f.delay, "delay", time.Second, "with --fetch: the least `TIME` between two permits for a site")
	flags.StringVar(&f.log, "log", "-", "write the access log to `FILE`; - is standard error, none is no log")
	flags.Int64Var(&f.limits.Body, "max-body", 16<<20, "read no more than `N` bytes of a request; streams have no such bound")
	flags.DurationVar(&f.limits.Time, "timeout", 30*time.Second, "give an answer no more than this `TIME`")
	flags.IntVar(&f.limits.Running, "max-running", 0, "work on `N` questions at once (default two for each processor)")
	flags.IntVar(&f.limits.Connections, "max-connections", 4096, "hold `N` connections at once")
	flags.DurationVar(&f.limits.Grace, "grace", 10*time.Second, "let what runs end within this `TIME`")
	return cmd
}

func (a *app) runServe(cmd *cobra.Command, f *serveFlags) (err error) {
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	if f.store != "" {
		disk, err := store.Open(f.store)
		if err != nil {
			return ioErrorf("", "%w", err)
		}
		defer disk.Close()
		o.Gate.Store = disk
	}
	switch f.log {
	case "none":
	case "-":
		o.Log = a.stderr
	default:
		file, err := os.OpenFile(f.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o640)
		if err != nil {
			return ioErrorf("", "write %s: %w", f.log, cause(err))
		}
		defer file.Close()
		o.Log = file
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", f.addr)
	if err != nil {
		return ioErrorf("choose another with --addr", "listen at %s: %w", f.addr, err)
	}
	defer l.Close()
	return a.serveOn(ctx, l, o)
}

// serveOn serves until ctx ends.
func (a *app) serveOn(ctx context.Context, l net.Listener, o serve.Options) error {
	s, err := serve.New(o)
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Fprintf(a.out, "http://%s\n", l.Addr())
	if err := a.out.Flush(); err != nil {
		return err // Main says so
	}
	if err := s.Serve(ctx, l); err != nil {
		return ioErrorf("", "%w", err)
	}
	return nil
}

// options checks the flags.
func (f *serveFlags) options(cmd *cobra.Command) (o serve.Options, err error) {
	o = serve.Options{Version: version(), Hosts: f.hosts, Origins: f.origins, Limits: f.limits}
	host, _, err := net.SplitHostPort(f.addr)
	switch {
	case err != nil:
		return o, usageErrorf("it looks like 127.0.0.1:8080", "--addr %s: no host and port", report.Clean(f.addr))
	case host == "":
		return o, usageErrorf("name the address; 0.0.0.0 is all of this machine", "--addr %s: no host", f.addr)
	case min(f.limits.Time, f.limits.Grace) <= 0 || f.delay < 0:
		return o, usageErrorf("a second is 1s", "%s: a time is not above 0", cmd.Name())
	case f.limits.Body < 1024 || f.limits.Body > 256<<20:
		return o, usageErrorf("take 1024 to 268435456", "--max-body %d: out of range", f.limits.Body)
	case f.limits.Running < 0 || f.limits.Connections < 1:
		return o, usageErrorf("take a number above 0", "%s: nothing could be served", cmd.Name())
	}
	for _, origin := range f.origins {
		if !isOrigin(origin) {
			return o, usageErrorf("it looks like https://example.com, without a path", "--cors %s: no origin", report.Clean(origin))
		}
	}
	if isLoopback(host) {
		o.Hosts = append(serve.LoopbackHosts(), append(o.Hosts, host)...)
	}
	if o.Client, err = f.client(cmd, "store", "delay"); err != nil {
		return o, err
	}
	o.Gate.Delay, o.Gate.DangerouslyNoDelay = f.delay, false
	if f.delay == 0 {
		return o, usageErrorf("the least is 1ms: a crawler that may ask a site without pause is a burden to it", "--delay 0: no pause between two permits")
	}
	return o, nil
}

// isOrigin reports whether s is scheme, host and perhaps port, as browsers send it.
func isOrigin(s string) bool {
	for _, scheme := range []string{"http://", "https://"} {
		if len(s) > len(scheme) && s[:len(scheme)] == scheme {
			for _, c := range []byte(s[len(scheme):]) {
				if c <= ' ' || c >= 0x7f || c == '/' || c == '*' || c == '?' || c == '#' || c == '@' {
					return false
				}
			}
			return true
		}
	}
	return false
}

// errClosed reports the ways in which a stream ends that is nobody's fault.
func errClosed(err error) bool {
	return err == nil || errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) || errors.Is(err, os.ErrClosed)
}
