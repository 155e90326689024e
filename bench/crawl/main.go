// Command crawl runs crawlers beside one another on the same web, in turns, and
// prints what they cost. The web is served by another process on loopback, and
// what a crawler did is told by that server's record, not by the crawler.
//
//	go run ./crawl                   # ours, colly and the bare client, three rounds
//	go run ./crawl -only ours,bare -rounds 5
//	go run ./crawl -cluster 4        # three servers of the log, four workers
//
// Each crawl is a process of its own, so that its processor time and memory are
// what the system counted for it. See README.md.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A web is what is crawled, and where it is served.
type web struct {
	hosts, pages int
	addr         string
}

// crawlers are the roles that a child process can have.
var crawlers = []struct {
	name string
	run  func(web) error
}{
	{"ours", ours},
	{"colly-async", collyAsync},
	{"colly-queue", collyQueue},
	{"bare", bare},
}

const (
	workers   = 32
	userAgent = "ExampleBot/1.0 (+https://example.com/bot)"
)

func main() {
	var w web
	var m member
	flag.IntVar(&w.hosts, "hosts", 100, "hosts of the web")
	flag.IntVar(&w.pages, "pages", 200, "pages of each host")
	rounds := flag.Int("rounds", 3, "rounds in which the crawlers take turns")
	only := flag.String("only", "", "comma-separated crawlers: ours,colly-async,colly-queue,bare")
	role := flag.String("role", "", "for child processes")
	flag.StringVar(&w.addr, "addr", "", "for child processes")
	n := flag.Int("cluster", 0, "crawl with three servers of the log and so many workers instead")
	flag.StringVar(&m.name, "name", "", "for child processes")
	flag.IntVar(&m.port, "port", 0, "for child processes")
	flag.IntVar(&m.route, "route", 0, "for child processes")
	flag.StringVar(&m.routes, "routes", "", "for child processes")
	flag.StringVar(&m.log, "log", "", "for child processes")
	flag.StringVar(&m.dir, "dir", "", "for child processes")
	flag.Parse()
	if err := run(w, m, *rounds, *n, *only, *role); err != nil {
		fmt.Fprintln(os.Stderr, "crawl:", err)
		os.Exit(1)
	}
}

func run(w web, m member, rounds, n int, only, role string) error {
	switch role {
	case "serve":
		return serve(w)
	case "log":
		return logServer(m)
	case "worker":
		return clusterWorker(w, m)
	}
	for _, c := range crawlers {
		if c.name == role {
			return c.run(w)
		}
	}
	if n > 0 {
		return clusters(w, n, max(rounds, 1))
	}
	return compare(w, max(rounds, 1), only)
}

// A figure is what one crawl cost, and what the server saw of it.
type figure struct {
	Took time.Duration
	CPU  time.Duration
	RSS  int64 // octets, at most
	judgement
}

// judgement is the part of the server's report that is shown.
type judgement struct {
	Requests    int `json:"requests"`
	Pages       int `json:"pages"`
	Disallowed  int `json:"disallowed"`
	Duplicates  int `json:"duplicates"`
	MaxInFlight int `json:"max_in_flight"`
	RobotsMost  int `json:"robots_most"`
}

func compare(w web, rounds int, only string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	stop, err := startServer(self, &w)
	if err != nil {
		return err
	}
	defer stop()
	all := map[string][]figure{}
	for round := range rounds {
		for i := range crawlers {
			c := crawlers[(i+round)%len(crawlers)]
			if only != "" && !slices.Contains(strings.Split(only, ","), c.name) {
				continue
			}
			f, err := measure(self, w, c.name)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			all[c.name] = append(all[c.name], f)
			fmt.Fprintf(os.Stderr, "round %d %-12s %6.2f s, %.3f ms CPU a page, load %s\n", round+1, c.name, f.Took.Seconds(), perPage(f), load())
		}
	}
	table(w, all)
	return nil
}

// startServer serves the web from a child and waits until it answers.
func startServer(self string, w *web) (stop func(), err error) {
	cmd := child(self, *w, "serve")
	in, err := cmd.StdinPipe() // the server ends when this is closed
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := fmt.Fscanln(out, &w.addr); err != nil {
		return nil, fmt.Errorf("the server said no address: %w", err)
	}
	return func() { in.Close(); cmd.Wait() }, nil
}

func child(self string, w web, role string) *exec.Cmd {
	cmd := exec.Command(self, "-role", role, "-addr", w.addr, fmt.Sprintf("-hosts=%d", w.hosts), fmt.Sprintf("-pages=%d", w.pages))
	cmd.Stderr = os.Stderr
	return cmd
}

// measure runs one crawl and asks the server about it.
func measure(self string, w web, name string) (f figure, err error) {
	if err := reset(w); err != nil {
		return f, err
	}
	cmd := child(self, w, name)
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return f, err
	}
	f.Took = time.Since(began)
	f.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.RSS = use.Maxrss << 10 // Linux counts in KiB
	}
	f.judgement, err = judged(w)
	return f, err
}

func perPage(f figure) float64 {
	return float64(f.CPU.Microseconds()) / 1000 / float64(max(f.Pages, 1))
}

func perSecond(n int, d time.Duration) float64 { return float64(n) / d.Seconds() }

// table prints the medians. Faults are those of the worst round.
func table(w web, all map[string][]figure) {
	fmt.Printf("\n%d hosts of %d pages, %d workers; medians of the rounds, faults of the worst\n\n", w.hosts, w.pages, workers)
	fmt.Println("| crawler | unique pages/s | requests/s | CPU ms/page | max RSS MB | pages | disallowed | twice | in flight at a host | robots.txt of a host |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, c := range crawlers {
		fs := all[c.name]
		if len(fs) == 0 {
			continue
		}
		worst := func(of func(figure) int) (n int) {
			for _, f := range fs {
				n = max(n, of(f))
			}
			return n
		}
		fmt.Printf("| %s | %.0f | %.0f | %.3f | %.0f | %d | %d | %d | %d | %d |\n", c.name,
			median(fs, func(f figure) float64 { return perSecond(f.Pages, f.Took) }),
			median(fs, func(f figure) float64 { return perSecond(f.Requests, f.Took) }),
			median(fs, perPage),
			median(fs, func(f figure) float64 { return float64(f.RSS) / 1e6 }),
			int(median(fs, func(f figure) float64 { return float64(f.Pages) })),
			worst(func(f figure) int { return f.Disallowed }),
			worst(func(f figure) int { return f.Duplicates }),
			worst(func(f figure) int { return f.MaxInFlight }),
			worst(func(f figure) int { return f.RobotsMost }))
	}
}

func median(fs []figure, of func(figure) float64) float64 {
	all := make([]float64, len(fs))
	for i, f := range fs {
		all[i] = of(f)
	}
	slices.SortFunc(all, cmp.Compare)
	return all[len(all)/2]
}

// load is what the machine was doing besides.
func load() string {
	f, err := os.Open("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	text, _ := io.ReadAll(f)
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
