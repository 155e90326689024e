package cli

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/robotsgate/robots/fetch"
)

// outboundFlags are those of commands that fetch only if they are told to.
type outboundFlags struct {
	fetch     bool
	userAgent string
	contact   string
	nets      []string
}

func (f *outboundFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.fetch, "fetch", false, "fetch robots.txt from the live web where it is asked for")
	flags.StringVar(&f.userAgent, "user-agent", "", "with --fetch: send this `HEADER`, such as ExampleBot/1.0")
	flags.StringVar(&f.contact, "contact", "", "with --fetch: `URL` or e-mail address of whoever fetches, for the owners of servers")
	flags.StringArrayVar(&f.nets, "allow-net", nil, "with --fetch: reach addresses of this network `CIDR`, though private; may be repeated")
}

// client returns what fetches, or nil if nothing is to be fetched.
func (f *outboundFlags) client(cmd *cobra.Command, others ...string) (*fetch.Client, error) {
	if !f.fetch {
		for _, name := range slices.Concat([]string{"user-agent", "contact", "allow-net"}, others) {
			if cmd.Flags().Changed(name) {
				return nil, usageErrorf("add --fetch, or leave it out", "--%s is for fetching", name)
			}
		}
		return nil, nil
	}
	c := &fetch.Client{UserAgent: f.userAgent, Contact: f.contact}
	if c.Token() == "" {
		return nil, usageErrorf("add --user-agent NAME/VERSION: a server must be able to tell who asks", "--fetch: no User-Agent that holds a product token")
	}
	nets, err := networks(f.nets)
	c.AllowNets = nets
	return c, err
}

// isLoopback reports whether a host names this machine for itself.
func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && a.IsLoopback()
}
