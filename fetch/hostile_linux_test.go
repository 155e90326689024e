package fetch_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// hostile is a server of what must not cost more than its limits.
func hostile(t *testing.T) (s *httptest.Server, paths []string) {
	zeros := bytes.Repeat([]byte{'\n'}, 16<<20)
	packed := map[string][]byte{"gzip": pack(t, zeros, "gzip"), "br": pack(t, zeros, "br"), "zstd": pack(t, zeros, "zstd")}
	kinds := map[string]http.HandlerFunc{
		"endless": func(w http.ResponseWriter, r *http.Request) {
			line := strings.Repeat("Disallow: /x\n", 1000)
			for {
				if _, err := io.WriteString(w, line); err != nil {
					return
				}
			}
		},
		"lie": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1099511627776")
			w.Write(zeros)
		},
		"header": func(w http.ResponseWriter, r *http.Request) {
			for i := range 1000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 10000))
			}
		},
		"loop": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "?"+strings.Repeat("x", 60000), http.StatusFound)
		},
		"private": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://10.0.0.1/", http.StatusFound)
		},
	}
	for name, b := range packed {
		kinds[name] = body(b, "Content-Encoding: "+name)
	}
	for name := range kinds {
		paths = append(paths, name)
	}
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(r.Host, ".")
		kinds[name](w, r)
	}), paths
}

const hostileEnv = "ROBOTS_FETCH_HOSTILE_ADDRESS"

// 32 callers at once ask a server of bombs, and the process that does so stays
// below 256 MiB, measured by the kernel.
func TestHostileServersStayWithinTheMemoryCap(t *testing.T) {
	if where, ok := os.LookupEnv(hostileEnv); ok {
		fetchHostile(t, where)
		return
	}
	if testing.Short() || raceEnabled {
		t.Skip("measures the memory of a process")
	}
	s, paths := hostile(t)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), hostileEnv+"="+s.Listener.Addr().String()+" "+strings.Join(paths, " "))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const limit = 256 << 10 // KiB
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	t.Logf("peak %d KiB, CPU %v", peak, cmd.ProcessState.UserTime())
	if peak > limit {
		t.Errorf("peak %d KiB, over %d", peak, limit)
	}
}

// fetchHostile is what runs in the process that is measured.
func fetchHostile(t *testing.T, where string) {
	address, paths, _ := strings.Cut(where, " ")
	c := &fetch.Client{UserAgent: "ExampleBot/1.0"}
	c.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("1.1.1.1")}, nil
	}
	c.Dial = func(ctx context.Context, network, to string) (net.Conn, error) {
		if to != "1.1.1.1:80" {
			t.Errorf("dialled %s", to)
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			names := strings.Fields(paths)
			for j := range names {
				name := names[(i+j)%len(names)]
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // more than the limit of the client
				o, err := c.Get(ctx, "http://"+name+".example")
				cancel()
				if err != nil || len(o.Body) > o.Limit+1 || o.Kind == 0 || o.Kind == robots.KindAbsent {
					t.Errorf("%s: %v: %v, %d octets", name, err, o.Kind, len(o.Body))
				}
			}
		})
	}
	wg.Wait()
}
