package cli

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// webFlags say how a URL is fetched: that of robots fetch, and one that stands
// in the place of a FILE. Nothing is fetched that the command line does not name.
type webFlags struct {
	as        []string
	contact   string
	preset    choice
	nets      []string
	redirects int
	timeout   time.Duration
}

// add adds the flags. several says that the command compares what several user
// agents get.
func (f *webFlags) add(cmd *cobra.Command, several bool) {
	f.preset = choice{value: fetch.Default.String()}
	for _, p := range fetch.Presets() {
		f.preset.of = append(f.preset.of, p.String())
	}
	flags, usage := cmd.Flags(), "fetch with this User-Agent `HEADER`, such as GPTBot/1.0 (default: our own)"
	if several {
		usage = strings.TrimSuffix(usage, ")") + "); may be repeated, to compare what they get"
	}
	flags.StringArrayVar(&f.as, "as", nil, usage)
	flags.StringVar(&f.contact, "contact", "", "`URL` or e-mail address of whoever fetches, for the owner of the server")
	flags.Var(&f.preset, "preset", "answer a fetch that brings no file as this crawler does: "+list(f.preset.of))
	f.preset.complete(cmd, "preset")
	flags.StringArrayVar(&f.nets, "allow-net", nil, "fetch from addresses of this network `CIDR`, though private; may be repeated")
	flags.IntVar(&f.redirects, "max-redirects", 5, "follow `N` redirects, 5 to 10")
	flags.DurationVar(&f.timeout, "timeout", 60*time.Second, "give up a fetch after this `TIME`")
	if !slices.Contains(strings.Fields("fetch origins survey"), cmd.Name()) {
		needsURL(cmd)
	}
}

// needsURL makes the flags an error where nothing is fetched: --as says how a
// site is asked, and who meant -a would take the answer for that crawler's.
func needsURL(cmd *cobra.Command) {
	flags := cmd.Flags()
	names := strings.Fields("as contact preset allow-net max-redirects timeout")
	cmd.PreRunE = func(_ *cobra.Command, args []string) error {
		given := ""
		url := slices.ContainsFunc(args, isURL)
		flags.Visit(func(f *pflag.Flag) {
			if slices.Contains(names, f.Name) {
				given = cmp.Or(given, f.Name)
			} else if list, ok := f.Value.(pflag.SliceValue); ok {
				url = url || slices.ContainsFunc(list.GetSlice(), isURL)
			} else {
				url = url || isURL(f.Value.String())
			}
		})
		if given != "" && !url {
			return usageErrorf("give a URL in the place of a file, such as https://example.com", "--%s says how to fetch, and nothing is fetched", given)
		}
		return nil
	}
}

// agents returns the user agents to fetch with: at least one, each once.
func (f *webFlags) agents() []string {
	if len(f.as) == 0 {
		return []string{ownUserAgent()}
	}
	var all []string
	seen := map[string]bool{}
	for _, as := range f.as {
		if !seen[as] {
			seen[as], all = true, append(all, as)
		}
	}
	return all
}

// client returns what fetches with one user agent, by the flags.
func (a *app) client(f *webFlags, as string) (*fetch.Client, error) {
	switch {
	case f.timeout <= 0:
		return nil, usageErrorf("a second is 1s", "--timeout %v: no time to fetch anything", f.timeout)
	case f.redirects < 5 || f.redirects > 10:
		return nil, usageErrorf("RFC 9309 2.3.1.2 wants five followed, and more than ten lead nowhere", "--max-redirects %d: out of range", f.redirects)
	}
	c := &fetch.Client{UserAgent: as, Contact: f.contact, MaxRedirects: f.redirects, Limits: fetch.Limits{Total: f.timeout}}
	c.Preset, _ = fetch.PresetNamed(f.preset.value)
	nets, err := networks(f.nets)
	if err != nil {
		return nil, err
	}
	c.AllowNets = nets
	if a.reach != nil {
		a.reach(c)
	}
	return c, nil
}

// networks reads the values of --allow-net.
func networks(given []string) (nets []netip.Prefix, err error) {
	for _, s := range given {
		n, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, usageErrorf("it looks like 10.0.0.0/8 or 127.0.0.1/32", "--allow-net %s: no network", s)
		}
		nets = append(nets, n)
	}
	return nets, nil
}

// oneClient is client for a command that fetches with one user agent.
func (a *app) oneClient(f *webFlags) (*fetch.Client, error) {
	all := f.agents()
	if len(all) > 1 {
		return nil, usageErrorf("robots fetch, diff and origins compare what several get", "--as is given %d times", len(all))
	}
	return a.client(f, all[0])
}

// get fetches the robots.txt of the site of a URL. It fails for a call that is
// wrong and if the run is interrupted; all else is in the outcome.
func (a *app) get(c *fetch.Client, url string) (fetch.Outcome, error) {
	ctx, stop := interruptible()
	defer stop()
	o, err := c.Get(ctx, url)
	switch {
	case ctx.Err() != nil:
		return o, errInterrupted
	case err != nil:
		return o, usageErrorf("it looks like https://example.com", "%w", err)
	}
	return o, nil
}

var errInterrupted = &exitError{code: exitIO, err: errors.New("interrupted")}

// interruptible is a context that ends when a person ends the run.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
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

// ownUserAgent is how the command names itself to servers: by its own name and
// where it is from, and never as a browser or as the crawler that it asks about.
func ownUserAgent() string {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = strings.TrimPrefix(info.Main.Version, "v")
	}
	return "robotsgate/" + version + " (+https://github.com/robotsgate/robots)"
}

// isURL reports whether a name in the place of a FILE is a URL.
func isURL(name string) bool { return strings.Contains(name, "://") }

// isDocument reports whether there is a text, and not a site without one.
func isDocument(p *robots.Policy) bool { return p.Kind() == robots.KindDocument }
