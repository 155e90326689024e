package fetch

import "syscall"

// Control is the check that runs in the dialer.
func (c *Client) Control(network, address string, raw syscall.RawConn) error {
	return c.control(network, address, raw)
}
