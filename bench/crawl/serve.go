package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"

	"github.com/robotsgate/robots/internal/testweb"
)

// serve serves the clean web until its standard input ends.
func serve(w web) error {
	s, err := testweb.Listen(testweb.Clean(w.hosts, w.pages, 1), testweb.Options{Keep: -1})
	if err != nil {
		return err
	}
	defer s.Close()
	debug.SetGCPercent(400) // what the web costs is no crawler's doing
	s.Web().Expected()      // reckoned now and not while somebody waits for a sitemap
	fmt.Println(s.Addr())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// dial leads to the server whatever the host.
func (w web) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", w.addr)
}

// seeds are the home pages of the web's hosts.
func (w web) seeds() []string {
	all := make([]string, w.hosts)
	for i := range all {
		all[i] = fmt.Sprintf("http://h%d.test/", i)
	}
	return all
}
