package cli

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
)

// fetchFlags are what fetch was told.
type fetchFlags struct {
	as        string
	contact   string
	preset    choice
	nets      []string
	save      string
	redirects int
	timeout   time.Duration
	format    *choice
}

func (a *app) fetch() *cobra.Command {
	f := &fetchFlags{preset: choice{value: fetch.Default.String()}}
	for _, p := range fetch.Presets() {
		f.preset.of = append(f.preset.of, p.String())
	}
	cmd := &cobra.Command{
		Use:   "fetch URL",
		Short: "fetch a robots.txt, and tell what follows from the answer",
		Long: `fetch asks for the robots.txt of a site as RFC 9309 2.3 wants it, and shows every
redirect, what came of it, and what a crawler may do then. The URL may be that of
any page of the site.

--as sends another User-Agent header, to see whether a server answers bots
differently. --preset says what another crawler makes of an answer that brings no
file; docs/fetching.md has the table. --format raw writes the file alone, octet by
octet. --save keeps the file and a record of how it was fetched: URLs, statuses,
header, time in UTC, user agent and SHA-256.

Addresses of private networks are refused, on every redirect too; --allow-net opens
one. The exit code is 3 if the file is unreachable, and 0 for a file as well as for
a site that has none.`,
		Example: `  robots fetch https://example.com
  robots fetch https://example.com --as GPTBot/1.0 --save evidence
  robots fetch http://127.0.0.1:8080 --allow-net 127.0.0.0/8 --format raw`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runFetch(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", "send this User-Agent `HEADER`, such as GPTBot/1.0 (default: our own)")
	flags.StringVar(&f.contact, "contact", "", "`URL` or e-mail address of whoever fetches, for the owner of the server")
	flags.Var(&f.preset, "preset", "answer failures as this crawler does: "+list(f.preset.of))
	f.preset.complete(cmd, "preset")
	flags.StringArrayVar(&f.nets, "allow-net", nil, "reach addresses of this network `CIDR`, though private; may be repeated")
	flags.StringVar(&f.save, "save", "", "keep the file and how it was fetched in this `DIR`")
	flags.IntVar(&f.redirects, "max-redirects", 5, "follow `N` redirects, 5 to 10")
	flags.DurationVar(&f.timeout, "timeout", 60*time.Second, "give up after this `TIME`")
	f.format = formatFlag(cmd, "text", "json", "raw")
	return cmd
}

func (a *app) runFetch(cmd *cobra.Command, f *fetchFlags, args []string) error {
	client, err := f.client(cmd, args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := client.Get(ctx, siteOf(args[0]))
	switch {
	case ctx.Err() != nil:
		return &exitError{code: exitIO, err: errors.New("interrupted")}
	case err != nil:
		return usageErrorf("it looks like https://example.com", "%w", err)
	}
	ev := evidence.Of(client, o)
	if f.save != "" {
		if err := a.saveEvidence(f.save, ev, o); err != nil {
			return err
		}
	}
	switch f.format.value {
	case "json":
		err = ev.Write(a.out)
	case "raw":
		if o.Kind == robots.KindDocument {
			_, err = a.out.Write(o.Body)
		}
	default:
		a.fetchText(o)
	}
	if err == nil && o.Kind == robots.KindUnreachable {
		return unreachableError(o, f.format.value == "text")
	}
	return err
}

// siteOf lets people leave the scheme out.
func siteOf(url string) string {
	if url != "" && !strings.Contains(url, "://") {
		return "https://" + url
	}
	return url
}

// unreachableError is what ends a run that brought no answer. told says that the
// reason is on standard output already.
func unreachableError(o fetch.Outcome, told bool) error {
	e := &exitError{code: exitIO, err: o.Err}
	switch {
	case told:
		e.err = errors.New(o.Key + ": robots.txt is unreachable")
	case o.Err == nil:
		e.err = errors.New("fetch " + o.FinalURL + ": the server answers " + statusText(o.Status))
	}
	if o.Class == fetch.ClassRefusedAddress {
		e.hint = "a network of your own is opened with --allow-net CIDR"
	}
	return e
}

// client returns what fetches, by the flags.
func (f *fetchFlags) client(cmd *cobra.Command, args []string) (*fetch.Client, error) {
	switch {
	case len(args) != 1:
		return nil, usageErrorf("name one site, such as https://example.com", "%s: %d URLs given", cmd.Name(), len(args))
	case f.timeout <= 0:
		return nil, usageErrorf("a second is 1s", "--timeout %v: no time to fetch anything", f.timeout)
	case f.redirects < 5 || f.redirects > 10:
		return nil, usageErrorf("RFC 9309 2.3.1.2 wants five followed, and more than ten lead nowhere", "--max-redirects %d: out of range", f.redirects)
	}
	c := &fetch.Client{UserAgent: f.as, Contact: f.contact, MaxRedirects: f.redirects, Limits: fetch.Limits{Total: f.timeout}}
	if !cmd.Flags().Changed("as") {
		c.UserAgent = ownUserAgent()
	}
	c.Preset, _ = fetch.PresetNamed(f.preset.value)
	for _, s := range f.nets {
		n, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, usageErrorf("it looks like 10.0.0.0/8 or 127.0.0.1/32", "--allow-net %s: no network", s)
		}
		c.AllowNets = append(c.AllowNets, n)
	}
	return c, nil
}

// ownUserAgent is how the command names itself to servers.
func ownUserAgent() string {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = strings.TrimPrefix(info.Main.Version, "v")
	}
	return "robotsgate/" + version + " (+https://github.com/robotsgate/robots)"
}
