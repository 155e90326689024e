package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robotsgate/robots/gate"
)

// pause lets others run; what waits for something waits in a loop of it.
func pause() { time.Sleep(50 * time.Millisecond) }

// listening serves on a real listener until the test ends, or end is called.
func listening(t *testing.T, o Options) (addr string, end func() error) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	var once sync.Once
	end = func() (err error) {
		once.Do(func() { cancel(); err = <-ended; s.Close() })
		return err
	}
	t.Cleanup(func() { end() })
	return l.Addr().String(), end
}

// What runs ends, what comes later finds nobody, and nothing is left behind.
func TestTheEndLetsRequestsFinish(t *testing.T) {
	before := runtime.NumGoroutine()
	addr, end := listening(t, Options{Client: client(), Log: io.Discard})
	tr := &http.Transport{}
	body, ask := io.Pipe()
	r, _ := http.NewRequest("POST", "http://"+addr+"/v1/batch", body)
	r.Header.Set("Content-Type", "application/x-ndjson")
	const line = `{"robots":"","agent":"a","url":"/"}` + "\n"
	go io.WriteString(ask, line)
	a, err := tr.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(a.Body)
	if !answers.Scan() {
		t.Fatal(answers.Err())
	}
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	for { // the listener closes
		c, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		c.Close()
		pause()
	}
	io.WriteString(ask, line)
	if !answers.Scan() {
		t.Error("a stream that runs was cut off")
	}
	ask.Close()
	if answers.Scan() || answers.Err() != nil {
		t.Error(answers.Text(), answers.Err())
	}
	a.Body.Close()
	tr.CloseIdleConnections()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	none(t, before)
}

// A request that does not end is cut off after the grace.
func TestTheEndIsBounded(t *testing.T) {
	before := runtime.NumGoroutine()
	addr, end := listening(t, Options{Client: client(), Limits: Limits{Grace: 50 * time.Millisecond}})
	for _, path := range []string{"batch", "ask"} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /v1/%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n\r\n{}\n", path)
		if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if err := end(); err == nil {
		t.Error("nothing is said of requests that were cut off")
	}
	none(t, before)
}

// none fails if goroutines are left that were not there before.
func none(t *testing.T, before int) {
	t.Helper()
	for range 600 { // half a minute: what ends may wait for its turn
		if runtime.NumGoroutine() <= before {
			return
		}
		pause()
	}
	b := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b, true)])
}

// Who sends an octet now and then holds nothing for long.
func TestSlowClientsAreCutOff(t *testing.T) {
	addr, _ := listening(t, Options{Limits: Limits{Time: 200 * time.Millisecond, Idle: 200 * time.Millisecond}})
	for _, begin := range []string{
		"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
		"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\n{",
		"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", // and then says nothing
		"GET /healthz HTTP/1.1\r\nHo",
	} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(20 * time.Second)) // of the test, should it not be cut off
		io.WriteString(c, begin)
		_, err = io.Copy(io.Discard, c)
		if n, ok := err.(net.Error); ok && n.Timeout() {
			t.Errorf("%.40q holds its connection", begin)
		}
		c.Close()
	}
}

// Many ask at once: each gets its answer or is told to come back.
func TestManyAtOnce(t *testing.T) {
	_, url := served(t, Options{Client: client(), Log: io.Discard, Limits: Limits{Running: 2}})
	web := site(t)
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			for verb, q := range examples(web) {
				if testing.Short() && i%4 > 0 && verb != "check" {
					continue
				}
				a, err := http.Post(url+"/v1/"+verb, "application/json", strings.NewReader(q))
				if err != nil {
					t.Error(err)
					return
				}
				b, _ := io.ReadAll(a.Body)
				a.Body.Close()
				if a.StatusCode == 503 || a.StatusCode == 429 && verb == "fetch" {
					if a.Header.Get("Retry-After") == "" {
						t.Error("no Retry-After")
					}
				} else if a.StatusCode != 200 {
					t.Errorf("%s: %d %s", verb, a.StatusCode, b)
				}
			}
			a, err := http.Get(fmt.Sprintf("%s/v1/ask?agent=TestBot&url=%s/%d", url, web, i))
			if err != nil || a.StatusCode != 200 {
				t.Error(err, a)
				return
			}
			a.Body.Close()
		})
	}
	wait.Wait()
}

// One site is fetched from no more often than the gate would permit.
func TestFetchesOfOneSiteAreADelayApart(t *testing.T) {
	_, url := served(t, Options{Client: client(), Gate: gate.Options{Delay: time.Hour}})
	q := `{"url":` + quoted(site(t)) + `}`
	for _, want := range []int{200, 429} {
		a, err := http.Post(url+"/v1/fetch", "application/json", strings.NewReader(q))
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if after, _ := strconv.Atoi(a.Header.Get("Retry-After")); a.StatusCode != want || want == 429 && after < 1800 {
			t.Errorf("%d, Retry-After %d, want %d", a.StatusCode, after, want)
		}
	}
}

// When all slots are taken, the answer is 503, and so it is when time is up.
func TestTooMuchAtOnceIsToldToComeBack(t *testing.T) {
	s, url := served(t, Options{Limits: Limits{Running: 1, Large: 1, Streams: 1}})
	for _, c := range []struct {
		slots                   slots
		what, path, media, body string
	}{
		{s.running, "work", "check", "application/json", `{"status":404}`},
		{s.large, "a large body", "check", "application/json", `{"robots":` + quoted(strings.Repeat("#", 70<<10)) + `}`},
		{s.streams, "a stream", "batch", "application/x-ndjson", "{}"},
	} {
		c.slots <- struct{}{}
		if status, media, body := send(t, "POST", url+"/v1/"+c.path, c.media, c.body); status != 503 || media != "application/problem+json" {
			t.Errorf("%s: %d %s", c.what, status, body)
		}
		c.slots.free()
		if status, _, body := send(t, "POST", url+"/v1/"+c.path, c.media, c.body); status != 200 {
			t.Errorf("%s, once there is room: %d %s", c.what, status, body)
		}
	}
}

func TestWorkThatTakesTooLongIsGivenUp(t *testing.T) {
	s, url := served(t, Options{})
	s.o.Limits.Time = time.Nanosecond
	var q strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&q, "User-agent: b%d\nDisallow: /*a%d*b\n", i, i)
	}
	if status, _, body := send(t, "POST", url+"/v1/lint", "application/json", `{"robots":`+quoted(q.String())+`}`); status != 503 {
		t.Errorf("%d %.200s", status, body)
	}
}
