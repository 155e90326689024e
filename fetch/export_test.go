package fetch

import (
	"net/http"
	"net/url"
	"syscall"

	"github.com/robotsgate/robots"
)

// Control is the check that runs in the dialer.
func (c *Client) Control(network, address string, raw syscall.RawConn) error {
	return c.control(network, address, raw)
}

// Says returns what the source of a preset says; 0 where it is silent.
func Says(p Preset) []robots.Kind {
	r := p.row()
	return []robots.Kind{r.gone, r.auth, r.busy, r.client, r.server, r.network, r.redirects, r.large}
}

// Location returns where a redirect from one URL leads.
func Location(from, to string) (*url.URL, error) {
	u, err := first(from)
	if err != nil {
		return nil, err
	}
	return location(u, http.Header{"Location": {to}}, new(Hop))
}
