package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The clients of these benchmarks are in the same process, so that both sides
// share the processors: what is measured is less than what a server alone does.
// They write requests that were made before and read answers by their length.

// askers are how many connections ask at once.
const askers = 16

func BenchmarkAskOverHTTP(b *testing.B) {
	floor := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = jsonType
		w.Write([]byte(`{"answer":"permit","notBefore":"2026-12-01T00:00:00.000Z","wait":0.000,"delay":1,"standing":"current","verdict":"allow","basis":"no-rule"}` + "\n"))
	})
	s, web := warm(b)
	get := fmt.Sprintf("GET /v1/ask?agent=TestBot&url=%s/private/a%%20b HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n\r\n", web)
	body := fmt.Sprintf(`{"agent":"TestBot","url":"%s/a"}`, web)
	post := fmt.Sprintf("POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	b.Run("bare net-http", func(b *testing.B) { hammer(b, &http.Server{Handler: floor}, get) })
	b.Run("GET", func(b *testing.B) { hammer(b, s.server(), get) })
	b.Run("POST", func(b *testing.B) { hammer(b, s.server(), post) })
}

// warm returns a service that knows a site, and logs as it does in earnest.
func warm(b *testing.B) (s *Server, web string) {
	s, url := served(b, Options{Client: client(), Log: io.Discard, Hosts: LoopbackHosts()})
	web = site(b)
	if status, _, body := send(b, "GET", url+"/v1/ask?agent=TestBot&url="+web+"/", "", ""); status != 200 || !strings.Contains(body, "permit") {
		b.Fatal(status, body)
	}
	return s, web
}

// hammer asks b.N times over some connections and reports rate and quantiles.
func hammer(b *testing.B, h *http.Server, request string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go h.Serve(l)
	defer h.Close()
	conns := make([]net.Conn, askers)
	for i := range conns {
		if conns[i], err = net.Dial("tcp", l.Addr().String()); err != nil {
			b.Fatal(err)
		}
		defer conns[i].Close()
	}
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var wait sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for _, c := range conns {
		wait.Go(func() {
			in := bufio.NewReader(c)
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				began := time.Now()
				if _, err := io.WriteString(c, request); err != nil {
					b.Error(err)
					return
				}
				if err := skipAnswer(in); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(began)
			}
		})
	}
	wait.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// skipAnswer reads an answer with a length, and fails unless it is 200.
func skipAnswer(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if string(line) != "HTTP/1.1 200 OK\r\n" {
		return fmt.Errorf("%s", line)
	}
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) == 2 {
			break
		}
		if v, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
			fmt.Sscan(v, &length)
		}
	}
	_, err = in.Discard(length)
	return err
}

// BenchmarkStreams counts lines of one stream that is as long as the run.
func BenchmarkStreams(b *testing.B) {
	s, web := warm(b)
	for _, c := range []struct{ name, path, line string }{
		{"ask", "/v1/ask", fmt.Sprintf(`{"id":1,"agent":"TestBot","url":"%s/private/a"}`+"\n", web)},
		{"batch", "/v1/batch", `{"id":1,"robots":` + quoted(text) + `,"agent":"TestBot","url":"/private/a"}` + "\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			h := s.server()
			go h.Serve(l)
			defer h.Close()
			body := io.LimitReader(&endless{line: c.line, sent: new(atomic.Int64), most: 1 << 62}, int64(b.N)*int64(len(c.line)))
			r, _ := http.NewRequestWithContext(context.Background(), "POST", "http://"+l.Addr().String()+c.path, body)
			r.Header.Set("Content-Type", "application/x-ndjson")
			b.ReportAllocs()
			b.ResetTimer()
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				b.Fatal(err)
			}
			defer a.Body.Close()
			n := 0
			for in := bufio.NewScanner(a.Body); in.Scan(); n++ {
			}
			if n != b.N {
				b.Fatalf("%d answers to %d questions", n, b.N)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
