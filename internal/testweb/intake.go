package testweb

import (
	"bufio"
	"crypto/tls"
	"net"
	"sync"
	"time"
)

// An intake is a net.Listener that connections are handed to. It looks at the
// first octet to tell TLS from HTTP, serves CONNECT of a proxy, and knows all
// open connections, so that they can be closed.
type intake struct {
	longest time.Duration
	tls     *tls.Config
	connect func(*conn) bool // answers CONNECT: whether the connection goes on as one to that host
	ready   chan net.Conn
	done    chan struct{}
	wg      sync.WaitGroup
	mu      sync.Mutex
	open    map[*conn]bool
	ended   bool
}

func newIntake(longest time.Duration, config *tls.Config, connect func(*conn) bool) *intake {
	return &intake{longest: longest, tls: config, connect: connect, ready: make(chan net.Conn), done: make(chan struct{}), open: map[*conn]bool{}}
}

// maxOpen bounds connections, so that a client that opens without end is refused.
const maxOpen = 4096

// take brings a connection in. server is the host that was dialled, if that is known.
func (in *intake) take(raw net.Conn, server string) {
	c := &conn{Conn: raw, in: in, r: bufio.NewReaderSize(raw, 4096), server: server}
	in.mu.Lock()
	if in.ended || len(in.open) >= maxOpen {
		in.mu.Unlock()
		raw.Close()
		return
	}
	in.open[c] = true
	in.wg.Add(1)
	in.mu.Unlock()
	go func() {
		defer in.wg.Done()
		in.sort(c)
	}()
}

// sort waits for the first octet and hands the connection to the server.
func (in *intake) sort(c *conn) {
	c.SetReadDeadline(time.Now().Add(in.longest))
	first, err := c.r.Peek(1)
	if err == nil && first[0] == 'C' && in.connect != nil { // no other method of HTTP begins so
		if !in.connect(c) {
			c.Close()
			return
		}
		first, err = c.r.Peek(1)
	}
	if err != nil {
		c.Close()
		return
	}
	c.SetReadDeadline(time.Time{})
	var out net.Conn = c
	if first[0] == 0x16 { // a TLS handshake
		if out = in.handshake(c); out == nil {
			return
		}
	}
	select {
	case in.ready <- out:
	case <-in.done:
		c.Close()
	}
}

// Accept returns the next connection.
func (in *intake) Accept() (net.Conn, error) {
	select {
	case c := <-in.ready:
		return c, nil
	case <-in.done:
		return nil, net.ErrClosed
	}
}

// Close ends Accept.
func (in *intake) Close() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.ended {
		in.ended = true
		close(in.done)
	}
	return nil
}

// Addr is never dialled.
func (in *intake) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// close closes all connections and waits for those that are being sorted.
func (in *intake) close() {
	in.Close()
	in.mu.Lock()
	var all []*conn
	for c := range in.open {
		all = append(all, c)
	}
	in.mu.Unlock()
	for _, c := range all {
		c.Close()
	}
	in.wg.Wait()
}

// A conn is a connection of which some octets may have been looked at.
type conn struct {
	net.Conn
	in     *intake
	r      *bufio.Reader
	server string // the host that a proxy was asked for, or that was dialled
}

func (c *conn) Read(p []byte) (int, error) { return c.r.Read(p) }

func (c *conn) Close() error {
	c.in.mu.Lock()
	delete(c.in.open, c)
	c.in.mu.Unlock()
	return c.Conn.Close()
}

// reset closes with RST instead of FIN, where there is TCP below.
func reset(c net.Conn) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if o, ok := c.(*conn); ok {
		if t, ok := o.Conn.(*net.TCPConn); ok {
			t.SetLinger(0)
		}
	}
	c.Close()
}
