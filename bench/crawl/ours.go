package main

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/fetch"
)

// ours crawls as the command does: robots.txt heeded, the log on disk, nothing
// fetched twice. With CRAWL_PROFILE set it writes profiles to files of that name.
func ours(w web) error {
	dir, err := os.MkdirTemp("", "crawl-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if name := os.Getenv("CRAWL_PROFILE"); name != "" {
		stop, err := profile(name)
		if err != nil {
			return err
		}
		defer stop()
	}
	sum, err := crawl.Run(context.Background(), crawl.Options{Dir: dir, Seeds: w.seeds(), Fetch: w.client(), DangerouslyNoDelay: true, Workers: workers})
	if err == nil && !sum.Done {
		err = fmt.Errorf("not done: %+v", sum)
	}
	return err
}

// client fetches from the web, whatever the host.
func (w web) client() *fetch.Client {
	return &fetch.Client{
		UserAgent: "ExampleBot/1.0", Contact: "https://example.com/bot", Dial: w.dial,
		Lookup: func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("127.1.0.1")}, nil
		},
		AllowNets: []netip.Prefix{netip.MustParsePrefix("127.1.0.0/16")},
	}
}

// profile writes where processor time and memory went.
func profile(name string) (stop func(), err error) {
	f, err := os.Create(name + ".cpu")
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
		if f, err := os.Create(name + ".mem"); err == nil {
			runtime.GC()
			pprof.Lookup("allocs").WriteTo(f, 0)
			f.Close()
		}
	}, nil
}
