package fetch

import (
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
