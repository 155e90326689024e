package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/robotsgate/robots/crawl"
)

// A member is one process of a cluster: a server of the log, or a worker.
type member struct {
	name   string
	port   int    // of a server
	route  int    // of a server, for the others
	routes string // of all servers, comma-separated
	log    string // where a worker finds the servers, comma-separated
	dir    string
}

const logServers = 3

// logServer serves a log until standard input ends. What it is told to keep is
// synced, as operators are told to.
func logServer(m member) error {
	opt := &server.Options{
		ServerName: m.name, Host: "127.0.0.1", Port: m.port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: m.dir, SyncAlways: true, JetStreamMaxStore: 4 << 30, JetStreamMaxMemory: 64 << 20,
		Cluster: server.ClusterOpts{Name: "bench", Host: "127.0.0.1", Port: m.route},
	}
	for _, r := range strings.Split(m.routes, ",") {
		u, err := url.Parse(r)
		if err != nil {
			return err
		}
		opt.Routes = append(opt.Routes, u)
	}
	s, err := server.NewServer(opt)
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		return fmt.Errorf("the server %s does not answer", m.name)
	}
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

// clusterWorker is ours with the log in a cluster.
func clusterWorker(w web, m member) error {
	sum, err := crawl.Run(context.Background(), crawl.Options{
		Dir: m.dir, NATS: m.log, Worker: m.name, Seeds: w.seeds(), Fetch: w.client(), DangerouslyNoDelay: true, Workers: workers,
	})
	if err == nil && !sum.Done {
		err = fmt.Errorf("not done: %+v", sum)
	}
	return err
}

// A group is what the processes of one kind cost together, and the largest of them.
type group struct {
	cpu time.Duration
	rss int64
}

func (g *group) add(cmd *exec.Cmd) {
	g.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		g.rss = max(g.rss, use.Maxrss<<10)
	}
}

// clusters crawls with three servers of the log and n workers, each a process,
// and for comparison with one worker that has its log in itself.
func clusters(w web, n, rounds int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	stop, err := startServer(self, &w)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Printf("%d hosts of %d pages, %d requests at a time in each worker\n\n", w.hosts, w.pages, workers)
	fmt.Println("| round | what | unique pages/s | until all have ended | CPU ms/page, workers | CPU ms/page, servers | max RSS MB, worker | max RSS MB, server | pages | disallowed | twice | in flight at a host | robots.txt of a host | load |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for round := range rounds {
		f, err := measure(self, w, "ours")
		if err != nil {
			return err
		}
		row(round, "one worker, its own log", f.Took, f.Took, f.judgement, group{f.CPU, f.RSS}, group{})
		if err := cluster(self, w, n, round); err != nil {
			return err
		}
	}
	return nil
}

func row(round int, what string, fetched, ended time.Duration, j judgement, work, log group) {
	page := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(max(j.Pages, 1)) }
	fmt.Printf("| %d | %s | %.0f | %.1f s | %.3f | %.3f | %.0f | %.0f | %d | %d | %d | %d | %d | %s |\n", round+1, what, perSecond(j.Pages, fetched), ended.Seconds(),
		page(work.cpu), page(log.cpu), float64(work.rss)/1e6, float64(log.rss)/1e6, j.Pages, j.Disallowed, j.Duplicates, j.MaxInFlight, j.RobotsMost, load())
}

func cluster(self string, w web, n, round int) error {
	dir, err := os.MkdirTemp("", "crawl-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	servers, urls, end, err := startLog(self, w, dir)
	if err != nil {
		return err
	}
	if err := reset(w); err != nil {
		end()
		return err
	}
	var all []*exec.Cmd
	began := time.Now()
	for i := range n {
		cmd := child(self, w, "worker")
		cmd.Args = append(cmd.Args, "-name", fmt.Sprint("w", i), "-log", urls, "-dir", fmt.Sprintf("%s/w%d", dir, i))
		if err = cmd.Start(); err != nil {
			break // the others end when the servers are gone
		}
		all = append(all, cmd)
	}
	ended := make(chan error, 1)
	go func() {
		for _, cmd := range all {
			err = cmp.Or(err, cmd.Wait())
		}
		ended <- err
	}()
	last, j, err := watch(w, began, ended)
	took := time.Since(began)
	end()
	if err != nil {
		return err
	}
	var work, log group
	for _, cmd := range all {
		work.add(cmd)
	}
	for _, cmd := range servers {
		log.add(cmd)
	}
	row(round, fmt.Sprintf("%d servers, %d workers", logServers, n), last, took, j, work, log)
	return nil
}

// watch waits for the end of the workers, and tells when the last page was asked
// for: after it they make sure of one another that nothing is left.
func watch(w web, began time.Time, ended <-chan error) (last time.Duration, j judgement, err error) {
	for tick := time.Tick(100 * time.Millisecond); ; {
		done := false
		select {
		case err = <-ended:
			done = true
		case <-tick:
		}
		now, e := judged(w)
		if now.Requests > j.Requests {
			last = time.Since(began)
		}
		if j = now; done || e != nil {
			return last, j, cmp.Or(err, e)
		}
	}
}

func reset(w web) error {
	resp, err := http.Post("http://"+w.addr+"/reset", "", nil)
	if err == nil {
		resp.Body.Close()
	}
	return err
}

func judged(w web) (j judgement, err error) {
	resp, err := http.Get("http://" + w.addr + "/judge.json")
	if err != nil {
		return j, err
	}
	defer resp.Body.Close()
	return j, json.NewDecoder(resp.Body).Decode(&j)
}

// startLog starts the servers of the log and waits until they answer.
func startLog(self string, w web, dir string) (all []*exec.Cmd, urls string, end func(), err error) {
	var inputs []io.Closer
	end = func() {
		for _, in := range inputs {
			in.Close()
		}
		for _, cmd := range all {
			cmd.Wait()
		}
	}
	ports, err := freePorts(2 * logServers)
	if err != nil {
		return nil, "", end, err
	}
	var routes, names []string
	for i := range logServers {
		names = append(names, fmt.Sprint("nats://127.0.0.1:", ports[i]))
		routes = append(routes, fmt.Sprint("nats://127.0.0.1:", ports[logServers+i]))
	}
	var outputs []io.Reader
	for i := range logServers {
		cmd := child(self, w, "log")
		cmd.Args = append(cmd.Args, "-name", fmt.Sprint("n", i), "-port", fmt.Sprint(ports[i]), "-route", fmt.Sprint(ports[logServers+i]), "-routes", strings.Join(routes, ","), "-dir", fmt.Sprintf("%s/n%d", dir, i))
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		if err = cmp.Or(err1, err2, cmd.Start()); err != nil {
			end()
			return nil, "", end, err
		}
		all, inputs, outputs = append(all, cmd), append(inputs, in), append(outputs, out)
	}
	for _, out := range outputs {
		var word string
		if _, err := fmt.Fscanln(out, &word); err != nil {
			end()
			return nil, "", end, fmt.Errorf("a server of the log does not begin: %w", err)
		}
	}
	return all, strings.Join(names, ","), end, nil
}

// freePorts finds ports that are free now.
func freePorts(n int) (all []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		all = append(all, l.Addr().(*net.TCPAddr).Port)
	}
	return all, nil
}
