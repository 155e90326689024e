package cli

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/report"
)

// originsFlags are what origins was told.
type originsFlags struct {
	webFlags
	format *choice
}

func (a *app) origins() *cobra.Command {
	f := &originsFlags{}
	cmd := &cobra.Command{
		Use:   "origins HOST",
		Short: "hold the robots.txt of http and https, with and without www, side by side",
		Long: `origins fetches the robots.txt of a host by http and by https, and of the same host
with "www." before it, or without. Each of these is a site of its own to a crawler,
with a file of its own (RFC 9309 2.3), and people forget three of them.

It shows status, outcome, where redirects led, size and SHA-256 of each, and gives
answers that are of one kind and decide alike for every crawler and URL the same
number. Where they disagree, it tells how: a file here and none there, or a crawler
and a path that are decided differently, with the lines. Files that differ and
decide alike are told too, but are no disagreement. An address whose name does not
exist, or where nobody listens, is left out.

Each --as adds a round as another user agent. No more than four sites are asked at a
time, and --timeout bounds the whole.

The exit code is 1 if crawlers get more than one policy, 3 if there was no answer to
compare, and 0 if all that answered agree.`,
		Example: `  robots origins example.com
  robots origins example.com --as GPTBot/1.0 --as Mozilla/5.0
  robots origins example.com --format json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("name one host, such as example.com", "%s: %d hosts given", cmd.Name(), len(args))
			}
			host, sites, err := originsOf(args[0])
			if err != nil {
				return err
			}
			return a.sideBySide(&f.webFlags, host, sites, f.format.value, nil)
		},
	}
	f.webFlags.add(cmd, true)
	f.format = formatFlag(cmd, report.OriginsFormatNames...)
	return cmd
}

// originsOf returns the sites that a host may be reached at. A URL is taken for
// its host; an address, or a name without a dot, has no www.
func originsOf(given string) (host string, sites []string, err error) {
	if !isURL(given) {
		given = "//" + given
	}
	u, err := url.Parse(given)
	switch {
	case err != nil || u.Hostname() == "":
		return "", nil, usageErrorf("it looks like example.com", "origins %q: no host", strings.TrimPrefix(given, "//"))
	case u.User != nil:
		return "", nil, usageErrorf("leave it out", "origins: a user name in a URL is never sent")
	case u.Port() != "":
		return "", nil, usageErrorf("robots fetch takes a URL with a port", "origins %s: http and https are asked at their own ports", u.Host)
	}
	host = strings.TrimPrefix(strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), "www.")
	hosts := []string{host, "www." + host}
	if ip, err := netip.ParseAddr(host); err == nil {
		if hosts = []string{host}; ip.Is6() {
			hosts[0] = "[" + host + "]"
		}
	} else if !strings.Contains(host, ".") {
		hosts = hosts[:1]
	}
	for _, h := range hosts {
		sites = append(sites, "https://"+h, "http://"+h)
	}
	return host, sites, nil
}
