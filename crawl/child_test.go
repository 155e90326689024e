package crawl

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

// Tests that kill a process need one of their own: the test's program, started
// again with what it is to do in this variable.
const childEnv = "ROBOTS_CRAWL_CHILD"

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		var c child
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			panic(err)
		}
		os.Exit(c.main())
	}
	os.Exit(m.Run())
}

// A child is what a process of a test does: crawl a test web, or serve a log.
type child struct {
	Web     string // address of the test web
	Dir     string
	Seeds   []string
	Plan    Plan
	NATS    string
	Worker  string
	Workers int
	Window  int
	Lease   time.Duration
	Timeout time.Duration
	MaxLog  int64
	NoDelay bool
	Quick   bool // short limits for robots.txt that never comes

	Serve                bool // a log, instead of a crawl
	Port, Route          int
	Routes               []string
	ServerName, JoinName string
}

// A told is what a child says at its end.
type told struct {
	Summary Summary
	Err     string
	Peak    int64 // octets of memory at the most
}

func (c *child) main() int {
	// A child whose test is gone ends too.
	go func() {
		bufio.NewReader(os.Stdin).ReadByte()
		os.Exit(9)
	}()
	if c.Serve {
		return c.serve()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Println("ready")
	sum, err := Run(ctx, c.options())
	t := told{Summary: sum, Peak: peak()}
	if err != nil {
		t.Err = err.Error()
	}
	text, _ := json.Marshal(t)
	fmt.Println(string(text))
	return 0
}

// garden has the addresses of the hosts of a test web.
var garden = netip.MustParsePrefix("127.1.0.0/16")

func (c *child) options() Options {
	f := &fetch.Client{
		UserAgent: "ExampleBot/1.0", AllowNets: []netip.Prefix{garden},
		Lookup: lookup,
		Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			// Any other address is dialled as it is, and the web knows of it.
			if host, err := netip.ParseAddrPort(addr); err != nil || garden.Contains(host.Addr()) {
				addr = c.Web
			}
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}
	if c.Quick {
		f.Limits = fetch.Limits{Header: 4 * time.Second, Body: 4 * time.Second, Total: 16 * time.Second}
	}
	return Options{
		Dir: c.Dir, Seeds: c.Seeds, Fetch: f, Plan: c.Plan, NATS: c.NATS, Worker: c.Worker, Workers: c.Workers, Window: c.Window,
		Lease: c.Lease, Timeout: c.Timeout, MaxLog: c.MaxLog, DangerouslyNoDelay: c.NoDelay,
	}
}

// lookup gives hosts of a garden the addresses that the test web gives them.
func lookup(_ context.Context, host string) ([]netip.Addr, error) {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(host, "h"), ".test"))
	if err != nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []netip.Addr{netip.AddrFrom4([4]byte{127, 1, byte(n / 250), byte(n%250 + 1)})}, nil
}

// peak is the most memory that this process ever had; 0 where nobody tells.
func peak() int64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kib int64
	fmt.Sscan(rest, &kib)
	return kib << 10
}

// serve runs a server of the log, as operators do: with files that are synced.
func (c *child) serve() int {
	s, err := startNATS(c.ServerName, c.JoinName, c.Dir, c.Port, c.Route, c.Routes)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("ready")
	s.WaitForShutdown()
	return 0
}

func startNATS(name, cluster, dir string, port, route int, routes []string) (*server.Server, error) {
	opt := &server.Options{
		ServerName: name, Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: os.Getenv("ROBOTS_NATS_LOG") == "",
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 4 << 30, JetStreamMaxMemory: 64 << 20,
	}
	if cluster != "" {
		opt.Cluster = server.ClusterOpts{Name: cluster, Host: "127.0.0.1", Port: route}
		for _, r := range routes {
			u, err := url.Parse(r)
			if err != nil {
				return nil, err
			}
			opt.Routes = append(opt.Routes, u)
		}
	}
	s, err := server.NewServer(opt)
	if err != nil {
		return nil, err
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return nil, fmt.Errorf("the server %s does not answer", name)
	}
	return s, nil
}

// natsServer is a server of the log in this process, with a port.
func natsServer(t *testing.T) string {
	t.Helper()
	s, err := startNATS("one", "", t.TempDir(), -1, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

// A process is a child that runs.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	out  *bufio.Reader
	done chan struct{}
	said told
	dead bool // it ended without a word
}

// begin starts a child and waits until it is at work.
func begin(t *testing.T, c child) *process {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: exec.Command(os.Args[0], "-test.run=^$"), done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), childEnv+"="+string(text))
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); in.Close(); <-p.done })
	p.out = bufio.NewReader(out)
	line, err := p.out.ReadString('\n')
	if err != nil || line != "ready\n" {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		close(p.done)
		t.Fatalf("the child said %q, %v", line, err)
	}
	go func() {
		defer close(p.done)
		line, _ := p.out.ReadString('\n')
		p.dead = json.Unmarshal([]byte(line), &p.said) != nil
		p.cmd.Wait()
	}()
	return p
}

// kill is kill -9.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.done
}

// over reports that it ended.
func (p *process) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

func (p *process) signal(s syscall.Signal) { p.cmd.Process.Signal(s) }

// ended waits for the end of a crawl and returns what it said.
func (p *process) ended(limit time.Duration) told {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(limit):
		p.stuck()
	}
	if p.dead {
		p.t.Fatal("it died")
	}
	return p.said
}

// stuck ends a child that does not end, and lets it say where it is.
func (p *process) stuck() {
	p.t.Helper()
	p.signal(syscall.SIGQUIT)
	<-p.done
	p.t.Fatal("it never ends")
}

// requests waits until the web has had some more.
func requests(t *testing.T, s *testweb.Server, more int, of ...*process) {
	t.Helper()
	want := s.Judge().Requests + more
	for began := time.Now(); s.Judge().Requests < want; time.Sleep(time.Millisecond) {
		for _, p := range of {
			select {
			case <-p.done:
				t.Fatalf("a worker ended: %+v", p.said)
			default:
			}
		}
		if time.Since(began) > 3*time.Minute {
			t.Fatal("nothing is requested")
		}
	}
}
